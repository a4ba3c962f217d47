/** Each pack compiles to the plan that is written down, and so do the tables that it compiles to. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { compile, functionSignatures, printWorkflow, readPlanFile } from "@crucible/compiler";
import { encodePlan } from "@crucible/core";
import { parse, walk } from "@crucible/starlark";
import { afterAll, describe, expect, it } from "vitest";
import { root } from "../tracked-files.js";
import { PACKS, type PackCase, packOf, removeFolders } from "./packs.js";

afterAll(removeFolders);

const GOLDEN = join(import.meta.dirname, "golden");
const named = PACKS.map((pack) => [basename(pack.folder), pack] as const);

async function planOf(pack: PackCase): Promise<ReturnType<typeof compile>> {
  return compile(await packOf(pack), { params: pack.params });
}

describe("a pack", () => {
  it.each(named)("%s compiles to its plan; UPDATE_GOLDEN=1 writes it anew", async (name, pack) => {
    const plan = await planOf(pack);
    const text = `${JSON.stringify({ digest: plan.digest, ...encodePlan(plan) }, null, 2)}\n`;
    const path = join(GOLDEN, `${name}.json`);
    if (process.env["UPDATE_GOLDEN"] === "1") {
      mkdirSync(GOLDEN, { recursive: true });
      writeFileSync(path, text);
    }
    expect(text).toBe(readFileSync(path, "utf8"));
  });

  it.each(named)("DSL-105: %s has the digest of the tables it compiles to", async (_, pack) => {
    const plan = await planOf(pack);
    for (const format of ["toml", "json"] as const) {
      const printing = printWorkflow(plan, format);
      if (!printing.ok) {
        // A parameter without a value is the one thing that TOML cannot say.
        expect(format).toBe("toml");
        expect(printing.problem).toContain("which TOML cannot say");
        continue;
      }
      const reading = readPlanFile(printing.text, { file: `tables.${format}` });
      expect(reading.ok && reading.plan.digest).toBe(plan.digest);
    }
  });

  it.each(named)("%s says in its README what it shows", (_, { folder }) => {
    const text = readFileSync(join(root, folder, "README.md"), "utf8");
    expect(text).toMatch(/^# .+\n\n\S/);
  });
});

/** `function.argument` for every argument that a source gives, by name or by place. */
function givenIn(path: string): readonly string[] {
  const text = readFileSync(path, "utf8");
  const parsed = parse(text, { file: basename(path) });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.diagnostics));
  const signatures = new Map(functionSignatures().map((each) => [each.name, each.arguments]));
  const given: string[] = [];
  walk(parsed.tree, (node) => {
    if (node.kind !== "Call" || node.callee.kind !== "Identifier") return;
    const owner = node.callee.name;
    const places = signatures.get(owner)?.filter(({ isPositional }) => isPositional) ?? [];
    let place = 0;
    for (const argument of node.arguments) {
      const name = argument.name?.text ?? places[place++]?.name;
      given.push(`${owner}.${name}`);
    }
  });
  return given;
}

describe("the packs together", () => {
  /** Refused wherever they are given, with a word on what to write instead. */
  const REFUSED = /^((agent|skill|command|evaluate)\.workspace|(command|evaluate)\.repair)$/;

  it("use every function of the language, and every argument of each", () => {
    const sources = PACKS.map(({ folder }) => join(root, folder, "workflow.star"));
    const given = new Set(sources.filter(existsSync).flatMap(givenIn));
    const declared = functionSignatures().flatMap(({ name, arguments: taken }) =>
      taken.map((argument) => `${name}.${argument.name}`),
    );
    const missing = declared.filter((each) => !given.has(each) && !REFUSED.test(each));
    expect(missing).toEqual([]);
    expect(declared.filter((each) => REFUSED.test(each))).toHaveLength(6);
  });

  it("are at least a dozen", () => {
    expect(PACKS.length).toBeGreaterThanOrEqual(12);
  });
});
