/** Every mistake in a pack is one located error that names the offender and, where a name is near, the right one. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureBuilt } from "./support/build.js";
import { crucible, edit, exampleFolder, packFolder, removeFolders } from "./support/command.js";
import { MANIFEST } from "./support/packs.js";

beforeAll(ensureBuilt, 300_000);
afterAll(removeFolders);

/** Places of errors as `file:line:col`; notes that explain one are left out. */
function places(stderr: string): readonly string[] {
  return [...stderr.matchAll(/^([\w./-]+:\d+:\d+): (?!note: )/gm)].map((match) => match[1] ?? "");
}

/** Where a text stands in a file that holds it once, as `line:col`. */
function placeOf(text: string, folder: string, file: string): string {
  const before = readFileSync(join(folder, file), "utf8").split(text)[0] ?? "";
  const lines = before.split("\n");
  return `${lines.length}:${(lines.at(-1) ?? "").length + 1}`;
}

describe("a misspelt name", () => {
  it.each([
    ["constructor", "workflow.star", "check = command(", "check = comand(", "comand", "command"],
    ["keyword", "workflow.star", 'join = "passed"', 'jion = "passed"', "jion", "join"],
    ["parameter", "workflow.star", 'param("guest")', 'param("gest")', '"gest"', "guest"],
    ["manifest key", "crucible.toml", "inject = [", "injct = [", "injct", "inject"],
  ])("of a %s (PLAN-085)", async (_what, file, before, after, offender, suggestion) => {
    const folder = exampleFolder("hello");
    edit(folder, file, before, after);
    const { code, stdout, stderr } = await crucible(["check"], folder);
    expect(code).toBe(1);
    expect(stdout).toBe("");
    expect(places(stderr)).toEqual([`${file}:${placeOf(offender, folder, file)}`]);
    const [message, line = "", caret = ""] = stderr.split("\n");
    expect(message).toContain(offender);
    expect(message).toContain(`did you mean "${suggestion}"?`);
    expect(caret).toMatch(/^ *\^+$/);
    expect(line.slice(caret.indexOf("^"))).toMatch(new RegExp(`^${offender}`));
  });

  it("is reported with the path from where the command was called", async () => {
    const folder = packFolder({
      "packs/one/crucible.toml": MANIFEST,
      "packs/one/workflow.star": "agnt()\n",
    });
    const { code, stderr } = await crucible(
      ["check", "--manifest", "packs/one/crucible.toml"],
      folder,
    );
    expect(code).toBe(1);
    expect(places(stderr)).toEqual(["packs/one/workflow.star:1:1"]);
  });
});

describe("a source made to exhaust the compiler", () => {
  it.each([
    ["100,000 open brackets", `${"(".repeat(100_000)}1${")".repeat(100_000)}\n`],
    ["100,000 nested lists", `x = ${"[".repeat(100_000)}${"]".repeat(100_000)}\n`],
    ["a loop without an end in sight", "for i in range(1000000000000):\n    x = i\n"],
    ["recursion without an end", "def f(n):\n    return f(n + 1)\nf(0)\n"],
    ["a gigabyte of text", 'x = "a" * 1000000000\n'],
    ["a list that doubles", "x = [0]\nfor i in range(64):\n    x = x + x\n"],
  ])("with %s gives one located error", async (_what, source) => {
    const folder = packFolder({ "crucible.toml": MANIFEST, "workflow.star": source });
    const { code, stdout, stderr } = await crucible(["check"], folder);
    expect(code).toBe(1);
    expect(stdout).toBe("");
    expect(places(stderr).filter((place) => place.startsWith("workflow.star:"))).toHaveLength(1);
    expect(stderr).toMatch(/maximum/);
    expect(stderr.length).toBeLessThan(3_000);
  });
});

describe("a plan's digest", () => {
  it("is the same in two folders and another with another parameter (PLAN-079)", async () => {
    const digestIn = async (folder: string, ...more: string[]): Promise<string | undefined> => {
      const { code, stdout } = await crucible(["plan", "show", ...more], folder);
      expect(code).toBe(0);
      return /^digest: (sha256:[0-9a-f]{64})$/m.exec(stdout)?.[1];
    };
    const first = await digestIn(exampleFolder("hello"));
    expect(first).toBeDefined();
    expect(await digestIn(exampleFolder("hello"))).toBe(first);
    expect(await digestIn(exampleFolder("hello"), "--param", "guest=Ada")).not.toBe(first);
  });
});
