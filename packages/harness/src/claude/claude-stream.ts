/** Reads the stream of `claude -p --output-format stream-json --include-partial-messages`. */
import type { HarnessEvent, JsonObject } from "@crucible/core";
import { ownField } from "@crucible/core";
import type { PriceTable } from "../prices/price-table.js";
import { objectIn, objectsIn, shown, textIn } from "../stream/fields.js";
import {
  type AgentStream,
  type Ending,
  PRESENCE,
  progress,
  type Spend,
  type Taken,
} from "../turn/agent-stream.js";
import { bytesIn } from "../turn/guess.js";
import { claudeEnding } from "./claude-ending.js";
import { ClaudeSpend } from "./claude-spend.js";

/** The model that stands for the program itself when it reports trouble as if a model had said it. */
const NO_MODEL = "<synthetic>";

/** A connection that was refused, or a server that was not found, got no request. */
const BROKEN_OFF = /^API Error: .*(ECONNRESET|mid-response)/;

export interface ClaudeStreamOptions {
  readonly prices: PriceTable;
  /** The model that was asked for. */
  readonly model: string;
  readonly prompt: string;
  /** The conversation that was to be gone on with. */
  readonly resumed?: string;
  readonly version?: string;
  /** Tools that the agent was not given; a call of one is a denial of which it keeps no account. */
  readonly withheld?: readonly string[];
}

export class ClaudeStream implements AgentStream {
  session: string | undefined;
  model: string | undefined;
  ending: Ending | undefined;
  denials: readonly string[] = [];
  readonly #spend: ClaudeSpend;
  readonly #options: ClaudeStreamOptions;
  /** Names of the tools at work, by call. */
  readonly #working = new Map<string, string>();
  /** Calls of which it was told at once that they were denied. */
  readonly #denied = new Set<string>();
  /** Whether a request is with the server as far as is known, neither refused nor answered. */
  #isAsked = false;

  constructor(options: ClaudeStreamOptions) {
    this.#spend = new ClaudeSpend(options.prices, options.model);
    this.#options = options;
  }

  get isBusy(): boolean {
    return this.#working.size > 0;
  }

  get spend(): Spend {
    return this.#spend.now;
  }

  get guess(): Spend | undefined {
    const promptBytes = bytesIn(this.#options.prompt);
    const sent = { promptBytes, resultBytes: 0, saidBytes: 0, followed: 0 };
    return this.#spend.guess(sent, this.#isAsked);
  }

  take(event: JsonObject): Taken {
    switch (textIn(event, "type")) {
      case "system":
        return this.#system(event);
      case "assistant":
        return this.#assistant(objectIn(event, "message"));
      case "user":
        return this.#results(objectIn(event, "message"));
      case "stream_event":
        return this.#partial(textIn(event, "parent_tool_use_id"), objectIn(event, "event"));
      case "result":
        return this.#result(event);
      case "rate_limit_event":
        return PRESENCE;
      default:
        return { events: [{ kind: "unknown", raw: shown(event) }], sign: "presence" };
    }
  }

  #system(event: JsonObject): Taken {
    switch (textIn(event, "subtype")) {
      case "init":
        return this.#begin(event);
      case "api_retry": {
        const status = ownField(event, "error_status");
        const what = [status, textIn(event, "error")].filter(
          (part) => part !== null && part !== "",
        );
        this.#isAsked = false;
        const detail = `its request failed: ${what.join(" ")}`;
        return { events: [{ kind: "retry", detail }], sign: "retry" };
      }
      case "status":
        this.#isAsked = textIn(event, "status") === "requesting";
        return PRESENCE;
      case "permission_denied":
        return this.#denial(event);
      default:
        return PRESENCE;
    }
  }

