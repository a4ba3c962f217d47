/**
 * A stand-in for the test runner inside a mutation worker: it collects the tests of a bundle and hands them over, so that
 * one process can run them for thousands of mutants. Assertions are the runner's own.
 */
import { JestAsymmetricMatchers, JestChaiExpect, JestExtend } from "@vitest/expect";
import * as chai from "chai";

chai.use(JestExtend);
chai.use(JestChaiExpect);
chai.use(JestAsymmetricMatchers);

export const expect = chai.expect;
type Body = (...given: readonly unknown[]) => unknown;

export const collected: { readonly title: string; readonly body: Body }[] = [];
const titles: string[] = [];

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
  collected.push({ title: [...titles, title].join(" > "), body: bodyOf(rest) });
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
