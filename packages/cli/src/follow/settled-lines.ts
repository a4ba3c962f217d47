/** One calm line a task for whoever watches: what became of it, how long it took from its first attempt on, what it cost. */
import type { LogLine, TaskResult } from "@crucible/core";
import { nodeOf } from "../records/row-name.js";
import { spentUsd } from "../show/amounts.js";
import { elapsed } from "../show/elapsed.js";
import { statusColor } from "../show/rows.js";
import type { Palette } from "../terminal/terminal.js";
import { visibleLine } from "../terminal/visible.js";
import { cut, pad } from "../terminal/wrap.js";

/** Notes are whole in the log and in `crucible run show`. */
const NOTE_LENGTH_SHOWN = 60;

export class SettledLines {
  readonly #colors: Palette;
  /** Engine time of each task's first attempt, an instance's or a round's included. */
  readonly #begun = new Map<string, number>();

  constructor(colors: Palette) {
    this.#colors = colors;
  }

  /** The line that follows from a line of the log, if one does: for tasks, not for their instances and rounds. */
  after(line: LogLine): string | undefined {
    if (line.kind === "attempt_started") {
      const node = nodeOf(line.task);
      if (!this.#begun.has(node)) this.#begun.set(node, line.ms);
      return undefined;
    }
    if (line.kind !== "task_result" || line.task !== nodeOf(line.task)) return undefined;
    const begun = this.#begun.get(line.task);
    return this.#text(line, begun === undefined ? undefined : line.ms - begun);
  }

  #text(row: TaskResult, ms: number | undefined): string {
    const time = ms === undefined ? "-" : elapsed(ms);
    return [
      `  ${pad(visibleLine(row.task), 20)} ${statusColor(row, this.#colors)(pad(row.status, 10))}`,
      ` ${time.padStart(7)}  ${spentUsd(row.cost_usd)}`,
      row.note === "" ? "" : `  ${this.#colors.dim(cut(visibleLine(row.note), NOTE_LENGTH_SHOWN))}`,
    ].join("");
  }
}
