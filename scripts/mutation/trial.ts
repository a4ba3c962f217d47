/** Tries one-line breaks on the tests of a bundle, within this process. */
import type { collected as Collected } from "./runner-shim.js";

export type Test = (typeof Collected)[number];

/** A break that makes a loop endless is noticed by its asking for sites without end. */
const ASKED_MAX = 3_000_000;

let active = 0;
let asked = 0;
let reached: Set<number> | undefined;

/** Loads a bundle made by `bundleWithMutants`; no mutant is switched on. */
export async function loadTests(bundle: string): Promise<readonly Test[]> {
  Object.assign(globalThis, {
    __mutant(id: number): boolean {
      reached?.add(id);
      if (active > 0 && ++asked > ASKED_MAX) throw new Error("a mutant made a loop endless");
      return id === active;
    },
  });
  return ((await import(bundle)) as { collected: readonly Test[] }).collected;
}

/** The sites that a test reaches without any mutant, and its failure if it fails. */
export async function sitesOf(
  test: Test,
): Promise<{ readonly sites: ReadonlySet<number>; readonly failure?: unknown }> {
  const sites = new Set<number>();
  reached = sites;
  try {
    await test.body();
    return { sites };
  } catch (failure) {
    return { sites, failure };
  } finally {
    reached = undefined;
  }
}

/** Whether a test fails on a mutant. */
export async function notices(test: Test, mutant: number): Promise<boolean> {
  active = mutant;
  asked = 0;
  try {
    await test.body();
    return false;
  } catch {
    return true;
  } finally {
    active = 0;
  }
}
