/**
 * Whether a task whose dependencies all settled may run, and what it settles as when not: its `when`, then its join.
 *
 * An all-join passes on what stopped it: a branch that was not taken as not_taken, a failure as blocked, a skip as
 * skipped. A passed join needs one passing dependency and fails without; a settled join always runs.
 */
import {
  isAnswered,
  isJsonObject,
  type JsonValue,
  ownField,
  type Task,
  type When,
} from "@crucible/core";
import { taskAt } from "../graph/graph.js";
import type { Settled } from "../state/instance.js";
import { blockedBy, notTaken, type Undispatched } from "./settlement.js";
import type { Step } from "./step.js";
import type { View } from "./view.js";

export function preconditions(step: Step, index: number, view: View): Undispatched | undefined {
  const task = taskAt(step.graph, index);
  const when = task.when && whenProblem(step, task.when, view);
  if (when?.answered) return notTaken(when.note);
  const join = joinProblem(step, index, task, view);
  if (join) return join;
  // The route failed, but this join does not need it to pass (ROUTE-033).
  return when && notTaken(when.note);
}

interface WhenProblem {
  /** Whether the route has an answer, or was itself not taken; a route that failed says nothing. */
  readonly answered: boolean;
  readonly note: string;
}

function whenProblem(step: Step, when: When, view: View): WhenProblem | undefined {
  const route = step.graph.indexOf.get(when.task) ?? -1;
  // What follows a mapped route maps over the same list; its items are asked one by one.
  if (step.state.fans[route] && view.whole(route)) return undefined;
  const result = view.result(route);
  if (result?.status === "not_taken") {
    return { answered: true, note: `route ${when.task} was not taken` };
  }
  if (result?.status !== "pass") {
    return { answered: false, note: `route ${when.task} did not decide` };
  }
  const labels = labelsOf(result.kept?.get(when.question));
  if (isAnswered(when.is, labels)) return undefined;
  const answer = labels.length === 0 ? "nothing" : labels.join(", ");
  return { answered: true, note: `${when.task}.${when.question} resolved to ${answer}` };
}

/** The labels that an answer's record resolved to: all chosen ones of a multiple choice (HUMAN-038). */
function labelsOf(record: JsonValue | undefined): readonly string[] {
  if (!isJsonObject(record)) return [];
  const labels = ownField(record, "labels");
  if (Array.isArray(labels)) return labels.filter((label) => typeof label === "string");
  const label = ownField(record, "label");
  return typeof label === "string" ? [label] : [];
}

function joinProblem(step: Step, index: number, task: Task, view: View): Undispatched | undefined {
  switch (task.join) {
    case "settled":
      return undefined;
    case "passed":
      return passedProblem(step, index, view);
    case "all":
      return allProblem(step, index, task, view);
  }
}

function allProblem(step: Step, index: number, task: Task, view: View): Undispatched | undefined {
  let skipped: string | undefined;
  let failed: string | undefined;
  for (const dependency of step.graph.dependencies[index] ?? []) {
    const status = view.result(dependency)?.status;
    if (status === "pass") continue;
    const name = taskAt(step.graph, dependency).name;
    if (status === "not_taken") {
      if (task.optional.includes(name)) continue;
      return notTaken(`dependency ${name} was not taken`);
    }
    if (status === "skipped") skipped ??= name;
    else failed ??= name;
  }
  if (failed !== undefined) {
    return blockedBy("dependency_did_not_pass", "dependency did not pass");
  }
  if (skipped === undefined) return undefined;
  return { status: "skipped", note: `dependency ${skipped} was skipped` };
}

function passedProblem(step: Step, index: number, view: View): Undispatched | undefined {
  const dependencies = step.graph.dependencies[index] ?? [];
  if (dependencies.some((dependency) => passes(step, dependency, view))) return undefined;
  return { status: "fail", note: "no dependency passed" };
}

/** A fan-out passes for a passed join as soon as one of its items did: reducing over losses is what the join is for. */
function passes(step: Step, dependency: number, view: View): boolean {
  const result: Settled | undefined = view.result(dependency);
  if (result?.status === "pass") return true;
  return view.whole(dependency) && (step.state.fans[dependency]?.passed ?? 0) > 0;
}
