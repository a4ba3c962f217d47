/** Plans in a line or two, for tests that need one and care about a single field of it. */
import {
  type AgentTask,
  type BoundParam,
  bareTask,
  type CommandTask,
  digestOfBytes,
  type EvaluateTask,
  freezePlan,
  type Lane,
  type Pack,
  type Plan,
  packOf,
  type ReportTask,
  type RouteTask,
  type Task,
  type TopKTask,
} from "@crucible/core";

/** A command whose text is its name unless given. */
export function command(name: string, fields: Partial<CommandTask> = {}): CommandTask {
  return { ...bareTask(name), kind: "command", command: name, ...fields };
}

export function evaluate(name: string, fields: Partial<EvaluateTask> = {}): EvaluateTask {
  return { ...bareTask(name), kind: "evaluate", command: name, ...fields };
}

/** An agent whose prompt is its name unless given. */
export function agent(name: string, fields: Partial<AgentTask> = {}): AgentTask {
  return {
    ...bareTask(name),
    kind: "agent",
    name,
    prompt: name,
    harness: null,
    model: null,
    effort: null,
    ...fields,
  };
}

export function topK(name: string, fields: Partial<TopKTask> = {}): TopKTask {
  return { ...bareTask(name), kind: "top_k", k: 1, direction: "higher", join: "passed", ...fields };
}

export function route(
  name: string,
  fields: Partial<RouteTask> & Pick<RouteTask, "questions" | "decider">,
): RouteTask {
  return { ...bareTask(name), kind: "route", ...fields };
}

export function report(name: string, fields: Partial<ReportTask> = {}): ReportTask {
  return {
    ...bareTask(name),
    kind: "report",
    name,
    destination: { kind: "slack" },
    template: "done",
    stage: "epilogue",
    ...fields,
  };
}

export interface PlanFields {
  readonly lane?: Lane;
  readonly params?: readonly BoundParam[];
  readonly historyRecord?: string;
}

/** A frozen playbook of these tasks. */
export function planOf(tasks: readonly Task[], fields: PlanFields = {}): Plan {
  return freezePlan({
    version: 1,
    lane: fields.lane ?? "playbook",
    reason: "",
    tasks,
    params: fields.params ?? [],
    settings: [],
    ...(fields.historyRecord === undefined ? {} : { historyRecord: fields.historyRecord }),
  });
}

/** A pack of texts, or of bytes, by path. */
export function memoryPack(files: Readonly<Record<string, string | Uint8Array>>): Pack {
  return packOf(
    Object.entries(files).map(([path, content]) => {
      const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
      return { path, bytes, executable: false, digest: digestOfBytes(bytes) };
    }),
  );
}
