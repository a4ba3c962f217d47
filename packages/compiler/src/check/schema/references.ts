/**
 * References inside a schema: which addresses the document itself gives, and whether any reference leaves it.
 *
 * A keyword that nobody knows is walked as if it held a schema, since a pointer may lead there. Names of properties and
 * plain values (`enum`, `const`, …) are not keywords and are left alone.
 */
import { isJsonObject, type JsonObject, type JsonValue } from "@crucible/core";

/** The address of a document that gives itself none; nothing else resolves to it by accident. */
const OWN_ADDRESS = "schema:///document";

/** Keywords whose values map names to schemas. */
const SCHEMA_MAPS: ReadonlySet<string> = new Set([
  "$defs",
  "definitions",
  "dependentSchemas",
  "patternProperties",
  "properties",
]);

/** Keywords whose values are data, never schemas. */
const DATA: ReadonlySet<string> = new Set(["const", "default", "enum", "examples"]);

const REFERENCES: readonly string[] = ["$ref", "$dynamicRef"];

/** The first reference that leads out of the schema, as it is written, or `undefined`. */
export function remoteReference(schema: JsonObject): string | undefined {
  const addresses = new Set<string>();
  const references: { readonly written: string; readonly address: string | undefined }[] = [];
  for (const { node, base } of resources(schema)) {
    addresses.add(base);
    for (const keyword of REFERENCES) {
      const written = node[keyword];
      if (typeof written === "string") {
        references.push({ written, address: resolve(written, base) });
      }
    }
  }
  const remote = references.find(({ address }) => address === undefined || !addresses.has(address));
  return remote?.written;
}

interface SchemaNode {
  readonly node: JsonObject;
  /** The address that references in this node resolve against. */
  readonly base: string;
}

/** Every object of the document that may be a schema, with its base address. */
function* resources(root: JsonObject): Iterable<SchemaNode> {
  const pending: SchemaNode[] = [{ node: root, base: OWN_ADDRESS }];
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    const { node } = item;
    const id = node["$id"];
    const base = typeof id === "string" ? (resolve(id, item.base) ?? item.base) : item.base;
    yield { node, base };
    for (const child of subschemas(node)) pending.push({ node: child, base });
  }
}

/** Every object directly below a schema that may be a schema itself. */
export function* subschemas(node: JsonObject): Iterable<JsonObject> {
  for (const [keyword, value] of Object.entries(node)) {
    if (DATA.has(keyword)) continue;
    const values = SCHEMA_MAPS.has(keyword) && isJsonObject(value) ? Object.values(value) : [value];
    for (const candidate of values) yield* objectsIn(candidate);
  }
}

function* objectsIn(value: JsonValue): Iterable<JsonObject> {
  if (isJsonObject(value)) yield value;
  else if (Array.isArray(value)) for (const item of value) yield* objectsIn(item as JsonValue);
}

/** The absolute address without its fragment, or `undefined` for a text that is no address. */
function resolve(reference: string, base: string): string | undefined {
  try {
    const address = new URL(reference, base);
    address.hash = "";
    return address.href;
  } catch {
    return undefined;
  }
}
