/**
 * Times one file here: `speed-rounds.ts <rounds before> <rounds> <file>`, answered as the peer of `speed.ts` answers.
 *
 * Reading is parse and resolve; what is compiled when it is reached is part of running. Before each of the two the young
 * garbage is collected, as the peer collects its own, so that a round does not pay for the one before it. A full collection
 * would also throw away what the engine of JavaScript has learned of the code, which no program that runs does.
 */
import { readFileSync } from "node:fs";
import { Budget, hostFunction, parse } from "@crucible/starlark";
import { complete, prepare } from "../../packages/starlark/src/evaluate.js";
import { median } from "./median.js";

const [before = 0, rounds = 0] = process.argv.slice(2, 4).map(Number);
const file = process.argv[4] ?? "";
const source = readFileSync(file, "utf8");
const times: { readonly readMs: number; readonly runMs: number }[] = [];
let printed: string[] = [];
for (let round = 0; round < before + rounds; round++) times.push(once());
const counted = times.slice(before);
console.log(
  JSON.stringify({
    readMs: median(counted.map(({ readMs }) => readMs)),
    runMs: median(counted.map(({ runMs }) => runMs)),
    printed: printed.join("\n"),
  }),
);

function once(): { readonly readMs: number; readonly runMs: number } {
  printed = [];
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
  const predeclared = new Map(names.map((name) => [name, keeper(name)]));
  const print = (text: string): unknown => printed.push(text);
  collectYoung();
  const began = performance.now();
  const parsed = parse(source, { file });
  if (!parsed.ok) throw new Error(parsed.diagnostics[0]?.message);
  const prepared = prepare(parsed.tree, { budget: new Budget(), predeclared, print });
  const readMs = performance.now() - began;
  collectYoung();
  const ready = performance.now();
  complete(prepared);
  return { readMs, runMs: performance.now() - ready };
}

function collectYoung(): void {
  if (globalThis.gc === undefined) throw new Error("run with node --expose-gc");
  void globalThis.gc({ type: "minor" });
}
