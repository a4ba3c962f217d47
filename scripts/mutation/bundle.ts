/** Builds the machine's tests into one file in which every mutant can be switched on by its number. */
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { build } from "esbuild";
import { instrument, type Mutant } from "./instrument.js";

const root = resolve(import.meta.dirname, "../..");
const machine = join(root, "packages/executor/src/machine");
const tests = join(root, "packages/executor/test/machine");
const folder = join(root, "node_modules/.cache/crucible-mutation", String(process.pid));

export interface MutantBundle {
  readonly mutants: readonly Mutant[];
  /** Path of the bundle, an ES module that exports `collected`. */
  readonly bundle: string;
}

/** Bundles the machine's tests with every mutant planted; `skipped` leaves out test files whose name holds one of the texts. */
export async function bundleWithMutants(skipped: readonly string[]): Promise<MutantBundle> {
  const mutants: Mutant[] = [];
  const bundle = join(folder, "bundle.mjs");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const left = skipped.filter((part) => part !== "");
  const files = readdirSync(tests)
    .filter((name) => name.endsWith(".test.ts") && !left.some((part) => name.includes(part)))
    .sort();
  const entry = files.map((name) => `import ${JSON.stringify(join(tests, name))};`);
  entry.push(
    `export { collected } from ${JSON.stringify(join(root, "scripts/mutation/runner-shim.ts"))};`,
  );
  let last = 0;
  await build({
    stdin: { contents: entry.join("\n"), resolveDir: root, loader: "ts" },
    outfile: bundle,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    conditions: ["@crucible/source"],
    alias: { vitest: join(root, "scripts/mutation/runner-shim.ts") },
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
            const file = relative(machine, path);
            const made = instrument(file, readFileSync(path, "utf8"), () => ++last);
            mutants.push(...made.mutants);
            return { contents: made.code, loader: "js" };
          });
        },
      },
    ],
  });
  return { mutants, bundle };
}
