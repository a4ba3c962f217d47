/** Builds tests into one file in which every mutant can be switched on by its number. */
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { build } from "esbuild";
import { instrument, type Mutant } from "./instrument.js";

const root = resolve(import.meta.dirname, "../..");
const machine = join(root, "packages/executor/src/machine");
const tests = join(root, "packages/executor/test/machine");
const shim = join(root, "scripts/mutation/runner-shim.ts");
const folder = join(root, "node_modules/.cache/crucible-mutation", String(process.pid));

/** Test files that take too long for every mutant, or read files beside them; by a part of their names. */
const LEFT_OUT = ["properties", "scale", "histor"];

/** The machine's sources with every mutant planted. */
export interface Planted {
  /** In the order of files and of places in them, so that numbers mean the same in every bundle. */
  readonly mutants: readonly Mutant[];
  /** Instrumented JavaScript by path. */
  readonly code: ReadonlyMap<string, string>;
}

export function plantMutants(): Planted {
  const mutants: Mutant[] = [];
  const code = new Map<string, string>();
  const files = readdirSync(machine, { recursive: true, encoding: "utf8" });
  for (const file of files.filter((name) => name.endsWith(".ts")).sort()) {
    const path = join(machine, file);
    const made = instrument(relative(machine, path), readFileSync(path, "utf8"), mutants.length);
    mutants.push(...made.mutants);
    code.set(path, made.code);
  }
  return { mutants, code };
}

/** The machine's own tests, without those of random plans. Gives the path of an ES module that exports `collected`. */
export function bundleQuickTests(planted: Planted): Promise<string> {
  const names = readdirSync(tests).filter((name) => name.endsWith(".test.ts"));
  const quick = names.filter((name) => !LEFT_OUT.some((part) => name.includes(part))).sort();
  return bundle(
    planted,
    "quick",
    quick.map((name) => join(tests, name)),
  );
}

/** Random plans: the machine's property tests, and walks beside the model. */
export function bundleRandomTests(planted: Planted): Promise<string> {
  return bundle(planted, "random", [
    join(root, "scripts/mutation/random-plans.ts"),
    join(tests, "properties.test.ts"),
  ]);
}

async function bundle(planted: Planted, name: string, files: readonly string[]): Promise<string> {
  const outfile = join(folder, `${name}.mjs`);
  mkdirSync(folder, { recursive: true });
  const entry = files.map((file) => `import ${JSON.stringify(file)};`);
  entry.push(`export { collected } from ${JSON.stringify(shim)};`);
  await build({
    stdin: { contents: entry.join("\n"), resolveDir: root, loader: "ts" },
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    conditions: ["@crucible/source"],
    alias: { vitest: shim },
    banner: {
      js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
    },
    // Tests are imported for what they do, which packages without side effects would otherwise lose.
    ignoreAnnotations: true,
    logLevel: "error",
    plugins: [
      {
        name: "mutants",
        setup(plugin) {
          plugin.onLoad({ filter: /executor\/src\/machine\/.*\.ts$/ }, ({ path }) => {
            const contents = planted.code.get(path);
            return contents === undefined ? undefined : { contents, loader: "js" };
          });
        },
      },
    ],
  });
  return outfile;
}

/** Removes what was built. */
export function removeBundles(): void {
  rmSync(folder, { recursive: true, force: true });
}
