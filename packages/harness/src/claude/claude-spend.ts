/**
 * What a turn of Claude Code has spent: while it runs by the tokens of its requests and a table of prices, and once it
 * tells, by its own account.
 */
import { type JsonObject, nanoFromUsd, type TokenUsage, USD_MAX } from "@crucible/core";
import { costNanoOf, type PriceTable, priceOf } from "../prices/price-table.js";
import { countIn, objectIn, objectsOf, textIn } from "../stream/fields.js";
import { NO_TOKENS, NOTHING_SPENT, type Spend } from "../turn/agent-stream.js";

interface Request {
  readonly model: string;
  readonly tokens: TokenUsage;
}

export class ClaudeSpend {
  readonly #table: PriceTable;
  /** The request under way of the agent itself and of each helper that it started. */
  readonly #open = new Map<string, Request>();
  readonly #done: Request[] = [];
  #now: Spend = NOTHING_SPENT;

  constructor(table: PriceTable) {
    this.#table = table;
  }

  get now(): Spend {
    return this.#now;
  }

  /** A request began; `who` made it. */
  begin(who: string, message: JsonObject): void {
    const before = this.#open.get(who);
    if (before !== undefined) this.#done.push(before);
    const usage = objectIn(message, "usage");
    // The count of what comes out is a placeholder until the request is over.
    const tokens = { ...tokensIn(usage), output: 0 };
    this.#open.set(who, { model: textIn(message, "model"), tokens });
    this.#add();
  }

  /** A request told what came out of it. */
  told(who: string, usage: JsonObject): void {
    const request = this.#open.get(who);
    if (request === undefined) return;
    const tokens = { ...request.tokens, output: countIn(usage, "output_tokens") };
    this.#open.set(who, { ...request, tokens });
    this.#add();
  }

  /** The agent's own account of the turn. A resumed conversation may count on in its total; what it adds to is told apart. */
  close(result: JsonObject): void {
    const since = objectsOf(objectIn(result, "model_usage_since_last_result"));
    const usd =
      since.length > 0
        ? since.reduce((sum, model) => sum + countIn(model, "costUSD"), 0)
        : countIn(result, "total_cost_usd");
    const told = tokensIn(objectIn(result, "usage"));
    const tokens = isNothing(told) ? this.#now.tokens : told;
    if (usd === 0 && !isNothing(tokens)) {
      this.#now = { ...this.#now, tokens };
      return;
    }
    this.#now = { tokens, costNano: nanoFromUsd(Math.min(usd, USD_MAX)), basis: "agent" };
  }

  #add(): void {
    let tokens = NO_TOKENS;
    let costNano: number | null = 0;
    for (const request of [...this.#done, ...this.#open.values()]) {
      tokens = sum(tokens, request.tokens);
      const price = priceOf(this.#table, request.model);
      if (price === undefined || costNano === null) costNano = null;
      else costNano += costNanoOf(price, request.tokens);
    }
    this.#now = { tokens, costNano, basis: costNano === null ? "unknown" : "price_table" };
  }
}

function tokensIn(usage: JsonObject): TokenUsage {
  return {
    input: countIn(usage, "input_tokens"),
    cacheRead: countIn(usage, "cache_read_input_tokens"),
    cacheWrite: countIn(usage, "cache_creation_input_tokens"),
    output: countIn(usage, "output_tokens"),
  };
}

function sum(a: TokenUsage, b: TokenUsage): TokenUsage {
  return {
    input: a.input + b.input,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    output: a.output + b.output,
  };
}

function isNothing({ input, cacheRead, cacheWrite, output }: TokenUsage): boolean {
  return input + cacheRead + cacheWrite + output === 0;
}
