/**
 * The language by itself, with its accounting on: `node bench/starlark.mjs <program>`. A program is read and run again and
 * again in one process; the first rounds are not counted. _Build_ is reading, _run_ is everything after it.
 */
import { Budget, evaluate, hostFunction, parse } from "@crucible/starlark";
import { PROGRAMS } from "./starlark-programs.mjs";

const ROUNDS_BEFORE = 3;
const ROUNDS = 11;

const name = process.argv[2] ?? "";
const program = PROGRAMS[name];
if (program === undefined) throw new Error(`no program is called ${JSON.stringify(name)}`);

const optional = ["name", "run", "after", "env"].map((parameter) => ({
  name: parameter,
  optional: true,
}));
/** @type {{ buildMs: number, runMs: number, cpuMs: number }[]} */
const rounds = [];
for (let round = 0; round < ROUNDS_BEFORE + ROUNDS; round++) rounds.push(once(program));
const counted = rounds.slice(ROUNDS_BEFORE);
const figures = {
  tasks: 1,
  buildMs: median(counted.map(({ buildMs }) => buildMs)),
  runMs: median(counted.map(({ runMs }) => runMs)),
  cpuMs: median(counted.map(({ cpuMs }) => cpuMs)),
  peakBytes: process.resourceUsage().maxRSS * 1024,
};
console.log(JSON.stringify(figures));

/** @param {import("./starlark-programs.mjs").Program} wanted */
function once({ source, prints }) {
  let printed = "";
  /** @type {unknown[]} */
  const calls = [];
  const task = hostFunction({
    name: "task",
    parameters: optional,
    call: (call) => {
      calls.push(call);
      return call.get("name") ?? null;
    },
  });
  const cpu = process.cpuUsage();
  const began = performance.now();
  const parsed = parse(source, { file: "bench.star" });
  if (!parsed.ok) throw new Error(parsed.diagnostics[0]?.message);
  const read = performance.now();
  evaluate(parsed.tree, {
    budget: new Budget(),
    predeclared: new Map([["task", task]]),
    print: (text) => (printed += text),
  });
  const ended = performance.now();
  const { user, system } = process.cpuUsage(cpu);
  if (printed !== prints) throw new Error(`${name} printed ${printed}, wanted ${prints}`);
  return { buildMs: read - began, runMs: ended - read, cpuMs: (user + system) / 1_000 };
}

/** @param {readonly number[]} values */
function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}
