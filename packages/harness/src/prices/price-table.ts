/** What models cost, for agents that tell tokens and no prices, and for turns that were ended before they told. */
import { NANO_PER_USD, type TokenUsage, USD_MAX } from "@crucible/core";

/** Dollars for a million tokens. */
export interface ModelPrice {
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
}

export interface PriceTable {
  /** When the prices were read, `YYYY-MM-DD`. */
  readonly date: string;
  readonly prices: ReadonlyMap<string, ModelPrice>;
}

const TOKENS_A_PRICE = 1_000_000;

/** The price of a model by its name; a date at its end and a variant in brackets make no other price. */
export function priceOf(table: PriceTable, model: string): ModelPrice | undefined {
  const plain = model.replace(/\[[^\]]*\]$/, "");
  const undated = plain.replace(/-(\d{8}|\d{4}-\d{2}-\d{2})$/, "");
  return table.prices.get(model) ?? table.prices.get(plain) ?? table.prices.get(undated);
}

/** Its dearest model's, for one that is not in it: an estimate that is too high stops a run in time. */
export function dearestPrice(table: PriceTable): ModelPrice | undefined {
  const prices = [...table.prices.values()];
  return prices.reduce<ModelPrice | undefined>(
    (most, price) => (most === undefined || price.output > most.output ? price : most),
    undefined,
  );
}

/** In nano-dollars, rounded up. */
export function costNanoOf(price: ModelPrice, tokens: TokenUsage): number {
  const usd =
    tokens.input * price.input +
    tokens.cacheRead * price.cacheRead +
    tokens.cacheWrite * price.cacheWrite +
    tokens.output * price.output;
  const nano = Math.ceil((usd / TOKENS_A_PRICE) * NANO_PER_USD - 1e-6);
  return Math.min(nano, USD_MAX * NANO_PER_USD);
}
