/** What a schema proves about the values it admits, keyword by keyword. */
import type { JsonValue } from "@crucible/core";
import { describe, expect, test } from "vitest";
import { SchemaProver } from "../../src/check/schema/proofs.js";

const prover = (schema: JsonValue): SchemaProver => new SchemaProver(schema);
const strings = { type: "array", items: { type: "string" } };

describe("lists of strings", () => {
  test.each<[string, JsonValue]>([
    ["DSL-083: items of type string", strings],
    ["DSL-085: items that are a constant string", { type: "array", items: { const: "a" } }],
    ["DSL-085: items from a list of strings", { type: "array", items: { enum: ["a", "b"] } }],
    ["DSL-083: string prefix items", { ...strings, prefixItems: [{ type: "string" }] }],
    [
      "no items but string prefix items",
      { type: "array", items: false, prefixItems: [{ const: "a" }] },
    ],
    ["DSL-090: through a reference", { $ref: "#/$defs/s", $defs: { s: strings } }],
    [
      "DSL-090: through an anchor below a property of any name",
      { $ref: "#s", properties: { const: { $anchor: "s", ...strings } } },
    ],
    ["DSL-090: through a named anchor", { $ref: "#s", $defs: { s: { $anchor: "s", ...strings } } }],
    [
      "through the schema's own address",
      { $id: "https://e.invalid/s", $ref: "https://e.invalid/s#/$defs/s", $defs: { s: strings } },
    ],
    ["DSL-090: through allOf", { allOf: [{ type: "array" }, { items: { type: "string" } }] }],
    ["DSL-090: through every branch of anyOf", { anyOf: [strings, strings] }],
    ["DSL-090: through every branch of oneOf", { type: "array", oneOf: [strings, strings] }],
    ["a type list of one", { type: ["array"], items: { type: "string" } }],
    [
      "DSL-093: a tree that refers to itself elsewhere",
      { ...strings, $defs: { tree: { properties: { child: { $ref: "#/$defs/tree" } } } } },
    ],
  ])("proven: %s", (_, schema) => {
    expect(prover(schema).provesListOfStrings()).toBe(true);
  });

  test.each<[string, JsonValue]>([
    ["DSL-083: no items", { type: "array" }],
    ["DSL-084: integer items", { type: "array", items: { type: "integer" } }],
    ["DSL-085: a list of mixed constants", { type: "array", items: { enum: ["a", 1] } }],
    ["DSL-083: one prefix item that is no string", { ...strings, prefixItems: [{}] }],
    ["DSL-092: several types", { type: ["array", "null"], items: { type: "string" } }],
    ["no type", { items: { type: "string" } }],
    ["DSL-090: one branch of anyOf that is none", { anyOf: [strings, { type: "array" }] }],
    ["an empty anyOf", { anyOf: [] }],
    [
      "DSL-091: only if and then",
      JSON.parse(
        '{"if":{"type":"array"},"then":{"type":"array","items":{"type":"string"}}}',
      ) as JsonValue,
    ],
    ["DSL-091: only not", { not: { type: "string" } }],
    ["everything", true],
    ["nothing", false],
    ["DSL-093: a reference to itself", { $ref: "#" }],
    [
      "DSL-093: two references to each other",
      { $ref: "#/a", a: { $ref: "#/b" }, b: { $ref: "#/a" } },
    ],
    ["a reference to nothing", { $ref: "#/$defs/gone" }],
    ["a reference that decodes to nothing", { $ref: "#/%" }],
    ["a reference elsewhere", { $ref: "https://e.invalid/s" }],
    [
      "a reference past another address",
      { $ref: "#/$defs/s", $defs: { s: { $id: "https://e.invalid/o", ...strings } } },
    ],
    ["an inherited name", { $ref: "#/constructor" }],
    [
      "a reference in a schema with an address of its own",
      {
        allOf: [{ $id: "https://e.invalid/o", $ref: "#/$defs/s", $defs: { s: {} } }],
        $defs: { s: strings },
      },
    ],
    [
      "items in a schema with an address of its own",
      { type: "array", items: { $id: "https://e.invalid/o", type: "string" } },
    ],
    [
      "a constant that looks like an anchor",
      { $ref: "#s", $defs: { a: { const: { $anchor: "s", ...strings } } } },
    ],
    [
      "a pointer that readers split differently",
      { $ref: "#/$defs/a%2Fb", $defs: { "a/b": {}, a: { b: strings } } },
    ],
  ])("not proven: %s", (_, schema) => {
    expect(prover(schema).provesListOfStrings()).toBe(false);
  });

  test("DSL-093: seventeen hops are one too many", () => {
    const chain = (hops: number): JsonValue => {
      let schema: JsonValue = strings;
      for (let hop = 0; hop < hops; hop++) schema = { allOf: [schema] };
      return schema;
    };
    // The items are one more hop down.
    expect(prover(chain(15)).provesListOfStrings()).toBe(true);
    expect(prover(chain(17)).provesListOfStrings()).toBe(false);
  });

  test("DSL-093: branches that multiply are given up", () => {
    const defs: { [name: string]: JsonValue } = { d16: strings };
    for (let level = 15; level >= 0; level--) {
      const next = { $ref: `#/$defs/d${level + 1}` };
      defs[`d${level}`] = { anyOf: [next, next, next, next] };
    }
    expect(prover({ $ref: "#/$defs/d0", $defs: defs }).provesListOfStrings()).toBe(false);
  });
});

describe("numbers", () => {
  test.each<[string, JsonValue, boolean]>([
    ["DSL-086: a number", { type: "number" }, true],
    ["DSL-086: an integer from a list", { type: "integer", enum: [1, 2] }, true],
    ["DSL-086: a number or a text", { type: "number", enum: [1, "x"] }, false],
    ["DSL-086: a constant text", { type: "number", const: "x" }, false],
    ["PLAN-034: a text", { type: "string" }, false],
    ["DSL-092: a number or null", { type: ["number", "null"] }, false],
    ["a list of numbers without a type", { enum: [1, 2] }, false],
    ["every branch", { oneOf: [{ type: "integer" }, { type: "number" }] }, true],
  ])("%s", (_, schema, proven) => {
    expect(prover(schema).provesNumber()).toBe(proven);
  });
});

describe("finite values", () => {
  test.each<[string, JsonValue, readonly JsonValue[] | undefined]>([
    ["DSL-087: a list", { enum: ["a", "b"] }, ["a", "b"]],
    ["DSL-087: a constant", { const: "a" }, ["a"]],
    ["DSL-088: a boolean", { type: "boolean" }, [true, false]],
    ["DSL-090: the union of branches", { anyOf: [{ const: "a" }, { const: "b" }] }, ["a", "b"]],
    [
      "DSL-089: one branch without a limit",
      { anyOf: [{ const: "a" }, { type: "string" }] },
      undefined,
    ],
    ["what every limit admits", { enum: ["a", "b"], allOf: [{ enum: ["b", "c"] }] }, ["b"]],
    ["a limit beside a reference", { $ref: "#/$defs/x", enum: ["a"], $defs: { x: {} } }, ["a"]],
    ["DSL-089: no limit", { type: "string" }, undefined],
    ["DSL-093: itself", { $ref: "#" }, undefined],
    ["nothing at all", false, []],
  ])("%s", (_, schema, values) => {
    expect(prover(schema).finiteValues()).toEqual(values);
  });
});
