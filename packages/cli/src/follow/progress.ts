/** What happens while a run is under way, a short line an event, for somebody who watches. */
import { formatDuration, type LogLine } from "@crucible/core";
import { spentUsd } from "../show/amounts.js";
import { visibleLine } from "../terminal/visible.js";
import { pad } from "../terminal/wrap.js";

/** The line of one log entry with the run's age in front, or `undefined` for entries that are not worth one. */
export function progressLine(line: LogLine): string | undefined {
  const text = progressText(line);
  if (text === undefined) return undefined;
  const age = formatDuration(Math.floor(line.ms / 1000) * 1000);
  return `${pad(line.ms < 1000 ? "0s" : age, 6)} ${visibleLine(text)}`;
}

function progressText(line: LogLine): string | undefined {
  switch (line.kind) {
    case "attempt_started":
      return `${line.task} started${line.attempt > 1 ? `, attempt ${line.attempt}` : ""}`;
    case "task_result":
      return `${line.task} ${line.status}${line.cost_usd > 0 ? `, ${spentUsd(line.cost_usd)}` : ""}`;
    case "ceiling_reached":
      return line.ceiling === "cost" ? "cost ceiling reached" : "wall-clock ceiling reached";
    case "decision_wait":
      return `${line.task} waits for an answer until ${line.expires_at}`;
    case "halt_requested":
      return "halting";
    case "stop_requested":
      return "stopping";
    default:
      return undefined;
  }
}
