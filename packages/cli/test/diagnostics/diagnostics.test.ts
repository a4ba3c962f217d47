/** Every code of the compiler has an example that gets it and one that does not, and the page shows them. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { EXAMPLES, findingsOf } from "./all-examples.js";
import { diagnosticsDocument } from "./diagnostics-document.js";

const ROOT = join(import.meta.dirname, "../../../..");
const PAGE = join(ROOT, "docs/reference/diagnostics.md");

const cases = EXAMPLES.map((example) => [example.code, example] as const);

describe("an example", () => {
  it.each(cases)("of %s gets its code, and without the mistake it does not", (code, example) => {
    const wrong = findingsOf(example, "wrong").map((each) => each.code);
    expect(wrong).toContain(code);
    expect(new Set(wrong)).toEqual(new Set([code]));
    const right = findingsOf(example, "right");
    expect(right.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(right.map((each) => each.code)).not.toContain(code);
  });

  it("stands for its code alone", () => {
    const codes = EXAMPLES.map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
  });
});

describe("docs/reference/diagnostics.md", () => {
  it("is what the examples give; UPDATE_REFERENCE=1 writes it anew", () => {
    const text = diagnosticsDocument();
    if (process.env["UPDATE_REFERENCE"] === "1") writeFileSync(PAGE, text);
    expect(readFileSync(PAGE, "utf8")).toBe(text);
  });
});

/** Words of the sources that look like codes and are none. */
const NO_CODES: ReadonlySet<string> = new Set(["built-in", "schema-map", "smol-toml"]);
/** Codes that no pack can get; the page says where they come up. */
const OF_PROGRAMS = ["emits-form", "evaluation-error", "load-failed", "lone-surrogate"];

/** Where a code of one word is given: to a reporting function, or as `code`. */
const ONE_WORD =
  /(?:code: |\b(?:errorAt|report|warn|fault|error|unknown)\(\s*|\bfail\(\s*[^,()]+,\s*)"([a-z]+)"/g;
const SEVERAL_WORDS = /"([a-z]+(?:-[a-z]+)+)"/g;

function sourcesOf(name: string): readonly string[] {
  const folder = join(ROOT, "packages", name, "src");
  const found = readdirSync(folder, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts") && entry.name !== "formats.ts")
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
}

describe("the compiler's codes", () => {
  const codes = new Set<string>();
  for (const text of [...sourcesOf("compiler"), ...sourcesOf("starlark")]) {
    for (const [, code = ""] of text.matchAll(SEVERAL_WORDS)) codes.add(code);
    for (const [, code = ""] of text.matchAll(ONE_WORD)) codes.add(code);
  }
  const shown = new Set(EXAMPLES.map(({ code }) => code));

  it("are found in the sources", () => {
    expect(codes.size).toBeGreaterThan(100);
    for (const code of ["duplicate-task", "unclosed-bracket", "fail", "schema"]) {
      expect(codes).toContain(code);
    }
  });

  it("each have an example, or come up in programs only", () => {
    const without = [...codes].filter((code) => !shown.has(code) && !NO_CODES.has(code));
    expect(without.sort()).toEqual(OF_PROGRAMS);
  });
});
