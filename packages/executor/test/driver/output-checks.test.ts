/** Checks of declared output fields: every type, and notes that never repeat a value. */
import type { EmitField, FieldType, JsonValue } from "@crucible/core";
import { describe, expect, it } from "vitest";
import { checkOutput } from "../../src/driver/emits/check-output.js";
import { createSchemaValidator } from "../../src/driver/schema/in-place-validator.js";

const token = (name: string): FieldType => ({ kind: "token", token: name }) as FieldType;

async function findings(
  emits: readonly EmitField[],
  output: JsonValue | undefined,
): Promise<readonly string[] | "aborted"> {
  const validator = createSchemaValidator();
  await validator.prepare(
    emits.flatMap(({ type }) => (type?.kind === "schema" ? [type.schema] : [])),
  );
  return checkOutput({ emits, output, validator, signal: new AbortController().signal });
}

async function findingsOf(
  type: FieldType,
  value: JsonValue,
): Promise<readonly string[] | "aborted"> {
  return findings([{ name: "f", type }], { f: value });
}

describe("declared fields", () => {
  it("EXEC-071: a missing field is named, whatever the output is", async () => {
    const missing = ['output missing declared field "f"'];
    expect(await findings([{ name: "f" }], { g: 1 })).toEqual(missing);
    expect(await findings([{ name: "f" }], [1])).toEqual(missing);
    expect(await findings([{ name: "f" }], undefined)).toEqual(missing);
    expect(await findings([{ name: "constructor" }], {})).toHaveLength(1);
    expect(await findings([{ name: "f" }], { f: null })).toEqual([]);
  });

  it("EXEC-073, EXEC-076: a field of another type is named with both types", async () => {
    expect(await findingsOf(token("integer"), "x")).toEqual([
      'output field "f" is string, declared integer',
    ]);
    expect(await findingsOf(token("string"), null)).toEqual([
      'output field "f" is null, declared string',
    ]);
    expect(await findingsOf(token("object"), [])).toEqual([
      'output field "f" is list, declared object',
    ]);
    expect(await findingsOf(token("list"), {})).toEqual([
      'output field "f" is object, declared list',
    ]);
    expect(await findingsOf(token("boolean"), 1)).toEqual([
      'output field "f" is integer, declared boolean',
    ]);
  });

  it("EXEC-074: an integer has no fractional part, however it is written", async () => {
    expect(await findingsOf(token("integer"), JSON.parse("3.0") as number)).toEqual([]);
    expect(await findingsOf(token("integer"), 3.5)).toEqual([
      'output field "f" is number, declared integer',
    ]);
    expect(await findingsOf(token("number"), 3)).toEqual([]);
  });

  it("EXEC-075, EXEC-078: a label is one of the labels, and another text is not repeated", async () => {
    const labels: FieldType = { kind: "labels", labels: ["low", "high"] };
    expect(await findingsOf(labels, "low")).toEqual([]);
    expect(await findingsOf(labels, "hunter2hunter2")).toEqual([
      'output field "f" is a string outside its labels, declared one of low|high',
    ]);
    expect(await findingsOf(labels, true)).toEqual([
      'output field "f" is boolean, declared one of low|high',
    ]);
  });

  it("keeps declaration order", async () => {
    expect(await findings([{ name: "b" }, { name: "a", type: token("link") }], { a: 1 })).toEqual([
      'output missing declared field "b"',
      'output field "a" declared link: it is not a string',
    ]);
  });
});

describe("links", () => {
  it.each([
    ["https://example.com/a?b=c#d", undefined],
    ["http://localhost:8080/", undefined],
    ["ftp://example.com/", "it is neither http nor https"],
    ["javascript:alert(1)", "it is neither http nor https"],
    ["example.com", "it is not an absolute URL"],
    ["https://ada:hunter2hunter2@example.com/", "it carries credentials"],
    [`https://example.com/${"a".repeat(2_030)}`, "it is longer than 2048 characters"],
    [`https://example.com/${"a/../".repeat(500)}`, "it is longer than 2048 characters"],
  ])("%s", async (link, why) => {
    const expected = why === undefined ? [] : [`output field "f" declared link: ${why}`];
    expect(await findingsOf(token("link"), link)).toEqual(expected);
  });

  it("says which of several is none", async () => {
    expect(await findingsOf(token("links"), ["https://example.com/", 5])).toEqual([
      'output field "f" declared links: item 2: it is not a string',
    ]);
    expect(await findingsOf(token("links"), [])).toEqual([]);
  });
});

