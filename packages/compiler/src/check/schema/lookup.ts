/** Follows a local `$ref` inside one schema document. */
import { isJsonObject, type JsonObject, type JsonValue, ownField } from "@crucible/core";
import { subschemas } from "./references.js";

/**
 * The subschema that a reference names: the document itself, a JSON pointer into it, or a named `$anchor`; each may be
 * written behind the document's own `$id`. `undefined` when nothing is there, or when another `$id` on the way would
 * change what names mean.
 */
export function followReference(root: JsonObject, reference: string): JsonValue | undefined {
  const fragment = ownFragment(root, reference);
  if (fragment === undefined) return undefined;
  if (fragment === "") return root;
  return fragment.startsWith("/") ? followPointer(root, fragment) : findAnchor(root, fragment);
}

function ownFragment(root: JsonObject, reference: string): string | undefined {
  const id = ownField(root, "$id");
  const own = typeof id === "string" ? id.replace(/#$/, "") : "";
  const hash = reference.indexOf("#");
  const address = hash === -1 ? reference : reference.slice(0, hash);
  if (address !== "" && address !== own) return undefined;
  if (address === "" && hash === -1) return "";
  return hash === -1 ? "" : decoded(reference.slice(hash + 1));
}

/** An encoded slash splits a pointer for some readers and not for others, so it leads nowhere. */
function decoded(fragment: string): string | undefined {
  if (/%2f/i.test(fragment)) return undefined;
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}

function followPointer(root: JsonObject, pointer: string): JsonValue | undefined {
  let value: JsonValue | undefined = root;
  for (const step of pointer.slice(1).split("/")) {
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(value)) value = itemAt(value as readonly JsonValue[], name);
    else if (isJsonObject(value)) value = ownField(value, name);
    else return undefined;
    if (isJsonObject(value) && typeof ownField(value, "$id") === "string") return undefined;
  }
  return value;
}

function itemAt(list: readonly JsonValue[], step: string): JsonValue | undefined {
  return /^(0|[1-9][0-9]{0,8})$/.test(step) ? list[Number(step)] : undefined;
}

/** Only a schema has an anchor: a constant that looks like one names nothing. */
function findAnchor(root: JsonObject, anchor: string): JsonValue | undefined {
  const pending: JsonObject[] = [root];
  for (let schema = pending.pop(); schema !== undefined; schema = pending.pop()) {
    if (schema !== root && typeof ownField(schema, "$id") === "string") continue;
    if (ownField(schema, "$anchor") === anchor) return schema;
    for (const each of subschemas(schema)) pending.push(each);
  }
  return undefined;
}
