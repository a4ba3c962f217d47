/**
 * Packs the packages as a release would, unpacks them into a folder of their own, and there type-checks and runs the
 * programs of `test/consumers` under `nodenext`, `bundler` and CommonJS, and once more bundled as for a browser. Needs a
 * build; needs no network, because what the packages depend on is linked from this repository's installation.
 *
 * This is the one place that sees the declarations as a user does: no source condition, no `skipLibCheck`.
 */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { npmCommand, packageFolders, readJson, rootFolder, say } from "./workspace.mjs";

const folder = mkdtempSync(join(tmpdir(), "crucible-consumers-"));

/** @param {string} command @param {readonly string[]} args @param {string} cwd */
function inFolder(command, args, cwd) {
  const done = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (done.error) throw done.error;
  return { code: done.status ?? 1, printed: done.stdout, output: done.stdout + done.stderr };
}

/** Puts one package's packed files where a package manager would. @param {string} packageFolder */
function installPacked(packageFolder) {
  const { name, version } = readJson(`${packageFolder}/package.json`);
  const [command, ...prefix] = npmCommand();
  const args = [...prefix, "pack", "--silent", "--ignore-scripts", "--pack-destination", folder];
  const packed = inFolder(command, args, join(rootFolder, packageFolder));
  if (packed.code !== 0) throw new Error(`npm pack failed in ${packageFolder}: ${packed.output}`);
  const target = join(folder, "node_modules", name);
  mkdirSync(target, { recursive: true });
  const tarball = join(folder, `${name.replace("@", "").replace("/", "-")}-${version}.tgz`);
  const unpacked = inFolder("tar", ["-xzf", tarball, "--strip-components", "1"], target);
  if (unpacked.code !== 0) throw new Error(`${tarball} could not be unpacked: ${unpacked.output}`);
}

/**
 * Links one package that is not ours, beside the package that asked for it when its version is that package's own.
 *
 * @param {string} name
 * @param {string} [packageFolder]
 */
function installLinked(name, packageFolder) {
  const own = join(rootFolder, packageFolder ?? "", "node_modules", name);
  const shared = join(rootFolder, "node_modules", name);
  const source = existsSync(own) ? own : shared;
  const owner = packageFolder ? readJson(`${packageFolder}/package.json`).name : "";
  const place = source === shared ? folder : join(folder, "node_modules", owner);
  const target = join(place, "node_modules", name);
  if (existsSync(target)) return;
  mkdirSync(dirname(target), { recursive: true });
  symlinkSync(source, target);
}

/** @param {string} what @param {readonly string[]} args */
function step(what, args) {
  const { code, printed, output } = inFolder(process.execPath, args, folder);
  say(`${what}: ${code === 0 ? "passes" : "fails"}`);
  if (code !== 0) console.error(output);
  return { passes: code === 0, printed };
}

/** @returns {boolean} */
function checkConsumers() {
  for (const packageFolder of packageFolders()) {
    installPacked(packageFolder);
    for (const name of Object.keys(readJson(`${packageFolder}/package.json`).dependencies ?? {})) {
      if (!name.startsWith("@crucible/")) installLinked(name, packageFolder);
    }
  }
  installLinked("@types/node");
  cpSync(join(rootFolder, "test/consumers"), folder, { recursive: true });

  const compiler = join(rootFolder, "node_modules/typescript/bin/tsc");
  const types = [
    step("types under nodenext", [compiler, "-p", "tsconfig.nodenext.json"]),
    step("types under bundler", [compiler, "-p", "tsconfig.bundler.json"]),
    step("types under CommonJS", [compiler, "-p", "tsconfig.commonjs.json"]),
  ];
  const runs = [
    step("run as an ES module", ["out/consumer.js"]),
    step("run through require", ["out/consumer.cjs"]),
    step("run bundled, without Node", [
      "run-bundled.mjs",
      join(rootFolder, "node_modules/esbuild/lib/main.js"),
    ]),
  ];
  // Every run prints the digest of one plan: Node's SHA-256 and the portable one have to agree.
  const agree = runs.every(({ printed }) => printed === runs[0]?.printed);
  say(`one digest everywhere: ${agree ? "passes" : "fails"}`);
  return agree && [...types, ...runs].every(({ passes }) => passes);
}

try {
  process.exitCode = checkConsumers() ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
