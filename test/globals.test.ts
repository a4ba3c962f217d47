/** The lint rule on globals bites in the pure packages, only there, and only on the globals themselves. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "./tracked-files.js";

const pure = ["core", "starlark", "compiler", "executor"];

const uses: readonly (readonly [name: string, line: string])[] = [
  ["process", 'export const home = process.env["HOME"];'],
  ["console", "console.warn(1);"],
  ["Buffer", 'export const bytes = Buffer.from("");'],
  ["setTimeout", "setTimeout(String, 1);"],
  ["setInterval", "setInterval(String, 1);"],
  ["setImmediate", "setImmediate(String);"],
  ["performance", "export const now = performance.now();"],
  ["crypto", "export const id = crypto.randomUUID();"],
  ["fetch", 'export const page = fetch("x");'],
];
const planted = uses.map(([, line]) => `${line}\n`).join("");
const innocent = "export function end(process: { kill(): void }): void {\n  process.kill();\n}\n";

describe("globals that hide the world", () => {
  let folder = "";
  let findings = "";

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "crucible-globals-"));
    cpSync(join(root, "biome.json"), join(folder, "biome.json"));
    for (const name of [...pure, "local"]) {
      const file = join(folder, "packages", name, "src/planted.ts");
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, planted);
      writeFileSync(join(dirname(file), "innocent.ts"), innocent);
    }
    const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
    const args = [
      biome,
      "lint",
      "--vcs-enabled=false",
      "--reporter=github",
      "--max-diagnostics=none",
    ];
    findings = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" }).stdout;
  });

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  /** The lint findings about globals in one file. */
  function restricted(path: string): readonly string[] {
    const lines = findings.split("\n").filter((line) => line.includes("noRestrictedGlobals"));
    return lines.filter((line) => line.includes(path));
  }

  it.each(pure)("are refused in %s", (name) => {
    const found = restricted(`packages/${name}/src/planted.ts`).join("\n");
    for (const [global] of uses) expect(found).toContain(`global variable ${global}.`);
  });

  it("are left to the packages that meet the world", () => {
    expect(findings).toContain("packages/core/src/planted.ts");
    expect(restricted("packages/local/")).toEqual([]);
  });

  it("may be the names of other things", () => {
    expect(restricted("innocent.ts")).toEqual([]);
  });
});
