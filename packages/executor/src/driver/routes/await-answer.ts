/**
 * Waiting for a person: on the desk until something is final, the request expires or the attempt is ended. A desk that
 * does not keep its promises keeps neither the attempt from ending nor anybody else from their turn.
 */
import type { Desk, DeskRequestId, DeskState } from "@crucible/core";
import type { AttemptControl } from "../attempt/attempt-control.js";
import type { ExecutionContext } from "../execution/context.js";
import type { EngineTime } from "../time/engine-time.js";
import { endOfWork, GIVEN_UP } from "../time/grace.js";
import { readDeskState } from "./desk-state.js";

/** How long to leave a desk alone that said that nothing has changed. */
const PAUSE_MS = 500;

/** The person's answer, or how the waiting ended. */
export type Waited = DeskState | { readonly kind: "expired"; readonly evidenceDigest: string };

/** Waits on the desk until something is final, the request expires (by wall time: an absolute instant) or the attempt ends. */
export async function awaitAnswer(
  context: ExecutionContext,
  desk: Desk,
  id: DeskRequestId,
  opened: DeskState,
  control: AttemptControl,
): Promise<Waited> {
  if (opened.kind !== "open") return opened;
  const { time } = context;
  const waiting = new AbortController();
  const end = (): void => waiting.abort();
  control.signal.addEventListener("abort", end);
  if (control.signal.aborted) end();
  let expired = false;
  const timer = time.after(opened.expiresAtMs - time.wallMs(), () => {
    expired = true;
    end();
  });
  try {
    let state: DeskState = opened;
    while (state.kind === "open" && !waiting.signal.aborted) {
      state = (await deskState(desk.wait(id, waiting.signal), waiting.signal, time)) ?? state;
      // A desk that has nothing to say may say so at once, and everybody else is to get a turn.
      if (state.kind === "open" && !waiting.signal.aborted) await pause(time);
    }
    const isExpired = state.kind === "open" && expired && !control.signal.aborted;
    return isExpired ? { kind: "expired", evidenceDigest: opened.evidenceDigest } : state;
  } finally {
    timer.cancel();
    control.signal.removeEventListener("abort", end);
  }
}

/** What the desk says; `undefined` when it says nothing though it was told to end. Rejects on what is no state. */
export async function deskState(
  saying: Promise<DeskState>,
  signal: AbortSignal,
  time: EngineTime,
): Promise<DeskState | undefined> {
  const state = await endOfWork(saying, signal, time);
  if (state === GIVEN_UP) return undefined;
  const reading = readDeskState(state);
  if (reading.kind === "broken") throw new Error(`the desk ${reading.problem}`);
  return reading.outcome;
}

function pause(time: EngineTime): Promise<void> {
  return new Promise((resolve) => {
    time.after(PAUSE_MS, resolve);
  });
}