  #begin(event: JsonObject): Taken {
    // Its first request follows at once, and may be out before it is told.
    this.#isAsked = true;
    this.session = textIn(event, "session_id");
    this.model = textIn(event, "model") || undefined;
    const version = textIn(event, "claude_code_version") || this.#options.version;
    const started: HarnessEvent = {
      kind: "started",
      session: this.session,
      ...(this.model === undefined ? {} : { model: this.model }),
      ...(version === undefined ? {} : { version }),
    };
    return { events: [started], sign: "presence" };
  }

  #assistant(message: JsonObject): Taken {
    const isModel = textIn(message, "model") !== NO_MODEL;
    const events = objectsIn(message, "content").flatMap((block): readonly HarnessEvent[] => {
      switch (textIn(block, "type")) {
        case "text":
          return isModel
            ? [{ kind: "text", text: textIn(block, "text") }]
            : [{ kind: "warning", message: textIn(block, "text") }];
        case "thinking":
          return [{ kind: "thinking", text: textIn(block, "thinking") }];
        case "tool_use": {
          const name = textIn(block, "name");
          this.#working.set(textIn(block, "id"), name);
          return [{ kind: "tool", name, detail: shown(ownField(block, "input")) }];
        }
        default:
          return [];
      }
    });
    return { events, sign: isModel ? "progress" : "presence" };
  }

  #results(message: JsonObject): Taken {
    const events = objectsIn(message, "content").flatMap((block): readonly HarnessEvent[] => {
      if (textIn(block, "type") !== "tool_result") return [];
      const id = textIn(block, "tool_use_id");
      const name = this.#working.get(id) ?? "";
      this.#working.delete(id);
      const failed = ownField(block, "is_error") === true;
      const result = { kind: "tool_result", name, failed, output: textOf(block) } as const;
      if (!failed || !this.#options.withheld?.includes(name)) return [result];
      this.#deny([name]);
      return [result, { kind: "denied", name, detail: result.output }];
    });
    return progress(...events);
  }

  #partial(who: string, event: JsonObject): Taken {
    const type = textIn(event, "type");
    if (type === "message_start") this.#spend.begin(who, objectIn(event, "message"));
    else if (type === "message_delta") this.#spend.told(who, objectIn(event, "usage"));
    else if (type === "content_block_delta") this.#spend.said(saidIn(objectIn(event, "delta")));
    return progress();
  }

  #result(event: JsonObject): Taken {
    this.session ??= textIn(event, "session_id") || undefined;
    this.#working.clear();
    this.#spend.close(event);
    this.#isAsked = this.#isUnanswered(event);
    this.ending = claudeEnding(event, this.#options.resumed);
    const denied = objectsIn(event, "permission_denials");
    const names = denied.map((one) => textIn(one, "tool_name"));
    this.#deny(names);
    const news = denied.filter((one) => !this.#denied.has(textIn(one, "tool_use_id")));
    const events = news.map(
      (one): HarnessEvent => ({
        kind: "denied",
        name: textIn(one, "tool_name"),
        detail: shown(ownField(one, "tool_input")),
      }),
    );
    return progress(...events);
  }

  /** It keeps no account of a request that it was interrupted in, or that broke off, before any answer. */
  #isUnanswered(result: JsonObject): boolean {
    const status = ownField(result, "api_error_status");
    if (typeof status === "number") return false;
    const isAborted = textIn(result, "terminal_reason").startsWith("aborted");
    return (this.#isAsked && isAborted) || BROKEN_OFF.test(textIn(result, "result"));
  }

  #deny(names: readonly string[]): void {
    this.denials = [...new Set([...this.denials, ...names])];
  }

  /** Some versions tell at once what all of them tell at the end. */
  #denial(event: JsonObject): Taken {
    const name = textIn(event, "tool_name");
    this.#denied.add(textIn(event, "tool_use_id"));
    this.#deny([name]);
    return progress({ kind: "denied", name, detail: shown(textIn(event, "message")) });
  }
}

/** What a piece of an answer says, whichever kind it is of. */
function saidIn(delta: JsonObject): string {
  return textIn(delta, "text") + textIn(delta, "thinking") + textIn(delta, "partial_json");
}

/** The text of a tool's result, which is a text or a list of parts. */
function textOf(block: JsonObject): string {
  const text = textIn(block, "content");
  if (text !== "") return text;
  return objectsIn(block, "content")
    .map((part) => textIn(part, "text"))
    .join("\n");
}
