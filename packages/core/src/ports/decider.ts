/** Decider: a decision model that answers the fixed questions of a route. */
import type { JsonObject } from "../json/json.js";
import type { TransportCause } from "../log/status.js";
import type { Question } from "../plan/route.js";

export interface Decider {
  /** Whether it reports what a decision costs. */
  readonly metered: boolean;
  /** What keeps it from answering here, such as a credential that is missing; empty when nothing does. Asks nobody. */
  check(): readonly string[];
  /**
   * Answers every question or says why it could not. Always resolves, also when the signal aborts: the engine then waits
   * half a minute, and takes what rejects or is no outcome for a model out of reach, of unknown cost (ROUTE-021).
   */
  decide(request: DecisionRequest, signal: AbortSignal): Promise<DecisionOutcome>;
}

export interface DecisionRequest {
  /** Identity of the attempt, unique in the run. */
  readonly attempt: string;
  /** Row name of the route or of its instance. */
  readonly task: string;
  readonly questions: readonly Question[];
  readonly inputs: JsonObject;
}

export type DecisionOutcome =
  | {
      readonly kind: "answered";
      /** A probability a label, by question id; the engine checks and chooses. */
      readonly probabilities: ReadonlyMap<string, ReadonlyMap<string, number>>;
      /** Where between its levels, from 0 on, the model places the answer to a `score`, by question id. */
      readonly positions?: ReadonlyMap<string, number>;
      /** In nano-dollars; `null` when it cannot be known, which is never taken for nothing. */
      readonly costNano: number | null;
      readonly model: string | null;
    }
  /** The model was asked, and what it said is no answer to the questions: the route fails (ROUTE-020). */
  | {
      readonly kind: "refused";
      readonly note: string;
      readonly costNano: number | null;
      readonly model: string | null;
    }
  | {
      readonly kind: "transport";
      readonly cause: TransportCause;
      readonly detail: string;
      readonly retryable: boolean;
      readonly costNano: number | null;
    };
