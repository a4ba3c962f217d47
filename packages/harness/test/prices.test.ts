import { describe, expect, it } from "vitest";
import { costNanoOf, priceOf } from "../src/prices/price-table.js";
import { PRICES } from "../src/prices/prices.js";

describe("the price of a model", () => {
  it.each([
    ["claude-sonnet-4-5", 3],
    ["claude-sonnet-4-5-20250929", 3],
    ["claude-opus-4-6[1m]", 5],
    ["gpt-5.4", 2.5],
    ["gpt-5.4-2026-03-05", 2.5],
  ])("of %s is known", (model, input) => {
    expect(priceOf(PRICES, model)?.input).toBe(input);
  });

  it.each(["gpt-5.4-mini", "claude-sonnet", "", "__proto__"])("of %j is not guessed", (model) => {
    expect(priceOf(PRICES, model)).toBeUndefined();
  });

  it("counts each kind of token, in whole nano-dollars", () => {
    const price = { input: 3, cacheRead: 0.3, cacheWrite: 3.75, output: 15 };
    const tokens = { input: 1, cacheRead: 1, cacheWrite: 1, output: 1 };
    expect(costNanoOf(price, tokens)).toBe(22_050);
    expect(costNanoOf(price, { input: 0, cacheRead: 1, cacheWrite: 0, output: 0 })).toBe(300);
  });

  it("is dated, and no model in it is free", () => {
    expect(PRICES.date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    for (const price of PRICES.prices.values()) {
      expect(Math.min(...Object.values(price))).toBeGreaterThan(0);
    }
  });
});
