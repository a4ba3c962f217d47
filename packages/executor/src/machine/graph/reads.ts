/**
 * Which fields of a task's output the graph itself reads: lists to map over, answers, scores. The machine keeps those of
 * a settled row and nothing else of its output.
 */
import type { OutputField, Task } from "@crucible/core";

/** Field names by task index; the shared empty list where nothing is read. */
export function readFields(tasks: readonly Task[]): readonly (readonly string[])[] {
  const fields = new Map<string, Set<string>>();
  const add = (task: string, field: string): void => {
    const known = fields.get(task);
    if (known) known.add(field);
    else fields.set(task, new Set([field]));
  };
  for (const task of tasks) {
    if (task.over) add(task.over.task, task.over.field);
    if (task.when) add(task.when.task, task.when.question);
    if (task.kind === "top_k") for (const name of task.dependsOn) add(name, "score");
    if (task.kind === "route") addQuestions(task, add);
  }
  return tasks.map((task) => {
    const own = fields.get(task.name);
    return own ? [...own] : NONE;
  });
}

const NONE: readonly string[] = [];

function addQuestions(
  route: Extract<Task, { kind: "route" }>,
  add: (task: string, field: string) => void,
): void {
  for (const question of route.questions) {
    if (route.decider.kind === "output") add(route.decider.task, question.id);
    const source = offerSource(question);
    if (source) add(source.task, source.field);
  }
}

/** The output field that a question's options come from, if they are known only at run time. */
export function offerSource(
  question: Extract<Task, { kind: "route" }>["questions"][number],
): OutputField | undefined {
  if (question.type === "pick") return question.source;
  if (question.type === "choice" && "task" in question.options) return question.options;
  return undefined;
}
