/** Reads the stream of `codex exec --json`. */
import {
  type HarnessEvent,
  isJsonObject,
  type JsonObject,
  ownField,
  type TokenUsage,
} from "@crucible/core";
import { costNanoOf, type PriceTable, priceOf } from "../prices/price-table.js";
import { countIn, objectIn, objectsIn, shown, textIn } from "../stream/fields.js";
import {
  type AgentStream,
  type Ending,
  NO_TOKENS,
  NOTHING_SPENT,
  PRESENCE,
  progress,
  type Spend,
  type Taken,
} from "../turn/agent-stream.js";
import { bytesIn, guessedSpend, guessedTokens } from "../turn/guess.js";
import { codexFailure } from "./codex-ending.js";

/** What the agent's instructions and tools come to in a request, about. */
const OWN_BYTES = 40_000;
/** An answer that had begun is paid for; a request that was refused or never arrived is not. */
const BROKEN_OFF = /stream disconnected/;

export interface CodexStreamOptions {
  readonly model: string;
  readonly prices: PriceTable;
  readonly prompt: string;
  readonly version?: string;
  /** What the conversation had used before this turn: its count goes on over all turns. */
  readonly before?: TokenUsage;
}

export class CodexStream implements AgentStream {
  session: string | undefined;
  readonly model: string;
  ending: Ending | undefined;
  spend: Spend = NOTHING_SPENT;
  /** What the conversation has used by now. */
  total: TokenUsage;
  readonly #options: CodexStreamOptions;
  readonly #denials = new Set<string>();
  readonly #working = new Set<string>();
  #lastText = "";
  /** Whether a request is with the server as far as is known, or was answered in part. */
  #isAsked = false;
  #resultBytes = 0;
  #saidBytes = 0;
  /** Requests beyond the first: one after each use of a tool, and one for each answer that broke off. */
  #followed = 0;

  constructor(options: CodexStreamOptions) {
    this.model = options.model;
    this.#options = options;
    this.total = options.before ?? NO_TOKENS;
  }

