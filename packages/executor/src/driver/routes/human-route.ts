/**
 * A route that a person answers: a request at the desk, opened once and reopened after an interruption, that waits until
 * it is answered, expires or the attempt is ended. It holds no workspace and spends nothing (HUMAN-011 to HUMAN-024).
 */
import {
  canonicalJson,
  type Desk,
  type DeskRequestId,
  type DeskState,
  digestOf,
  invariant,
  type JsonObject,
  type RouteTask,
} from "@crucible/core";
import type { AttemptEnd } from "../../machine/fact.js";
import type { InputPlan } from "../../machine/machine.js";
import type { AttemptControl } from "../attempt/attempt-control.js";
import type { AttemptOrder } from "../attempt/order.js";
import { isEngineFault } from "../attempt/trouble.js";
import type { ExecutionContext } from "../execution/context.js";
import { ReviewRefused } from "../review/template.js";
import { EVIDENCE_BOUND, evidenceOf } from "./evidence.js";

export async function runHumanRoute(
  context: ExecutionContext,
  order: AttemptOrder,
  task: RouteTask,
  control: AttemptControl,
): Promise<AttemptEnd> {
  const { desk, bounds } = context;
  invariant(desk !== undefined, "no desk, though the launch was admitted");
  const inputs = context.inputsOf(order.task);
  const evidence = await evidenceOr(context, task, inputs);
  if (evidence instanceof ReviewRefused) {
    return { kind: "refused", note: `the review cannot be shown: ${evidence.message}` };
  }
  const bytes = new TextEncoder().encode(canonicalJson(evidence)).length;
  if (bytes > bounds.evidenceBytesMax) {
    const note = `the evidence is ${bytes} bytes; ${EVIDENCE_BOUND} allows ${bounds.evidenceBytesMax}`;
    return { kind: "refused", note };
  }
  const request = {
    ...requestId(context, task),
    questions: task.questions,
    offered: inputs.options ?? new Map(),
    evidence,
    evidenceDigest: digestOf(evidence),
    expiresAtMs: context.time.wallMs() + (order.deadlineMs - context.time.nowMs()),
  };
  try {
    const opened = await desk.open(request);
    if (opened.kind === "open") await announce(context, order, opened);
    const state = await answerOf(context, desk, task, opened, control);
    return await endOf(context, desk, task, state, control);
  } catch (error) {
    if (isEngineFault(error)) throw error;
    const detail = error instanceof Error ? error.message : String(error);
    return { kind: "transport", cause: "orchestrator", detail, retryable: true };
  }
}

/** The evidence, or why its review could not be made. */
async function evidenceOr(
  context: ExecutionContext,
  task: RouteTask,
  inputs: InputPlan,
): Promise<JsonObject | ReviewRefused> {
  try {
    return await evidenceOf(context, task, inputs);
  } catch (error) {
    if (error instanceof ReviewRefused) return error;
    throw error;
  }
}

function requestId({ run, execution }: ExecutionContext, task: RouteTask): DeskRequestId {
  return { run, execution, route: task.name };
}

/** The person's answer, or how the waiting ended. */
type Waited = DeskState | { readonly kind: "expired"; readonly evidenceDigest: string };

async function announce(
  context: ExecutionContext,
  order: AttemptOrder,
  opened: Extract<DeskState, { kind: "open" }>,
): Promise<void> {
  const entry = {
    kind: "decision_wait",
    task: order.task,
    request: opened.request,
    evidence_digest: opened.evidenceDigest,
    expires_at: new Date(opened.expiresAtMs).toISOString(),
  } as const;
  await context.report({ kind: "decision_opened", entry });
}

/** Waits on the desk until something is final, the request expires (by wall time: an absolute instant) or the attempt ends. */
async function answerOf(
  context: ExecutionContext,
  desk: Desk,
  task: RouteTask,
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
    const id = requestId(context, task);
    let state: DeskState = opened;
    while (state.kind === "open" && !waiting.signal.aborted) {
      state = await desk.wait(id, waiting.signal);
    }
    const isExpired = state.kind === "open" && expired && !control.signal.aborted;
    return isExpired ? { kind: "expired", evidenceDigest: opened.evidenceDigest } : state;
  } finally {
    timer.cancel();
    control.signal.removeEventListener("abort", end);
  }
}

async function endOf(
  context: ExecutionContext,
  desk: Desk,
  task: RouteTask,
  state: Waited,
  control: AttemptControl,
): Promise<AttemptEnd> {
  const id = requestId(context, task);
  switch (state.kind) {
    case "answered":
      return { kind: "answered", answer: { kind: "person", ...state.answer } };
    case "withdrawn":
      return { kind: "refused", note: "the decision request was withdrawn" };
    case "expired":
      await desk.withdraw(id);
      return { kind: "answered", answer: state };
    case "open": {
      const end = control.abortedEnd;
      invariant(end !== undefined, "the desk stopped waiting for a request that is open");
      // A halted run reopens its request; one that is over never will.
      if (control.isFinal) await desk.withdraw(id);
      return end;
    }
  }
}
