/**
 * What a machine knows of a plan before anything happens: indexes instead of names, edges in both directions, loops,
 * what can run. Built once in time linear in tasks and edges; never changed.
 */
import { canSpend, invariant, type Launch, orderTasks, type Plan, type Task } from "@crucible/core";
import { type LanePolicy, lanePolicy } from "./lane-policy.js";
import { findLoops, type Loop } from "./loop.js";
import { readFields } from "./reads.js";
import { type RunnableReport, runnableReport } from "./runnable.js";

export interface Graph extends RunnableReport {
  readonly plan: Plan;
  readonly launch: Launch;
  readonly policy: LanePolicy;
  readonly tasks: readonly Task[];
  readonly indexOf: ReadonlyMap<string, number>;
  /** In written order. */
  readonly dependencies: readonly (readonly number[])[];
  readonly dependents: readonly (readonly number[])[];
  /** Topological, ties in declaration order. */
  readonly order: readonly number[];
  readonly loops: readonly Loop[];
  readonly loopOf: readonly (Loop | undefined)[];
  /** Output fields that the graph reads, by task. */
  readonly reads: readonly (readonly string[])[];
  /** 1 for tasks of the epilogue. */
  readonly epilogue: Uint8Array;
  /** 1 for tasks that can spend. */
  readonly spends: Uint8Array;
  /** Whether isolated tasks can be isolated here. */
  readonly isolates: boolean;
}

/** The capability that a World reports when it can give a task a private clone. */
const ISOLATION_CAPABILITY = "isolation.worktree";

export function buildGraph(plan: Plan, launch: Launch, reused: ReadonlySet<string>): Graph {
  const tasks = plan.tasks;
  const indexOf = new Map<string, number>();
  for (const { name } of tasks) indexOf.set(name, indexOf.size);
  invariant(indexOf.size === tasks.length, "two tasks of one name reached the machine");
  const dependencies = tasks.map((task) => task.dependsOn.map((name) => known(indexOf, name)));
  const dependents = reversed(dependencies);
  const ordering = orderTasks(tasks);
  invariant(ordering.stuck.length === 0, "a plan with a cycle reached the machine");
  const order = ordering.order.map((task) => known(indexOf, task.name));
  const runnable = runnableReport(tasks, dependencies, order, launch.capabilities, reused);
  const loops = findLoops({ tasks, indexOf, dependencies, order, lacking: runnable.lacking });
  const loopOf: (Loop | undefined)[] = new Array(tasks.length).fill(undefined);
  for (const loop of loops) for (const member of loop.body) loopOf[member] = loop;
  return {
    plan,
    launch,
    policy: lanePolicy(plan.lane),
    tasks,
    indexOf,
    dependencies,
    dependents,
    order,
    ...runnable,
    loops,
    loopOf,
    reads: readFields(tasks),
    epilogue: Uint8Array.from(tasks, (task) => (task.stage === "epilogue" ? 1 : 0)),
    spends: Uint8Array.from(tasks, (task) => (canSpend(task) ? 1 : 0)),
    isolates: launch.capabilities.includes(ISOLATION_CAPABILITY),
  };
}

/** The task at an index that the machine made itself. */
export function taskAt(graph: Graph, index: number): Task {
  const task = graph.tasks[index];
  invariant(task, "the plan has no task at this index", index);
  return task;
}

/** Whether two tasks map over the same list, so that instances meet by key. */
export function aligned(task: Task, other: Task): boolean {
  return (
    task.over !== undefined &&
    task.over.task === other.over?.task &&
    task.over.field === other.over.field
  );
}

function known(indexOf: ReadonlyMap<string, number>, name: string): number {
  const index = indexOf.get(name);
  invariant(index !== undefined, "an unknown dependency reached the machine", name);
  return index;
}

function reversed(dependencies: readonly (readonly number[])[]): number[][] {
  const dependents: number[][] = dependencies.map(() => []);
  dependencies.forEach((list, task) => {
    for (const dependency of list) dependents[dependency]?.push(task);
  });
  return dependents;
}
