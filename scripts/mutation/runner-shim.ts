/**
 * A stand-in for the test runner inside a mutation worker: it collects the tests of a bundle and hands them over, so that
 * one process can run them for thousands of mutants. Assertions are the runner's own, but for the comparison with a file.
 */
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { JestAsymmetricMatchers, JestChaiExpect, JestExtend } from "@vitest/expect";
import * as chai from "chai";

chai.use(JestExtend);
chai.use(JestChaiExpect);
chai.use(JestAsymmetricMatchers);

export const expect = chai.expect;
type Body = (...given: readonly unknown[]) => unknown;

export interface CollectedTest {
  /** Its place among all; the same whenever the bundle is loaded. */
  readonly number: number;
  readonly title: string;
  /** Runs the test and then what it asked for at its end. */
  readonly body: () => Promise<void>;
}

export const collected: CollectedTest[] = [];
const titles: string[] = [];
let file = "";
/** Of the test that is running. */
let itsFile = "";
let atItsEnd: (() => unknown)[] = [];

/** The tests that follow are of this file. */
export function beginFile(path: string): void {
  file = path;
}

/** Time limits of tests are not kept here: a worker has its own. */
export const vi = { setConfig(): void {} };

export function onTestFinished(act: () => unknown): void {
  atItsEnd.unshift(act);
}

/** Before a runner wraps it, it wants to be told what it extends. */
interface Extendable {
  extend(...given: readonly unknown[]): void;
}
const fileMatchers = {
  toMatchFileSnapshot(received: unknown, path: string) {
    const expected = readFileSync(resolve(dirname(itsFile), path), "utf8");
    return { pass: received === expected, message: () => `differs from ${path}` };
  },
};
(expect as unknown as Extendable).extend(expect, fileMatchers);

export function describe(title: string, ...rest: readonly unknown[]): void {
  titles.push(title);
  bodyOf(rest)();
  titles.pop();
}
describe.each =
  (rows: readonly unknown[]) =>
  (title: string, ...rest: readonly unknown[]) => {
    for (const given of argumentsOf(rows)) describe(title, () => bodyOf(rest)(...given));
  };

export function it(title: string, ...rest: readonly unknown[]): void {
  const body = bodyOf(rest);
  const ofFile = file;
  collected.push({
    number: collected.length,
    title: [...titles, title].join(" > "),
    async body() {
      itsFile = ofFile;
      atItsEnd = [];
      try {
        await body();
      } finally {
        for (const act of atItsEnd) await act();
      }
    },
  });
}
it.each =
  (rows: readonly unknown[]) =>
  (title: string, ...rest: readonly unknown[]) => {
    for (const given of argumentsOf(rows)) it(title, () => bodyOf(rest)(...given));
  };

/** `test` is another name of `it`; a function of its own keeps one meaning a name. */
export function test(title: string, ...rest: readonly unknown[]): void {
  it(title, ...rest);
}
test.each = it.each;

/** Options may stand before the body; they are about time, which does not count here. */
function bodyOf(rest: readonly unknown[]): Body {
  const body = rest.find((one) => typeof one === "function");
  if (body === undefined) throw new Error("a test without a body");
  return body as Body;
}

/** Rows that are all lists are lists of arguments; otherwise each row is the one argument. */
function argumentsOf(rows: readonly unknown[]): readonly (readonly unknown[])[] {
  return rows.every((row) => Array.isArray(row)) ? rows : rows.map((row) => [row]);
}
