/** The default validator: it checks on the engine's own thread, so a check that has begun is not interrupted. */
import type { JsonValue } from "@crucible/core";
import type { CompiledSchema } from "./compile-schema.js";
import type { SchemaValidator, SchemaVerdict } from "./validator.js";

/** A validator that works in place. The schema library is loaded with the first schema. */
export function createSchemaValidator(): SchemaValidator {
  const compiled = new Map<string, CompiledSchema>();
  return {
    prepare: async (schemas) => {
      const problems = new Map<string, string>();
      for (const schema of new Set(schemas)) {
        if (compiled.has(schema)) continue;
        const { compileSchema } = await import("./compile-schema.js");
        try {
          compiled.set(schema, compileSchema(schema));
        } catch (error) {
          problems.set(schema, error instanceof Error ? error.message : String(error));
        }
      }
      return problems;
    },
    validate: async (schema, value, signal) => check(compiled.get(schema), value, signal),
  };
}

function check(
  schema: CompiledSchema | undefined,
  value: JsonValue,
  signal: AbortSignal,
): SchemaVerdict {
  if (signal.aborted) return { kind: "aborted" };
  if (schema === undefined) return { kind: "unusable", problem: "the schema was not prepared" };
  return schema(value);
}