describe("schemas", () => {
  const schema = (value: JsonValue): FieldType => ({
    kind: "schema",
    schema: JSON.stringify(value),
  });

  it("EXEC-077, EXEC-078: gives three mismatches by path, says that there were more, and repeats no value", async () => {
    const type = schema({ type: "array", items: { type: "string" } });
    expect(await findingsOf(type, ["a", 41, 42])).toEqual([
      'output field "f" does not match its schema: /1: value is not of type "string"; /2: value is not of type "string"',
    ]);
    const [note] = (await findingsOf(type, [1, 2, 3, 4])) as string[];
    expect(note).toBe(
      'output field "f" does not match its schema: /0: value is not of type "string"; ' +
        '/1: value is not of type "string"; /2: value is not of type "string"; and more',
    );
    expect(await findingsOf(schema({ const: "open" }), "hunter2hunter2")).toEqual([
      'output field "f" does not match its schema: /: value must be equal to constant',
    ]);
  });

  it("takes a format as an annotation and a pattern in linear time", async () => {
    expect(await findingsOf(schema({ format: "email" }), "no address")).toEqual([]);
    const pattern = schema({ type: "string", pattern: "^(a+)+$" });
    expect(await findingsOf(pattern, `${"a".repeat(50_000)}!`)).toHaveLength(1);
    expect(await findingsOf(pattern, "aaa")).toEqual([]);
    expect(await findingsOf(schema({ pattern: "^\\d{2}\\/\\u0041$" }), "42/A")).toEqual([]);
  });

  it("tells patterns of one schema apart", async () => {
    const type = schema({
      properties: { a: { pattern: "^a" }, b: { pattern: "^b" } },
      patternProperties: { "^n_": { type: "number" } },
    });
    expect(await findingsOf(type, { a: "a", b: "b", n_1: 1 })).toEqual([]);
    expect(await findingsOf(type, { a: "b", b: "a", n_1: "1" })).toEqual([
      'output field "f" does not match its schema: /a: value must match pattern "^a"; ' +
        '/b: value must match pattern "^b"; /n_1: value is not of type "number"',
    ]);
  });

  it("says that a pattern and a text are too long together, instead of matching for minutes", async () => {
    const type = schema({ pattern: "a{900}b" });
    const [note] = (await findingsOf(type, "a".repeat(1_000_000))) as string[];
    expect(note).toContain("too long together");
  });

  it.each([
    [1e21, 1, true],
    [1e300, 7, false],
    [0.3, 0.1, true],
    [0.35, 0.1, false],
    [-4.5, 1.5, true],
    [19.99, 0.01, true],
    [1.5, 1, false],
    [0, 3, true],
    [5e-324, 1e-323, false],
    [1e23, 10, true],
    [9_007_199_254_740_992, 3, false],
  ])("tells whether %d is a multiple of %d by their digits", async (value, step, isMultiple) => {
    const found = await findingsOf(schema({ multipleOf: step }), value);
    const note = `output field "f" does not match its schema: /: value must be multiple of ${step}`;
    expect(found).toEqual(isMultiple ? [] : [note]);
  });

  it("compares many unique items without comparing every pair", async () => {
    const unique = schema({ type: "array", uniqueItems: true });
    const items = Array.from({ length: 60_000 }, (_, index) => ({ index }));
    expect(await findingsOf(unique, items)).toEqual([]);
    expect(await findingsOf(unique, [...items, { index: 7 }])).toHaveLength(1);
    expect(
      await findingsOf(unique, [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ]),
    ).toHaveLength(1);
    expect(await findingsOf(unique, [1, "1", true, null])).toEqual([]);
  });

  it("names schemas that cannot be used", async () => {
    const validator = createSchemaValidator();
    const lookahead = JSON.stringify({ pattern: "(?=a)b" });
    const remote = JSON.stringify({ $ref: "https://example.com/schema" });
    const good = JSON.stringify({ type: "string" });
    const problems = await validator.prepare([lookahead, remote, good]);
    expect([...problems.keys()]).toEqual([lookahead, remote]);
  });

  it("survives a schema that refers to itself without a step", async () => {
    const [note] = (await findingsOf(schema({ $ref: "#" }), {})) as string[];
    expect(note).toContain('output field "f" does not match its schema: the check failed');
  });

  it("is aborted by the signal", async () => {
    const validator = createSchemaValidator();
    const text = JSON.stringify({ type: "string" });
    await validator.prepare([text]);
    const emits: EmitField[] = [{ name: "f", type: { kind: "schema", schema: text } }];
    const signal = AbortSignal.abort();
    expect(await checkOutput({ emits, output: { f: "" }, validator, signal })).toBe("aborted");
  });
});
