/** `[workflow]`: which graph the manifest runs, and what its commands may see of the environment. */

import { quote } from "../diagnostics/quote.js";
import type { LocatedDocument } from "../document/node.js";
import type { TableReader } from "../document/table-reader.js";
import { type InlineGraph, readInlineGraph } from "./inline-graph.js";
import type { EnvironmentName, ManifestWorkflow } from "./manifest.js";
import { isEnvironmentName } from "./names.js";
import { defined } from "./optional.js";

const TYPES = ["autoresearch", "custom", "playbook"] as const;

/** Keys that describe a graph written into the manifest itself. */
const INLINE_KEYS = ["task", "result", "history_record", "params"] as const;

export interface WorkflowReading {
  readonly workflow: ManifestWorkflow;
  /** Present when the graph is written here and not in a file. */
  readonly graph?: InlineGraph;
}

export function readWorkflowTable(
  table: TableReader,
  edition: 1 | 2,
  document: LocatedDocument,
): WorkflowReading {
  const type = table.choice("type", TYPES) ?? "autoresearch";
  const file = table.filledText("file");
  const env = readEnvironmentNames(table, edition);
  const workflow: ManifestWorkflow = { type, env, ...defined({ file }) };
  if (table.has("file")) {
    refuseInlineKeys(table);
    table.close();
    return { workflow };
  }
  if (!table.has("task")) {
    const message = "[workflow] needs file, the workflow source, or [[workflow.task]] tables";
    table.missing("file", message);
  }
  const graph = readInlineGraph(table, document);
  table.close();
  return { workflow, graph };
}

function refuseInlineKeys(table: TableReader): void {
  for (const key of INLINE_KEYS) {
    if (table.take(key) === undefined) continue;
    const message = `[workflow] takes a file or its own ${key}, not both`;
    table.report("conflicting-keys", message, table.keySpan(key));
  }
}

/** `env = ["GH_TOKEN", "GPUS?"]` (PLAN-077, PLAN-078). */
function readEnvironmentNames(table: TableReader, edition: 1 | 2): readonly EnvironmentName[] {
  const texts = table.texts("env");
  if (table.has("env") && edition === 1) {
    table.report(
      "edition",
      "[workflow].env needs edition = 2 at the top of the manifest",
      table.keySpan("env"),
    );
    return [];
  }
  const names = new Map<string, EnvironmentName>();
  for (const text of texts) {
    const optional = text.value.endsWith("?");
    const name = optional ? text.value.slice(0, -1) : text.value;
    if (!isEnvironmentName(name)) {
      const shown = quote(text.value);
      table.report("bad-name", `[workflow].env: ${shown} is no environment variable name`, text);
    } else if (names.has(name)) {
      table.report("duplicate", `[workflow].env names ${name} twice`, text);
    } else {
      names.set(name, { name, optional });
    }
  }
  return [...names.values()];
}
