/**
 * `npm run mutate`: breaks the rules one at a time and asks whether a test notices.
 *
 *   npm run mutate                        all of packages/executor/src/machine
 *   npm run mutate -- --target driver     another target of targets.ts
 *   npm run mutate -- --only rules/       files whose path holds the text
 *   npm run mutate -- --sample N --seed S only so many mutants, drawn by the seed (1)
 *   npm run mutate -- --quick             without the second pass
 *   npm run mutate -- --workers N         so many processes at once (4)
 *   npm run mutate -- --survivors FILE    writes the survivors in the words of survivors.md
 *   npm run mutate -- --again FILE        only the mutants in a file that --survivors wrote
 *
 * A mutant that a test fails on is killed, one that never ends is killed by its deadline, and the rest survived. The
 * first pass runs the target's own tests; for the machine, a second tries what survived on random plans. The machine's
 * known survivors and the reason for each stand in scripts/mutation/survivors.md. Ends with 1 when one survived that is
 * not named there, and when fewer than nine in ten are killed; says which named ones no longer survive. Other targets
 * have no such list: their survivors are printed, to be looked at, and the end is 0.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { bundleQuickTests, bundleRandomTests, plantMutants, removeBundles } from "./bundle.js";
import { drawnOf } from "./chance.js";
import { type NamedSurvivors, nameOf, readNamedSurvivors, readNames } from "./named-survivors.js";
import { root, targetOf } from "./targets.js";
import { type Outcome, tryAll } from "./try-all.js";

/** Of a hundred. */
const SHARE_MIN = 90;

const { values: options } = parseArgs({
  options: {
    target: { type: "string", default: "machine" },
    only: { type: "string", default: "" },
    sample: { type: "string" },
    seed: { type: "string", default: "1" },
    workers: { type: "string", default: "4" },
    quick: { type: "boolean", default: false },
    survivors: { type: "string" },
    again: { type: "string" },
  },
});
const target = targetOf(options.target);
const planted = plantMutants(target);
const again = options.again === undefined ? undefined : namesIn(options.again);
const looked = planted.mutants.filter(
  (mutant) => mutant.file.includes(options.only) && (again?.has(nameOf(mutant)) ?? true),
);
const mutants = drawnOf(looked, Number(options.sample ?? looked.length), Number(options.seed));
const drawn = options.sample === undefined ? "" : `, of ${looked.length}, drawn by ${options.seed}`;
const files = new Set(mutants.map(({ file }) => file)).size;
console.log(`${target.name}: ${mutants.length} mutants of ${files} files${drawn}`);
const survivors = await survivorsOf().finally(removeBundles);
process.exitCode = report(survivors) ? 0 : 1;

function namesIn(file: string): ReadonlySet<string> {
  return readNames(readFileSync(file, "utf8"));
}

async function survivorsOf(): Promise<readonly Outcome[]> {
  const workers = Number(options.workers);
  const first = await tryAll(await bundleQuickTests(planted), mutants, workers);
  const left = first.filter(({ noticed }) => noticed === undefined);
  console.log(`${first.length - left.length} killed by the target's own tests`);
  if (options.quick || left.length === 0 || target.random.length === 0) return left;
  const second = await tryAll(await bundleRandomTests(planted), left, workers);
  const remaining = second.filter(({ noticed }) => noticed === undefined);
  for (const { file, line, what, noticed } of second) {
    if (noticed !== undefined) console.log(`killed by random plans alone: ${file}:${line} ${what}`);
  }
  console.log(`${second.length - remaining.length} killed by random plans alone`);
  return remaining;
}

/** Prints what survived; false when that is more than is known and allowed. */
function report(survivors: readonly Outcome[]): boolean {
  if (options.survivors !== undefined) writeFileSync(options.survivors, listed(survivors));
  const named: NamedSurvivors =
    target.survivors === undefined
      ? new Map()
      : readNamedSurvivors(readFileSync(join(root, target.survivors), "utf8"));
  const unnamed = survivors.filter((survivor) => !named.has(nameOf(survivor)));
  for (const { file, line, what, reached } of unnamed) {
    const unreached = reached ? "" : " (no test reaches it)";
    console.log(`survived without a name${unreached}: ${file}:${line} ${what}`);
  }
  printDead(named, survivors);
  for (const [heading, count] of counted(survivors.map((one) => named.get(nameOf(one))))) {
    console.log(`${String(count).padStart(4)} survived: ${heading}`);
  }
  const share = (100 * (mutants.length - survivors.length)) / mutants.length;
  const killed = `${mutants.length - survivors.length} of ${mutants.length} mutants killed`;
  console.log(`${killed} (${share.toFixed(1)} %), ${unnamed.length} survived without a name`);
  if (options.quick || target.survivors === undefined) return true;
  const whole = options.only === "" && mutants.length === planted.mutants.length;
  return unnamed.length === 0 && (!whole || share >= SHARE_MIN);
}

/** Names of mutants that were tried and no longer survive. */
function printDead(named: NamedSurvivors, survivors: readonly Outcome[]): void {
  if (mutants.length < looked.length || again !== undefined) return;
  const names = new Set(survivors.map(nameOf));
  for (const name of named.keys()) {
    if (!concerns(name) || names.has(name)) continue;
    console.log(`named, but does not survive: ${name.replaceAll("\n", " | ")}`);
  }
}

/** Whether a name is about a file that was looked at. */
function concerns(name: string): boolean {
  return name.split("\n", 1)[0]?.includes(options.only) ?? false;
}

function counted(headings: readonly (string | undefined)[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const heading of headings) {
    const key = heading ?? "without a name";
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** In the form of the document, reasons to be filled in. */
function listed(survivors: readonly Outcome[]): string {
  const lines: string[] = [];
  let file = "";
  let source = "";
  for (const survivor of survivors) {
    if (survivor.file !== file) lines.push(survivor.file);
    if (survivor.file !== file || survivor.source !== source) lines.push(`  ${survivor.source}`);
    lines.push(`    ${survivor.what}`);
    ({ file, source } = survivor);
  }
  return `${lines.join("\n")}\n`;
}
