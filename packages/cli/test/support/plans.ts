/** Plans for printer tests: tasks with every field at its default unless a test says otherwise. */
import {
  type AgentTask,
  bareTask,
  type CommandTask,
  type EvaluateTask,
  freezePlan,
  type Plan,
  type PlanDraft,
  type RouteTask,
  type Task,
} from "@crucible/core";

type Own<T extends Task> = { name: string } & Partial<Omit<T, "kind" | "name">>;

export function agent(own: Own<AgentTask>): AgentTask {
  const pins = { harness: null, model: null, effort: null };
  return { ...bareTask(own.name), kind: "agent", prompt: "do it", ...pins, ...own };
}

export function command(own: Own<CommandTask>): CommandTask {
  return { ...bareTask(own.name), kind: "command", command: "true", ...own };
}

export function evaluate(own: Own<EvaluateTask>): EvaluateTask {
  return { ...bareTask(own.name), kind: "evaluate", command: "./score.sh", ...own };
}

export function route(own: Own<RouteTask>): RouteTask {
  return {
    ...bareTask(own.name),
    kind: "route",
    needs: "decision",
    questions: [{ id: "urgent", type: "noul", instructions: "is it urgent?", drop: [] }],
    decider: { kind: "model", minConfidence: 0.8, files: [] },
    ...own,
  };
}

export function planOf(tasks: readonly Task[], rest: Partial<PlanDraft> = {}): Plan {
  return freezePlan({
    version: 1,
    lane: "playbook",
    reason: "",
    tasks,
    params: [],
    settings: [],
    ...rest,
  });
}
