/**
 * `npm run mutate:draw -- --seed S --count N`: draws rules by a seed and breaks a line for each.
 *
 * For a drawn rule it takes the tests that carry its id and looks for a one-line break that such a test notices, the
 * most specific line first: the one that fewest tests reach. Prints a Markdown table. A rule whose tests do not lie with
 * the machine is printed without a break; those are broken by hand and stand in docs/verification.md.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bundleQuickTests, plantMutants, removeBundles } from "./bundle.js";
import { chanceOf } from "./chance.js";
import { root, targetOf } from "./targets.js";
import { loadTests, notices, type Test, usualRunOf } from "./trial.js";

const option = (name: string, fallback: string): string => {
  const at = process.argv.indexOf(name);
  return at < 0 ? fallback : (process.argv[at + 1] ?? fallback);
};

const planted = plantMutants(targetOf("machine"));
const { tests } = await loadTests(await bundleQuickTests(planted));
const mutants = planted.mutants;
const reachedOf = new Map<Test, ReadonlySet<number>>();
const reachedBy = new Map<number, number>();
for (const test of tests) {
  const sites = new Set((await usualRunOf(test)).sites);
  reachedOf.set(test, sites);
  for (const id of sites) reachedBy.set(id, (reachedBy.get(id) ?? 0) + 1);
}

const byId = new Map(mutants.map((mutant) => [mutant.id, mutant]));
console.log("| rule | broken line | change | test that failed |\n|---|---|---|---|");
for (const rule of draw(Number(option("--seed", "1")), Number(option("--count", "40")))) {
  const found = await breakOf(rule);
  console.log(`| ${rule} | ${found ?? "not of the machine | |"} |`);
}
removeBundles();

/** The first break that a test of the rule notices. */
async function breakOf(rule: string): Promise<string | undefined> {
  for (const test of tests.filter((one) => one.title.includes(rule))) {
    const sites = [...(reachedOf.get(test) ?? [])];
    sites.sort((a, b) => (reachedBy.get(a) ?? 0) - (reachedBy.get(b) ?? 0) || a - b);
    for (const id of sites) {
      if ((await notices(test, id)) === "no") continue;
      const mutant = byId.get(id);
      return `\`${mutant?.file}:${mutant?.line}\` | \`${mutant?.what.replaceAll("|", "\\|")}\` | ${test.title}`;
    }
  }
  return undefined;
}

/** Distinct ids of rules that land with execution. */
function draw(seed: number, count: number): readonly string[] {
  const text = readFileSync(join(root, "docs/reference/rules.md"), "utf8");
  const ids = [...text.matchAll(/^\|\s*([A-Z]+-\d{3})\s*\|\s*execution\s*\|/gm)].map(
    (m) => m[1] ?? "",
  );
  const next = chanceOf(seed);
  const drawn = new Set<string>();
  while (drawn.size < Math.min(count, ids.length))
    drawn.add(ids[Math.floor(next() * ids.length)] ?? "");
  return [...drawn].sort();
}
