/** Parts of a manifest that are known and have no effect yet: named to the user, never passed over in silence. */
import type { TableReader } from "../document/table-reader.js";

/** Takes the given keys; each one that is written is warned about and added to `unsupported`. */
export function takeUnsupported(
  table: TableReader,
  keys: readonly string[],
  unsupported: string[],
): void {
  for (const key of keys) {
    const node = table.take(key);
    if (node === undefined) continue;
    const isTable = node.kind === "table" || (node.kind === "list" && isListOfTables(node.items));
    noteUnsupported(table, key, titleOf(table.title, key, isTable), unsupported);
  }
}

/** Warns about a key that was read and has no effect yet, and adds it to `unsupported` under its title. */
export function noteUnsupported(
  table: TableReader,
  key: string,
  title: string,
  unsupported: string[],
): void {
  unsupported.push(title);
  const message = `${title} is not supported yet and has no effect`;
  table.warn("not-supported", message, table.keySpan(key));
}

function isListOfTables(items: readonly { readonly kind: string }[]): boolean {
  return items.length > 0 && items.every((item) => item.kind === "table");
}

function titleOf(parent: string, key: string, isTable: boolean): string {
  if (!isTable) return parent === "" ? key : `${parent}.${key}`;
  return parent === "" ? `[${key}]` : `${parent.slice(0, -1)}.${key}]`;
}
