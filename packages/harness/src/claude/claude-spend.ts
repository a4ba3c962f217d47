/**
 * What a turn of Claude Code has spent: while it runs by the tokens of its requests and a table of prices, and once it
 * tells, by its own account.
 */
import {
  isJsonObject,
  type JsonObject,
  nanoFromUsd,
  ownField,
  type TokenUsage,
  USD_MAX,
} from "@crucible/core";
import { costNanoOf, dearestPrice, type PriceTable, priceOf } from "../prices/price-table.js";
import { countIn, objectIn, objectsOf, textIn } from "../stream/fields.js";
import { NO_TOKENS, NOTHING_SPENT, type Spend } from "../turn/agent-stream.js";
import { bytesIn, type Exchanged, guessedSpend, guessedTokens, tokensOf } from "../turn/guess.js";

/** What the agent's instructions and tools come to in a request, about. */
const OWN_BYTES = 115_000;

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
  #addedUsd = 0;
  #isClosed = false;
  /** Of the answer under way, and of those that broke off. */
  #untoldBytes = 0;
  #brokenBytes = 0;
  readonly #model: string;

  /** `model` is the one that was asked for. */
  constructor(table: PriceTable, model: string) {
    this.#table = table;
    this.#model = model;
  }

  get now(): Spend {
    return this.#now;
  }

  /** A request began; `who` made it. */
  begin(who: string, message: JsonObject): void {
    const before = this.#open.get(who);
    if (before !== undefined) {
      this.#done.push(before);
      this.#brokenBytes += this.#untoldBytes;
      this.#untoldBytes = 0;
    }
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
    this.#untoldBytes = 0;
    const tokens = { ...request.tokens, output: countIn(usage, "output_tokens") };
    this.#open.set(who, { ...request, tokens });
    this.#add();
  }

  /** A request said more of its answer, of which it tells the count only at its end. */
  said(text: string): void {
    this.#untoldBytes += bytesIn(text);
  }

  /**
   * The agent's own account of the turn. Versions whose total counts on over a resumed conversation tell apart what was
   * added since the result before, also when that is nothing. The account of a turn that failed may leave out an answer
   * that had begun.
   */
  close(result: JsonObject): void {
    const told = tokensIn(objectIn(result, "usage"));
    const tokens = isNothing(told) ? this.#now.tokens : told;
    const usd = this.#addedIn(result) ?? countIn(result, "total_cost_usd");
    const costNano = nanoFromUsd(Math.min(usd, USD_MAX));
    const isShort = ownField(result, "is_error") === true && costNano < (this.#now.costNano ?? 0);
    if (isShort || (usd === 0 && !isNothing(tokens))) {
      if (!isShort) this.#now = { ...this.#now, tokens };
      return;
    }
    this.#isClosed = !isNothing(tokens) || costNano > 0;
    this.#now = { tokens, costNano, basis: "agent" };
  }

  /** What the turn is taken to have used beyond what was told of it, when it was ended before the agent gave its account. */
  guess(sent: Omit<Exchanged, "ownBytes">, isAsked: boolean): Spend | undefined {
    if (this.#isClosed) return undefined;
    const { tokens, costNano } = this.#now;
    const price = priceOf(this.#table, this.#model) ?? dearestPrice(this.#table);
    if (isNothing(tokens)) {
      if (!isAsked) return undefined;
      return guessedSpend(price, guessedTokens({ ...sent, ownBytes: OWN_BYTES }));
    }
    const begunBytes = this.#untoldBytes + this.#brokenBytes;
    if (costNano !== null && begunBytes === 0) return undefined;
    const begun = guessedSpend(price, { ...NO_TOKENS, output: tokensOf(begunBytes) });
    const known =
      costNano === null ? guessedSpend(dearestPrice(this.#table), tokens) : { tokens, costNano };
    if (begun === undefined || known === undefined) return undefined;
    return {
      tokens: sum(tokens, begun.tokens),
      costNano: (known.costNano ?? 0) + (begun.costNano ?? 0),
      basis: "estimate",
    };
  }

  /** Dollars added by all results so far, where they tell that. */
  #addedIn(result: JsonObject): number | undefined {
    const since = ownField(result, "model_usage_since_last_result");
    if (!isJsonObject(since)) return undefined;
    this.#addedUsd += objectsOf(since).reduce((sum, model) => sum + countIn(model, "costUSD"), 0);
    return this.#addedUsd;
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
