/**
 * The import rules bite: a small tree with the packages' own manifests passes, and the same tree with one planted
 * violation a rule is reported rule by rule.
 *
 * Without this, a checker that stopped seeing TypeScript files would look like a clean bill of health.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = dirname(import.meta.dirname);
const config = join(root, ".dependency-cruiser.cjs");
const packages = ["core", "starlark", "compiler", "executor", "harness", "local", "testing", "cli"];
const thirdParty = ["zod", "commander", "smol-toml", "@noble/hashes"];

/** Legal imports of every kind; each file imports these modules for their effect alone. */
const legal: Record<string, readonly string[]> = {
  "core/src/index.ts": ["#sha256", "./diagnostics/index.js", "./money.js"],
  "core/src/money.ts": [],
  "core/src/diagnostics/index.ts": ["./render.js"],
  "core/src/diagnostics/render.ts": [],
  "core/src/wire/index.ts": ["zod", "../money.js"],
  "core/src/digest/sha256-node.ts": ["node:crypto"],
  "core/src/digest/sha256-portable.ts": ["@noble/hashes/sha2.js"],
  "core/test/money.ts": ["@crucible/core"],
  "starlark/src/index.ts": ["@crucible/core/diagnostics"],
  "starlark/src/command/main.ts": ["@crucible/core/diagnostics", "node:fs"],
  "compiler/src/index.ts": [
    "@crucible/core",
    "@crucible/core/wire",
    "@crucible/starlark",
    "smol-toml",
  ],
  "executor/src/index.ts": ["@crucible/core", "./machine/index.js", "./driver.js"],
  "executor/src/machine/index.ts": ["@crucible/core"],
  "executor/src/driver.ts": ["./machine/index.js"],
  "harness/src/index.ts": ["@crucible/core", "node:path"],
  "local/src/index.ts": [
    "@crucible/compiler",
    "@crucible/executor",
    "@crucible/harness",
    "node:fs",
  ],
  "testing/src/index.ts": ["@crucible/core", "@crucible/executor/machine"],
  "cli/src/main.ts": ["@crucible/local", "@crucible/compiler", "@crucible/starlark", "node:fs"],
};

/** Rule, the file that breaks it, and the import that does. */
const planted: readonly (readonly [rule: string, file: string, imported: string])[] = [
  ["layer-core", "core/src/upward.ts", "@crucible/executor"],
  ["layer-starlark", "starlark/src/wide.ts", "@crucible/core"],
  ["layer-compiler", "compiler/src/sideways.ts", "@crucible/executor"],
  ["layer-compiler", "compiler/src/deep.ts", "../../core/src/money.js"],
  ["layer-executor", "executor/src/sideways.ts", "@crucible/compiler"],
  ["layer-executor", "executor/src/deep.ts", "../../core/src/money.js"],
  ["layer-harness", "harness/src/sideways.ts", "@crucible/executor"],
  ["layer-local", "local/src/testing.ts", "@crucible/testing"],
  ["layer-testing", "testing/src/compiling.ts", "@crucible/compiler"],
  ["layer-cli", "cli/src/testing.ts", "@crucible/testing"],
  ["diagnostics-stand-alone", "core/src/diagnostics/money.ts", "../money.js"],
  ["zod-only-in-wire", "core/src/schema.ts", "zod"],
  ["zod-only-in-wire", "core/src/eager.ts", "./wire/index.js"],
  ["machine-stands-alone", "executor/src/machine/driving.ts", "../driver.js"],
  ["no-node-builtins", "core/src/disk.ts", "node:fs"],
  ["no-node-builtins", "starlark/src/disk.ts", "node:fs"],
  ["no-node-builtins", "compiler/src/disk.ts", "node:fs/promises"],
  ["no-node-builtins", "executor/src/disk.ts", "fs"],
  ["no-node-builtins", "testing/src/disk.ts", "node:fs"],
  ["starlark-without-its-command", "starlark/src/talk.ts", "./command/main.js"],
  ["no-cycles", "compiler/src/egg.ts", "./hen.js"],
  ["no-tests-from-sources", "core/src/tested.ts", "../test/money.js"],
  ["no-undeclared-packages", "compiler/src/undeclared.ts", "commander"],
  ["no-unresolvable", "compiler/src/missing.ts", "./nowhere.js"],
];

interface Violation {
  readonly from: string;
  readonly rule: { readonly name: string };
}

const folders: string[] = [];

/** Writes the tree into a fresh folder and gives what the checker reports about it. */
function cruise(files: Record<string, readonly string[]>): readonly Violation[] {
  const folder = mkdtempSync(join(tmpdir(), "crucible-boundaries-"));
  folders.push(folder);
  for (const file of ["tsconfig.json", "tsconfig.base.json", "package.json"]) {
    cpSync(join(root, file), join(folder, file));
  }
  mkdirSync(join(folder, "node_modules/@crucible"), { recursive: true });
  mkdirSync(join(folder, "node_modules/@noble"));
  for (const name of thirdParty) {
    symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
  }
  for (const name of packages) {
    mkdirSync(join(folder, "packages", name), { recursive: true });
    symlinkSync(join(folder, "packages", name), join(folder, "node_modules/@crucible", name));
    const manifest = join("packages", name, "package.json");
    cpSync(join(root, manifest), join(folder, manifest));
  }
  for (const [path, imports] of Object.entries(files)) {
    const file = join(folder, "packages", path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, imports.map((name) => `import ${JSON.stringify(name)};\n`).join(""));
  }
  const checker = join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
  const args = [checker, "packages", "--config", config, "--output-type", "json"];
  const done = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  if (!done.stdout.startsWith("{")) throw new Error(`the checker failed: ${done.stderr}`);
  return JSON.parse(done.stdout).summary.violations;
}

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

describe("import boundaries", () => {
  let violations: readonly Violation[] = [];

  beforeAll(() => {
    const files = { ...legal };
    for (const [, file, imported] of planted) files[file] = [imported];
    // The other half of the cycle, which is reported once.
    files["compiler/src/hen.ts"] = ["./egg.js"];
    violations = cruise(files);
  });

  it("leave legal imports alone", () => {
    expect(cruise(legal)).toEqual([]);
  });

  it.each(planted)("%s catches %s importing %s", (rule, file) => {
    const caught = violations.map((violation) => `${violation.rule.name} ${violation.from}`);
    expect(caught).toContain(`${rule} packages/${file}`);
  });

  it("have a planted violation for every rule", () => {
    const { forbidden } = createRequire(import.meta.url)(config);
    const rules = new Set(forbidden.map((rule: { name: string }) => rule.name));
    expect(new Set(planted.map(([rule]) => rule))).toEqual(rules);
  });
});
