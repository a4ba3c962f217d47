/** `[workflow]`: which graph the manifest runs, and what its commands may see of the environment. */
import type { TableReader } from "../document/table-reader.js";
import type { EnvironmentName, ManifestWorkflow } from "./manifest.js";
import { isEnvironmentName } from "./names.js";
import { defined } from "./optional.js";

const TYPES = ["autoresearch", "custom", "playbook"] as const;

/** Keys that describe a graph written into the manifest itself. */
const INLINE_KEYS = ["task", "result", "history_record", "params"] as const;

export function readWorkflowTable(table: TableReader, edition: 1 | 2): ManifestWorkflow {
  const type = table.choice("type", TYPES) ?? "autoresearch";
  const file = table.filledText("file");
  const env = readEnvironmentNames(table, edition);
  for (const key of INLINE_KEYS) {
    if (table.take(key) === undefined) continue;
    const message =
      file === undefined
        ? `a graph written into the manifest ([workflow].${key}) is not supported yet; name a source with file`
        : `[workflow] takes a file or its own ${key}, not both`;
    table.report(
      file === undefined ? "not-supported" : "conflicting-keys",
      message,
      table.keySpan(key),
    );
  }
  if (!table.has("file") && !INLINE_KEYS.some((key) => table.has(key))) {
    table.report("missing-key", "[workflow] needs file, the workflow source", table.node);
  }
  table.close();
  return { type, env, ...defined({ file }) };
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
      const shown = JSON.stringify(text.value);
      table.report("bad-name", `[workflow].env: ${shown} is no environment variable name`, text);
    } else if (names.has(name)) {
      table.report("duplicate", `[workflow].env names ${name} twice`, text);
    } else {
      names.set(name, { name, optional });
    }
  }
  return [...names.values()];
}
