/**
 * What the compiler lets a consumer of a field rely on is true of every value that the run's own checker lets through.
 *
 * Schemas are drawn at random around those that prove something, with every keyword of the dialect that could open a
 * hole. A schema that the compiler takes for a consumer is given to the checker, and of the values it admits none may be
 * one that the consumer cannot use. The second property is about what is not proved: hostile schemas end.
 */
import { memoryPack, tryCompile } from "@crucible/compiler";
import type { JsonValue } from "@crucible/core";
import { createSchemaValidator } from "@crucible/executor";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

type Schema = { readonly [key: string]: JsonValue } | boolean;

const LABELS = ["yes", "no", "north", "uncertain"];

const scalar: fc.Arbitrary<JsonValue> = fc.constantFrom<JsonValue[]>(
  ...LABELS,
  "other",
  "",
  true,
  false,
  0,
  1,
  -1.5,
  null,
);
const value: fc.Arbitrary<JsonValue> = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom("a", "b"), scalar, { maxKeys: 2, noNullPrototype: true }),
);

const type = fc.constantFrom("array", "boolean", "integer", "null", "number", "object", "string");
const types: fc.Arbitrary<JsonValue> = fc.oneof(
  { weight: 5, arbitrary: type },
  { weight: 1, arbitrary: fc.uniqueArray(type, { minLength: 1, maxLength: 2 }) },
);
const reference = fc.constantFrom("#", "#/$defs/a", "#/$defs/b", "#n", "#/items", "#/$defs/a%2Fb");

const { schema } = fc.letrec<{ schema: Schema }>((tie) => {
  const inner = tie("schema") as fc.Arbitrary<JsonValue>;
  const several = fc.array(inner, { minLength: 1, maxLength: 2 });
  const keywords = fc.record(
    {
      type: types,
      const: value,
      enum: fc.array(scalar, { minLength: 1, maxLength: 3 }),
      items: inner,
      prefixItems: several,
      allOf: several,
      anyOf: several,
      oneOf: several,
      not: inner,
      if: inner,
      // biome-ignore lint/suspicious/noThenProperty: a keyword of the dialect
      then: inner,
      $ref: reference,
      $anchor: fc.constant("n"),
      $dynamicAnchor: fc.constant("n"),
      $id: fc.constant("https://schemas.invalid/inner"),
      contains: inner,
      additionalProperties: inner,
      properties: fc.record({ a: inner }, { requiredKeys: [] }),
      $defs: fc.record({ a: inner, b: inner, "a/b": inner }, { requiredKeys: [] }),
      nullable: fc.boolean(),
      $async: fc.constant(true),
    },
    { requiredKeys: [] },
  );
  return {
    schema: fc.oneof(
      { maxDepth: 4, depthSize: "small" },
      fc.constantFrom<Schema[]>(
        true,
        false,
        { type: "string" },
        { const: "yes" },
        { type: "array" },
      ),
      fc.constantFrom<Schema[]>(
        { type: "array", items: { type: "string" } },
        { type: "number" },
        { type: "boolean" },
        { enum: ["yes", "no"] },
        { type: "object" },
      ),
      sparse(keywords as fc.Arbitrary<{ readonly [key: string]: JsonValue }>),
    ),
  };
});

/** At most three of the keywords, so that schemas contradict themselves rarely. */
function sparse(
  all: fc.Arbitrary<{ readonly [key: string]: JsonValue }>,
): fc.Arbitrary<{ readonly [key: string]: JsonValue }> {
  return fc.tuple(all, fc.array(fc.nat(30), { minLength: 1, maxLength: 3 })).map(([drawn, at]) => {
    const names = Object.keys(drawn);
    const kept = new Set(at.map((position) => names[position % Math.max(names.length, 1)]));
    return Object.fromEntries(Object.entries(drawn).filter(([name]) => kept.has(name)));
  });
}

