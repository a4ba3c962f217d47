import { describe, expect, test } from "vitest";
import { paramsSchema } from "../../src/index.js";
import { lines } from "../support/diagnostics.js";

function schema(source: string): unknown {
  const reading = paramsSchema(source);
  return reading.ok ? JSON.parse(JSON.stringify(reading.schema)) : lines(reading.diagnostics);
}

const EMPTY = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  additionalProperties: false,
  properties: {},
  required: [],
};

describe("the schema of the parameters", () => {
  test("DSL-036: one document with every declared fact", () => {
    const source = `params = {
  "topic": {"type": "string", "required": True, "doc": "what", "pattern": "^a", "multiline": True},
  "count": {"type": "int", "default": 3, "min": 1, "max": 5},
  "mode": {"type": "string", "choices": ["fast", "slow"]},
  "tags": {"type": "list<string>"},
  "deep": {"type": "bool", "required": True},
  "ratio": {"type": "number"},
}
`;
    expect(schema(source)).toEqual({
      ...EMPTY,
      properties: {
        topic: { type: "string", description: "what", pattern: "^a", multiline: true },
        count: { type: "integer", default: 3, minimum: 1, maximum: 5 },
        mode: { type: "string", enum: ["fast", "slow"] },
        tags: { type: "array", items: { type: "string" } },
        deep: { type: "boolean" },
        ratio: { type: "number" },
      },
      required: ["topic", "deep"],
    });
  });

  test("a source without a block has no properties", () => {
    expect(schema("workflow(tasks = [])\n")).toEqual(EMPTY);
    expect(schema("")).toEqual(EMPTY);
  });

  test.each([
    ["a name that does not exist", "nothing()\n"],
    ["an endless loop", "def f():\n  f()\nf()\n"],
    ["a statement that does not parse", "x = = 1\n"],
    ["a bracket that is never closed", "workflow(tasks = [\n"],
    ["a string that is never closed", 'x = """\n'],
  ])("DSL-004: it is read even when the rest holds %s", (_, rest) => {
    const source = `params = {\n  "a": {"type": "string"},\n}\n${rest}`;
    expect(schema(source)).toMatchObject({ properties: { a: { type: "string" } } });
  });

  test("a byte-order mark and CRLF change nothing", () => {
    const source = 'params = {\n  "a": {"type": "string"},\n}\n';
    expect(schema(`\ufeff${source.replaceAll("\n", "\r\n")}`)).toEqual(schema(source));
  });

  test("a block with errors has no schema", () => {
    expect(schema('params = {"a": {"type": "date"}}\n')).toEqual([
      'workflow.star:1:25: parameter "a": unknown type "date"; one of string, integer, number, boolean, list<string>',
    ]);
  });

  test("a source whose very first statement is broken has no schema", () => {
    expect(schema("params = {\n")).toHaveLength(1);
  });
});
