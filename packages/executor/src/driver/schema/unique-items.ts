/** `uniqueItems` in one pass: the usual comparison of every pair would let a long list of an agent stall the engine. */
import { canonicalJson, type JsonValue } from "@crucible/core";

/** Whether no two items are equal as JSON values. */
export function areUnique(items: readonly JsonValue[]): boolean {
  const seen = new Set<string>();
  for (const item of items) seen.add(canonicalJson(item));
  return seen.size === items.length;
}
