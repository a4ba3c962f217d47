/**
 * What a turn is taken to have used of which neither the agent nor its records tell, because it was ended too early. Its
 * requests were sent and will be charged, so they are never counted as nothing: their size is known about, and so is how
 * many bytes make a token.
 */
import type { TokenUsage } from "@crucible/core";
import { costNanoOf, type ModelPrice } from "../prices/price-table.js";
import type { Spend } from "./agent-stream.js";

const BYTES_A_TOKEN = 4;

/** Bytes of an ended turn. */
export interface Exchanged {
  /** Of the agent's own instructions and tools, which go with every request. */
  readonly ownBytes: number;
  readonly promptBytes: number;
  /** What its tools gave back. */
  readonly resultBytes: number;
  /** What the model said and asked for. */
  readonly saidBytes: number;
  /** Requests that followed the first. */
  readonly followed: number;
}

/** Each request sends everything before it again, which a cache holds by then. */
export function guessedTokens(exchanged: Exchanged): TokenUsage {
  const { ownBytes, promptBytes, resultBytes, saidBytes, followed } = exchanged;
  return {
    input: tokensOf(ownBytes + promptBytes + resultBytes),
    cacheRead: followed * tokensOf(ownBytes + promptBytes),
    cacheWrite: 0,
    output: tokensOf(saidBytes),
  };
}

export function guessedSpend(price: ModelPrice | undefined, used: TokenUsage): Spend | undefined {
  if (price === undefined) return undefined;
  return { tokens: used, costNano: costNanoOf(price, used), basis: "estimate" };
}

export function bytesIn(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** About so many tokens. */
export function tokensOf(bytes: number): number {
  return Math.ceil(bytes / BYTES_A_TOKEN);
}
