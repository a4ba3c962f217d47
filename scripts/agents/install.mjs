/**
 * Installs the agents that `test/agents` drives, pinned, into a folder outside the tree: `node scripts/agents/install.mjs
 * <folder> [minutes]`. Ends within the bound (five minutes unless given) whatever the registry does. Prints a line an agent,
 * `installed claude 2.1.332` or `missing claude 2.1.332: <why>`, and ends with 0 in both cases: whoever needs them looks.
 *
 * The newest version of an agent lies in the folder itself, an older one that is still supported in a folder of its own in
 * it. On Node 20 npm chooses the older Claude Code by itself, since the newer asks for Node 22 to be installed; it is a
 * program of its own that needs no Node to run, and installs when it is named.
 *
 * No package of Crucible depends on an agent: they are large, and one of them is not free software.
 */
import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const AGENTS = [
  { name: "claude", package: "@anthropic-ai/claude-code", version: "2.1.332", folder: "." },
  { name: "codex", package: "@openai/codex", version: "0.171.0", folder: "." },
  {
    name: "claude",
    package: "@anthropic-ai/claude-code",
    version: "2.1.197",
    folder: "claude-2.1.197",
  },
];

const [folder, minutes = "5"] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write("usage: node scripts/agents/install.mjs <folder> [minutes]\n");
  process.exit(2);
}

const endMs = Date.now() + Number(minutes) * 60_000;

/**
 * The version that the program itself tells; `undefined` when it cannot be run.
 * @param {string} place @param {string} name @returns {string | undefined}
 */
function versionOf(place, name) {
  try {
    const text = execFileSync(join(place, "node_modules", ".bin", name), ["--version"], {
      encoding: "utf8",
      timeout: 60_000,
    });
    return /\d+\.\d+\.\d+/.exec(text)?.[0];
  } catch {
    return undefined;
  }
}

/** @param {string} place @param {string[]} packages @returns {Promise<string | undefined>} Why it failed. */
function install(place, packages) {
  const late = `not installed within ${minutes} minutes`;
  const timeout = endMs - Date.now();
  if (timeout <= 0) return Promise.resolve(late);
  // Without a project of its own npm would look for one further up.
  mkdirSync(place, { recursive: true });
  const manifest = join(place, "package.json");
  if (!existsSync(manifest)) writeFileSync(manifest, '{ "private": true }\n');
  const args = ["install", "--no-audit", "--no-fund", "--loglevel=error", ...packages];
  return new Promise((resolve) => {
    execFile("npm", args, { cwd: place, timeout, killSignal: "SIGKILL" }, (error, _out, said) => {
      if (error === null) resolve(undefined);
      else if (error.killed) resolve(late);
      else resolve(reasonIn(said) ?? error.message);
    });
  });
}

/**
 * The line in which npm says what was wrong.
 * @param {string} said
 */
function reasonIn(said) {
  const lines = said
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.includes("complete log"));
  return lines.find((line) => !line.includes("npm error code")) ?? lines[0];
}

for (const own of new Set(AGENTS.map((agent) => agent.folder))) {
  const place = join(folder, own);
  const agents = AGENTS.filter((agent) => agent.folder === own);
  const due = agents.filter(({ name, version }) => versionOf(place, name) !== version);
  const packages = due.map((agent) => `${agent.package}@${agent.version}`);
  const why = packages.length === 0 ? undefined : await install(place, packages);
  for (const { name, version } of agents) {
    const found = versionOf(place, name);
    if (found === version) process.stdout.write(`installed ${name} ${version}\n`);
    else {
      const reason = why ?? `${found ?? "it"} does not run`;
      process.stdout.write(`missing ${name} ${version}: ${reason}\n`);
    }
  }
}