/** A schema that would prove the claim by itself, with something else around it. */
function around(...good: readonly Schema[]): fc.Arbitrary<Schema> {
  const proof = fc.constantFrom(...good);
  const defs = fc.record({ a: schema, b: proof });
  return fc.oneof(
    schema,
    fc.tuple(proof, schema).map(([a, b]): Schema => merged(a, b)),
    fc.tuple(proof, schema).map(([a, b]): Schema => merged(b, a)),
    fc.tuple(proof, schema).map(([a, b]): Schema => ({ allOf: [b, a] })),
    fc.tuple(proof, proof, schema).map(([a, b, c]): Schema => merged({ anyOf: [a, b] }, c)),
    fc.tuple(defs, reference).map(([$defs, $ref]): Schema => ({ $ref, $defs })),
    fc.tuple(defs, schema).map(([$defs, a]): Schema => merged(a, { $ref: "#/$defs/b", $defs })),
    schema.map((items): Schema => ({ type: "array", items })),
    fc
      .tuple(schema, schema)
      .map(([a, b]): Schema => ({ type: "array", items: a, prefixItems: [b] })),
  );
}

function merged(a: Schema, b: Schema): Schema {
  return typeof a === "boolean" ? b : typeof b === "boolean" ? a : { ...a, ...b };
}

function compiles(source: string, declared: Schema): boolean {
  const files = { "workflow.star": source, "s.json": JSON.stringify(declared) };
  return tryCompile(memoryPack(files)).ok;
}

interface Consumer {
  readonly name: string;
  readonly source: string;
  readonly schemas: fc.Arbitrary<Schema>;
  readonly accepts: (value: JsonValue) => boolean;
}

const PRODUCER = 'p = command(name = "p", run = "x", emits = {"f": schema_file("s.json")})\n';
const isText = (each: JsonValue): boolean => typeof each === "string";

const CONSUMERS: readonly Consumer[] = [
  {
    name: "DSL-083, DSL-090, DSL-091: a fan-out is given lists of texts",
    source: `${PRODUCER}m = command(name = "m", run = "x", depends_on = [p], over = p.f, max_fanout = 9)
workflow(type = "playbook", tasks = [p, m])
`,
    schemas: around(
      { type: "array", items: { type: "string" } },
      { type: "array", items: { enum: ["yes", "other"] } },
    ),
    accepts: (each) => Array.isArray(each) && (each as readonly JsonValue[]).every(isText),
  },
  {
    name: "DSL-086: a threshold is given numbers",
    source: `e = evaluate(name = "e", run = "x", threshold = 1, direction = "lower", emits = {"score": schema_file("s.json")})
workflow(type = "playbook", tasks = [e])
`,
    schemas: around({ type: "number" }, { type: "integer" }, { type: "number", enum: [1, 2] }),
    accepts: (each) => typeof each === "number",
  },
  {
    name: "DSL-087, DSL-089: a choice is given its labels",
    source: `p = command(name = "p", run = "x", emits = {"q": schema_file("s.json")})
r = route(name = "r", source = p, depends_on = [p], questions = {"q": choice(ask = "?", options = ["north", "other"])})
workflow(type = "playbook", tasks = [p, r])
`,
    schemas: around({ enum: ["north", "other"] }, { const: "north" }, { enum: ["uncertain"] }),
    accepts: (each) => ["north", "other", "uncertain"].includes(each as string),
  },
  {
    name: "DSL-088: a yes-or-no question is given yes, no, or a truth value",
    source: `p = command(name = "p", run = "x", emits = {"q": schema_file("s.json")})
r = route(name = "r", source = p, depends_on = [p], questions = {"q": noul(ask = "?")})
workflow(type = "playbook", tasks = [p, r])
`,
    schemas: around({ type: "boolean" }, { enum: ["yes", "no"] }, { enum: [true, "no"] }),
    accepts: (each) =>
      typeof each === "boolean" || ["yes", "no", "uncertain"].includes(each as string),
  },
];

describe("whatever the checker admits under a proved schema, its consumer can use", () => {
  test.each(CONSUMERS)("$name", async ({ source, schemas, accepts }) => {
    let proved = 0;
    let admitted = 0;
    const values = fc.array(value, { minLength: 20, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(schemas, values, async (declared, arriving) => {
        if (!compiles(source, declared)) return;
        const text = JSON.stringify(declared);
        const validator = createSchemaValidator();
        const problems = await validator.prepare([text]);
        // Refused before the run, so that nothing ever arrives.
        if (problems.size > 0) return;
        proved++;
        for (const each of arriving) {
          const verdict = await validator.validate(text, each, new AbortController().signal);
          if (verdict.kind !== "valid") continue;
          admitted++;
          expect(accepts(each), `${text} admits ${JSON.stringify(each)}`).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
    expect(proved).toBeGreaterThan(5);
    expect(admitted).toBeGreaterThan(5);
  });
});
