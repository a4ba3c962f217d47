/**
 * List prices as their makers published them, standard tier and prompts of ordinary length. They change: a host may give
 * a table of its own, and a model that is not in it has no price, which is never taken for nothing.
 */
import type { ModelPrice, PriceTable } from "./price-table.js";

const OPUS: ModelPrice = { input: 5, cacheRead: 0.5, cacheWrite: 6.25, output: 25 };
const SONNET: ModelPrice = { input: 3, cacheRead: 0.3, cacheWrite: 3.75, output: 15 };

export const PRICES: PriceTable = Object.freeze({
  date: "2026-10-24",
  prices: new Map<string, ModelPrice>([
    ["claude-opus-4-5", OPUS],
    ["claude-opus-4-6", OPUS],
    ["claude-opus-4-7", OPUS],
    ["claude-opus-4-8", OPUS],
    ["claude-opus-5", OPUS],
    ["claude-opus-5-5", { input: 4, cacheRead: 0.2, cacheWrite: 5, output: 20 }],
    ["claude-sonnet-4-5", SONNET],
    ["claude-sonnet-4-6", SONNET],
    ["claude-sonnet-5", { input: 2, cacheRead: 0.2, cacheWrite: 2.5, output: 10 }],
    ["claude-sonnet-5-5", { input: 2, cacheRead: 0.1, cacheWrite: 2.5, output: 10 }],
    ["claude-haiku-4-5", { input: 1, cacheRead: 0.1, cacheWrite: 1.25, output: 5 }],
    ["gpt-5.2", { input: 1.75, cacheRead: 0.175, cacheWrite: 1.75, output: 14 }],
    ["gpt-5.4", { input: 2.5, cacheRead: 0.25, cacheWrite: 2.5, output: 15 }],
    ["gpt-5.6-sol", { input: 4, cacheRead: 0.4, cacheWrite: 5, output: 20 }],
    ["gpt-5.6", { input: 4, cacheRead: 0.4, cacheWrite: 5, output: 20 }],
    ["gpt-6-sol", { input: 2, cacheRead: 0.2, cacheWrite: 2.5, output: 10 }],
    ["gpt-6.1-sol", { input: 2, cacheRead: 0.1, cacheWrite: 2.5, output: 10 }],
  ]),
});
