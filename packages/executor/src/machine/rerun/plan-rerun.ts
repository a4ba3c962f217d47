/**
 * What a rerun reuses of a finished execution and what it runs again. Selected tasks, what comes after them, whatever did
 * not pass or is new, and the whole epilogue run again; a loop runs again whole, and so does a fan-out (RERUN-005 to
 * RERUN-012). Every other main task is reused, which its unchanged definition must allow (RERUN-014).
 */
import {
  type AdmittedTask,
  type Diagnostic,
  didYouMean,
  type Entry,
  type FanOut,
  type LogLine,
  type Plan,
  type PlanAdmitted,
  type TaskResult,
} from "@crucible/core";
import { splitRow } from "../graph/row-name.js";

export interface RerunRequest {
  readonly plan: Plan;
  /** The parent's identity and its whole log, as entries or as lines. */
  readonly parent: { readonly run: string; readonly execution: string };
  readonly log: readonly (Entry | LogLine)[];
  /** Names of main tasks; at least one. */
  readonly selected: readonly string[];
}

export type RerunPlan =
  | {
      readonly kind: "rerun";
      /** For the fact `started`: marked reused, in the order in which the parent settled them. */
      readonly reused: readonly (TaskResult | FanOut)[];
      /** Names of the main tasks that run again, in declaration order. */
      readonly rerun: readonly string[];
      /** Where the parent's workspace started (RERUN-018). */
      readonly base: string;
      /** Commits to replay onto it, in the parent's settle order (RERUN-022). */
      readonly commits: readonly string[];
    }
  | { readonly kind: "refused"; readonly problems: readonly Diagnostic[] };

export function planRerun(request: RerunRequest): RerunPlan {
  const admitted = request.log.find((entry) => entry.kind === "plan_admitted");
  const problems = [...parentProblems(request, admitted), ...selectionProblems(request)];
  if (!admitted || problems.length > 0) return { kind: "refused", problems };
  const again = tasksToRerun(request);
  const changed = changedTasks(request, admitted, again);
  if (changed.length > 0) return { kind: "refused", problems: changed };
  const reused = reusedEntries(request, again);
  return {
    kind: "rerun",
    reused,
    rerun: mainTasks(request.plan).filter((name) => again.has(name)),
    base: admitted.base,
    commits: reused.flatMap((entry) =>
      entry.kind === "task_result" && entry.commit !== undefined ? [entry.commit] : [],
    ),
  };
}

function parentProblems(
  { parent, log }: RerunRequest,
  admitted: PlanAdmitted | undefined,
): readonly Diagnostic[] {
  if (!admitted)
    return [problem("parent-unavailable", `the log of run ${parent.run} holds no plan`)];
  if (log.some((entry) => entry.kind === "shutdown")) return [];
  return [
    problem("parent-not-finished", `run ${parent.run} has not ended; resume it, or stop it first`),
  ];
}

function selectionProblems({ plan, selected }: RerunRequest): readonly Diagnostic[] {
  if (selected.length === 0) {
    return [problem("nothing-selected", "a rerun names at least one task to run again")];
  }
  const tasks = new Map(plan.tasks.map((task) => [task.name, task]));
  return [...new Set(selected)].flatMap((name) => {
    const task = tasks.get(name);
    const quoted = JSON.stringify(name);
    if (!task) {
      const hint = didYouMean(name, mainTasks(plan));
      return [problem("unknown-task", `the plan has no task ${quoted}${hint}`)];
    }
    if (task.stage !== "epilogue") return [];
    return [
      problem(
        "epilogue-selected",
        `task ${quoted} is in the epilogue, which always runs again; select a task of the main graph`,
      ),
    ];
  });
}

function tasksToRerun(request: RerunRequest): ReadonlySet<string> {
  const { plan, log } = request;
  const again = downstream(plan, request.selected);
  const passed = new Set(
    log.flatMap((entry) =>
      entry.kind === "task_result" && entry.status === "pass" ? [entry.task] : [],
    ),
  );
  for (const name of mainTasks(plan)) if (!passed.has(name)) again.add(name);
  for (const task of plan.tasks) {
    if (!task.revise) continue;
    const body = [task.name, ...task.revise.targets];
    if (body.some((name) => again.has(name))) for (const name of body) again.add(name);
  }
  return again;
}

/** The selected tasks and everything that depends on them, directly or not. */
function downstream(plan: Plan, selected: readonly string[]): Set<string> {
  const dependents = new Map<string, string[]>();
  for (const task of plan.tasks) {
    for (const name of task.dependsOn) {
      const known = dependents.get(name);
      if (known) known.push(task.name);
      else dependents.set(name, [task.name]);
    }
  }
  const found = new Set(selected);
  const pending = [...found];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    for (const dependent of dependents.get(name) ?? []) {
      if (found.has(dependent)) continue;
      found.add(dependent);
      pending.push(dependent);
    }
  }
  return found;
}

/** Reused tasks whose definition is not the one that the parent recorded, each by name. */
function changedTasks(
  { plan, parent }: RerunRequest,
  admitted: PlanAdmitted,
  again: ReadonlySet<string>,
): readonly Diagnostic[] {
  const recorded = new Map(
    admitted.tasks.map((task: AdmittedTask) => [task.name, task.definition_digest]),
  );
  return mainTasks(plan).flatMap((name) => {
    if (again.has(name) || recorded.get(name) === plan.definitionDigests.get(name)) return [];
    return [
      problem(
        "definition-changed",
        `task ${JSON.stringify(name)} is not what run ${parent.run} ran; select it, or undo the change`,
      ),
    ];
  });
}

/** Rows of reused tasks with their items and rounds; a row that the parent reused names the run that its row names. */
function reusedEntries(
  { plan, parent, log }: RerunRequest,
  again: ReadonlySet<string>,
): readonly (TaskResult | FanOut)[] {
  const kept = new Set(mainTasks(plan).filter((name) => !again.has(name)));
  return log.flatMap((line): (TaskResult | FanOut)[] => {
    const entry = withoutEnvelope(line);
    if (entry.kind === "fan_out") return kept.has(entry.task) ? [entry] : [];
    if (entry.kind !== "task_result" || !kept.has(taskOf(entry.task))) return [];
    return [{ ...entry, reused: entry.reused ?? { run: parent.run, execution: parent.execution } }];
  });
}

/** A line's envelope belongs to the log it stands in. */
function withoutEnvelope(line: Entry | LogLine): Entry {
  if (!("seq" in line)) return line;
  const { v: _v, seq: _seq, ts: _ts, ms: _ms, more: _more, ...entry } = line;
  return entry as Entry;
}

function taskOf(row: string): string {
  return splitRow(row)?.node ?? row;
}

function mainTasks(plan: Plan): readonly string[] {
  return plan.tasks.filter((task) => task.stage !== "epilogue").map((task) => task.name);
}

function problem(code: string, message: string): Diagnostic {
  return { code, severity: "error", message, notes: [] };
}
