/**
 * `npm run mutate`: breaks the rules one at a time and asks whether a test notices.
 *
 *   npm run mutate                      all of packages/executor/src/machine
 *   npm run mutate -- --only rules/     files whose path holds the text
 *   npm run mutate -- --quick           without the second pass
 *   npm run mutate -- --survivors FILE  writes the survivors in the words of survivors.md
 *
 * A mutant that a test fails on is killed, one that never ends is killed by its deadline, and the rest survived. The
 * first pass runs the machine's own tests; the second tries what survived on random plans. Known survivors and the reason
 * for each stand in scripts/mutation/survivors.md. Ends with 1 when one survived that is not named there, and when fewer
 * than nine in ten are killed; says which named ones no longer survive.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { bundleQuickTests, bundleRandomTests, plantMutants, removeBundles } from "./bundle.js";
import { nameOf, readNamedSurvivors } from "./named-survivors.js";
import { type Outcome, tryAll } from "./try-all.js";

/** Of a hundred. */
const SHARE_MIN = 90;

const { values: options } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    quick: { type: "boolean", default: false },
    survivors: { type: "string" },
  },
});
const planted = plantMutants();
const mutants = planted.mutants.filter((mutant) => mutant.file.includes(options.only));
console.log(`${mutants.length} mutants of ${new Set(mutants.map(({ file }) => file)).size} files`);
const survivors = await survivorsOf();
removeBundles();
process.exitCode = report(survivors) ? 0 : 1;

async function survivorsOf(): Promise<readonly Outcome[]> {
  const first = await tryAll(await bundleQuickTests(planted), mutants);
  const left = first.filter(({ noticed }) => noticed === undefined);
  console.log(`${first.length - left.length} killed by the machine's own tests`);
  if (options.quick || left.length === 0) return left;
  const second = await tryAll(await bundleRandomTests(planted), left);
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
  const document = readFileSync(resolve(import.meta.dirname, "survivors.md"), "utf8");
  const named = readNamedSurvivors(document);
  const names = new Set(survivors.map(nameOf));
  const unnamed = survivors.filter((survivor) => !named.has(nameOf(survivor)));
  for (const { file, line, what, reached } of unnamed) {
    const unreached = reached ? "" : " (no test reaches it)";
    console.log(`survived without a name${unreached}: ${file}:${line} ${what}`);
  }
  const dead = [...named.keys()].filter((name) => concerns(name) && !names.has(name));
  for (const name of dead) {
    console.log(`named, but does not survive: ${name.replaceAll("\n", " | ")}`);
  }
  for (const [heading, count] of counted(survivors.map((one) => named.get(nameOf(one))))) {
    console.log(`${String(count).padStart(4)} survived: ${heading}`);
  }
  const share = (100 * (mutants.length - survivors.length)) / mutants.length;
  const killed = `${mutants.length - survivors.length} of ${mutants.length} mutants killed`;
  console.log(`${killed} (${share.toFixed(1)} %), ${unnamed.length} survived without a name`);
  if (options.quick) return true;
  return unnamed.length === 0 && (options.only !== "" || share >= SHARE_MIN);
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
