/** Builds tests into one file in which every mutant can be switched on by its number. */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { instrument, type Mutant } from "./instrument.js";
import { judgesOf, root, sourcesOf, type Target } from "./targets.js";

const shim = join(root, "scripts/mutation/runner-shim.ts");
const fixedChance = join(root, "scripts/mutation/fixed-chance.ts");
const folder = join(root, "node_modules/.cache/crucible-mutation", String(process.pid));

/** A target's sources with every mutant planted. */
export interface Planted {
  readonly target: Target;
  /** In the order of files and of places in them, so that numbers mean the same in every bundle. */
  readonly mutants: readonly Mutant[];
  /** Instrumented JavaScript by path. */
  readonly code: ReadonlyMap<string, string>;
}

export function plantMutants(target: Target): Planted {
  const mutants: Mutant[] = [];
  const code = new Map<string, string>();
  for (const path of sourcesOf(target)) {
    const file = relative(join(root, target.base), path);
    const made = instrument(file, readFileSync(path, "utf8"), mutants.length);
    mutants.push(...made.mutants);
    code.set(path, made.code);
  }
  return { target, mutants, code };
}

/** The target's own tests, without those of random plans. Gives the path of an ES module that exports `collected`. */
export function bundleQuickTests(planted: Planted): Promise<string> {
  return bundle(planted, "quick", judgesOf(planted.target));
}

/** Random plans: property tests, and walks beside the model. */
export function bundleRandomTests(planted: Planted): Promise<string> {
  const files = planted.target.random.map((file) => join(root, file));
  return bundle(planted, "random", files);
}

async function bundle(planted: Planted, name: string, files: readonly string[]): Promise<string> {
  const outfile = join(folder, `${name}.mjs`);
  mkdirSync(folder, { recursive: true });
  const entry = [fixedChance, ...files].map((file) => `import ${JSON.stringify(file)};`);
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
          plugin.onLoad({ filter: /packages\/[^/]+\/src\/.*\.ts$/ }, ({ path }) => {
            const contents = planted.code.get(path);
            return contents === undefined ? undefined : { contents, loader: "js" };
          });
          plugin.onLoad({ filter: /packages\/[^/]+\/test\/.*\.ts$/ }, ({ path }) => ({
            contents: inItsPlace(path, readFileSync(path, "utf8")),
            loader: "ts",
          }));
        },
      },
    ],
  });
  return outfile;
}

/** A file of tests that finds what lies beside it although it runs from a bundle, and tells the runner which file it is. */
function inItsPlace(path: string, text: string): string {
  const placed = text
    .replaceAll("import.meta.dirname", JSON.stringify(dirname(path)))
    .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href));
  if (!path.endsWith(".test.ts")) return placed;
  return `import { beginFile as __beginFile } from "vitest"; __beginFile(${JSON.stringify(path)});${placed}`;
}

/** Removes what was built. */
export function removeBundles(): void {
  rmSync(folder, { recursive: true, force: true });
}
