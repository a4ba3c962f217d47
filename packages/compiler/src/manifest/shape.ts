/**
 * Shapes of tables that are known and have no effect yet: which keys one takes, and of what kind each is. A manifest whose
 * slips are found today does not break on the day when its tables begin to count (PLAN-071).
 */
import { type DocumentNode, kindWords } from "../document/node.js";
import type { TableReader } from "../document/table-reader.js";

/** What a key holds; a list of words is a closed set of them. */
type KeyKind = "text" | "texts" | "boolean" | "count" | "table" | "anything" | readonly string[];

export type Shape = Readonly<Record<string, KeyKind>>;

/** Reports every key that the shape does not have, every value of another kind, and every required key that is missing. */
export function checkShape(
  table: TableReader,
  shape: Shape,
  required: readonly string[] = [],
): void {
  for (const [key, kind] of Object.entries(shape)) checkKey(table, key, kind);
  for (const key of required) {
    if (!table.has(key)) table.missing(key, `${table.title} needs ${key}`);
  }
  table.close();
}

function checkKey(table: TableReader, key: string, kind: KeyKind): void {
  switch (kind) {
    case "text":
      table.filledText(key);
      return;
    case "texts":
      table.texts(key);
      return;
    case "boolean":
      table.boolean(key);
      return;
    case "table":
      table.table(key, `[${bare(table.title)}.${key}]`);
      return;
    case "count":
      checkCount(table, key, table.take(key));
      return;
    case "anything":
      table.take(key);
      return;
    default:
      table.choice(key, kind);
  }
}

function checkCount(table: TableReader, key: string, node: DocumentNode | undefined): void {
  if (node === undefined || (node.kind === "integer" && node.value >= 0)) return;
  const got = node.kind === "integer" ? String(node.value) : kindWords(node);
  const message = `${table.place(key)} must be a whole number of at least 0, got ${got}`;
  table.report("wrong-type", message, node);
}

/** `agent.sandbox.x` of `[agent.sandbox.x]`. */
function bare(title: string): string {
  return title.replace(/^\[+|\]+$/g, "");
}

/** The tables of a table by name, such as `[mcp.<key>]`. */
export function namedTables(
  table: TableReader | undefined,
): readonly (readonly [string, TableReader])[] {
  if (!table) return [];
  const title = bare(table.title);
  return [...table.node.entries.keys()].flatMap((name) => {
    const below = table.table(name, `[${title}.${name}]`);
    return below ? [[name, below] as const] : [];
  });
}
