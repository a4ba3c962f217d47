/**
 * Whether a schema is one: every keyword holds what JSON Schema 2020-12 says, every local reference leads to a schema, and
 * no reference leads back to itself without taking a step into the value.
 *
 * What passes here can be checked against values later without surprises; what does not is refused before anything is
 * spent. The schema must be nested no deeper than the plan's checks allow, and refer to nothing outside itself.
 */
import { isJsonObject, type JsonObject, type JsonValue, ownField } from "@crucible/core";
import { followReference } from "../check/schema/lookup.js";
import { endlessReference } from "./endless-reference.js";
import { KEYWORDS, patternProblem } from "./keywords.js";

export interface SchemaFault {
  /** Keys and positions from the root to the offending value. */
  readonly path: readonly (string | number)[];
  /** Begins with a verb: "must be a string". */
  readonly problem: string;
}

/** The first fault of a schema, in document order, or `undefined`. */
export function schemaFault(root: JsonValue): SchemaFault | undefined {
  const references: Located[] = [];
  let hasInnerId = false;
  const pending: Located[] = [{ value: root, path: [] }];
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    if (typeof item.value === "boolean") continue;
    const children: Located[] = [];
    const fault = nodeFault(item, children);
    if (fault) return fault;
    if (holds(item, "$ref")) references.push(item);
    if (item.path.length > 0 && holds(item, "$id")) hasInnerId = true;
    moveReversed(children, pending);
  }
  if (!isJsonObject(root)) return undefined;
  // An inner $id changes what the names below it mean; such references are left to the validator.
  const lost = hasInnerId ? undefined : references.find(({ value }) => !leads(root, value));
  if (lost) return { path: [...lost.path, "$ref"], problem: "leads to no schema" };
  const endless = endlessReference(root);
  return endless === undefined ? undefined : { path: [], problem: endless };
}

/** The first child is taken next. One by one, since a hostile schema has more than a call takes arguments. */
function moveReversed(children: Located[], pending: Located[]): void {
  for (let child = children.pop(); child !== undefined; child = children.pop()) pending.push(child);
}

function nodeFault({ value, path }: Located, children: Located[]): SchemaFault | undefined {
  if (!isJsonObject(value)) {
    return { path, problem: "must be a schema: an object, true or false" };
  }
  for (const [keyword, held] of Object.entries(value)) {
    const fault = keywordFault(keyword, { value: held, path: [...path, keyword] }, children);
    if (fault) return fault;
  }
  return undefined;
}

function holds({ value }: Located, keyword: string): boolean {
  return isJsonObject(value) && typeof ownField(value, keyword) === "string";
}

interface Located {
  readonly value: JsonValue;
  readonly path: readonly (string | number)[];
}

function keywordFault(
  keyword: string,
  { value, path }: Located,
  children: Located[],
): SchemaFault | undefined {
  const shape = KEYWORDS.get(keyword);
  if (!shape) return undefined;
  switch (shape.holds) {
    case "value": {
      const problem = shape.problem(value);
      return problem === undefined ? undefined : { path, problem };
    }
    case "schema":
      children.push({ value, path });
      return undefined;
    case "schemas": {
      if (!Array.isArray(value) || value.length === 0) {
        return { path, problem: "must be a list of at least one schema" };
      }
      const items = value as readonly JsonValue[];
      for (const [index, item] of items.entries()) {
        children.push({ value: item, path: [...path, index] });
      }
      return undefined;
    }
    case "schema-map":
      return mapFault(keyword, { value, path }, children);
  }
}

function mapFault(
  keyword: string,
  { value, path }: Located,
  children: Located[],
): SchemaFault | undefined {
  if (!isJsonObject(value)) return { path, problem: "must be a table of schemas" };
  for (const [name, item] of Object.entries(value)) {
    const at = [...path, name];
    const problem = keyword === "patternProperties" ? patternProblem(name) : undefined;
    if (problem !== undefined) return { path: at, problem };
    children.push({ value: item, path: at });
  }
  return undefined;
}

function leads(root: JsonObject, node: JsonValue): boolean {
  const reference = isJsonObject(node) ? ownField(node, "$ref") : undefined;
  if (typeof reference !== "string") return true;
  const target = followReference(root, reference);
  return typeof target === "boolean" || isJsonObject(target);
}
