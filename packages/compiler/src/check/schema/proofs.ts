/**
 * What a schema proves about the values it admits.
 *
 * A consumer of a field (a fan-out, a ranking, a route) needs a property of every value that can arrive. The prover reads
 * `type`, `const`, `enum`, local `$ref`, `allOf` and every branch of `anyOf` and `oneOf`, and nothing else: whatever it
 * cannot show is not proven (DSL-090, DSL-091). All keywords of one schema hold together, so one of them suffices.
 *
 * It gives up after a fixed number of hops and of looks, so a schema that refers to itself, or whose branches multiply,
 * is unproven and never endless (DSL-093).
 */
import { isJsonObject, type JsonObject, type JsonValue, ownField } from "@crucible/core";
import { followReference } from "./lookup.js";

const HOPS_MAX = 16;
const LOOKS_MAX = 10_000;

type Claim = (schema: JsonObject) => boolean;

export class SchemaProver {
  readonly #root: JsonValue;
  #looks = 0;

  constructor(schema: JsonValue) {
    this.#root = schema;
  }

  /** An array whose every item is a string (DSL-083 to DSL-085). */
  provesListOfStrings(): boolean {
    return this.#proves((schema) => declaredType(schema) === "array") && this.#proves(this.#items);
  }

  /** A number, and no constant that is anything else (DSL-086). */
  provesNumber(): boolean {
    if (!this.#proves(isNumeric)) return false;
    const values = this.finiteValues();
    return values === undefined || values.every((value) => typeof value === "number");
  }

  provesObject(): boolean {
    return this.#proves((schema) => declaredType(schema) === "object");
  }

  /** The values that can arrive, where the schema limits them to a finite set; a boolean type is `true` and `false`. */
  finiteValues(): readonly JsonValue[] | undefined {
    this.#looks = 0;
    return this.#values(this.#root, 0);
  }

  hasSeveralTypes(): boolean {
    const type = isJsonObject(this.#root) ? ownField(this.#root, "type") : undefined;
    return Array.isArray(type) && type.length !== 1;
  }

  /** The one declared type at the top, for messages. */
  topType(): string | undefined {
    const types = ["array", "boolean", "integer", "null", "number", "object", "string"];
    return types.find((type) => this.#proves((schema) => declaredType(schema) === type));
  }

  #proves(claim: Claim): boolean {
    this.#looks = 0;
    return this.#holds(this.#root, claim, 0);
  }

  /** Whether the claim follows from the schema: from its own keywords, or from any schema it includes. */
  #holds(schema: JsonValue | undefined, claim: Claim, hops: number): boolean {
    if (!isJsonObject(schema) || !this.#mayLook(hops) || this.#isElsewhere(schema)) return false;
    if (claim(schema)) return true;
    const target = this.#referenceOf(schema);
    if (target !== undefined && this.#holds(target, claim, hops + 1)) return true;
    if (listOf(schema, "allOf").some((member) => this.#holds(member, claim, hops + 1))) return true;
    return ["anyOf", "oneOf"].some((keyword) => {
      const branches = listOf(schema, keyword);
      return branches.length > 0 && branches.every((each) => this.#holds(each, claim, hops + 1));
    });
  }

  readonly #items: Claim = (schema) => {
    const items = ownField(schema, "items");
    const isString = (item: JsonValue | undefined): boolean => this.#holds(item, isText, 1);
    return (items === false || isString(items)) && listOf(schema, "prefixItems").every(isString);
  };

  #values(schema: JsonValue | undefined, hops: number): readonly JsonValue[] | undefined {
    if (schema === false) return [];
    if (!isJsonObject(schema) || !this.#mayLook(hops) || this.#isElsewhere(schema)) {
      return undefined;
    }
    const limits: (readonly JsonValue[] | undefined)[] = [ownValues(schema)];
    const target = this.#referenceOf(schema);
    if (target !== undefined) limits.push(this.#values(target, hops + 1));
    for (const member of listOf(schema, "allOf")) limits.push(this.#values(member, hops + 1));
    for (const keyword of ["anyOf", "oneOf"]) {
      const branches = listOf(schema, keyword).map((branch) => this.#values(branch, hops + 1));
      if (branches.length > 0) limits.push(united(branches));
    }
    return narrowed(limits);
  }

  #referenceOf(schema: JsonObject): JsonValue | undefined {
    const reference = ownField(schema, "$ref");
    if (typeof reference !== "string" || !isJsonObject(this.#root)) return undefined;
    return followReference(this.#root, reference);
  }

  /** Whether the schema has an address of its own, where references mean something else. */
  #isElsewhere(schema: JsonObject): boolean {
    return schema !== this.#root && typeof ownField(schema, "$id") === "string";
  }

  #mayLook(hops: number): boolean {
    this.#looks++;
    return hops <= HOPS_MAX && this.#looks <= LOOKS_MAX;
  }
}

/** The one type of the `type` keyword; a list of several is none. */
function declaredType(schema: JsonObject): JsonValue | undefined {
  const type = ownField(schema, "type");
  return Array.isArray(type) && type.length === 1 ? (type[0] as JsonValue) : type;
}

function isNumeric(schema: JsonObject): boolean {
  const type = declaredType(schema);
  return type === "number" || type === "integer";
}

function isText(schema: JsonObject): boolean {
  if (declaredType(schema) === "string") return true;
  const values = ownConstants(schema);
  return values?.every((value) => typeof value === "string") ?? false;
}

function ownConstants(schema: JsonObject): readonly JsonValue[] | undefined {
  const constant = ownField(schema, "const");
  if (constant !== undefined) return [constant];
  const listed = ownField(schema, "enum");
  return Array.isArray(listed) ? (listed as readonly JsonValue[]) : undefined;
}

function ownValues(schema: JsonObject): readonly JsonValue[] | undefined {
  return ownConstants(schema) ?? (declaredType(schema) === "boolean" ? [true, false] : undefined);
}

function listOf(schema: JsonObject, keyword: string): readonly JsonValue[] {
  const list = ownField(schema, keyword);
  return Array.isArray(list) ? (list as readonly JsonValue[]) : [];
}

/** The values of every branch, or no limit when one branch has none. */
function united(
  branches: readonly (readonly JsonValue[] | undefined)[],
): readonly JsonValue[] | undefined {
  const all: JsonValue[] = [];
  for (const branch of branches) {
    if (branch === undefined) return undefined;
    for (const value of branch) all.push(value);
  }
  return all;
}

/** The values that every limit admits; without any limit, no limit. Objects and lists count as always admitted. */
function narrowed(
  limits: readonly (readonly JsonValue[] | undefined)[],
): readonly JsonValue[] | undefined {
  const [first, ...others] = limits.filter((limit) => limit !== undefined);
  if (!first) return undefined;
  const sets = others.map((limit) => new Set<unknown>(limit));
  return first.filter(
    (value) => (typeof value === "object" && value !== null) || sets.every((set) => set.has(value)),
  );
}
