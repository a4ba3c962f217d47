/**
 * A test that prints fails: a library has no business on the console, and noise hides the next real message.
 *
 * A test that expects output replaces the method itself, for example with `vi.spyOn(console, "warn")`, before it acts.
 */
import { afterEach, beforeEach, expect } from "vitest";

const methods = ["log", "info", "warn", "error", "debug"] as const;
const original = { ...console };
let printed: string[] = [];

beforeEach(() => {
  printed = [];
  for (const method of methods) {
    console[method] = (...args: unknown[]) => {
      printed.push(`console.${method}(${args.map(String).join(", ")})`);
    };
  }
});

afterEach(() => {
  for (const method of methods) console[method] = original[method];
  expect(printed, "nothing is printed to the console during a test").toEqual([]);
});
