/** A decision model that is a function. */
import {
  type Decider,
  type DecisionOutcome,
  type DecisionRequest,
  nanoFromUsd,
} from "@crucible/core";

/** Probabilities a label, by question id, a failure to reach the model, or an answer that is none. */
export type Decision =
  | Readonly<Record<string, Readonly<Record<string, number>>>>
  | { readonly transport: string }
  | { readonly refused: string };

export class ScriptedDecider implements Decider {
  readonly metered: boolean;
  /** Every decision that was asked for, in order. */
  readonly requests: DecisionRequest[] = [];
  readonly #decide: (request: DecisionRequest, call: number) => Decision;
  readonly #costNano: number;

  constructor(
    decide: (request: DecisionRequest, call: number) => Decision,
    options: { readonly metered?: boolean; readonly costUsd?: number } = {},
  ) {
    this.#decide = decide;
    this.metered = options.metered ?? true;
    this.#costNano = nanoFromUsd(options.costUsd ?? 0);
  }

  check(): readonly string[] {
    return [];
  }

  async decide(request: DecisionRequest, _signal: AbortSignal): Promise<DecisionOutcome> {
    const call = this.requests.push(request);
    const decision = this.#decide(request, call);
    const costNano = this.metered ? this.#costNano : null;
    const said = decision as Readonly<Record<string, unknown>>;
    if (typeof said["transport"] === "string") {
      const detail = said["transport"];
      return { kind: "transport", cause: "provider", detail, retryable: true, costNano };
    }
    if (typeof said["refused"] === "string") {
      return { kind: "refused", note: said["refused"], costNano, model: "scripted" };
    }
    const answers = decision as Readonly<Record<string, Readonly<Record<string, number>>>>;
    const probabilities = new Map(
      Object.entries(answers).map(([id, labels]) => [id, new Map(Object.entries(labels))]),
    );
    return { kind: "answered", probabilities, costNano, model: "scripted" };
  }
}
