/** The judgement and the proofs of each schema of a plan, made once: many consumers may read one field. */
import type { JsonValue } from "@crucible/core";
import { SchemaProver } from "./proofs.js";
import { parseSchema, schemaTextProblem } from "./schema-text.js";

export interface SchemaFacts {
  readonly isListOfStrings: boolean;
  readonly isNumber: boolean;
  readonly isObject: boolean;
  /** The values that can arrive, where they are limited. */
  readonly values: readonly JsonValue[] | undefined;
  /** Whether `type` lists more than one type; such a schema satisfies no consumer (DSL-092). */
  readonly hasSeveralTypes: boolean;
  /** The one top-level type, as messages name it. */
  readonly topType: string | undefined;
}

export class SchemaLedger {
  readonly #facts = new Map<string, SchemaFacts>();
  readonly #problems = new Map<string, string | undefined>();

  /** What is wrong with a schema's text, or `undefined`. */
  problemOf(text: string): string | undefined {
    if (!this.#problems.has(text)) this.#problems.set(text, schemaTextProblem(text));
    return this.#problems.get(text);
  }

  factsOf(text: string): SchemaFacts {
    const known = this.#facts.get(text);
    if (known) return known;
    // An unreadable text is reported where it stands; `true` admits everything and proves nothing.
    const prover = new SchemaProver(parseSchema(text) ?? true);
    const facts: SchemaFacts = {
      isListOfStrings: prover.provesListOfStrings(),
      isNumber: prover.provesNumber(),
      isObject: prover.provesObject(),
      values: prover.finiteValues(),
      hasSeveralTypes: prover.hasSeveralTypes(),
      topType: prover.topType(),
    };
    this.#facts.set(text, facts);
    return facts;
  }
}
