/** A plan in a few lines, for the message of a failing simulation. */
import type { Plan, Task } from "@crucible/core";

export function describePlan(plan: Plan): string {
  return plan.tasks.map(describeTask).join("\n");
}

function describeTask(task: Task): string {
  const words = [
    `${task.name} ${task.kind === "route" ? `route by ${task.decider.kind}` : task.kind}`,
    task.dependsOn.length > 0 ? `${task.join} of ${task.dependsOn.join(", ")}` : "",
    task.optional.length > 0 ? `optional ${task.optional.join(", ")}` : "",
    task.required ? "" : "advisory",
    task.isolation === null ? "" : "isolated",
    task.stage === "epilogue" ? "epilogue" : "",
    task.needs === "any" ? "" : `needs ${task.needs}`,
    task.over ? `over ${task.over.task}.${task.over.field}` : "",
    task.when ? `when ${task.when.task}.${task.when.question} is ${task.when.is.join(" or ")}` : "",
    task.revise
      ? `revises ${task.revise.targets.join(", ")} up to ${task.revise.maxRounds} rounds`
      : "",
    task.timeoutMs === undefined ? "" : `limit ${task.timeoutMs} ms`,
    task.kind === "evaluate" && task.threshold !== undefined
      ? `${task.direction} ${task.threshold}`
      : "",
    task.emits.length > 0 ? `emits ${task.emits.map(({ name }) => name).join(", ")}` : "",
    task.emitsFiles.length > 0 ? `files ${task.emitsFiles.map(({ path }) => path).join(", ")}` : "",
  ];
  return words.filter((word) => word !== "").join("; ");
}
