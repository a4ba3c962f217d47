/** A check of a schema comes to an end, whatever the schema's author and the value's author make of it together. */
import type { JsonValue } from "@crucible/core";
import { createSchemaValidator } from "@crucible/executor";
import { describe, expect, it } from "vitest";

async function verdictOf(schema: object, value: JsonValue): Promise<unknown> {
  const text = JSON.stringify(schema);
  const validator = createSchemaValidator();
  expect(await validator.prepare([text])).toEqual(new Map());
  return validator.validate(text, value, new AbortController().signal);
}

function nested(
  depth: number,
  wrap: (inner: JsonValue) => JsonValue,
  inmost: JsonValue,
): JsonValue {
  let value = inmost;
  for (let level = 0; level < depth; level++) value = wrap(value);
  return value;
}

describe("a check that would not come to an end", () => {
  const list = { type: "array", items: { $ref: "#/$defs/n" } };
  const spent = { kind: "unusable", problem: expect.stringContaining("it takes more than") };

  it("is given up where each level of the value has two choices", async () => {
    const schema = { $defs: { n: { anyOf: [list, list] } }, $ref: "#/$defs/n" };
    expect(
      await verdictOf(
        schema,
        nested(100, (inner) => [inner], 1),
      ),
    ).toEqual(spent);
    expect(
      await verdictOf(
        schema,
        nested(100, (inner) => [inner], []),
      ),
    ).toEqual({ kind: "valid" });
  });

  it("is given up where each definition refers twice to the one before", async () => {
    const $defs: Record<string, object> = { n0: { type: "string" } };
    for (let index = 1; index < 60; index++) {
      const former = { $ref: `#/$defs/n${index - 1}` };
      $defs[`n${index}`] = { allOf: [former, former] };
    }
    expect(await verdictOf({ $defs, $ref: "#/$defs/n59" }, "x")).toEqual(spent);
  });
});

describe("a union of kinds that hold each other", () => {
  const kinds = Array.from({ length: 12 }, (_, index) => `kind-${index}`);
  const schema = {
    $defs: {
      node: {
        anyOf: kinds.map((kind) => ({
          type: "object",
          properties: { kind: { const: kind }, inner: { $ref: "#/$defs/node" } },
          required: ["kind"],
        })),
      },
    },
    $ref: "#/$defs/node",
  };

  it("is checked however deep the value is", async () => {
    const wrap = (inner: JsonValue): JsonValue => ({ kind: "kind-11", inner });
    const deep = nested(60, wrap, { kind: "kind-0" });
    expect(await verdictOf(schema, deep)).toEqual({ kind: "valid" });
  });

  it("says what is wrong, with all of it where that comes to an end", async () => {
    const wrap = (inner: JsonValue): JsonValue => ({ kind: "kind-11", inner });
    const shallow = await verdictOf(schema, { kind: "other" });
    expect(shallow).toMatchObject({ kind: "invalid", more: true });
    const deep = await verdictOf(schema, nested(30, wrap, { kind: "other" }));
    expect(deep).toMatchObject({ kind: "invalid" });
  });
});
