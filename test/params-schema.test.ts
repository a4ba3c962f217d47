/**
 * DSL-037: one declaration, one judgement. The JSON Schema that a launch form or an asking workflow is given accepts exactly
 * the values that the compiler binds, drawn at random and whatever their type; texts of a command line are judged by
 * what they mean.
 */
import { memoryPack, type ParamInput, paramsSchema, tryCompile } from "@crucible/compiler";
import type { JsonValue } from "@crucible/core";
import { createSchemaValidator } from "@crucible/executor";
import fc from "fast-check";
import { expect, test } from "vitest";

const SOURCE = `params = {
    "slug": {"type": "string", "pattern": "^[a-z]+$", "required": True},
    "mode": {"type": "string", "choices": ["fast", "slow"], "default": "fast"},
    "count": {"type": "int", "min": 1, "max": 9, "default": 3},
    "ratio": {"type": "number", "min": 0.5},
    "flag": {"type": "bool", "default": True},
    "tags": {"type": "list"},
}
workflow(type = "playbook", tasks = [command(name = "t", run = "x")])
`;
const PACK = memoryPack({ "workflow.star": SOURCE });

const text = fc.oneof(fc.constantFrom("abc", "fast", "slow", "Fast", "a1", "", "a\n"), fc.string());
const number = fc.oneof(fc.integer({ min: -2, max: 12 }), fc.constantFrom(0.5, 0.4, 2.5, 1e300));
const value: fc.Arbitrary<ParamInput> = fc.oneof(
  text,
  number,
  fc.boolean(),
  fc.array(text, { maxLength: 3 }),
);
const names = ["slug", "mode", "count", "ratio", "flag", "tags", "other"];
const values = fc
  .tuple(fc.dictionary(fc.constantFrom(...names), value), fc.boolean(), text)
  .map(([drawn, hasSlug, slug]): Readonly<Record<string, ParamInput>> => {
    const { ...all } = drawn;
    return hasSlug ? { ...all, slug } : all;
  });

/** A text for a parameter of another type is a command line's spelling, which a schema does not know. */
function isTyped(params: Readonly<Record<string, ParamInput>>): boolean {
  return Object.entries(params).every(
    ([name, each]) =>
      typeof each !== "string" || name === "slug" || name === "mode" || name === "other",
  );
}

test("DSL-037: the emitted schema and the compiler accept the same values", async () => {
  const reading = paramsSchema(SOURCE);
  if (!reading.ok) throw new Error("the block cannot be read");
  const schema = JSON.stringify(reading.schema);
  const validator = createSchemaValidator();
  expect(await validator.prepare([schema])).toEqual(new Map());
  const seen = { accepted: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(values.filter(isTyped), async (params) => {
      const signal = new AbortController().signal;
      const verdict = await validator.validate(schema, params as JsonValue, signal);
      const { ok } = tryCompile(PACK, { params });
      expect(verdict.kind, JSON.stringify(params)).toBe(ok ? "valid" : "invalid");
      if (ok) seen.accepted++;
      else seen.refused++;
    }),
    { numRuns: 2_000 },
  );
  expect(seen.accepted).toBeGreaterThan(10);
  expect(seen.refused).toBeGreaterThan(10);
});

test("DSL-037: a command line's texts are judged as the values they spell", () => {
  const bound = (params: Readonly<Record<string, ParamInput>>): string | undefined => {
    const result = tryCompile(PACK, { params: { slug: "abc", ...params } });
    return result.ok ? result.plan.digest : undefined;
  };
  expect(bound({ count: "4" })).toBe(bound({ count: 4 }));
  expect(bound({ ratio: "2.5" })).toBe(bound({ ratio: 2.5 }));
  expect(bound({ flag: "false" })).toBe(bound({ flag: false }));
  expect(bound({ tags: "a, b" })).toBe(bound({ tags: ["a", "b"] }));
  expect(bound({ count: 4 })).toBeDefined();
  for (const wrong of [{ count: "4.5" }, { count: "10" }, { ratio: "0.4" }, { flag: "yes" }]) {
    expect(bound(wrong)).toBeUndefined();
  }
});
