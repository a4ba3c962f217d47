/**
 * The keywords of JSON Schema 2020-12 and what each may hold.
 *
 * A keyword that is not listed is an annotation that nobody interprets, and may hold anything, with a few exceptions:
 * words of other dialects that the run's checker gives a meaning of its own are refused, since the schema would then
 * admit at run time what it does not admit here.
 */
import { isJsonObject, type JsonValue } from "@crucible/core";
import { readPattern } from "../pattern/pattern.js";

/** How a keyword's value is made of schemas, or the check of a value that is none. */
export type KeywordShape =
  | { readonly holds: "schema" | "schemas" | "schema-map" }
  /** `problem` begins with "must …" and is absent for a value that is right. */
  | { readonly holds: "value"; readonly problem: (value: JsonValue) => string | undefined };

const TYPES = ["array", "boolean", "integer", "null", "number", "object", "string"];

const schema: KeywordShape = { holds: "schema" };
const schemas: KeywordShape = { holds: "schemas" };
const schemaMap: KeywordShape = { holds: "schema-map" };

const text = value((each) => typeof each === "string", "a string");
const boolean = value((each) => typeof each === "boolean", "true or false");
const number = value((each) => typeof each === "number", "a number");
const count = value(isCount, "a whole number of at least 0");
const list = value((each) => Array.isArray(each), "a list");
const names = value(isNameList, "a list of different strings");
const anchor = value(isAnchor, "a name of letters, digits, `-`, `_` and `.`");

const SHAPES: readonly (readonly [KeywordShape, string])[] = [
  [schema, "additionalProperties contains contentSchema else if items not propertyNames then"],
  [schema, "unevaluatedItems unevaluatedProperties"],
  [schemas, "allOf anyOf oneOf prefixItems"],
  [schemaMap, "$defs definitions dependentSchemas properties"],
  [text, "$comment $dynamicRef $ref $schema contentEncoding contentMediaType description"],
  [text, "format title"],
  [boolean, "deprecated readOnly uniqueItems writeOnly"],
  [number, "exclusiveMaximum exclusiveMinimum maximum minimum"],
  [count, "maxContains maxItems maxLength maxProperties"],
  [count, "minContains minItems minLength minProperties"],
  [list, "enum examples"],
  [names, "required"],
  [anchor, "$anchor $dynamicAnchor"],
  [value(isAddress, "an address without a fragment"), "$id"],
  [value((each) => typeof each === "number" && each > 0, "a number above 0"), "multipleOf"],
  [value(isNameLists, "a table of lists of different strings"), "dependentRequired"],
  [value(isFlags, "a table of true and false"), "$vocabulary"],
  [value(isType, `one of ${TYPES.join(", ")}, or a list of different ones`), "type"],
  [{ holds: "value", problem: patternProblem }, "pattern"],
];

/** Words that mean something to a checker and nothing to the dialect, with what to write instead. */
const FOREIGN: Readonly<Record<string, string>> = {
  $async: "remove it",
  $recursiveAnchor: "write $dynamicAnchor",
  $recursiveRef: "write $dynamicRef",
  dependencies: "write dependentRequired or dependentSchemas",
  id: "write $id",
  nullable: 'write type with "null" among its types',
};

export const KEYWORDS: ReadonlyMap<string, KeywordShape> = new Map([
  ...Object.entries(FOREIGN).map(([word, instead]): [string, KeywordShape] => [
    word,
    { holds: "value", problem: () => `is no keyword of the dialect; ${instead}` },
  ]),
  ...SHAPES.flatMap(([shape, words]) =>
    words.split(" ").map((word): [string, KeywordShape] => [word, shape]),
  ),
  // Its keys are patterns besides.
  ["patternProperties", schemaMap],
]);

/** What is wrong with a regular expression of a schema. */
export function patternProblem(pattern: JsonValue): string | undefined {
  if (typeof pattern !== "string") return "must be a string";
  const reading = readPattern(pattern);
  return reading.ok ? undefined : `is a regular expression that ${reading.message}`;
}

function value(isRight: (value: JsonValue) => boolean, wanted: string): KeywordShape {
  return {
    holds: "value",
    problem: (each) => (isRight(each) ? undefined : `must be ${wanted}`),
  };
}

function isCount(each: JsonValue): boolean {
  return typeof each === "number" && Number.isInteger(each) && each >= 0;
}

function isNameList(each: JsonValue): boolean {
  if (!Array.isArray(each)) return false;
  const items = each as readonly JsonValue[];
  return items.every((item) => typeof item === "string") && new Set(items).size === items.length;
}

function isNameLists(each: JsonValue): boolean {
  return isJsonObject(each) && Object.values(each).every(isNameList);
}

function isFlags(each: JsonValue): boolean {
  return isJsonObject(each) && Object.values(each).every((flag) => typeof flag === "boolean");
}

function isAnchor(each: JsonValue): boolean {
  return typeof each === "string" && /^[A-Za-z_][A-Za-z0-9._-]*$/.test(each);
}

function isAddress(each: JsonValue): boolean {
  return typeof each === "string" && /^[^#]*#?$/.test(each);
}

function isType(each: JsonValue): boolean {
  if (typeof each === "string") return TYPES.includes(each);
  if (!isNameList(each)) return false;
  const items = each as readonly string[];
  return items.length > 0 && items.every((item) => TYPES.includes(item));
}
