/**
 * Desk: where people answer the questions of a human-decided route. The engine asks; the desk never calls the engine. What
 * rejects or is no state counts as a desk out of reach and is tried again (HUMAN-016).
 */
import type { JsonObject } from "../json/json.js";
import type { Question } from "../plan/route.js";

export interface Desk {
  /** Opens the request of an execution and route, or returns the one that exists with its first expiry and any answer. */
  open(request: DeskRequest): Promise<DeskState>;
  /** Resolves when the request may have changed, or when the signal aborts; the engine then waits half a minute at the most. */
  wait(id: DeskRequestId, signal: AbortSignal): Promise<DeskState>;
  /** Withdraws an open request; answers are refused from then on. */
  withdraw(id: DeskRequestId): Promise<void>;
}

export interface DeskRequestId {
  readonly run: string;
  /** A run that goes on in another execution asks anew. */
  readonly execution: string;
  readonly route: string;
}

export interface DeskRequest extends DeskRequestId {
  readonly questions: readonly Question[];
  /** Values a pick question offers, by question id. */
  readonly offered: ReadonlyMap<string, readonly string[]>;
  readonly evidence: JsonObject;
  readonly evidenceDigest: string;
  /** Wall time in milliseconds since 1970; kept from the first opening. */
  readonly expiresAtMs: number;
}

export type DeskState =
  | {
      readonly kind: "open";
      readonly request: string;
      readonly expiresAtMs: number;
      /** Of the evidence it was opened with first. */
      readonly evidenceDigest: string;
    }
  | { readonly kind: "answered"; readonly request: string; readonly answer: DeskAnswer }
  | { readonly kind: "withdrawn"; readonly request: string };

export interface DeskAnswer {
  /** Chosen options by question id, in the order given. */
  readonly choices: ReadonlyMap<string, readonly string[]>;
  readonly decidedBy: string;
  /** RFC 3339. */
  readonly decidedAt: string;
  readonly evidenceDigest: string;
  readonly note: string | null;
}
