/**
 * `npm run differential -- --peer <command> [--count <n>] [--from <seed>]`: generated programs here and in a peer.
 *
 * The peer reads one JSON string a line, a program, and answers with one JSON object a line: `ok`, whether it ran to its
 * end, and `out`, what it printed, each print ended by a line feed. Both must agree on both.
 */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { Budget, evaluate, parse, StarlarkError } from "@crucible/starlark";
import { programOf } from "./programs.js";

interface Answer {
  readonly ok: boolean;
  readonly out: string;
  readonly why?: string;
}

const { values: options } = parseArgs({
  options: {
    peer: { type: "string" },
    count: { type: "string", default: "10000" },
    from: { type: "string", default: "0" },
    show: { type: "string", default: "20" },
  },
});
if (options.peer === undefined) throw new Error("--peer names the command to compare with");

const peer = spawn(options.peer, { stdio: ["pipe", "pipe", "inherit"] });
const answers = createInterface({ input: peer.stdout })[Symbol.asyncIterator]();
const [from, count] = [Number(options.from), Number(options.count)];
let [differences, succeeded] = [0, 0];
for (let seed = from; seed < from + count; seed++) {
  const program = programOf(seed);
  const ours = run(program);
  peer.stdin.write(`${JSON.stringify(program)}\n`);
  const { value } = await answers.next();
  const theirs = JSON.parse(String(value)) as Answer;
  if (ours.ok) succeeded++;
  if (ours.ok === theirs.ok && ours.out === theirs.out) continue;
  differences++;
  if (differences > Number(options.show)) continue;
  console.log(`--- seed ${seed}`);
  console.log(`ours:   ${JSON.stringify(ours)}`.slice(0, 400));
  console.log(`theirs: ${JSON.stringify(theirs)}`.slice(0, 400));
}
peer.stdin.end();
console.log(`${count} programs, ${succeeded} ran to their end, ${differences} differences`);
process.exitCode = differences > 0 ? 1 : 0;

function run(program: string): Answer {
  let out = "";
  const budget = new Budget();
  const parsed = parse(program, { file: "generated.star" });
  if (!parsed.ok) return { ok: false, out, why: parsed.diagnostics[0]?.message ?? "" };
  try {
    evaluate(parsed.tree, { budget, print: (text) => (out += `${text}\n`) });
    return { ok: true, out };
  } catch (error) {
    if (!(error instanceof StarlarkError)) throw error;
    const { line } = error.diagnostic.range?.start ?? {};
    return { ok: false, out, why: `${line}: ${error.message}` };
  }
}
