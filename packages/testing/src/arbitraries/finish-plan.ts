/** What a task must declare because others read it, once all of them are known. */
import {
  type EmitField,
  labelsOf,
  type OutputField,
  type Question,
  type RouteTask,
  type Task,
  UNCERTAIN,
} from "@crucible/core";

/** Adds the declared output that others read, and drops the answers that nobody follows. */
export function finished(tasks: readonly Task[]): readonly Task[] {
  const reads = tasks.flatMap(readsOf);
  return tasks.map((task) => {
    if (task.kind === "route") return { ...task, questions: covered(task, tasks) };
    if (task.kind === "top_k") return task;
    const fields = new Set(
      reads.filter((read) => read.task === task.name).map(({ field }) => field),
    );
    const emits: readonly EmitField[] = [...fields].sort().map((name) => ({ name }));
    return { ...task, emits };
  });
}

function readsOf(task: Task): readonly OutputField[] {
  const over = task.over ? [task.over] : [];
  if (task.kind === "top_k") return task.dependsOn.map((name) => ({ task: name, field: "score" }));
  if (task.kind !== "route") return over;
  const picked = task.questions.flatMap((question) =>
    question.type === "pick" ? [question.source] : [],
  );
  if (task.decider.kind !== "output") return [...over, ...picked];
  const source = task.decider.task;
  return [...over, ...task.questions.map(({ id }) => ({ task: source, field: id }))];
}

function covered(route: RouteTask, tasks: readonly Task[]): readonly Question[] {
  return route.questions.map((question) => {
    const followed = tasks
      .filter(({ when }) => when?.task === route.name && when.question === question.id)
      .flatMap(({ when }) => when?.is ?? []);
    const labels = [...(labelsOf(question) ?? []), UNCERTAIN];
    const drop = followed.length === 0 ? [] : labels.filter((label) => !followed.includes(label));
    return { ...question, drop };
  });
}
