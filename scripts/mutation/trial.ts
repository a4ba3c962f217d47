/** Tries one-line breaks on the tests of a bundle, within this process. */
import { pathToFileURL } from "node:url";
import type { CollectedTest } from "./runner-shim.js";

export type Test = CollectedTest;

/** How a test ended with a mutant switched on. A stray one may still be at work in this process: it never came to an end, or something that it did not wait for failed. */
export type Noticed = "no" | "failed" | "stray";

/** A break that makes a loop endless is noticed by its asking for sites far more often than its test does without it. */
const ASKED_MORE = 300_000;
const ASKED_TIMES = 20;

/** A break that makes a test wait for ever is noticed by the test taking far longer than it does without it. */
const TAKES_MORE_MS = 10_000;
const TAKES_TIMES = 20;

/** What a test does without any mutant. */
export interface Usual {
  /** The sites that it reaches. */
  readonly sites: readonly number[];
  readonly asked: number;
  readonly tookMs: number;
}

let active = 0;
let asked = 0;
let askedMax = ASKED_MORE;
let reached: Set<number> | undefined;
/** Told of failures that nobody waits for; a runner of tests counts them as its own. */
let stray: () => void = () => undefined;
for (const event of ["unhandledRejection", "uncaughtException"] as const) {
  process.on(event, () => stray());
}
/** By the numbers of tests. */
const usualOf = new Map<number, Omit<Usual, "sites">>();

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

/** Runs a test without any mutant; tells what it does then, and its failure if it fails. */
export async function usualRunOf(test: Test): Promise<Usual & { readonly failure?: unknown }> {
  const sites = new Set<number>();
  reached = sites;
  asked = 0;
  askedMax = Number.POSITIVE_INFINITY;
  const startMs = performance.now();
  const failure = await test.body().then(
    () => ({}),
    (problem: unknown) => ({ failure: problem }),
  );
  reached = undefined;
  const usual = { sites: [...sites], asked, tookMs: performance.now() - startMs };
  expectUsual(test, usual);
  return { ...usual, ...failure };
}

/** From now on, doing far more than this counts as noticing. */
export function expectUsual(test: Test, { asked, tookMs }: Omit<Usual, "sites">): void {
  usualOf.set(test.number, { asked, tookMs });
}

/** Whether a test fails on a mutant. */
export async function notices(test: Test, mutant: number): Promise<Noticed> {
  const usual = usualOf.get(test.number) ?? { asked: 0, tookMs: 0 };
  active = mutant;
  asked = 0;
  askedMax = ASKED_TIMES * usual.asked + ASKED_MORE;
  let timer: NodeJS.Timeout | undefined;
  const astray = new Promise<"stray">((resolve) => {
    stray = () => resolve("stray");
    timer = setTimeout(stray, TAKES_TIMES * usual.tookMs + TAKES_MORE_MS);
  });
  const ended = test.body().then(
    async (): Promise<Noticed> => {
      // What the test did not wait for is told of a turn later.
      await new Promise((resolve) => setImmediate(resolve));
      return "no";
    },
    (): Noticed => "failed",
  );
  try {
    return await Promise.race([ended, astray]);
  } finally {
    clearTimeout(timer);
    stray = () => undefined;
    active = 0;
  }
}

/** What came of trying a mutant. */
export interface Trial {
  /** The test that noticed. */
  readonly noticed?: string;
  /** A test may still be at work, so nothing more is to be tried in this process. */
  readonly spent?: true;
}

/** Tries a mutant on one test after another, until one notices. */
export async function tryOn(tests: readonly Test[], mutant: number): Promise<Trial> {
  for (const test of tests) {
    const noticed = await notices(test, mutant);
    if (noticed === "stray") return { noticed: test.title, spent: true };
    if (noticed === "failed") return { noticed: test.title };
  }
  return {};
}

/** Loads the bundle once more with a mutant switched on, for breaks of what is computed while loading, and tries it on all tests. */
export async function tryAfterLoading(bundle: string, mutant: number): Promise<Trial> {
  active = mutant;
  asked = 0;
  askedMax = ASKED_MORE;
  let tests: readonly Test[];
  try {
    const fresh = `${pathToFileURL(bundle).href}?mutant=${mutant}`;
    ({ collected: tests } = (await import(fresh)) as { collected: readonly Test[] });
  } catch {
    return { noticed: "loading the tests" };
  } finally {
    active = 0;
  }
  return await tryOn(tests, mutant);
}
