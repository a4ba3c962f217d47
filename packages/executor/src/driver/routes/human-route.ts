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
import { thrownText } from "../ports/said.js";
import { ReviewRefused } from "../review/template.js";
import { type EngineTime, LAST_MOMENT_MS } from "../time/engine-time.js";
import { endOfWork } from "../time/grace.js";
import { awaitAnswer, deskState, type Waited } from "./await-answer.js";
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
  const id = requestId(context, task);
  const request = {
    ...id,
    questions: task.questions,
    offered: inputs.options ?? new Map(),
    evidence,
    evidenceDigest: digestOf(evidence),
    expiresAtMs: expiryOf(context.time, order.deadlineMs),
  };
  try {
    const opened = await deskState(desk.open(request), control.signal, context.time);
    if (opened === undefined) return endOrdered(control);
    if (opened.kind === "open") await announce(context, order, opened);
    const state = await awaitAnswer(context, desk, id, opened, control);
    return await endOf(context, desk, id, state, control);
  } catch (error) {
    if (isEngineFault(error)) throw error;
    const detail = context.mask.text(thrownText(error));
    return { kind: "transport", cause: "orchestrator", detail, retryable: true };
  }
}

/** A run without a ceiling ends later than can be written down. */
function expiryOf(time: EngineTime, deadlineMs: number): number {
  return Math.min(time.wallMs() + (deadlineMs - time.nowMs()), LAST_MOMENT_MS);
}

/** How an attempt ends that was told to. */
function endOrdered({ abortedEnd }: AttemptControl): AttemptEnd {
  invariant(abortedEnd !== undefined, "the desk stopped waiting for a request that is open");
  return abortedEnd;
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

async function endOf(
  context: ExecutionContext,
  desk: Desk,
  id: DeskRequestId,
  state: Waited,
  control: AttemptControl,
): Promise<AttemptEnd> {
  const withdraw = (): Promise<unknown> =>
    endOfWork(desk.withdraw(id), control.signal, context.time);
  switch (state.kind) {
    case "answered":
      return { kind: "answered", answer: { kind: "person", ...state.answer } };
    case "withdrawn":
      return { kind: "refused", note: "the decision request was withdrawn" };
    case "expired":
      await withdraw();
      return { kind: "answered", answer: state };
    case "open": {
      const end = endOrdered(control);
      // A halted run reopens its request; one that is over never will, whether or not the desk can be told.
      if (control.isFinal) await withdraw().catch(() => undefined);
      return end;
    }
  }
}
