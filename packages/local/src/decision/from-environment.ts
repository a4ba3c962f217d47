/** The decision model that this machine's variables bind, if they bind one. */
import type { Clock, Decider, Diagnostic } from "@crucible/core";
import { httpDecider } from "./http-decider.js";
import { INFERENCE_VARIABLE, type Inference, readInference } from "./inference.js";

type Environment = Readonly<Record<string, string | undefined>>;

/** The variable says something that cannot be followed. Its text is not shown: a credential could have got into it. */
export class InferenceRefused extends Error {
  override readonly name = "InferenceRefused";
  /** One problem a line, each with its place in the variable. */
  readonly lines: readonly string[];

  constructor(diagnostics: readonly Diagnostic[]) {
    const lines = diagnostics.map(lineOf);
    super(lines.join("; "));
    this.lines = lines;
  }
}

function lineOf({ message, range }: Diagnostic): string {
  const at = range ? `:${range.start.line}:${range.start.column}` : "";
  return `${INFERENCE_VARIABLE}${at}: ${message}`;
}

/** What the variable binds. Throws {@link InferenceRefused}. */
export function inferenceFrom(environment: Environment): Inference {
  const text = new Map(Object.entries(environment)).get(INFERENCE_VARIABLE);
  const reading = readInference(text ?? "");
  if (!reading.ok) throw new InferenceRefused(reading.diagnostics);
  return reading.inference;
}

/** The decider of a binding, if there is one. */
export function deciderOf(
  { decision }: Inference,
  environment: Environment,
  clock: Clock,
): Decider | undefined {
  return decision === undefined ? undefined : httpDecider(decision, { environment, clock });
}
