/**
 * Kills the built command at instants drawn by a seed, again and again, and goes on with each run until it is done.
 *
 *     npm run campaign -- --kills 500 --seed 1 --out campaign.jsonl
 *
 * With `--out` a line a run is appended; started again with the same seed and file it goes on behind the last line. A
 * finding is printed with the seed, the run, the instants and the folder that is kept, and ends the command with 1.
 * `--only <index>` repeats one run of a seed.
 */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { ensureBuilt, fail } from "../workspace.mjs";
import { type InterruptedRun, interruptRun } from "./interrupted-run.js";
import { type Reference, referenceOf } from "./reference.js";
import { SUBJECTS } from "./subjects.js";
import { summaryOf } from "./summary.js";

const { values: options } = parseArgs({
  options: {
    kills: { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
    out: { type: "string" },
    only: { type: "string" },
  },
});
const kills = wholeNumber("kills", options.kills);
const seed = wholeNumber("seed", options.seed);
const only = options.only === undefined ? undefined : wholeNumber("only", options.only);

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  return fail(`--${name} must be a whole number, got ${JSON.stringify(text)}`);
}

function runsIn(path: string | undefined): InterruptedRun[] {
  if (path === undefined || !existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line) as InterruptedRun);
}

function tell({ index, subject, kills: hits, findings, folder }: InterruptedRun): void {
  const instants = hits
    .map(
      ({ atMs, before, lines }) => `${atMs} ms${before ? " from its start" : ""} (line ${lines})`,
    )
    .join(", ");
  console.error(`seed ${seed}, run ${index} of ${subject}, killed after ${instants}: ${folder}`);
  for (const finding of findings) console.error(`  ${finding}`);
}

if (!existsSync("/proc/self/environ"))
  fail("the campaign looks for processes in /proc; run it on Linux");
await ensureBuilt();
const runs = only === undefined ? runsIn(options.out) : [];
const references = new Map<string, Reference>();
let done = runs.reduce((sum, one) => sum + one.kills.length, 0);
for (let index = only ?? runs.length; done < kills && (only ?? index) === index; index++) {
  const subject = SUBJECTS[index % SUBJECTS.length] ?? "";
  const reference = references.get(subject) ?? (await referenceOf(subject));
  references.set(subject, reference);
  const run = await interruptRun({ seed, index, reference, killsMax: kills - done });
  if (run.findings.length > 0) tell(run);
  if (options.out !== undefined) appendFileSync(options.out, `${JSON.stringify(run)}\n`);
  runs.push(run);
  done += run.kills.length;
}
console.log(summaryOf(runs));
if (runs.some(({ findings }) => findings.length > 0)) process.exitCode = 1;
