/**
 * `npm run speed -- --peer <command> [--turns <n>] [file ...]`: programs here and in a peer, by the time that passes.
 *
 * The peer is called as `<command> <rounds before> <rounds> <file>` and answers with one JSON object: the medians `readMs`
 * (parse, resolve, compile) and `runMs` over its rounds, and what one run `printed`. `speed-peer.go` is one. Processes
 * take turns and the median of all turns counts. Without files the programs of `npm run bench` run.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
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
  options: { peer: { type: "string" }, turns: { type: "string", default: "3" } },
});
if (options.peer === undefined) throw new Error("--peer names the command to compare with");
const theirs = [resolve(options.peer)];
const here = join(import.meta.dirname, "speed-rounds.ts");
const ours = [
  process.execPath,
  "--expose-gc",
  "--conditions=@crucible/source",
  "--import",
  "tsx",
  here,
];

const folder = mkdtempSync(join(tmpdir(), "starlark-speed-"));
try {
  console.log(`load ${load()} at the beginning\n`);
  console.log("| program | peer reads, ms | here | ratio | peer runs, ms | here | ratio |");
  console.log("| --- | --- | --- | --- | --- | --- | --- |");
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
  const here: Answer[] = [];
  for (let turn = 0; turn < Number(options.turns); turn++) {
    there.push(answer(theirs, file));
    here.push(answer(ours, file));
  }
  const [wanted, got] = [there[0]?.printed, here[0]?.printed];
  if (wanted !== got) throw new Error(`${file}: the peer printed ${wanted}, here it was ${got}`);
  const cells = [basename(file, ".star")];
  for (const time of ["readMs", "runMs"] as const) {
    const peerMs = median(there.map((answered) => answered[time]));
    const hereMs = median(here.map((answered) => answered[time]));
    cells.push(peerMs.toFixed(1), hereMs.toFixed(1), (hereMs / peerMs).toFixed(2));
  }
  console.log(`| ${cells.join(" | ")} |`);
}

function answer([command = "", ...args]: readonly string[], file: string): Answer {
  const rounds = [String(ROUNDS_BEFORE), String(ROUNDS)];
  return JSON.parse(execFileSync(command, [...args, ...rounds, file], { encoding: "utf8" }));
}
