/**
 * The scored loop's usual graph with an author's tasks between its steps: propose → the given tasks → apply → measure →
 * decide. A given task without dependencies follows propose, apply follows every given task that no other one waits for,
 * and epilogue tasks are left as they are (SCORE-003).
 */
import type { Task } from "@crucible/core";
import type { Arguments } from "./arguments.js";
import { engineTask } from "./engine-tasks.js";
import type { TaskDraft, TaskValue } from "./task-value.js";
import { WorkflowValue } from "./workflow-value.js";

/** The workflow of the loop around the given tasks; its result is the decision. */
export function scoredLoop({ call }: Arguments, members: readonly TaskValue[]): WorkflowValue {
  const drafts = surround(
    members.map(({ draft }) => connected(draft)),
    call,
  );
  return new WorkflowValue({ call, members, drafts, result: "decide", historyRecord: undefined });
}

function connected(draft: TaskDraft): TaskDraft {
  const { task } = draft;
  if (task.stage !== "iteration" || task.dependsOn.length > 0) return draft;
  return { ...draft, task: { ...task, dependsOn: ["propose"] } };
}

function surround(extras: readonly TaskDraft[], call: TaskDraft["call"]): readonly TaskDraft[] {
  const step = (task: Task): TaskDraft => ({ task, call, otherwise: false });
  const sinks = sinksOf(extras.map(({ task }) => task));
  const follows = sinks.length === 0 ? ["propose"] : sinks;
  return [
    step(engineTask("propose", { name: "propose" })),
    ...extras,
    step(engineTask("apply", { name: "apply", dependsOn: follows })),
    step(engineTask("measure", { name: "measure", dependsOn: ["apply"] })),
    step(engineTask("decide", { name: "decide", dependsOn: ["measure"] }, { source: "measure" })),
  ];
}

/** The iteration tasks that no other one depends on. */
function sinksOf(tasks: readonly Task[]): readonly string[] {
  const iteration = tasks.filter(({ stage }) => stage === "iteration");
  const waited = new Set(iteration.flatMap(({ dependsOn }) => dependsOn));
  return iteration.map(({ name }) => name).filter((name) => !waited.has(name));
}
