/** The table of `crucible runs`: a line a run, columns as wide as what stands in them. */

import type { Standing } from "../records/recorded-run.js";
import type { RunRecord } from "../records/run-record.js";
import { columnsOf } from "../terminal/columns.js";
import type { Palette } from "../terminal/terminal.js";
import { visibleLine } from "../terminal/visible.js";
import { pad } from "../terminal/wrap.js";
import { spentUsd } from "./amounts.js";
import { elapsed } from "./elapsed.js";

const HEADINGS = ["RUN", "STATUS", "VERDICT", "ELAPSED", "COST", "WORKFLOW"] as const;
/** Columns of amounts stand at their right edge. */
const RIGHT: ReadonlySet<number> = new Set([3, 4]);
const STATUS_COLUMN = 1;

/** `shownFile` gives a workflow's path as it is printed. */
export function runsTable(
  runs: readonly RunRecord[],
  colors: Palette,
  shownFile: (path: string) => string,
): string {
  const rows = runs.map((run) => cellsOf(run, shownFile));
  const widths = HEADINGS.map((heading, column) =>
    Math.max(heading.length, ...rows.map((cells) => columnsOf(cells[column] ?? ""))),
  );
  const line = (cells: readonly string[], paint: (text: string, column: number) => string) =>
    cells
      .map((cell, column) => paint(aligned(cell, column, widths[column] ?? 0), column))
      .join("  ")
      .trimEnd();
  return [
    line(HEADINGS, (text) => colors.dim(text)),
    ...rows.map((cells, index) =>
      line(cells, (text, column) =>
        column === STATUS_COLUMN ? standingColor(runs[index]?.state, colors)(text) : text,
      ),
    ),
  ].join("\n");
}

function cellsOf(run: RunRecord, shownFile: (path: string) => string): readonly string[] {
  return [
    run.run,
    run.state,
    run.verdict ?? "-",
    run.elapsed_ms === null ? "-" : elapsed(run.elapsed_ms),
    run.spent_usd === null ? "-" : spentUsd(run.spent_usd),
    run.workflow === "" ? "-" : visibleLine(shownFile(run.workflow)),
  ];
}

function aligned(cell: string, column: number, width: number): string {
  return RIGHT.has(column) ? cell.padStart(width) : pad(cell, width);
}

/** Green for what is well, red for what is not, yellow for what waits for somebody. */
export function standingColor(
  state: Standing | undefined,
  colors: Palette,
): (text: string) => string {
  switch (state) {
    case "succeeded":
    case "running":
      return colors.green;
    case "failed":
    case "damaged":
      return colors.red;
    default:
      return colors.yellow;
  }
}
