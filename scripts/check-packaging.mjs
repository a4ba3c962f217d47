/**
 * Looks at every package as a registry would: publint reads the manifest against the packed files, attw resolves every
 * entry point the way ESM consumers do. Needs a build.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { packageFolders, rootFolder, say } from "./workspace.mjs";

const publint = [join(rootFolder, "node_modules/publint/src/cli.js"), "--strict"];
const attw = [
  join(rootFolder, "node_modules/@arethetypeswrong/cli/dist/index.js"),
  "--pack",
  ".",
  "--profile",
  "esm-only",
];

/**
 * @param {string} folder
 * @param {readonly string[]} args
 * @returns {Promise<{ code: number, output: string }>}
 */
function nodeIn(folder, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: join(rootFolder, folder) });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.once("error", reject);
    child.once("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

let failures = 0;
for (const folder of packageFolders()) {
  const results = await Promise.all([nodeIn(folder, publint), nodeIn(folder, attw)]);
  const wrong = results.filter(({ code }) => code !== 0);
  say(`${folder}: ${wrong.length === 0 ? "well packed" : "badly packed"}`);
  for (const { output } of wrong) console.error(output);
  failures += wrong.length;
}
process.exitCode = failures > 0 ? 1 : 0;
