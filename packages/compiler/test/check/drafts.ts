/** Small plans for the tests of the checks: tasks with every field at its default, overridden where a test says so. */
import {
  type AgentTask,
  bareTask,
  type CommandTask,
  type EngineTask,
  type EvaluateTask,
  type PlanDraft,
  type Question,
  type ReportTask,
  type RouteTask,
  type Task,
  type TaskCommon,
  type TopKTask,
} from "@crucible/core";

type Common = Partial<Omit<TaskCommon, "name">>;

function common(name: string, overrides: Common): TaskCommon {
  return { ...bareTask(name), ...overrides };
}

export function command(name: string, overrides: Common & { command?: string } = {}): CommandTask {
  return { kind: "command", command: "true", ...common(name, overrides) } as CommandTask;
}

export function agent(
  name: string,
  overrides: Common & Partial<Omit<AgentTask, "kind" | "name">> = {},
): AgentTask {
  const own = { kind: "agent", prompt: "do it", harness: null, model: null, effort: null };
  return { ...own, ...common(name, overrides) } as AgentTask;
}

export function evaluate(
  name: string,
  overrides: Common & Partial<Omit<EvaluateTask, "kind" | "name">> = {},
): EvaluateTask {
  return { kind: "evaluate", command: "./grade.sh", ...common(name, overrides) } as EvaluateTask;
}

export function topK(
  name: string,
  overrides: Common & Partial<Omit<TopKTask, "kind" | "name">> = {},
): TopKTask {
  return { kind: "top_k", k: 1, direction: "lower", ...common(name, overrides) } as TopKTask;
}

export function report(
  name: string,
  overrides: Common & Partial<Omit<ReportTask, "kind" | "name">> = {},
): ReportTask {
  const own = { kind: "report", destination: { kind: "slack" }, template: "done" };
  return { ...own, ...common(name, { stage: "epilogue", ...overrides }) } as ReportTask;
}

export function engine(
  name: string,
  op: EngineTask["op"],
  overrides: Common & Partial<Omit<EngineTask, "kind" | "name" | "op">> = {},
): EngineTask {
  return { kind: "engine", op, ...common(name, overrides) } as EngineTask;
}

/** A route that a model decides unless `decider` says otherwise; `needs` follows from the decider. */
export function route(
  name: string,
  overrides: Common & Partial<Omit<RouteTask, "kind" | "name">> = {},
): RouteTask {
  const decider: RouteTask["decider"] = overrides.decider ?? {
    kind: "model",
    minConfidence: 0.5,
    files: [],
  };
  const needs = { model: "decision", output: "any", human: "human" }[decider.kind];
  const questions = overrides.questions ?? [noul("ok")];
  const own = { kind: "route", decider, questions };
  return { ...own, ...common(name, { needs, ...overrides }) } as RouteTask;
}

export function noul(id: string, drop: readonly string[] = []): Question {
  return { id, instructions: `is ${id} so?`, type: "noul", drop };
}

export function choice(
  id: string,
  labels: readonly string[],
  drop: readonly string[] = [],
): Question & { readonly type: "choice" } {
  const options = labels.map((label) => ({ label }));
  return { id, instructions: `which ${id}?`, type: "choice", options, multiple: false, drop };
}

export function draft(tasks: readonly Task[], overrides: Partial<PlanDraft> = {}): PlanDraft {
  return {
    version: 1,
    lane: "playbook",
    reason: "",
    tasks,
    params: [],
    settings: [],
    ...overrides,
  };
}
