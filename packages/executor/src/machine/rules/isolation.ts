/** A place that cannot isolate refuses an isolated task and never runs it in the shared workspace (EXEC-104). */
import { taskAt } from "../graph/graph.js";
import type { Undispatched } from "./settlement.js";
import type { Step } from "./step.js";

export function isolationRefusal(step: Step, index: number): Undispatched | undefined {
  const task = taskAt(step.graph, index);
  if (task.isolation === null || step.graph.isolates) return undefined;
  return {
    status: "fail",
    note: `task ${task.name} requests isolation, which this runner cannot provide (run the plan with --manifest …)`,
  };
}
