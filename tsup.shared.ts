import { defineConfig } from "tsup";

/**
 * Bundles one package's entry points to ESM; `tsc -b` writes the declarations.
 *
 * Entries keep their place under `src`, so `src/wire/index.ts` becomes `dist/wire/index.js` beside its declaration. A
 * `#name` import stays as written: Node or the consumer's bundler picks its variant from the package's `imports`.
 */
export const library = (entry: string[] = ["src/index.ts"]) =>
  defineConfig({
    entry,
    external: [/^#/],
    format: "esm",
    target: "node20",
    platform: "node",
    dts: false,
    sourcemap: true,
    clean: true,
    silent: true,
  });
