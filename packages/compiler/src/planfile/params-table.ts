/** `[params]`: values that commands read, as the file gives them. A table has no order, so they are sorted by name. */
import { type BoundParam, compareText, type ParamValue } from "@crucible/core";
import { quote } from "../diagnostics/quote.js";
import type { DocumentNode } from "../document/node.js";
import type { TableReader } from "../document/table-reader.js";

export function readParams(top: TableReader): readonly BoundParam[] {
  const table = top.table("params", "params");
  if (!table) return [];
  const params: BoundParam[] = [];
  for (const [name, { value: node }] of table.node.entries) {
    const value = readValue(table, `parameter ${quote(name)}`, node);
    if (value !== undefined) params.push({ name, value, supplied: false });
  }
  return params.sort((a, b) => compareText(a.name, b.name));
}

function readValue(
  table: TableReader,
  subject: string,
  node: DocumentNode,
): ParamValue | undefined {
  switch (node.kind) {
    case "null":
      return null;
    case "text":
    case "boolean":
      return node.value;
    case "float":
      if (Number.isFinite(node.value)) return node.value;
      table.report("parameter", `${subject} must be a finite number`, node);
      return undefined;
    case "integer":
      if (typeof node.value === "number") return node.value;
      table.report("parameter", `${subject} is too large to be counted exactly`, node);
      return undefined;
    case "list":
      return readTextList(table, subject, node.items);
    default:
      table.wrongKind(subject, "a string, a number, a boolean or a list of strings", node);
      return undefined;
  }
}

function readTextList(
  table: TableReader,
  subject: string,
  items: readonly DocumentNode[],
): readonly string[] {
  const texts: string[] = [];
  for (const item of items) {
    if (item.kind === "text") texts.push(item.value);
    else table.wrongKind(`an item of ${subject}`, "a string", item);
  }
  return texts;
}
