/** Plans for printer tests: tasks with every field at its default unless a test says otherwise. */
import {
  type AgentTask,
  type CommandTask,
  type EvaluateTask,
  freezePlan,
  type Plan,
  type PlanDraft,
  type RouteTask,
  type Task,
  type TaskCommon,
} from "@crucible/core";

type Own<T extends Task> = { name: string } & Partial<Omit<T, "kind" | "name">>;

function common(): Omit<TaskCommon, "name"> {
  return {
    dependsOn: [],
    optional: [],
    needs: "any",
    required: true,
    isolation: null,
    join: "all",
    stage: "iteration",
    emits: [],
    emitsFiles: [],
    keyed: [],
    repair: 0,
  };
}

export function agent(own: Own<AgentTask>): AgentTask {
  const pins = { harness: null, model: null, effort: null };
  return { ...common(), kind: "agent", prompt: "do it", ...pins, ...own };
}

export function command(own: Own<CommandTask>): CommandTask {
  return { ...common(), kind: "command", command: "true", ...own };
}

export function evaluate(own: Own<EvaluateTask>): EvaluateTask {
  return { ...common(), kind: "evaluate", command: "./score.sh", ...own };
}

export function route(own: Own<RouteTask>): RouteTask {
  return {
    ...common(),
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
