/**
 * One process that tries mutants. It loads the bundle once, learns which tests reach which site, and then answers one
 * message a mutant: which test noticed, or none.
 */
import type { collected as Collected } from "./runner-shim.js";

type Test = (typeof Collected)[number];

/** A mutant that makes a loop endless is noticed by its asking for sites without end. */
const ASKED_MAX = 3_000_000;

let active = 0;
let asked = 0;
let reached: Set<number> | undefined;
Object.assign(globalThis, {
  __mutant(id: number): boolean {
    reached?.add(id);
    if (active > 0 && ++asked > ASKED_MAX) throw new Error("a mutant made a loop endless");
    return id === active;
  },
});
const { collected } = (await import(process.argv[2] ?? "")) as { collected: readonly Test[] };

const testsOf = new Map<number, Test[]>();
const broken: string[] = [];
for (const one of collected) {
  const sites = new Set<number>();
  reached = sites;
  try {
    await one.body();
  } catch (error) {
    broken.push(`${one.title}: ${String(error).slice(0, 300)}`);
  }
  for (const id of sites) {
    const tests = testsOf.get(id);
    if (tests) tests.push(one);
    else testsOf.set(id, [one]);
  }
}
reached = undefined;
process.send?.({ kind: "ready", tests: collected.length, broken });

process.on("message", async (id: number) => {
  active = id;
  let noticed: string | undefined;
  for (const one of testsOf.get(id) ?? []) {
    asked = 0;
    try {
      await one.body();
    } catch {
      noticed = one.title;
      break;
    }
  }
  active = 0;
  process.send?.({ kind: "tried", id, noticed, reached: testsOf.has(id) });
});
