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
    const text = readFileSync(PATH, "utf8");
    const namesIn = (part: string): readonly (string | undefined)[] =>
      [...part.matchAll(/^- `([^`]+)`: /gm)].map(([, argument]) => argument);
    const [, ofAll = ""] = /^## Tasks$([\s\S]*?)^### /m.exec(text) ?? [];
    const shared = namesIn(ofAll);
    expect(ofAll).toContain("`agent`, `skill`, `command` and `evaluate` take these arguments");
    expect(shared).toEqual(expect.arrayContaining(["name", "depends_on", "emits", "when"]));
    const alike = ["agent", "skill", "command", "evaluate"];
    const listed = text
      .split(/^##+ /m)
      .map((part) => ({ name: /^`(\w+)`/.exec(part)?.[1], taken: namesIn(part) }))
      .filter(({ name }) => name !== undefined);
    for (const { name, arguments: taken } of signatures) {
      const expected = taken.map((each) => each.name);
      const kept = expected.filter((argument) => !REFUSED_ARGUMENTS.has(`${name}.${argument}`));
      const own = listed.find((part) => part.name === name)?.taken ?? [];
      const found = alike.includes(name) ? [...shared, ...own] : own;
      expect(found.toSorted(), name).toEqual(kept.toSorted());
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
