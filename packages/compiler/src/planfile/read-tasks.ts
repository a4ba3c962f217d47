/** The task tables of a plan file or of a manifest's own graph. */
import type { Task } from "@crucible/core";
import { quote } from "../diagnostics/quote.js";
import type { TableNode } from "../document/node.js";
import type { TableReader } from "../document/table-reader.js";
import { readTask } from "./task-table.js";

export interface TasksReading {
  readonly tasks: readonly Task[];
  /** The table of each task. */
  readonly tables: readonly TableNode[];
}

/** Reads the tables under `task`, called `title` in messages; tables that are no task are reported and left out. */
export function readTasks(parent: TableReader, title: string): TasksReading {
  const tasks: Task[] = [];
  const tables: TableNode[] = [];
  for (const [index, { node }] of parent.tables("task", title).entries()) {
    const name = node.entries.get("name")?.value;
    const called = name?.kind === "text" ? `task ${quote(name.value)}` : `task ${index + 1}`;
    const task = readTask(parent.below(node, called));
    if (!task) continue;
    tasks.push(task);
    tables.push(node);
  }
  return { tasks, tables };
}
