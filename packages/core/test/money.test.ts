/** Money is whole nano-dollars: exact where it is added, rounded up where it comes in. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { NANO_PER_USD, nanoFromUsd, USD_MAX, usdFromNano } from "../src/index.js";

describe("nanoFromUsd", () => {
  test.each<[string, number, number]>([
    ["nothing", 0, 0],
    ["a dollar", 1, 1_000_000_000],
    ["ten cents", 0.1, 100_000_000],
    ["what ten cents times three leave", 0.1 * 3, 300_000_000],
    ["one nano-dollar", 1e-9, 1],
    ["a fraction of a nano-dollar counts as one", 1e-10, 1],
    ["the smallest spend counts as one", 1e-300, 1],
    ["a fraction above a whole one", 1.5e-9, 2],
    ["the most", USD_MAX, USD_MAX * NANO_PER_USD],
  ])("%s", (_, usd, nano) => {
    expect(nanoFromUsd(usd)).toBe(nano);
  });

  test.each([-1, -1e-300, Number.NaN, Number.POSITIVE_INFINITY, USD_MAX + 1])(
    "refuses %s",
    (usd) => {
      expect(() => nanoFromUsd(usd)).toThrow(RangeError);
    },
  );

  test("ten lanes at ten cents are exactly a dollar", () => {
    const total = Array.from({ length: 10 }, () => nanoFromUsd(0.1)).reduce((a, b) => a + b);
    expect(total).toBe(nanoFromUsd(1));
  });

  test("is never below what was spent and less than two nano-dollars above", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1000, noNaN: true }), (usd) => {
        const nano = nanoFromUsd(usd);
        expect(nano).toBeGreaterThanOrEqual(usd * NANO_PER_USD * (1 - 2 ** -49));
        expect(nano).toBeLessThan(usd * NANO_PER_USD + 2);
      }),
    );
  });

  test("undoes usdFromNano", () => {
    fc.assert(
      fc.property(fc.nat(2 ** 30), fc.nat(2 ** 20), (high, low) => {
        const nano = high * 2 ** 20 + low;
        expect(nanoFromUsd(usdFromNano(nano))).toBe(nano);
      }),
    );
  });
});
