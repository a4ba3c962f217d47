/** Schema documents: dialect, depth, and that every reference ends inside. */
import type { JsonValue } from "@crucible/core";
import { expect, test } from "vitest";
import { schemaProblem, schemaTextProblem } from "../../src/check/schema/schema-text.js";

const outside = (reference: string): string =>
  `the schema refers to ${JSON.stringify(reference)} outside itself; nothing is fetched`;

test.each<[string, JsonValue, string | undefined]>([
  ["DSL-081: a remote reference", { $ref: "https://e.invalid/x" }, outside("https://e.invalid/x")],
  [
    "DSL-081: a remote reference in an unused definition",
    { $defs: { unused: { $ref: "http://169.254.0.1/y" } } },
    outside("http://169.254.0.1/y"),
  ],
  ["DSL-081: a dynamic reference to a file", { $dynamicRef: "o.json#m" }, outside("o.json#m")],
  ["DSL-081: without a scheme", { items: { $ref: "//e.invalid/x" } }, outside("//e.invalid/x")],
  [
    "DSL-081: relative to its own address",
    { $id: "https://e.invalid/a/s.json", anyOf: [{ $ref: "other.json" }] },
    outside("other.json"),
  ],
  [
    "DSL-081: the dialect itself",
    { $ref: "https://json-schema.org/draft/2020-12/schema" },
    outside("https://json-schema.org/draft/2020-12/schema"),
  ],
  ["a reference under an unknown keyword", { "x-y": { $ref: "o.json" } }, outside("o.json")],
  ["a local reference", { $ref: "#/$defs/a", $defs: { a: true } }, undefined],
  [
    "its own address",
    { $id: "https://e.invalid/s", items: { $ref: "https://e.invalid/s" } },
    undefined,
  ],
  [
    "an address given inside it",
    { $defs: { a: { $id: "https://e.invalid/a" } }, $ref: "https://e.invalid/a#" },
    undefined,
  ],
  ["a property called $ref", { properties: { $ref: { type: "string" } } }, undefined],
  ["a constant that looks like a reference", { const: { $ref: "https://e.invalid/x" } }, undefined],
  [
    "DSL-080: another dialect",
    { $schema: "http://json-schema.org/draft-07/schema#" },
    'the schema declares $schema "http://json-schema.org/draft-07/schema#"; only "https://json-schema.org/draft/2020-12/schema" is accepted, or no $schema at all',
  ],
  ["the dialect", { $schema: "https://json-schema.org/draft/2020-12/schema" }, undefined],
  ["a list", [], "a schema is an object or a boolean"],
  ["a boolean", true, undefined],
])("%s", (_, schema, problem) => {
  expect(schemaProblem(schema)).toBe(problem);
});

test("DSL-063: a schema that nests without end is refused, not walked", () => {
  const text = `${'{"allOf":['.repeat(20_000)}true${"]}".repeat(20_000)}`;
  expect(schemaTextProblem(text)).toBe("the schema nests more than 128 levels");
});
