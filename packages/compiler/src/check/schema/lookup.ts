/** Follows a local `$ref` inside one schema document. */
import { isJsonObject, type JsonObject, type JsonValue, ownField } from "@crucible/core";

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

function decoded(fragment: string): string | undefined {
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

function findAnchor(root: JsonObject, anchor: string): JsonValue | undefined {
  const pending: JsonValue[] = [root];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (typeof value !== "object" || value === null) continue;
    if (isJsonObject(value)) {
      if (value !== root && typeof ownField(value, "$id") === "string") continue;
      if (ownField(value, "$anchor") === anchor) return value;
    }
    for (const child of Object.values(value)) pending.push(child as JsonValue);
  }
  return undefined;
}
