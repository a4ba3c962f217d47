/**
 * What agents do while a run is under way: a line for each tool, for what they say and for everything that goes wrong on
 * the way, with how long the attempt has taken and what its turn has used by then. An agent that works on without any of
 * that is shown to do so now and then. What is said in full stands in the attempt's transcript.
 */
import { type HarnessEvent, isJsonObject, type JsonValue, usdFromNano } from "@crucible/core";
import type { TurnEvent } from "@crucible/executor";
import { spentUsd } from "../show/amounts.js";
import { elapsed } from "../show/elapsed.js";
import type { Terminal } from "../terminal/terminal.js";
import { visibleLine } from "../terminal/visible.js";
import { cut } from "../terminal/wrap.js";

/** Details are whole in the transcript. */
const DETAIL_LENGTH_SHOWN = 80;
/** An agent that used something and had no line for so long gets one. */
const QUIET_MS = 30_000;

interface Standing {
  /** What the turn had used when it last told. */
  used: string | undefined;
  /** When its last line was shown, in the attempt's time. */
  shownMs: number;
}

export class TurnLines {
  readonly #standings = new Map<string, Standing>();

  /** The line that an event is worth, if it is worth one. */
  after({ task, attempt, elapsedMs, event }: TurnEvent): string | undefined {
    const standing = this.#standings.get(task) ?? { used: undefined, shownMs: 0 };
    this.#standings.set(task, standing);
    if (event.kind === "started") {
      standing.used = undefined;
      standing.shownMs = elapsedMs;
    }
    if (event.kind === "usage") standing.used = usedText(event);
    const isQuiet = event.kind === "usage" && elapsedMs - standing.shownMs >= QUIET_MS;
    const text = isQuiet ? "works on" : eventText(event, attempt);
    if (text === undefined) return undefined;
    standing.shownMs = elapsedMs;
    const figures = [elapsed(elapsedMs), standing.used].filter((part) => part !== undefined);
    const shown = cut(visibleLine(text), DETAIL_LENGTH_SHOWN);
    return `       ${visibleLine(task)} (${figures.join(", ")}) ${shown}`;
  }
}

function usedText({
  tokens,
  costNano,
  basis,
}: Extract<HarnessEvent, { kind: "usage" }>): string | undefined {
  const count = tokens.input + tokens.cacheRead + tokens.cacheWrite + tokens.output;
  if (costNano === null) return count === 0 ? "cost not told yet" : `${count} tokens, cost unknown`;
  const cost = spentUsd(usdFromNano(costNano));
  return basis === "estimate" ? `about ${count} tokens, ${cost}` : `${count} tokens, ${cost}`;
}

function eventText(event: HarnessEvent, attempt: number): string | undefined {
  switch (event.kind) {
    case "started":
      return attempt > 1 ? `begins attempt ${attempt}` : undefined;
    case "text":
      return event.text.trim() === "" ? undefined : `says: ${event.text.trim()}`;
    case "tool":
      return `${event.name}: ${objectOfCall(event.detail)}`;
    case "tool_result":
      return event.failed ? `${event.name} failed: ${event.output.trim()}` : undefined;
    case "denied":
      return `was denied ${event.name}: ${objectOfCall(event.detail)}`;
    case "retry":
      return `tries again: ${event.detail}`;
    case "warning":
      return `warning: ${event.message}`;
    case "thinking":
    case "usage":
    case "unknown":
      return undefined;
  }
}

/** What a call is about, where that can be told: the command or the file, and not the JSON around it. */
function objectOfCall(detail: string): string {
  try {
    const input = JSON.parse(detail) as JsonValue;
    if (!isJsonObject(input)) return detail;
    const [first] = Object.values(input).filter((value) => typeof value === "string");
    return first ?? detail;
  } catch {
    // A text, or JSON that was cut.
    return detail;
  }
}

/** The hook of a host that shows turns on standard error; nothing where a program reads. */
export function turnsShown(
  { json }: { readonly json?: true | undefined },
  terminal: Terminal,
): { readonly observe?: (event: TurnEvent) => void } {
  if (json) return {};
  const lines = new TurnLines();
  return {
    observe: (event) => {
      const line = lines.after(event);
      if (line !== undefined) terminal.complain(terminal.errorColors.dim(line));
    },
  };
}
