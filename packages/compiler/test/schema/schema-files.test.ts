import { type JsonValue, renderDiagnostic } from "@crucible/core";
import { describe, expect, test } from "vitest";
import { tryCompile } from "../../src/index.js";
import { errorsOf, packOf } from "../support/compile.js";

const SOURCE = `s = schema_file("s.json")
workflow(type = "playbook", tasks = [command(name = "t", run = "x", emits = {"v": s})])
`;

function problem(schema: JsonValue): string | undefined {
  const [first] = errorsOf(SOURCE, {}, { "s.json": JSON.stringify(schema) });
  return first?.replace(
    'workflow.star:1:5: schema_file("s.json"): the schema is not a valid 2020-12 JSON Schema: ',
    "",
  );
}

/** Nested n times through `allOf`. */
function nest(depth: number): JsonValue {
  let schema: JsonValue = { type: "string" };
  for (let level = 0; level < depth; level++) schema = { not: schema };
  return schema;
}

describe("DSL-079: a schema file holds a valid 2020-12 schema", () => {
  test.each([
    [true],
    [{}],
    [{ type: ["string", "null"], minLength: 0, pattern: "^a" }],
    [
      {
        properties: { a: false },
        patternProperties: { "^x-": {} },
        required: ["a"],
        additionalProperties: { type: "number" },
      },
    ],
    [{ prefixItems: [{ const: 1 }], items: false, contains: {}, minContains: 0 }],
    [{ allOf: [{ type: "object" }], properties: { next: { $ref: "#/allOf/0" } } }],
    [
      {
        $defs: {
          inner: { $id: "urn:x:inner", $defs: { b: {} }, properties: { p: { $ref: "#/$defs/b" } } },
        },
      },
    ],
    [{ $defs: { node: { properties: { next: { $ref: "#/$defs/node" } } } }, $ref: "#/$defs/node" }],
    [
      {
        $id: "http://example.invalid/root.json",
        $ref: "http://example.invalid/root.json#/$defs/b",
        $defs: { b: { type: "string" } },
      },
    ],
    [
      {
        $id: "http://example.invalid/root.json#",
        properties: { v: { $ref: "#/$defs/b" } },
        $defs: { b: { const: 42 } },
      },
    ],
    [{ $defs: { a: { $anchor: "here" } }, $ref: "#here" }],
    [{ unknownKeyword: 3, "x-note": { type: 3 } }],
    [{ properties: { id: {}, nullable: {}, $async: {} }, default: { id: 1 } }],
    [{ const: { type: 3 }, enum: [{ type: 3 }], default: { $ref: 1 } }],
    [{ pattern: "^[a-z]\\-[0-9]$" }],
  ])("%j is one", (schema) => {
    expect(problem(schema)).toBeUndefined();
  });

  test.each([
    [
      { type: 3 },
      "/type must be one of array, boolean, integer, null, number, object, string, or a list of different ones",
    ],
    [
      { type: [] },
      "/type must be one of array, boolean, integer, null, number, object, string, or a list of different ones",
    ],
    [
      { type: "int" },
      "/type must be one of array, boolean, integer, null, number, object, string, or a list of different ones",
    ],
    [
      { properties: { a: { minLength: -1 } } },
      "/properties/a/minLength must be a whole number of at least 0",
    ],
    [{ properties: [] }, "/properties must be a table of schemas"],
    [{ items: [{}] }, "/items must be a schema: an object, true or false"],
    [{ allOf: [] }, "/allOf must be a list of at least one schema"],
    [{ anyOf: [{}, 3] }, "/anyOf/1 must be a schema: an object, true or false"],
    [{ required: ["a", "a"] }, "/required must be a list of different strings"],
    [{ multipleOf: 0 }, "/multipleOf must be a number above 0"],
    [{ uniqueItems: "yes" }, "/uniqueItems must be true or false"],
    [{ $ref: "#/$defs/none" }, "/$ref leads to no schema"],
    [
      { $defs: { a: { $ref: "#/$defs/b/type" }, b: { type: "string" } } },
      "/$defs/a/$ref leads to no schema",
    ],
    [{ $anchor: "a b" }, "/$anchor must be a name of letters, digits, `-`, `_` and `.`"],
    [{ enum: "x" }, "/enum must be a list"],
    [{ $async: true }, "/$async is no keyword of the dialect; remove it"],
    [
      { items: { type: "string", nullable: true } },
      '/items/nullable is no keyword of the dialect; write type with "null" among its types',
    ],
    [{ id: "x" }, "/id is no keyword of the dialect; write $id"],
    [
      { $defs: { a: { dependencies: {} } } },
      "/$defs/a/dependencies is no keyword of the dialect; write dependentRequired or dependentSchemas",
    ],
  ])("%j is none", (schema, message) => {
    expect(problem(schema as JsonValue)).toBe(message);
  });

  test.each([
    [
      "(?=a)b",
      "/pattern is a regular expression that needs what a linear-time engine cannot do (invalid or unsupported Perl syntax: `(?=`)",
    ],
    ["[", "/pattern is a regular expression that does not compile: missing closing ]: `[`"],
  ])("a pattern that no linear engine runs is refused: %s", (pattern, message) => {
    expect(problem({ pattern })).toBe(message);
    expect(problem({ patternProperties: { [pattern]: {} } })).toBe(
      message.replace("/pattern ", `/patternProperties/${pattern} `),
    );
  });

  test.each([
    [{ $ref: "#" }, '/ refers to itself without end ("#")'],
    [
      {
        $ref: "#/$defs/a",
        $defs: { a: { allOf: [{ $ref: "#/$defs/b" }] }, b: { anyOf: [{ $ref: "#/$defs/a" }, {}] } },
      },
      '/ refers to itself without end ("#/$defs/a")',
    ],
    [
      { properties: { x: { not: { $ref: "#/properties/x" } } } },
      '/ refers to itself without end ("#/properties/x")',
    ],
  ])("DSL-093: %j would never end", (schema, message) => {
    expect(problem(schema)).toBe(message);
  });

  test("a schema nested without end is refused before anything recurses over it", () => {
    expect(problem(nest(100))).toBeUndefined();
    expect(problem(nest(200))).toContain("nests");
    const deep = `${'{"allOf":['.repeat(3_000)}{}${"]}".repeat(3_000)}`;
    expect(errorsOf(SOURCE, {}, { "s.json": deep })[0]).toContain("nests too deep");
  });

  test("a note shows the place in the schema", () => {
    const result = tryCompile(
      packOf(SOURCE, { "s.json": '{\n  "properties": {"a": {"type": 3}}\n}\n' }),
    );
    expect(result.ok ? "" : renderDiagnostic(result.diagnostics[0] as never).split("\n")[1]).toBe(
      "s.json:2:32: note: here",
    );
  });
});

describe("format is an annotation", () => {
  function warnings(schema: JsonValue): readonly string[] {
    const result = tryCompile(packOf(SOURCE, { "s.json": JSON.stringify(schema) }));
    return result.ok ? result.warnings.map((warning) => warning.message) : ["an error"];
  }

  test("a known one says nothing", () => {
    expect(warnings({ properties: { a: { format: "date-time" }, b: { format: "uri" } } })).toEqual(
      [],
    );
  });

  test("an unknown one warns, with the nearest known one", () => {
    expect(warnings({ properties: { a: { format: "emial" } } })).toEqual([
      'schema_file("s.json"): format "emial" is unknown and checks nothing; did you mean "email"?',
    ]);
  });
});