  get denials(): readonly string[] {
    return [...this.#denials];
  }

  get isBusy(): boolean {
    return this.#working.size > 0;
  }

  get guess(): Spend | undefined {
    const isKnown = this.spend.costNano !== null && this.spend !== NOTHING_SPENT;
    if (isKnown || (this.spend === NOTHING_SPENT && !this.#isAsked)) return undefined;
    const used = guessedTokens({
      ownBytes: OWN_BYTES,
      promptBytes: bytesIn(this.#options.prompt),
      resultBytes: this.#resultBytes,
      saidBytes: this.#saidBytes,
      followed: this.#followed,
    });
    return guessedSpend(priceOf(this.#options.prices, this.model), used);
  }

  take(event: JsonObject): Taken {
    switch (textIn(event, "type")) {
      case "thread.started":
        return this.#begin(textIn(event, "thread_id"));
      case "turn.started":
        this.#isAsked = true;
        return PRESENCE;
      case "item.started":
      case "item.updated":
        return this.#item(objectIn(event, "item"), false);
      case "item.completed":
        return this.#item(objectIn(event, "item"), true);
      case "error":
        this.#breakOff(textIn(event, "message"));
        // Whether it tries again or gives up is told by what follows.
        return {
          events: [{ kind: "retry", detail: shown(textIn(event, "message")) }],
          sign: "retry",
        };
      case "turn.completed":
        return this.#complete(event);
      case "turn.failed":
        this.#working.clear();
        return this.#fail(textIn(objectIn(event, "error"), "message"));
      default:
        return { events: [{ kind: "unknown", raw: shown(event) }], sign: "presence" };
    }
  }

  #begin(thread: string): Taken {
    this.session = thread;
    const { model, version } = this.#options;
    const started = { kind: "started", session: thread, model } as const;
    return {
      events: [version === undefined ? started : { ...started, version }],
      sign: "presence",
    };
  }

  #item(item: JsonObject, isDone: boolean): Taken {
    const type = textIn(item, "type");
    if (type === "error") {
      return {
        events: isDone ? [{ kind: "warning", message: textIn(item, "message") }] : [],
        sign: "presence",
      };
    }
    // The model answered: from here on what the turn costs is not known until the agent tells.
    if (this.spend === NOTHING_SPENT) {
      this.spend = { tokens: NO_TOKENS, costNano: null, basis: "unknown" };
    }
    const isNew = this.#follow(textIn(item, "id"), isDone);
    return progress(...this.#shown(type, item, isDone, isNew));
  }

  /** Whether the item was not met before. */
  #follow(id: string, isDone: boolean): boolean {
    const isNew = !this.#working.has(id);
    if (isDone) this.#working.delete(id);
    else this.#working.add(id);
    return isNew;
  }

  #shown(type: string, item: JsonObject, isDone: boolean, isNew: boolean): readonly HarnessEvent[] {
    switch (type) {
      case "agent_message":
        if (!isDone) return [];
        this.#lastText = textIn(item, "text");
        this.#saidBytes += bytesIn(this.#lastText);
        return [{ kind: "text", text: this.#lastText }];
      case "reasoning":
        return isDone ? [{ kind: "thinking", text: textIn(item, "text") }] : [];
      case "command_execution":
        return this.#tool("shell", textIn(item, "command"), item, isDone, isNew);
      case "file_change":
        return this.#tool("edit", pathsOf(item), item, isDone, isNew);
      case "mcp_tool_call": {
        const name = `${textIn(item, "server")}.${textIn(item, "tool")}`;
        return this.#tool(name, shown(ownField(item, "arguments")), item, isDone, isNew);
      }
      case "web_search":
        return this.#tool("web_search", textIn(item, "query"), item, isDone, isNew);
      case "todo_list":
        return [];
      default:
        return isDone ? [{ kind: "unknown", raw: shown(item) }] : [];
    }
  }

  #tool(
    name: string,
    detail: string,
    item: JsonObject,
    isDone: boolean,
    isNew: boolean,
  ): readonly HarnessEvent[] {
    const events: HarnessEvent[] = isNew ? [{ kind: "tool", name, detail }] : [];
    if (!isDone) return events;
    this.#followed += 1;
    this.#saidBytes += bytesIn(detail);
    const status = textIn(item, "status");
    if (status === "declined") {
      this.#denials.add(name);
      return [...events, { kind: "denied", name, detail }];
    }
    const exit = ownField(item, "exit_code");
    const failed = status === "failed" || (typeof exit === "number" && exit !== 0);
    const output = textIn(item, "aggregated_output");
    this.#resultBytes += bytesIn(output);
    return [...events, { kind: "tool_result", name, failed, output }];
  }

  #breakOff(message: string): void {
    this.#isAsked = BROKEN_OFF.test(message);
    if (this.#isAsked && message.startsWith("Reconnecting")) this.#followed += 1;
  }

  #fail(message: string): Taken {
    this.ending = codexFailure(message);
    this.#isAsked = BROKEN_OFF.test(message);
    return progress();
  }

  #complete(event: JsonObject): Taken {
    this.#working.clear();
    this.ending = { kind: "completed", text: this.#lastText };
    const usage = ownField(event, "usage");
    if (!isJsonObject(usage)) return progress();
    this.#count(tokensIn(usage));
    return progress();
  }

  /** What the conversation has used by the agent's own records, which it writes after each request; told last, the stream counts. */
  account(usage: JsonObject): void {
    if (this.ending?.kind === "completed") return;
    const total = tokensIn(usage);
    if (JSON.stringify(total) !== JSON.stringify(this.total)) this.#count(total);
  }

  #count(total: TokenUsage): void {
    this.total = total;
    const tokens = difference(total, this.#options.before ?? NO_TOKENS);
    const price = priceOf(this.#options.prices, this.model);
    this.spend =
      price === undefined
        ? { tokens, costNano: null, basis: "unknown" }
        : { tokens, costNano: costNanoOf(price, tokens), basis: "price_table" };
  }
}

function pathsOf(item: JsonObject): string {
  return objectsIn(item, "changes")
    .map((change) => textIn(change, "path"))
    .join(", ");
}

/** What is read from a cache and what is written into one are counted in the input too. */
function tokensIn(usage: JsonObject): TokenUsage {
  const cacheRead = countIn(usage, "cached_input_tokens");
  const cacheWrite = countIn(usage, "cache_write_input_tokens");
  return {
    input: Math.max(0, countIn(usage, "input_tokens") - cacheRead - cacheWrite),
    cacheRead,
    cacheWrite,
    output: countIn(usage, "output_tokens"),
  };
}

/** A count below the one before was begun anew, so all of it is this turn's. */
function difference(total: TokenUsage, before: TokenUsage): TokenUsage {
  const since = {
    input: total.input - before.input,
    cacheRead: total.cacheRead - before.cacheRead,
    cacheWrite: total.cacheWrite - before.cacheWrite,
    output: total.output - before.output,
  };
  return Object.values(since).some((count) => count < 0) ? total : since;
}
