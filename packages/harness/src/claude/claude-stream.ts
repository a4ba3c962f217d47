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
import { claudeEnding } from "./claude-ending.js";
import { ClaudeSpend } from "./claude-spend.js";

/** The model that stands for the program itself when it reports trouble as if a model had said it. */
const NO_MODEL = "<synthetic>";

export class ClaudeStream implements AgentStream {
  session: string | undefined;
  model: string | undefined;
  ending: Ending | undefined;
  denials: readonly string[] = [];
  readonly #spend: ClaudeSpend;
  readonly #resumed: string | undefined;
  readonly #version: string | undefined;
  /** Names of the tools at work, by call. */
  readonly #working = new Map<string, string>();

  constructor(table: PriceTable, options: { resumed?: string; version?: string } = {}) {
    this.#spend = new ClaudeSpend(table);
    this.#resumed = options.resumed;
    this.#version = options.version;
  }

  get isBusy(): boolean {
    return this.#working.size > 0;
  }

  get spend(): Spend {
    return this.#spend.now;
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
        const detail = `attempt ${shown(ownField(event, "attempt"))} failed: ${what.join(" ")}`;
        return { events: [{ kind: "retry", detail }], sign: "retry" };
      }
      default:
        return PRESENCE;
    }
  }

  #begin(event: JsonObject): Taken {
    this.session = textIn(event, "session_id");
    this.model = textIn(event, "model") || undefined;
    const version = textIn(event, "claude_code_version") || this.#version;
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
      return [{ kind: "tool_result", name, failed, output: textOf(block) }];
    });
    return progress(...events);
  }

  #partial(who: string, event: JsonObject): Taken {
    const type = textIn(event, "type");
    if (type === "message_start") this.#spend.begin(who, objectIn(event, "message"));
    else if (type === "message_delta") this.#spend.told(who, objectIn(event, "usage"));
    return progress();
  }

  #result(event: JsonObject): Taken {
    this.session ??= textIn(event, "session_id") || undefined;
    this.#working.clear();
    this.#spend.close(event);
    this.ending = claudeEnding(event, this.#resumed);
    const denied = objectsIn(event, "permission_denials");
    this.denials = [...new Set(denied.map((one) => textIn(one, "tool_name")))];
    const events = denied.map(
      (one): HarnessEvent => ({
        kind: "denied",
        name: textIn(one, "tool_name"),
        detail: shown(ownField(one, "tool_input")),
      }),
    );
    return progress(...events);
  }
}

/** The text of a tool's result, which is a text or a list of parts. */
function textOf(block: JsonObject): string {
  const text = textIn(block, "content");
  if (text !== "") return text;
  return objectsIn(block, "content")
    .map((part) => textIn(part, "text"))
    .join("\n");
}
