/**
 * One process that tries mutants. It loads the bundle once, learns which tests reach which site, and then answers one
 * message a mutant: which test noticed, or none.
 */
import { loadTests, noticedAfterLoading, notices, sitesOf, type Test } from "./trial.js";

const bundle = process.argv[2] ?? "";
const { tests, sites: sitesOfLoading } = await loadTests(bundle);
const testsOf = new Map<number, Test[]>();
const broken: string[] = [];
const reaching: { readonly test: Test; readonly sites: ReadonlySet<number> }[] = [];
for (const test of tests) {
  const { sites, failure } = await sitesOf(test);
  if (failure !== undefined) broken.push(`${test.title}: ${String(failure).slice(0, 300)}`);
  reaching.push({ test, sites });
}
// Tests that reach little are quick and look closely, so they go first.
reaching.sort((a, b) => a.sites.size - b.sites.size);
for (const { test, sites } of reaching) {
  for (const id of sites) {
    const others = testsOf.get(id);
    if (others) others.push(test);
    else testsOf.set(id, [test]);
  }
}
process.send?.({ kind: "ready", broken });

process.on("message", async (id: number) => {
  const trial = await tried(id);
  process.send?.({ kind: "tried", reached: testsOf.has(id) || sitesOfLoading.has(id), ...trial });
});

interface Trial {
  /** The test that noticed. */
  readonly noticed?: string | undefined;
  /** A test that is overdue may still be at work, so nothing more is to be tried in this process. */
  readonly spent?: true;
}

async function tried(id: number): Promise<Trial> {
  const reachingTests = testsOf.get(id);
  for (const test of reachingTests ?? []) {
    const noticed = await notices(test, id);
    if (noticed === "overdue") return { noticed: `${test.title} (overdue)`, spent: true };
    if (noticed === "failed") return { noticed: test.title };
  }
  // What is computed while loading stays as it is until the tests are loaded again.
  if (reachingTests || !sitesOfLoading.has(id)) return {};
  return { noticed: await noticedAfterLoading(bundle, id) };
}
