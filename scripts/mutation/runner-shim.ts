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

export function describe(title: string, body: Body): void {
  titles.push(title);
  body();
  titles.pop();
}
describe.each = (rows: readonly unknown[]) => (title: string, body: Body) => {
  for (const given of argumentsOf(rows)) describe(title, () => body(...given));
};

export function it(title: string, body: Body): void {
  collected.push({ title: [...titles, title].join(" > "), body });
}
it.each = (rows: readonly unknown[]) => (title: string, body: Body) => {
  for (const given of argumentsOf(rows)) it(title, () => body(...given));
};
export const test = it;

/** Rows that are all lists are lists of arguments; otherwise each row is the one argument. */
function argumentsOf(rows: readonly unknown[]): readonly (readonly unknown[])[] {
  return rows.every((row) => Array.isArray(row)) ? rows : rows.map((row) => [row]);
}
