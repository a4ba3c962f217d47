/**
 * One process that tries mutants. It loads the bundle once, learns which tests reach which site, and then answers one
 * message a mutant: which test noticed, or none.
 */
import { loadTests, noticedAfterLoading, notices, sitesOf, type Test } from "./trial.js";

const bundle = process.argv[2] ?? "";
const { tests, sites: sitesOfLoading } = await loadTests(bundle);
const testsOf = new Map<number, Test[]>();
const broken: string[] = [];
for (const test of tests) {
  const { sites, failure } = await sitesOf(test);
  if (failure !== undefined) broken.push(`${test.title}: ${String(failure).slice(0, 300)}`);
  for (const id of sites) {
    const others = testsOf.get(id);
    if (others) others.push(test);
    else testsOf.set(id, [test]);
  }
}
process.send?.({ kind: "ready", broken });

process.on("message", async (id: number) => {
  const noticed = await noticedBy(id);
  process.send?.({ kind: "tried", noticed, reached: testsOf.has(id) || sitesOfLoading.has(id) });
});

async function noticedBy(id: number): Promise<string | undefined> {
  for (const test of testsOf.get(id) ?? []) if (await notices(test, id)) return test.title;
  return sitesOfLoading.has(id) ? noticedAfterLoading(bundle, id) : undefined;
}
