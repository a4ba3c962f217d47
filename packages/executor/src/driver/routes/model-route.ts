/** A route that a decision model answers: no workspace, one request, the answer as the model gave it (ROUTE-018, ROUTE-020). */
import { invariant, type Question, type RouteTask } from "@crucible/core";
import type { AttemptEnd } from "../../machine/fact.js";
import type { SpendMeter } from "../agent/spend-meter.js";
import type { AttemptControl } from "../attempt/attempt-control.js";
import type { AttemptEnding, AttemptOrder } from "../attempt/order.js";
import type { Prepared } from "../attempt/prepare.js";
import type { ExecutionContext } from "../execution/context.js";

export async function runModelRoute(
  context: ExecutionContext,
  order: AttemptOrder,
  task: RouteTask,
  prepared: Prepared,
  control: AttemptControl,
  meter: SpendMeter,
): Promise<AttemptEnding<AttemptEnd>> {
  const { decider, mask, launch } = context;
  invariant(decider !== undefined, "no decider, though the launch was admitted");
  const offered = context.inputsOf(order.task).options ?? new Map<string, readonly string[]>();
  const request = {
    attempt: control.id,
    task: order.task,
    questions: task.questions.map((question) => resolved(question, offered)),
    inputs: prepared.inputs,
  };
  const outcome = await decider.decide(request, control.signal);
  meter.endTurn(outcome.costNano, launch.turnPriceNano);
  if (control.abortedEnd) return { end: control.abortedEnd, model: null, survivors: [] };
  if (outcome.kind === "transport") {
    const { cause, detail, retryable } = outcome;
    const end = { kind: "transport", cause, detail: mask.text(detail), retryable } as const;
    return { end, model: null, survivors: [] };
  }
  // What a server calls itself comes from outside, as everything it says.
  const named = outcome.model === null ? null : mask.text(outcome.model);
  if (outcome.kind === "refused") {
    const end = { kind: "refused", note: mask.text(outcome.note) } as const;
    return { end, model: named, survivors: [] };
  }
  const answer = { kind: "model", probabilities: outcome.probabilities } as const;
  return { end: { kind: "answered", answer }, model: named, survivors: [] };
}

/** A choice whose options come from another task's output, with the options that it offers now. */
function resolved(question: Question, offered: ReadonlyMap<string, readonly string[]>): Question {
  if (question.type !== "choice" || !("task" in question.options)) return question;
  const labels = offered.get(question.id) ?? [];
  return { ...question, options: labels.map((label) => ({ label })) };
}
