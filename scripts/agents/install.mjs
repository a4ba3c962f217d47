/**
 * Installs the agents that `test/agents` drives, pinned, into a folder outside the tree: `node scripts/agents/install.mjs
 * <folder> [minutes]`. Ends within the bound (five minutes unless given) whatever the registry does. Prints a line an agent,
 * `installed claude 2.1.197` or `missing claude: <why>`, and ends with 0 in both cases: whoever needs them looks.
 *
 * No package of Crucible depends on an agent: they are large, and one of them is not free software.
 */
import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const AGENTS = [
  { name: "claude", package: "@anthropic-ai/claude-code", version: "2.1.197" },
  { name: "codex", package: "@openai/codex", version: "0.171.0" },
];

const [folder, minutes = "5"] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write("usage: node scripts/agents/install.mjs <folder> [minutes]\n");
  process.exit(2);
}

/** @param {string} name */
function programOf(name) {
  return join(folder ?? "", "node_modules", ".bin", name);
}

/**
 * The version that the program itself tells; `undefined` when it cannot be run.
 * @param {string} name @returns {string | undefined}
 */
function versionOf(name) {
  try {
    const text = execFileSync(programOf(name), ["--version"], {
      encoding: "utf8",
      timeout: 60_000,
    });
    return /\d+\.\d+\.\d+/.exec(text)?.[0];
  } catch {
    return undefined;
  }
}

/** @param {string[]} packages @param {number} timeoutMs @returns {Promise<string | undefined>} Why it failed. */
function install(packages, timeoutMs) {
  // Without a project of its own npm would look for one further up.
  mkdirSync(folder ?? "", { recursive: true });
  const manifest = join(folder ?? "", "package.json");
  if (!existsSync(manifest)) writeFileSync(manifest, '{ "private": true }\n');
  const args = ["install", "--no-audit", "--no-fund", "--loglevel=error", ...packages];
  return new Promise((resolve) => {
    execFile(
      "npm",
      args,
      { cwd: folder, timeout: timeoutMs, killSignal: "SIGKILL" },
      (error, _out, said) => {
        if (error === null) resolve(undefined);
        else if (error.killed) resolve(`not installed within ${minutes} minutes`);
        else resolve(reasonIn(said) ?? error.message);
      },
    );
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

const due = AGENTS.filter(({ name, version }) => versionOf(name) !== version);
const why =
  due.length === 0
    ? undefined
    : await install(
        due.map((agent) => `${agent.package}@${agent.version}`),
        Number(minutes) * 60_000,
      );
for (const { name, version } of AGENTS) {
  const found = versionOf(name);
  if (found === version) process.stdout.write(`installed ${name} ${version}\n`);
  else process.stdout.write(`missing ${name}: ${why ?? `${found ?? "it"} does not run`}\n`);
}
