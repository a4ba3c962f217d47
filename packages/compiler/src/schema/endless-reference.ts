/**
 * References that lead back to where they began without looking at any part of the value: checking a value against such
 * a schema would never end.
 *
 * Only keywords that apply to the same value are followed; a tree that refers to itself through `properties` or `items`
 * takes a step each time and is fine.
 */
import { isJsonObject, type JsonObject, type JsonValue, ownField } from "@crucible/core";
import { followReference } from "../check/schema/lookup.js";
import { quote } from "../diagnostics/quote.js";

const SAME_VALUE = ["if", "then", "else", "not"];
const SAME_VALUE_LISTS = ["allOf", "anyOf", "oneOf"];

/** The problem, or `undefined` for a schema that ends. */
export function endlessReference(root: JsonObject): string | undefined {
  const finished = new Set<JsonObject>();
  for (const start of referrers(root)) {
    const found = walk(root, start, finished);
    if (found !== undefined) return `refers to itself without end (${quote(found)})`;
  }
  return undefined;
}

/** Depth first with a list of its own; `open` holds the nodes on the way from the start. */
function walk(root: JsonObject, start: JsonObject, finished: Set<JsonObject>): string | undefined {
  const open = new Set<JsonObject>();
  const pending: { readonly node: JsonObject; readonly leave: boolean }[] = [
    { node: start, leave: false },
  ];
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    const { node, leave } = item;
    if (leave) {
      open.delete(node);
      finished.add(node);
      continue;
    }
    if (finished.has(node)) continue;
    if (open.has(node)) return lastReference(open);
    open.add(node);
    pending.push({ node, leave: true });
    for (const next of appliedToSame(root, node)) pending.push({ node: next, leave: false });
  }
  return undefined;
}

/** A cycle is closed by a reference: the last one on the way. */
function lastReference(open: Iterable<JsonObject>): string {
  const references = [...open].map((node) => ownField(node, "$ref"));
  return references.findLast((reference) => typeof reference === "string") ?? "#";
}

/** The schemas that a schema applies to the very value it is applied to. */
function appliedToSame(root: JsonObject, node: JsonObject): readonly JsonObject[] {
  const lists = SAME_VALUE_LISTS.flatMap((keyword): readonly JsonValue[] => {
    const list = ownField(node, keyword);
    return Array.isArray(list) ? list : [];
  });
  const dependent = ownField(node, "dependentSchemas");
  const reference = ownField(node, "$ref");
  const found: readonly (JsonValue | undefined)[] = [
    ...SAME_VALUE.map((keyword) => ownField(node, keyword)),
    ...lists,
    ...(isJsonObject(dependent) ? Object.values(dependent) : []),
    typeof reference === "string" ? followReference(root, reference) : undefined,
  ];
  return found.filter((each): each is JsonObject => isJsonObject(each));
}

/** Every object of the document that refers to another: a cycle has at least one. */
function* referrers(root: JsonObject): Iterable<JsonObject> {
  const pending: JsonValue[] = [root];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (typeof value !== "object" || value === null) continue;
    if (isJsonObject(value) && typeof ownField(value, "$ref") === "string") yield value;
    for (const child of Object.values(value)) pending.push(child as JsonValue);
  }
}
