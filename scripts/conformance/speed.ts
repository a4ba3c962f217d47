/**
 * `npm run speed -- --peer <command> [--turns <n>] [--uncollected] [--processor] [file ...]`: programs here and in a
 * peer, by the time that passes or by the processor time of the whole process, which then has one thread.
 *
 * The peer is called as `<command> <rounds before> <rounds> <file>` and answers with one JSON object: the medians `readMs`
 * (parse, resolve, compile) and `runMs` over its rounds, and what one run `printed`. `speed-peer.go` is one. Here the same
 * parts are timed, and then both as one stretch, as a program is run. Processes take turns and the median of all turns
 * counts. Without files the programs of `npm run bench` run.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { buildSync } from "esbuild";
import { COMPARED_PROGRAMS } from "../../bench/starlark-programs.mjs";
import { median } from "./median.js";

const ROUNDS_BEFORE = 3;
const ROUNDS = 11;

interface Answer {
  readonly readMs: number;
  readonly runMs: number;
  readonly printed: string;
}

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    peer: { type: "string" },
    turns: { type: "string", default: "3" },
    uncollected: { type: "boolean", default: false },
    processor: { type: "boolean", default: false },
  },
});
if (options.peer === undefined) throw new Error("--peer names the command to compare with");
const theirs = [resolve(options.peer)];
const folder = mkdtempSync(join(tmpdir(), "starlark-speed-"));
// In one file, as packages are used; what runs the sources directly also gives each function its name as it is made.
const rounds = join(folder, "rounds.mjs");
const flags = options.processor ? ["--expose-gc", "--single-threaded"] : ["--expose-gc"];
const ours = [process.execPath, ...flags, rounds];
try {
  buildSync({
    entryPoints: [join(import.meta.dirname, "speed-rounds.ts")],
    outfile: rounds,
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["@crucible/source"],
  });
  console.log(`load ${load()} at the beginning\n`);
  const parts = ["reads", "runs", "does both"];
  console.log(`| program |${parts.map((part) => ` peer ${part}, ms | here | ratio |`).join("")}`);
  console.log(`| --- |${parts.map(() => " --- | --- | --- |").join("")}`);
  for (const file of positionals.length > 0 ? positionals : writePrograms()) compare(file);
  console.log(`\nload ${load()} at the end`);
} finally {
  rmSync(folder, { recursive: true });
}

function load(): string {
  return (loadavg()[0] ?? 0).toFixed(1);
}

function writePrograms(): string[] {
  return Object.entries(COMPARED_PROGRAMS).map(([name, { source }]) => {
    const file = join(folder, `${name.replaceAll(" ", "-")}.star`);
    writeFileSync(file, source);
    return file;
  });
}

function compare(file: string): void {
  const there: Answer[] = [];
  const reading: Answer[] = [];
  const running: Answer[] = [];
  const together: Answer[] = [];
  const clock = options.processor ? ["processor"] : [];
  const further = [...clock, ...(options.uncollected ? ["uncollected"] : [])];
  for (let turn = 0; turn < Number(options.turns); turn++) {
    there.push(answer(theirs, file, ...clock));
    reading.push(answer(ours, file, "reading", ...further));
    running.push(answer(ours, file, "running", ...further));
    together.push(answer(ours, file, "together", ...further));
  }
  const [wanted, got] = [there[0]?.printed, running[0]?.printed];
  if (wanted !== got) throw new Error(`${file}: the peer printed ${wanted}, here it was ${got}`);
  const cells = [
    basename(file, ".star"),
    ...ratio(there, reading, ({ readMs }) => readMs),
    ...ratio(there, running, ({ runMs }) => runMs),
    ...ratio(there, together, ({ readMs, runMs }) => readMs + runMs),
  ];
  console.log(`| ${cells.join(" | ")} |`);
}

function ratio(
  there: readonly Answer[],
  here: readonly Answer[],
  timeOf: (answered: Answer) => number,
): string[] {
  const [peerMs, hereMs] = [median(there.map(timeOf)), median(here.map(timeOf))];
  return [peerMs.toFixed(1), hereMs.toFixed(1), (hereMs / peerMs).toFixed(2)];
}

function answer(
  [command = "", ...args]: readonly string[],
  file: string,
  ...further: readonly string[]
): Answer {
  const rounds = [String(ROUNDS_BEFORE), String(ROUNDS)];
  const all = [...args, ...rounds, file, ...further];
  const env = options.processor ? { ...process.env, GOMAXPROCS: "1" } : process.env;
  return JSON.parse(execFileSync(command, all, { encoding: "utf8", env }));
}
