/**
 * Reads a plan back from its wire form, such as the one in a run's header.
 *
 * The document is not trusted. What comes out has the shape of a plan and a graph that can be walked (names once,
 * dependencies known, no cycle); whether it follows every rule is the compiler's question, and whether it is the plan that
 * was launched is the digest's.
 */
import { z } from "zod";
import { freezePlan, type PlanDraft } from "../plan/freeze.js";
import { orderTasks } from "../plan/order.js";
import type { Plan } from "../plan/plan.js";
import { finite, present, text, texts } from "./pieces.js";
import { type Refused, refused, refusedBy, type WireProblem } from "./problems.js";
import { task } from "./task-schemas.js";

export type PlanReading = { readonly ok: true; readonly plan: Plan } | Refused;

const param = z.strictObject({
  name: text,
  value: z.union([text, finite, z.boolean(), texts, z.null()]),
  supplied: z.boolean(),
});

const plan: z.ZodType<PlanDraft> = z
  .strictObject({
    version: z.literal(1),
    lane: z.enum(["playbook", "autoresearch", "custom", "plan_file"]),
    reason: text.default(""),
    budget: z.strictObject({ usd: finite }).optional(),
    result: text.optional(),
    history_record: text.optional(),
    params: z.array(param).default([]),
    settings: z.array(z.strictObject({ address: text, value: text })).default([]),
    task: z.array(task),
  })
  .transform((wire) => ({
    version: wire.version,
    lane: wire.lane,
    reason: wire.reason,
    tasks: wire.task,
    params: wire.params,
    settings: wire.settings,
    ...present("budgetUsd", wire.budget?.usd),
    ...present("result", wire.result),
    ...present("historyRecord", wire.history_record),
  }));

/** The inverse of `encodePlan`. Takes any JSON value and never throws. */
export function decodePlan(value: unknown): PlanReading {
  const reading = plan.safeParse(value);
  if (!reading.success) return refusedBy(reading.error);
  const problem = graphProblem(reading.data);
  return problem ? refused(problem) : { ok: true, plan: freezePlan(reading.data) };
}

function graphProblem({ tasks }: PlanDraft): WireProblem | undefined {
  const names = new Set<string>();
  for (const [index, { name }] of tasks.entries()) {
    if (names.has(name)) return { path: `/task/${index}/name`, message: "a name written twice" };
    names.add(name);
  }
  for (const [index, { dependsOn }] of tasks.entries()) {
    const unknown = dependsOn.findIndex((name) => !names.has(name));
    if (unknown !== -1) {
      return { path: `/task/${index}/depends_on/${unknown}`, message: "an unknown task" };
    }
  }
  return orderTasks(tasks).stuck.length === 0
    ? undefined
    : { path: "/task", message: "the tasks depend on one another in a cycle" };
}
