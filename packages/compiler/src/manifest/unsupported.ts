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
    const title = titleOf(table.title, key, isTable);
    unsupported.push(title);
    table.warn(
      "not-supported",
      `${title} is not supported yet and has no effect`,
      table.keySpan(key),
    );
  }
}

function isListOfTables(items: readonly { readonly kind: string }[]): boolean {
  return items.length > 0 && items.every((item) => item.kind === "table");
}

function titleOf(parent: string, key: string, isTable: boolean): string {
  if (!isTable) return parent === "" ? key : `${parent}.${key}`;
  return parent === "" ? `[${key}]` : `${parent.slice(0, -1)}.${key}]`;
}
