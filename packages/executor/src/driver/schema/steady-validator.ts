/** A host's own validator, held to its promise: a check comes to a verdict, and to none later than its signal. */
import { thrownText } from "../ports/said.js";
import type { SchemaValidator, SchemaVerdict } from "./validator.js";

const KINDS: ReadonlySet<unknown> = new Set<SchemaVerdict["kind"]>([
  "valid",
  "invalid",
  "unusable",
  "aborted",
]);

export function steadyValidator(validator: SchemaValidator): SchemaValidator {
  return {
    prepare: (schemas) => validator.prepare(schemas),
    validate: async (schema, value, signal) => {
      try {
        return verdictOf(await beforeAbort(validator.validate(schema, value, signal), signal));
      } catch (error) {
        return { kind: "unusable", problem: `the check failed: ${thrownText(error)}` };
      }
    },
  };
}

function beforeAbort(
  checking: Promise<SchemaVerdict>,
  signal: AbortSignal,
): Promise<SchemaVerdict> {
  return new Promise((resolve, reject) => {
    const abort = (): void => resolve({ kind: "aborted" });
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort);
    checking.finally(() => signal.removeEventListener("abort", abort)).then(resolve, reject);
  });
}

function verdictOf(given: SchemaVerdict): SchemaVerdict {
  const kind: unknown = (given as SchemaVerdict | undefined)?.kind;
  return KINDS.has(kind) ? given : { kind: "unusable", problem: "the check gave no verdict" };
}
