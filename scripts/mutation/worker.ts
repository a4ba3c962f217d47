/**
 * One process that tries mutants. It loads the bundle once, learns which tests reach which site, and then answers one
 * message a mutant: which test noticed, or none. What was learned is left beside the bundle for the processes that follow.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import {
  expectUsual,
  loadTests,
  type Test,
  type Trial,
  tryAfterLoading,
  tryOn,
  type Usual,
  usualRunOf,
} from "./trial.js";

const bundle = process.argv[2] ?? "";
const learnedPath = `${bundle}.learned.json`;
const { tests, sites: sitesOfLoading } = await loadTests(bundle);
const broken: string[] = [];
const usuals = existsSync(learnedPath) ? recall() : await learn();
const testsOf = testsBySite();
process.send?.({ kind: "ready", broken });

/** By the numbers of tests. */
async function learn(): Promise<readonly Usual[]> {
  const learned: Usual[] = [];
  for (const test of tests) {
    const { failure, ...usual } = await usualRunOf(test);
    if (failure !== undefined) broken.push(`${test.title}: ${String(failure).slice(0, 300)}`);
    learned.push(usual);
  }
  if (broken.length > 0) return learned;
  const unfinished = `${learnedPath}.${process.pid}`;
  writeFileSync(unfinished, JSON.stringify(learned));
  renameSync(unfinished, learnedPath);
  return learned;
}

function recall(): readonly Usual[] {
  const learned = JSON.parse(readFileSync(learnedPath, "utf8")) as readonly Usual[];
  for (const test of tests) expectUsual(test, learned[test.number] as Usual);
  return learned;
}

/** Tests that reach little are quick and look closely, so they go first. */
function testsBySite(): ReadonlyMap<number, readonly Test[]> {
  const found = new Map<number, Test[]>();
  const size = (test: Test) => usuals[test.number]?.sites.length ?? 0;
  for (const test of [...tests].sort((a, b) => size(a) - size(b))) {
    for (const id of usuals[test.number]?.sites ?? []) {
      const others = found.get(id);
      if (others) others.push(test);
      else found.set(id, [test]);
    }
  }
  return found;
}

process.on("message", async (id: number) => {
  const trial = await tried(id);
  process.send?.({ kind: "tried", reached: testsOf.has(id) || sitesOfLoading.has(id), ...trial });
});

async function tried(id: number): Promise<Trial> {
  const reachingTests = testsOf.get(id);
  if (reachingTests) return await tryOn(reachingTests, id);
  // What is computed while loading stays as it is until the tests are loaded again.
  return sitesOfLoading.has(id) ? await tryAfterLoading(bundle, id) : {};
}
