/** The reference of the language is what the compiler declares now. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { functionSignatures } from "@crucible/compiler";
import { describe, expect, it } from "vitest";
import { ARGUMENT_TEXTS, REFUSED_ARGUMENTS } from "../src/reference/argument-texts.js";
import { crucible } from "./support/recording-terminal.js";

const PATH = join(import.meta.dirname, "../../../docs/reference/dsl.md");
const signatures = functionSignatures();

/** `function.argument` of all that the compiler declares. */
const declared = signatures.flatMap(({ name, arguments: taken }) =>
  taken.map((argument) => ({ owner: name, argument: argument.name })),
);

describe("docs/reference/dsl.md", () => {
  it("is what `crucible plan dsl-reference` prints; UPDATE_REFERENCE=1 writes it anew", async () => {
    const { code, stdout, stderr } = await crucible(["plan", "dsl-reference"], import.meta.dirname);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    if (process.env["UPDATE_REFERENCE"] === "1") writeFileSync(PATH, stdout);
    expect(readFileSync(PATH, "utf8")).toBe(stdout);
  });

  it("has a part for every function, with every argument that is not refused", () => {
    const parts = readFileSync(PATH, "utf8").split(/^### /m).slice(1);
    const listed = parts.map((part) => ({
      name: /^`(\w+)`/.exec(part)?.[1],
      taken: [...part.matchAll(/^- `([^`]+)`: /gm)].map(([, argument]) => argument),
    }));
    for (const { name, arguments: taken } of signatures) {
      const expected = taken.map((each) => each.name);
      const kept = expected.filter((argument) => !REFUSED_ARGUMENTS.has(`${name}.${argument}`));
      const found = listed.find((part) => part.name === name);
      expect(found?.taken.slice(0, kept.length), name).toEqual(kept);
    }
    expect(listed).toHaveLength(signatures.length);
  });

  it("describes nothing that is not declared", () => {
    const bare = new Set(declared.map(({ argument }) => argument));
    const full = new Set(declared.map(({ owner, argument }) => `${owner}.${argument}`));
    for (const name of [...ARGUMENT_TEXTS.keys(), ...REFUSED_ARGUMENTS]) {
      expect(bare.has(name) || full.has(name), name).toBe(true);
    }
  });
});
