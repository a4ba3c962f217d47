/**
 * The programs in the packages' READMEs run, and print what the README says. They run as a user's would, apart from taking
 * the packages from their sources.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { copyAsCloned } from "./clone-copy.js";
import { root, textOf, trackedFiles } from "./tracked-files.js";

/** A program, and the block of output that follows it. */
const EXAMPLE = /^```ts\n([\s\S]*?)^```\n\n```\n([\s\S]*?)^```$/gm;

const examples = trackedFiles()
  .filter((path) => /^(packages\/[^/]+\/)?README\.md$/.test(path))
  .flatMap((path) =>
    [...textOf(path).matchAll(EXAMPLE)].map(([, program = "", printed = ""]) => ({
      path,
      program,
      printed,
    })),
  );

describe("the program in", () => {
  let folder = "";

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "crucible-readme-"));
    writeFileSync(join(folder, "package.json"), '{"type": "module"}');
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    copyAsCloned("examples/hello", join(folder, "examples/hello"));
  });

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(examples)("$path", ({ path, program, printed }) => {
    const file = join(folder, `${path.replaceAll("/", "-")}.ts`);
    writeFileSync(file, program);
    const args = ["--import", "tsx", "--conditions=@crucible/source", file];
    const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined };
    const done = spawnSync(process.execPath, args, { cwd: folder, env, encoding: "utf8" });
    expect(done.stderr).toBe("");
    expect(done.stdout).toBe(printed);
  });

  it("every library package is among them", () => {
    const shown = new Set(examples.map(({ path }) => path));
    const libraries = ["core", "starlark", "compiler", "executor", "harness", "local", "testing"];
    expect(libraries.filter((name) => !shown.has(`packages/${name}/README.md`))).toEqual([]);
  });
});
