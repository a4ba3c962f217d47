/** Tries one-line breaks on the tests of a bundle, within this process. */
import { pathToFileURL } from "node:url";
import type { collected as Collected } from "./runner-shim.js";

export type Test = (typeof Collected)[number];

/** A break that makes a loop endless is noticed by its asking for sites far more often than its test does without it. */
const ASKED_MORE = 300_000;
const ASKED_TIMES = 20;

let active = 0;
let asked = 0;
let askedMax = ASKED_MORE;
let reached: Set<number> | undefined;
const askedBy = new Map<string, number>();

Object.assign(globalThis, {
  __mutant(id: number): boolean {
    reached?.add(id);
    if (++asked > askedMax) throw new Error("a mutant made a loop endless");
    return id === active;
  },
});

/** Loads a bundle, with no mutant switched on, and tells the sites that are reached by that alone. */
export async function loadTests(
  bundle: string,
): Promise<{ readonly tests: readonly Test[]; readonly sites: ReadonlySet<number> }> {
  const sites = new Set<number>();
  reached = sites;
  const { collected } = (await import(pathToFileURL(bundle).href)) as {
    collected: readonly Test[];
  };
  reached = undefined;
  return { tests: collected, sites };
}

/** The sites that a test reaches without any mutant, and its failure if it fails. */
export async function sitesOf(
  test: Test,
): Promise<{ readonly sites: ReadonlySet<number>; readonly failure?: unknown }> {
  const sites = new Set<number>();
  reached = sites;
  asked = 0;
  askedMax = Number.POSITIVE_INFINITY;
  try {
    await test.body();
    return { sites };
  } catch (failure) {
    return { sites, failure };
  } finally {
    reached = undefined;
    askedBy.set(test.title, asked);
  }
}

/** Whether a test fails on a mutant. */
export async function notices(test: Test, mutant: number): Promise<boolean> {
  active = mutant;
  asked = 0;
  askedMax = ASKED_TIMES * (askedBy.get(test.title) ?? 0) + ASKED_MORE;
  try {
    await test.body();
    return false;
  } catch {
    return true;
  } finally {
    active = 0;
  }
}

/** Loads the bundle once more with a mutant switched on, for breaks of what is computed while loading; says who noticed. */
export async function noticedAfterLoading(
  bundle: string,
  mutant: number,
): Promise<string | undefined> {
  active = mutant;
  asked = 0;
  askedMax = ASKED_MORE;
  let tests: readonly Test[];
  try {
    const fresh = `${pathToFileURL(bundle).href}?mutant=${mutant}`;
    ({ collected: tests } = (await import(fresh)) as { collected: readonly Test[] });
  } catch {
    return "loading the tests";
  } finally {
    active = 0;
  }
  for (const test of tests) if (await notices(test, mutant)) return test.title;
  return undefined;
}
