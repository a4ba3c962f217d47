/** A route that a decision model answers: no workspace, one request, the answer as the model gave it (ROUTE-018, ROUTE-020). */
import {
  type Decider,
  type DecisionOutcome,
  type DecisionRequest,
  invariant,
  type JsonObject,
  type Question,
  type RouteTask,
} from "@crucible/core";
import type { AttemptEnd } from "../../machine/fact.js";
import type { InputPlan } from "../../machine/machine.js";
import { leftNano, type SpendMeter } from "../agent/spend-meter.js";
import type { AttemptControl } from "../attempt/attempt-control.js";
import type { AttemptEnding, AttemptOrder } from "../attempt/order.js";
import { checkInputsSize, type Prepared } from "../attempt/prepare.js";
import type { ExecutionContext } from "../execution/context.js";
import { thrownText } from "../ports/said.js";
import type { EngineTime } from "../time/engine-time.js";
import { endOfWork, GIVEN_UP } from "../time/grace.js";
import { deciderFiles } from "./decider-files.js";
import { readDecisionOutcome } from "./decision-outcome.js";

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
  const plan = context.inputsOf(order.task);
  const offered = plan.options ?? new Map<string, readonly string[]>();
  const { inputs, note } = await decisionInputs(context, task, plan, prepared);
  if (control.abortedEnd) return { end: control.abortedEnd, model: null, survivors: [] };
  const request = {
    attempt: control.id,
    task: order.task,
    questions: task.questions.map((question) => resolved(question, offered)),
    inputs,
  };
  const outcome = await decisionOf(decider, request, control, context.time);
  meter.endTurn(outcome.costNano, launch.turnPriceNano, leftNano(context));
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
  const { probabilities, positions = new Map() } = outcome;
  const answer = { kind: "model", probabilities, positions, note } as const;
  return { end: { kind: "answered", answer }, model: named, survivors: [] };
}

/** Never rejects: a model that breaks its promise was not reached (ROUTE-021). */
async function decisionOf(
  decider: Decider,
  request: DecisionRequest,
  { signal }: AttemptControl,
  time: EngineTime,
): Promise<DecisionOutcome> {
  try {
    const outcome = await endOfWork(decider.decide(request, signal), signal, time);
    if (outcome === GIVEN_UP) return unreached("did not come to an end when it was told to");
    const reading = readDecisionOutcome(outcome);
    return reading.kind === "sound" ? reading.outcome : unreached(reading.problem);
  } catch (error) {
    return unreached(`failed: ${thrownText(error)}`);
  }
}

/** It may have been asked all the same, so its cost is not known. */
function unreached(problem: string): DecisionOutcome {
  const detail = `the decision model ${problem}`;
  return { kind: "transport", cause: "provider", detail, retryable: true, costNano: null };
}

/** What the model is given, and what the row is to say about it. */
async function decisionInputs(
  context: ExecutionContext,
  task: RouteTask,
  plan: InputPlan,
  { inputs, inputsJson }: Prepared,
): Promise<{ readonly inputs: JsonObject; readonly note: string }> {
  const { decider } = task;
  if (decider.kind !== "model" || decider.files.length === 0) return { inputs, note: "" };
  const { files, bytes, note } = await deciderFiles(context, task, decider.files, plan.staged);
  checkInputsSize(context, inputsJson.length + bytes);
  return { inputs: { ...inputs, files }, note };
}

/** A choice whose options come from another task's output, with the options that it offers now. */
function resolved(question: Question, offered: ReadonlyMap<string, readonly string[]>): Question {
  if (question.type !== "choice" || !("task" in question.options)) return question;
  const labels = offered.get(question.id) ?? [];
  return { ...question, options: labels.map((label) => ({ label })) };
}
