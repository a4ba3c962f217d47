/**
 * Schemas made to keep a reader busy: each is read, or refused, and every proof over it ends. Only a test that hangs can
 * fail by time.
 */
import type { JsonValue } from "@crucible/core";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { tryCompile } from "../../src/index.js";
import { errorsOf, packOf } from "../support/compile.js";

/** A fan-out, a threshold and a route, so that every proof is asked for. */
const SOURCE = `s = schema_file("s.json")
p = command(name = "p", run = "x", emits = {"list": s, "q": s})
e = evaluate(name = "e", run = "x", threshold = 1, direction = "lower", emits = {"score": s})
m = command(name = "m", run = "x", depends_on = [p], over = p.list, max_fanout = 3)
r = route(name = "r", source = p, depends_on = [p], questions = {"q": choice(ask = "?", options = ["a", "b"])})
c = command(name = "c", run = "x", depends_on = [r], when = r.q, otherwise = True)
workflow(type = "playbook", tasks = [p, e, m, r, c])
`;

function compiled(schema: JsonValue): readonly string[] {
  return errorsOf(
    SOURCE,
    { limits: { schemaBytes: 4_194_304 } },
    { "s.json": JSON.stringify(schema) },
  );
}

/** References that double at every step: 2^n ways through n definitions. */
function doubling(depth: number): JsonValue {
  const defs: { [name: string]: JsonValue } = { [`d${depth}`]: { type: "string" } };
  for (let level = 0; level < depth; level++) {
    const next = { $ref: `#/$defs/d${level + 1}` };
    defs[`d${level}`] = { anyOf: [next, next], allOf: [next, next] };
  }
  return { $ref: "#/$defs/d0", $defs: defs };
}

function wide(count: number, branch: (index: number) => JsonValue): readonly JsonValue[] {
  return Array.from({ length: count }, (_, index) => branch(index));
}

const fetched = vi.fn();
beforeEach(() => vi.stubGlobal("fetch", fetched));
afterEach(() => vi.unstubAllGlobals());

describe("DSL-093: a hostile schema ends", () => {
  test.each<[string, JsonValue]>([
    ["references that double", doubling(15)],
    ["references that double past every hop", doubling(100)],
    ["a hundred thousand constants", { enum: wide(100_000, (index) => `v${index}`) }],
    ["ten thousand branches", { anyOf: wide(10_000, (index) => ({ const: index })) }],
    ["three hundred thousand branches", { anyOf: wide(300_000, () => true) }],
    ["three hundred thousand parts", { allOf: wide(300_000, () => ({})) }],
    ["three hundred thousand anchored parts", { $ref: "#none", allOf: wide(300_000, () => ({})) }],
    [
      "ten thousand branches over ten thousand constants",
      {
        allOf: wide(100, () => ({ enum: wide(1_000, (index) => `v${index}`) })),
        anyOf: wide(100, () => ({ enum: wide(1_000, (index) => `v${index}`) })),
      },
    ],
    ["a chain of ten thousand references", chain(10_000)],
    ["a ring of a thousand references", ring(1_000)],
    ["ten thousand anchors, none of them the one", { $ref: "#none", $defs: anchors(10_000) }],
    [
      "patterns that backtrack",
      { type: "string", pattern: "^(a+)+$", allOf: [{ pattern: "(x*)*y" }] },
    ],
    ["a pattern of a megabyte", { type: "string", pattern: "(a|b)".repeat(200_000) }],
    ["a pattern that counts far", { type: "string", pattern: "((a{1000}){1000}){1000}" }],
    ["a pattern of many alternatives", { pattern: `^(${wide(5_000, String).join("|")})$` }],
    [
      "names of methods",
      JSON.parse(
        '{"__proto__": {"type": "array"}, "constructor": 1, "$ref": "#/__proto__", "properties": {"__proto__": {}, "toString": {}}}',
      ) as JsonValue,
    ],
  ])("%s", (_what, schema) => {
    expect(compiled(schema).length).toBeGreaterThan(0);
  });

  test("DSL-081: and nothing is fetched, wherever an address stands", () => {
    for (const keyword of ["$ref", "$dynamicRef", "$id", "$schema", "$vocabulary", "format", "x"]) {
      compiled({ [keyword]: "https://schemas.invalid/x.json" });
      compiled({ properties: { a: { [keyword]: "//schemas.invalid/x.json" } } });
    }
    expect(fetched).not.toHaveBeenCalled();
  });

  test("DSL-079: any JSON is a schema or is refused at its call", () => {
    const words = fc.constantFrom(
      ..."$ref $id $defs $anchor $dynamicRef type enum const items prefixItems anyOf allOf".split(
        " ",
      ),
      ..."properties pattern patternProperties if then not required format dependentSchemas".split(
        " ",
      ),
    );
    const leaf = fc.oneof(
      fc.constantFrom<JsonValue[]>(
        "#",
        "#/$defs/a",
        "string",
        "array",
        "^(a+)+$",
        "(?<=x)",
        -1,
        1e21,
      ),
      fc.string(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
      fc.boolean(),
      fc.constant(null),
    );
    const { node } = fc.letrec<{ node: JsonValue }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 6, depthSize: "medium" },
        leaf,
        fc.array(tie("node"), { maxLength: 3 }),
        fc.dictionary(words, tie("node"), { maxKeys: 4, noNullPrototype: true }),
      ),
    }));
    fc.assert(
      fc.property(node, (schema) => {
        const result = tryCompile(packOf(SOURCE, { "s.json": JSON.stringify(schema) }));
        const places = result.ok ? [] : result.diagnostics.map(({ range }) => range?.file);
        expect(new Set(places).size).toBeLessThan(2);
        expect(places.every((file) => file === "workflow.star")).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});

function chain(length: number): JsonValue {
  const $defs: { [name: string]: JsonValue } = {};
  for (let index = 0; index < length; index++)
    $defs[`c${index}`] = { $ref: `#/$defs/c${index + 1}` };
  $defs[`c${length}`] = { type: "array", items: { type: "string" } };
  return { $ref: "#/$defs/c0", $defs };
}

function ring(length: number): JsonValue {
  const $defs: { [name: string]: JsonValue } = {};
  for (let index = 0; index < length; index++) {
    $defs[`c${index}`] = { $ref: `#/$defs/c${(index + 1) % length}` };
  }
  return { $ref: "#/$defs/c0", $defs };
}

function anchors(count: number): { readonly [name: string]: JsonValue } {
  const names = wide(count, (index) => `a${index}`) as readonly string[];
  return Object.fromEntries(names.map((name) => [name, { $anchor: name, type: "string" }]));
}
