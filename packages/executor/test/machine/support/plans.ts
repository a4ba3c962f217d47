/** Small plans in few words. Everything that a test does not say stands at its default. */
import {
  type AgentTask,
  bareTask,
  type CommandTask,
  type EvaluateTask,
  freezePlan,
  type Lane,
  type Plan,
  type Question,
  type ReportTask,
  type RouteTask,
  type Task,
  type TaskCommon,
  type TopKTask,
} from "@crucible/core";

/** `after` is `dependsOn`; `isolated` is `isolation: "worktree"`. */
export type Extras = Partial<Omit<TaskCommon, "name" | "dependsOn" | "isolation">> & {
  readonly after?: readonly string[];
  readonly isolated?: boolean;
};

function common(name: string, { after, isolated, ...rest }: Extras): TaskCommon {
  return {
    ...bareTask(name),
    dependsOn: after ?? [],
    isolation: isolated ? "worktree" : null,
    ...rest,
  };
}

export function command(name: string, extras: Extras = {}): CommandTask {
  return { ...common(name, extras), kind: "command", command: "true" };
}

export function agent(name: string, extras: Extras = {}): AgentTask {
  return {
    ...common(name, extras),
    kind: "agent",
    prompt: "work",
    harness: null,
    model: null,
    effort: null,
  };
}

export function evaluate(
  name: string,
  extras: Extras & { readonly threshold?: number; readonly direction?: "lower" | "higher" } = {},
): EvaluateTask {
  const { threshold, direction, ...rest } = extras;
  return {
    ...common(name, rest),
    kind: "evaluate",
    command: "true",
    ...(threshold === undefined ? {} : { threshold }),
    ...(direction === undefined ? {} : { direction }),
  };
}

export function topK(
  name: string,
  k: number,
  direction: "lower" | "higher",
  extras: Extras,
): TopKTask {
  return { ...common(name, { join: "passed", ...extras }), kind: "top_k", k, direction };
}

export function report(name: string, extras: Extras = {}): ReportTask {
  return {
    ...common(name, { stage: "epilogue", ...extras }),
    kind: "report",
    destination: { kind: "slack" },
    template: "done",
  };
}

export function route(
  name: string,
  decider: RouteTask["decider"],
  questions: readonly Question[],
  extras: Extras = {},
): RouteTask {
  return { ...common(name, extras), kind: "route", decider, questions };
}

export function noul(id: string): Question {
  return { id, instructions: "?", drop: [], type: "noul" };
}

export function choice(
  id: string,
  options: readonly string[] | { readonly task: string; readonly field: string },
  multiple = false,
): Question {
  return {
    id,
    instructions: "?",
    drop: [],
    type: "choice",
    options: "task" in options ? options : options.map((label) => ({ label })),
    multiple,
  };
}

export function pick(id: string, task: string, field: string, multiple = false): Question {
  return { id, instructions: "?", drop: [], type: "pick", source: { task, field }, multiple };
}

export function planOf(
  tasks: readonly Task[],
  extras: { readonly lane?: Lane; readonly historyRecord?: string; readonly reason?: string } = {},
): Plan {
  return freezePlan({
    version: 1,
    lane: "playbook",
    reason: "",
    tasks,
    params: [],
    settings: [],
    ...extras,
  });
}

/** Epilogue task of the same kind. */
export const EPILOGUE: Extras = { stage: "epilogue" };
/** Advisory task of the same kind. */
export const ADVISORY: Extras = { required: false };

/** A task over the items of `source.field`. */
export function over(source: string, field = "items", maxFanout = 8): Extras {
  return { after: [source], over: { task: source, field }, maxFanout };
}

/** Files that a task declares. */
export function files(...paths: readonly string[]): Extras {
  return { emitsFiles: paths.map((path) => ({ path })) };
}
