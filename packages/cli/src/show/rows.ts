/** One line a settled task, as `plan run` prints them when a run has ended, and a word for a row that is not settled. */
import type { TaskResult } from "@crucible/core";
import type { Palette } from "../terminal/terminal.js";
import { visibleLine } from "../terminal/visible.js";
import { pad } from "../terminal/wrap.js";
import { spentUsd, wholeBytes } from "./amounts.js";

/** `  name   status   attempts=1 cost=$0.0000  out={…}  (note)`. */
export function rowLine(row: TaskResult, colors: Palette): string {
  const output = outputOf(row);
  return [
    `  ${pad(visibleLine(row.task), 20)} `,
    `${statusColor(row, colors)(pad(row.status, 10))} `,
    `attempts=${row.attempts} cost=${spentUsd(row.cost_usd)}`,
    output === undefined ? "" : `  out=${visibleLine(output)}`,
    row.note === "" ? "" : `  ${colors.dim(`(${visibleLine(row.note)})`)}`,
    row.reused === undefined ? "" : `  ${colors.dim(`reused from ${visibleLine(row.reused.run)}`)}`,
  ].join("");
}

function outputOf(row: TaskResult): string | undefined {
  if (row.output_blob) return `${row.output_blob.digest} ${wholeBytes(row.output_blob.size)}`;
  return row.output === undefined ? undefined : JSON.stringify(row.output);
}

/** Green for a pass, red for what went wrong, yellow for what never ran. */
export function statusColor(
  { status }: Pick<TaskResult, "status">,
  colors: Palette,
): (text: string) => string {
  switch (status) {
    case "pass":
      return colors.green;
    case "fail":
    case "transport":
    case "truncated":
      return colors.red;
    case "blocked":
    case "skipped":
    case "not_taken":
      return colors.yellow;
  }
}

export interface Unsettled {
  /** Whether the run is over, so that what never began will not. */
  readonly isOver: boolean;
  /** Whether an attempt of it began whose end was not seen. */
  readonly hasBegun: boolean;
  /** Whether a live process drives that attempt. */
  readonly isDriven: boolean;
}

/** How a row stands that is not settled: it never will be, waits, runs, or was cut off by its process's end. */
export function unsettledState({ isOver, hasBegun, isDriven }: Unsettled): string {
  if (isOver) return "left out";
  if (!hasBegun) return "waiting";
  return isDriven ? "running" : "interrupted";
}
