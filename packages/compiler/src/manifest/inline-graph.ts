/**
 * A graph written into the manifest itself, as `[[workflow.task]]` tables in the format of plan files (DSL-105).
 *
 * The shape is read here; the rules of a plan are checked when the graph is compiled.
 */
import type { BoundParam, Task } from "@crucible/core";
import type { Locate } from "../check/place.js";
import type { LocatedDocument } from "../document/node.js";
import type { TableReader } from "../document/table-reader.js";
import { locateInDocument } from "../planfile/locate-in-document.js";
import { readParams } from "../planfile/params-table.js";
import { readTasks } from "../planfile/read-tasks.js";

export interface InlineGraph {
  readonly tasks: readonly Task[];
  readonly params: readonly BoundParam[];
  readonly result: string | undefined;
  readonly historyRecord: string | undefined;
  readonly locate: Locate;
}

/** Reads the graph's keys of the `[workflow]` table. */
export function readInlineGraph(workflow: TableReader, document: LocatedDocument): InlineGraph {
  const { tasks, tables } = readTasks(workflow, "[[workflow.task]]");
  return {
    tasks,
    params: readParams(workflow),
    result: workflow.text("result"),
    historyRecord: workflow.text("history_record"),
    locate: locateInDocument(document, workflow.node, tables),
  };
}
