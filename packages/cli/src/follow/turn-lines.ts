/**
 * What agents do while a run is under way, for somebody who watches: a line for each tool, with how long the attempt has
 * taken and what its turn has used by then, and for everything that goes wrong on the way. What is said in full stands in
 * the attempt's transcript.
 */
import { type HarnessEvent, usdFromNano } from "@crucible/core";
import type { TurnEvent } from "@crucible/executor";
import { spentUsd } from "../show/amounts.js";
import { elapsed } from "../show/elapsed.js";
import type { Terminal } from "../terminal/terminal.js";
import { visibleLine } from "../terminal/visible.js";
import { cut } from "../terminal/wrap.js";

/** Details are whole in the transcript. */
const DETAIL_LENGTH_SHOWN = 80;

export class TurnLines {
  /** What the turn of a task had used when it last told. */
  readonly #used = new Map<string, string>();

  /** The line that an event is worth, if it is worth one. */
  after({ task, elapsedMs, event }: TurnEvent): string | undefined {
    if (event.kind === "started") this.#used.delete(task);
    if (event.kind === "usage") this.#used.set(task, usedText(event));
    const text = eventText(event);
    if (text === undefined) return undefined;
    const used = this.#used.get(task);
    const figures = [elapsed(elapsedMs), ...(used === undefined ? [] : [used])].join(", ");
    return `       ${visibleLine(task)} (${figures}) ${cut(visibleLine(text), DETAIL_LENGTH_SHOWN)}`;
  }
}

function usedText({ tokens, costNano }: Extract<HarnessEvent, { kind: "usage" }>): string {
  const count = tokens.input + tokens.cacheRead + tokens.cacheWrite + tokens.output;
  const cost = costNano === null ? "cost unknown" : spentUsd(usdFromNano(costNano));
  return `${count} tokens, ${cost}`;
}

function eventText(event: HarnessEvent): string | undefined {
  switch (event.kind) {
    case "tool":
      return `${event.name}: ${event.detail}`;
    case "tool_result":
      return event.failed ? `${event.name} failed: ${event.output}` : undefined;
    case "denied":
      return `was denied ${event.name}: ${event.detail}`;
    case "retry":
      return `tries again: ${event.detail}`;
    case "warning":
      return `warning: ${event.message}`;
    case "started":
    case "text":
    case "thinking":
    case "usage":
    case "unknown":
      return undefined;
  }
}

/** The hook of a host that shows turns on standard error; nothing where nobody watches, or a program reads. */
export function turnsShown(
  { json }: { readonly json?: true | undefined },
  terminal: Terminal,
): { readonly observe?: (event: TurnEvent) => void } {
  if (json || !terminal.watched) return {};
  const lines = new TurnLines();
  return {
    observe: (event) => {
      const line = lines.after(event);
      if (line !== undefined) terminal.complain(terminal.errorColors.dim(line));
    },
  };
}
