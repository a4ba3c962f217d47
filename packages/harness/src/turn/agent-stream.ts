/**
 * What an adapter makes of its agent's event stream. A stream is told every event in order and keeps what follows from
 * them; it never throws, whatever it is told, and starts nothing.
 */
import type {
  CostBasis,
  HarnessEvent,
  JsonObject,
  TokenUsage,
  TransportCause,
} from "@crucible/core";

export interface AgentStream {
  /** Reads one event. */
  take(event: JsonObject): Taken;
  /** The conversation that the agent says it works in. */
  readonly session: string | undefined;
  /** The model that it says it uses. */
  readonly model: string | undefined;
  /** How the turn ended, once the agent said so. */
  readonly ending: Ending | undefined;
  /** Tools that the agent was denied. */
  readonly denials: readonly string[];
  /** Whether a tool is at work, so that silence means nothing. */
  readonly isBusy: boolean;
  /** Used by this turn so far; another object whenever it changed. */
  readonly spend: Spend;
  /** What an ended turn is taken to have used of which nobody told; `undefined` where `spend` says it, or there is no price. */
  readonly guess: Spend | undefined;
}

export interface Taken {
  readonly events: readonly HarnessEvent[];
  /** Whether the turn came on, tries again to, or only said that it is there. */
  readonly sign: "progress" | "retry" | "presence";
}

export interface Spend {
  readonly tokens: TokenUsage;
  readonly costNano: number | null;
  readonly basis: CostBasis;
}

export type Ending =
  | { readonly kind: "completed"; readonly text: string }
  /** The same request would fail in the same way. */
  | { readonly kind: "failed"; readonly note: string }
  | {
      readonly kind: "transport";
      readonly cause: TransportCause;
      readonly detail: string;
      readonly retryable: boolean;
    };

export const NO_TOKENS: TokenUsage = Object.freeze({
  input: 0,
  cacheRead: 0,
  cacheWrite: 0,
  output: 0,
});

export const NOTHING_SPENT: Spend = Object.freeze({
  tokens: NO_TOKENS,
  costNano: 0,
  basis: "agent",
});

export const PRESENCE: Taken = Object.freeze({ events: [], sign: "presence" });

export function progress(...events: readonly HarnessEvent[]): Taken {
  return { events, sign: "progress" };
}

/** A failure of whoever serves the model, by the HTTP status that it gave. */
export function statusEnding(status: number, said: string): Ending {
  const detail = said === "" ? `the model's server answered ${status}` : said;
  // The request itself is refused, and would be again.
  if ([400, 413, 422].includes(status)) return { kind: "failed", note: detail };
  const isLasting = [401, 402, 403, 404].includes(status);
  return { kind: "transport", cause: "provider", detail, retryable: !isLasting };
}
