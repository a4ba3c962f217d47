/**
 * Times one file here: `speed-rounds.ts <rounds before> <rounds> <file> <way>`, answered as the peer of `speed.ts` answers.
 *
 * Reading is parse, resolve and compile of every statement and body, and running runs what was compiled: what the peer does
 * in its two parts. With the way `reading`, rounds only read; with `running`, they read and run, and only running counts.
 * With `together`, both are one stretch, and what is compiled is compiled when it is reached, as a program that runs does.
 * Before each part the young garbage is collected, as the peer collects its own, so that a round does not pay for the one
 * before it; with `uncollected` behind the way it is not. A full collection would also throw away what the engine of
 * JavaScript has learned of the code, which no program that runs does. With `processor` behind the way, the time is what
 * the process used of the processors.
 */
import { readFileSync } from "node:fs";
import { Budget, hostFunction, parse, type Value } from "@crucible/starlark";
import { complete, prepare } from "../../packages/starlark/src/evaluate.js";
import { median } from "./median.js";

interface Round {
  readonly readMs: number;
  readonly runMs: number;
}

const [before = 0, rounds = 0] = process.argv.slice(2, 4).map(Number);
const [file = "", way, ...further] = process.argv.slice(4);
const source = readFileSync(file, "utf8");
const times: Round[] = [];
let printed: string[] = [];
for (let round = 0; round < before + rounds; round++) {
  times.push(timed());
}
// The peer tells what a run printed, also where only reading is timed.
if (way === "reading") complete(compiled(keepers()));
const counted = times.slice(before);
console.log(
  JSON.stringify({
    readMs: median(counted.map(({ readMs }) => readMs)),
    runMs: median(counted.map(({ runMs }) => runMs)),
    printed: printed.join("\n"),
  }),
);

function timed(): Round {
  switch (way) {
    case "reading":
      return reading();
    case "running":
      return running();
    case "together":
      return together();
    default:
      throw new Error(`there is no way ${way}`);
  }
}

function reading(): Round {
  const predeclared = keepers();
  collectYoung();
  const began = now();
  compiled(predeclared);
  return { readMs: now() - began, runMs: 0 };
}

function running(): Round {
  const prepared = compiled(keepers());
  collectYoung();
  const ready = now();
  complete(prepared);
  return { readMs: 0, runMs: now() - ready };
}

/** All the time counts as running. */
function together(): Round {
  const predeclared = keepers();
  collectYoung();
  const began = now();
  complete(read(predeclared));
  return { readMs: 0, runMs: now() - began };
}

function compiled(predeclared: ReadonlyMap<string, Value>): ReturnType<typeof prepare> {
  const prepared = read(predeclared);
  prepared.compiled.compileAll();
  return prepared;
}

function read(predeclared: ReadonlyMap<string, Value>): ReturnType<typeof prepare> {
  const parsed = parse(source, { file });
  if (!parsed.ok) throw new Error(parsed.diagnostics[0]?.message);
  printed = [];
  const print = (text: string): unknown => printed.push(text);
  return prepare(parsed.tree, { budget: new Budget(), predeclared, print });
}

/** Functions that keep their arguments and give back the one called name. */
function keepers(): ReadonlyMap<string, Value> {
  const kept: unknown[] = [];
  const keeper = (name: string) =>
    hostFunction({
      name,
      parameters: [{ name: "name", kind: "named", optional: true }],
      namedRest: true,
      call: (call) => {
        kept.push(call);
        return call.get("name") ?? null;
      },
    });
  const names = ["agent", "command", "params", "task", "workflow"];
  return new Map(names.map((name) => [name, keeper(name)]));
}

function now(): number {
  if (!further.includes("processor")) return performance.now();
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function collectYoung(): void {
  if (further.includes("uncollected")) return;
  if (globalThis.gc === undefined) throw new Error("run with node --expose-gc");
  void globalThis.gc({ type: "minor" });
}
