/**
 * What an orchestrator must be allowed to do before a plan may run at all: its kind of workflow, and each engine
 * operation it names. Apart from a task's own `needs`, which says where it can run (PLAN-045 to PLAN-049).
 */
import type { Plan } from "@crucible/core";

/** Names in the order in which the plan asks for them, each once; a playbook and a plan file ask for nothing. */
export function workflowCapabilities(plan: Plan): readonly string[] {
  const scored = plan.lane === "autoresearch" || plan.lane === "custom";
  const operations = plan.tasks.flatMap((task) =>
    task.kind === "engine" ? [`engine.${task.op}`] : [],
  );
  const keepsSession = scored && plan.tasks.some((task) => task.session !== undefined);
  return [
    ...(scored ? [`workflow.${plan.lane}`] : []),
    ...new Set(operations),
    ...(keepsSession ? ["agent.session.persist"] : []),
  ];
}
