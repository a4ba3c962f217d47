/**
 * `npm run bench`: every measurement in a process of its own, several times over and in turns, so that a busy minute of
 * the machine spoils none of them alone; then one table of medians and ratios.
 *
 *     npm run bench -- [--repeats <n>] [--only <words>]... [--peers] [--json <file>]
 *
 * `--peers` installs other engines below bench/peers and measures them too.
 */
import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { loadavg, cpus as processors } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  ensureBuilt,
  ensureInstalled,
  fail,
  npmCommand,
  requireGit,
  requireNode,
  rootFolder,
  say,
} from "../scripts/workspace.mjs";
import { MEASUREMENTS, PEER_MEASUREMENTS } from "./measurements.mjs";
import { figureTable, goalTable } from "./tables.mjs";

/** @typedef {import("./measurements.mjs").Measurement} Measurement */
/** @typedef {import("./measure.mjs").Figures} Figures */

const PEERS_FOLDER = join(rootFolder, "bench/peers");

const { values: options } = parseArgs({
  options: {
    repeats: { type: "string", default: "3" },
    only: { type: "string", multiple: true, default: [""] },
    peers: { type: "boolean", default: false },
    json: { type: "string" },
  },
});
const repeats = Number(options.repeats);
if (!Number.isSafeInteger(repeats) || repeats < 1) {
  fail(`--repeats must be a whole number of at least 1, got ${options.repeats}`);
}

requireNode();
requireGit();
await ensureInstalled();
await ensureBuilt();
if (options.peers) installPeers();

const loadBefore = loadavg();
const medians = measureAll(chosen());
const report = {
  date: new Date().toISOString(),
  node: process.version,
  processors: processors().length,
  load: { before: loadBefore, after: loadavg() },
  repeats,
  peers: peersInstalled() ? "measured" : "left out: not installed (npm run bench -- --peers)",
  measurements: Object.fromEntries(medians),
};
console.log(figureTable(medians));
console.log(goalTable(medians));
const load = [loadBefore, report.load.after].map((one) => one[0]?.toFixed(1)).join(" to ");
console.log(`Node ${report.node}, ${report.processors} processors, load ${load}.`);
console.log(`Medians of ${repeats} runs, ${report.date.slice(0, 10)}. Peers ${report.peers}.`);
if (options.json !== undefined) {
  writeFileSync(options.json, `${JSON.stringify(report, undefined, 2)}\n`);
}

/** @returns {readonly Measurement[]} */
function chosen() {
  const all = peersInstalled() ? [...MEASUREMENTS, ...PEER_MEASUREMENTS] : MEASUREMENTS;
  return all.filter(({ name }) => options.only.some((words) => name.includes(words)));
}

function peersInstalled() {
  return existsSync(join(PEERS_FOLDER, "node_modules"));
}

function installPeers() {
  say("installing other engines below bench/peers");
  const [command, ...prefix] = npmCommand();
  const args = [...prefix, "install", "--ignore-scripts", "--no-audit", "--no-fund"];
  const { status } = spawnSync(command, [...args, "--no-package-lock"], {
    cwd: PEERS_FOLDER,
    stdio: "inherit",
  });
  if (status !== 0) fail("the peers could not be installed; its output above says why");
}

/**
 * In turns: every measurement once, then every measurement again.
 *
 * @param {readonly Measurement[]} measurements
 * @returns {ReadonlyMap<string, Figures>}
 */
function measureAll(measurements) {
  /** @type {Map<string, Figures[]>} */
  const runs = new Map(measurements.map(({ name }) => [name, []]));
  for (let turn = 0; turn < repeats; turn++) {
    for (const measurement of measurements) {
      if (turn > 0 && measurement.once) continue;
      say(`${measurement.name} (${turn + 1} of ${measurement.once ? 1 : repeats})`);
      runs.get(measurement.name)?.push(runOnce(measurement));
    }
  }
  return new Map([...runs].map(([name, figures]) => [name, medianOf(figures)]));
}

/** @param {Measurement} measurement @returns {Figures} */
function runOnce({ name, program, args }) {
  const path = join(rootFolder, "bench", program);
  const child = spawnSync(process.execPath, [path, ...args.map(String)], {
    cwd: rootFolder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (child.status === 0) return JSON.parse(child.stdout.trim());
  return fail(`the measurement of ${name} failed:\n${child.stderr}`);
}

/** The middle value of each figure by itself. @param {readonly Figures[]} runs @returns {Figures} */
function medianOf(runs) {
  const [first] = runs;
  if (first === undefined) return fail("nothing was measured");
  const middle = Object.keys(first).map((key) => {
    const figure = /** @type {keyof Figures} */ (key);
    const sorted = runs.map((run) => run[figure] ?? 0).sort((a, b) => a - b);
    return [figure, sorted[sorted.length >> 1]];
  });
  return Object.fromEntries(middle);
}
