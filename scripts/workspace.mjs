/**
 * What every script of the house needs first: a fitting Node, git, installed packages and a current build.
 *
 * These scripts are the first thing that runs after a clone, so they use Node alone, and they say what they do before
 * they do it. A missing tool ends the process with one line that names the fix, never with a stack trace.
 */
import { spawn, spawnSync } from "node:child_process";
import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder that holds the root package.json, whatever the current folder is. */
export const rootFolder = dirname(dirname(fileURLToPath(import.meta.url)));

/** An empty file whose time is the moment at which the last good build began; a fresh installation takes it away. */
const builtMark = join(rootFolder, "node_modules/.crucible-built");

/**
 * @param {string} message
 * @returns {never}
 */
export function fail(message) {
  console.error(`crucible: ${message}`);
  process.exit(1);
}

/** @param {string} message */
export function say(message) {
  console.log(`> ${message}`);
}

/** Ends the process unless this Node is at least the version that the root package.json asks for. */
export function requireNode() {
  const wanted = readJson("package.json").engines.node.replace(">=", "");
  const [wantedMajor = 0, wantedMinor = 0] = wanted.split(".").map(Number);
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return;
  fail(
    `Node ${wanted} or newer is needed, this is ${process.versions.node}; see https://nodejs.org`,
  );
}

/** Ends the process unless git answers: workspaces, blobs and the formatter all stand on it. */
export function requireGit() {
  const git = spawnSync("git", ["--version"], { stdio: "ignore" });
  if (git.error || git.status !== 0) {
    fail(
      "git is needed and was not found on PATH; install it, for example with: apt-get install git",
    );
  }
}

/** Runs `npm ci` when the installed packages are not those of package-lock.json. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  say("installing packages (npm ci)");
  const code = await npm(["ci"]);
  if (code !== 0) fail(`npm ci failed with exit code ${code}; its output above says why`);
}

/** Runs `npm run build` when a package's build is missing or older than any source. */
export async function ensureBuilt() {
  if (isBuilt()) return;
  say("building packages (npm run build)");
  const code = await npm(["run", "--silent", "build"]);
  if (code !== 0) fail(`the build failed with exit code ${code}; its output above says why`);
}

/**
 * Runs a program with this terminal and gives its exit code; a program ended by a signal counts as 1. A Ctrl-C reaches
 * the program from the terminal itself, so this process only waits for it to end in its own way.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {Promise<number>}
 */
export function run(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: rootFolder, stdio: "inherit" });
    const wait = () => {};
    const forward = () => child.kill("SIGTERM");
    process.on("SIGINT", wait).on("SIGTERM", forward);
    child.once("error", (error) => fail(`${command} could not be started: ${error.message}`));
    child.once("exit", (code) => {
      process.off("SIGINT", wait).off("SIGTERM", forward);
      resolve(code ?? 1);
    });
  });
}

/**
 * The command line of npm: the npm that started this script when there is one, so that its version stays the same.
 *
 * @returns {[string, ...string[]]}
 */
export function npmCommand() {
  const starter = process.env["npm_execpath"];
  if (starter?.endsWith(".js")) return [process.execPath, starter];
  return [process.platform === "win32" ? "npm.cmd" : "npm"];
}

/** Runs npm with this terminal. @param {readonly string[]} args */
export function npm(args) {
  const [command, ...prefix] = npmCommand();
  return run(command, [...prefix, ...args]);
}

/** The folders of the packages, in dependency order, relative to the root. @returns {readonly string[]} */
export function packageFolders() {
  return readJson("package.json").workspaces;
}

/**
 * @param {string} path relative to the root
 * @returns {any}
 */
export function readJson(path) {
  return JSON.parse(readFileSync(join(rootFolder, path), "utf8"));
}

/**
 * Compares what npm recorded after its last install with the lock file: contents, not times, because a checkout touches
 * times. Packages for other platforms are optional and may be absent; an interrupted install leaves no record.
 */
function isInstalled() {
  if (!existsSync(join(rootFolder, "node_modules/.package-lock.json"))) return false;
  const installed = new Map(Object.entries(readJson("node_modules/.package-lock.json").packages));
  return Object.entries(readJson("package-lock.json").packages).every(([path, wanted]) => {
    if (!path.startsWith("node_modules/")) return true;
    const found = installed.get(path);
    if (!found) return wanted.optional === true || wanted.devOptional === true;
    return found.version === wanted.version && found.resolved === wanted.resolved;
  });
}

/** A build is current when it succeeded, nothing it read has changed since it began, and nothing it wrote is gone. */
function isBuilt() {
  if (!existsSync(builtMark)) return false;
  if (
    !packageFolders()
      .flatMap(entryOutputs)
      .every((path) => existsSync(path))
  )
    return false;
  const inputs = ["tsconfig.base.json", "tsconfig.build.json", "tsup.shared.ts"];
  for (const folder of packageFolders()) {
    inputs.push(`${folder}/package.json`, `${folder}/tsconfig.build.json`);
    inputs.push(`${folder}/tsup.config.ts`, `${folder}/src`);
  }
  const beganMs = statSync(builtMark).mtimeMs;
  return inputs.every((path) => newestChange(join(rootFolder, path)) <= beganMs);
}

/** Records that a build which began then has succeeded. @param {number} startedMs milliseconds since 1970 */
export function markBuilt(startedMs) {
  writeFileSync(builtMark, "");
  utimesSync(builtMark, startedMs / 1000, startedMs / 1000);
}

/** Forgets the last build. */
export function unmarkBuilt() {
  rmSync(builtMark, { force: true });
}

/** The files under `dist` that a package.json promises. @param {string} folder @returns {string[]} */
function entryOutputs(folder) {
  const manifest = readFileSync(join(rootFolder, folder, "package.json"), "utf8");
  const promised = new Set(manifest.match(/dist\/[^"*]+\.(?:js|d\.ts)/g));
  return [...promised].map((path) => join(rootFolder, folder, path));
}

/** A folder counts too: its time changes when a file in it is added or removed. @param {string} path @returns {number} */
function newestChange(path) {
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  return Math.max(mtimeMs, ...readdirSync(path).map((name) => newestChange(join(path, name))));
}
