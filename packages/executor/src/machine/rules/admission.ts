/** The first line of a run: every task as a reader of the log sees it before anything ran (WIRE-006 to WIRE-011). */
import {
  type AdmittedTask,
  encodeFile,
  encodeTask,
  formatDuration,
  isJsonObject,
  type JsonValue,
  kindLabel,
  ownField,
  type PlanAdmitted,
  type Task,
  usdFromNano,
} from "@crucible/core";
import { type Graph, taskAt } from "../graph/graph.js";

export function planAdmitted(graph: Graph, base: string): PlanAdmitted {
  const { plan, launch } = graph;
  return {
    kind: "plan_admitted",
    plan_version: 1,
    digest: plan.digest,
    reason: plan.reason,
    budget_usd: usdFromNano(launch.ceilings.costNano),
    wall_clock_ms: launch.ceilings.wallMs,
    width: launch.width,
    capabilities: launch.capabilities,
    base,
    tasks: graph.order.map((index) => admittedTask(graph, taskAt(graph, index))),
    history_record: plan.historyRecord ?? "",
  };
}

function admittedTask(graph: Graph, task: Task): AdmittedTask {
  const admitted: AdmittedTask = {
    name: task.name,
    kind: kindLabel(task),
    depends_on: task.dependsOn,
    session: task.session ?? "",
    needs: task.needs,
    required: task.required,
    join: task.join,
    stage: task.stage,
    over: task.over ? `${task.over.task}.${task.over.field}` : "",
    max_fanout: task.maxFanout ?? 0,
    when: task.when ? `${task.when.task}.${task.when.question} in ${task.when.is.join("|")}` : "",
    revise: reviseOf(task),
    max_rounds: task.revise?.maxRounds ?? 0,
    keyed: task.keyed.map((field) => `${field.task}.${field.field}`),
    timeout: task.timeoutMs === undefined ? "" : formatDuration(task.timeoutMs),
    history_depth: task.history ?? 0,
    definition_digest: graph.plan.definitionDigests.get(task.name) ?? "",
  };
  // A plan has many tasks, and an object that is spread into costs several times one that is written down.
  const { optional, emits, emitsFiles } = task;
  const isPlain = optional.length === 0 && emits.length === 0 && emitsFiles.length === 0;
  return isPlain ? admitted : whole(admitted, task);
}

/** With what only some tasks have, in its place among the rest. */
function whole(admitted: AdmittedTask, task: Task): AdmittedTask {
  const { name, kind, depends_on, keyed, timeout, history_depth, definition_digest, ...rest } =
    admitted;
  return {
    name,
    kind,
    depends_on,
    ...(task.optional.length > 0 ? { optional: task.optional } : {}),
    ...rest,
    ...(task.emits.length > 0 ? { emits: emitsOf(task) } : {}),
    ...(task.emitsFiles.length > 0 ? { emits_files: task.emitsFiles.map(encodeFile) } : {}),
    keyed,
    timeout,
    history_depth,
    definition_digest,
  };
}

/** One target as a text, several as a list, so that a reader older than chains reads every plan without one. */
function reviseOf(task: Task): string | readonly string[] {
  const targets = task.revise?.targets ?? [];
  return targets.length > 1 ? targets : (targets[0] ?? "");
}

function emitsOf(task: Task): { readonly field: string; readonly type?: JsonValue }[] {
  const encoded = encodeTask(task)["emits"];
  return task.emits.map((field) => {
    if (!field.type || !isJsonObject(encoded)) return { field: field.name };
    const type = ownField(encoded, field.name);
    return type === undefined || type === null
      ? { field: field.name }
      : { field: field.name, type };
  });
}
