/** `[workflow]` and its `[[workflow.task]]` tables in a document of their own, as `printWorkflow` writes them. */
import type { LocatedDocument } from "../document/node.js";
import type { TableReader } from "../document/table-reader.js";
import { readInlineGraph } from "../manifest/inline-graph.js";
import { WORKFLOW_TYPES } from "../read/lane.js";
import type { PlanShape } from "./read-plan-file.js";
import { present } from "./values.js";

/** Reads a document that holds one workflow and nothing else; the lane is the one it names. */
export function readWorkflowShape(
  top: TableReader,
  document: LocatedDocument,
): PlanShape | undefined {
  const table = top.table("workflow", "[workflow]");
  top.close();
  if (!table) return undefined;
  const lane = table.choice("type", WORKFLOW_TYPES) ?? "autoresearch";
  const { locate, result, historyRecord, tasks, params } = readInlineGraph(table, document);
  table.close();
  return {
    locate,
    draft: {
      version: 1,
      lane,
      reason: "",
      tasks,
      params,
      settings: [],
      ...present("result", result),
      ...present("historyRecord", historyRecord),
    },
  };
}
