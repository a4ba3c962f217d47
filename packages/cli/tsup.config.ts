import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type Options } from "tsup";
import { library } from "../../tsup.shared.js";

type Plugin = NonNullable<Options["esbuildPlugins"]>[number];

/**
 * Built-in modules that a bundled library requires, as modules to import: nothing is left to require when the command
 * runs. Commander starts programs only for commands that are programs of their own; there are none, and loading what
 * starts them takes as long as all else that the command line needs.
 */
const builtins: Plugin = {
  name: "builtins",
  setup(build) {
    build.onResolve({ filter: /^node:/ }, ({ path, kind }) =>
      kind === "require-call" ? { path, namespace: "builtin" } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: "builtin" }, ({ path }) => ({
      contents:
        path === "node:child_process"
          ? ""
          : `export * from "${path}"; export { default } from "${path}";`,
    }));
  },
};

/** The licences of the libraries that are bundled, in one file beside them. */
const licences: Plugin = {
  name: "licences",
  setup(build) {
    build.initialOptions.metafile = true;
    build.onEnd(({ metafile }) => {
      const folders = new Set<string>();
      for (const input of Object.keys(metafile?.inputs ?? {})) {
        const found = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1];
        if (found !== undefined) folders.add(found);
      }
      const texts = [...folders].sort().map(licenceOf);
      // Before the first build there is no such folder yet.
      mkdirSync("dist", { recursive: true });
      writeFileSync("dist/LICENCES.txt", texts.join("\n"));
    });
  },
};

function licenceOf(folder: string): string {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    readonly name: string;
    readonly version: string;
    readonly license: string;
  };
  const { name, version, license } = manifest;
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  if (file === undefined) throw new Error(`${folder} has no licence to be passed on`);
  return `${name} ${version}, ${license}\n\n${readFileSync(join(folder, file), "utf8")}`;
}

const common = library(["src/main.ts"]);
const settings = typeof common === "function" || Array.isArray(common) ? {} : common;

const bundled: Options = {
  ...settings,
  external: [/^@resvg\//, /^@expo-google-fonts\//],
  noExternal: [/^(?!@resvg\/|@expo-google-fonts\/)/],
  removeNodeProtocol: false,
  minify: true,
};

/**
 * The command with all that it needs in few files, minified: finding, reading and linking files is most of what a short
 * program waits for. Pictures alone stay outside; they are made only where their libraries were installed.
 *
 * The same once more as one script, a function of what a module is given, for Node to keep the code of.
 */
export default defineConfig([
  {
    ...bundled,
    esbuildPlugins: [builtins, licences],
    esbuildOptions: (options) => {
      options.conditions = ["@crucible/source"];
    },
  },
  {
    ...bundled,
    entry: { program: "src/start/entry.ts" },
    format: "cjs",
    splitting: false,
    sourcemap: false,
    clean: false,
    outExtension: () => ({ js: ".script" }),
    esbuildPlugins: [builtins],
    esbuildOptions: (options) => {
      options.conditions = ["@crucible/source"];
      options.define = { "import.meta.url": "moduleUrl" };
      // What Node kept the code of has nobody to import anything for it; it requires.
      options.supported = { "dynamic-import": false };
      options.banner = {
        js: `(function (exports, require, module, __filename) {
const moduleUrl = require("node:url").pathToFileURL(__filename).href;`,
      };
      options.footer = { js: "})" };
    },
    onSuccess: async () => {
      const { status } = spawnSync(process.execPath, ["compile-program.mjs"], { stdio: "inherit" });
      if (status !== 0) console.warn("the command's code is not kept; it starts from its modules");
    },
  },
]);
