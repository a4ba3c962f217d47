/** The plan of a run as its header holds it, and the values that its launcher supplied. */
import type { ExecutionHeader, Plan } from "@crucible/core";
import { decodePlan } from "@crucible/core/wire";
import { Refusal } from "../failure/failure.js";
import type { Supplied } from "../source/read-params.js";

/** Throws {@link Refusal} when the header's plan cannot be read. */
export function recordedPlan(header: ExecutionHeader): Plan {
  const reading = decodePlan(header.plan);
  if (reading.ok) return reading.plan;
  const why = reading.problems.map(({ path, message }) => `${path}: ${message}`).join("; ");
  throw new Refusal(`the plan of ${header.run} cannot be read: ${why}`);
}

/** Parameters and settings by name, those alone that were supplied; without a prototype. */
export function suppliedValues(plan: Plan): Supplied {
  const values = Object.create(null) as Record<string, Supplied[string]>;
  for (const { name, value, supplied } of plan.params) if (supplied) values[name] = value;
  for (const { address, value } of plan.settings) values[address] = value;
  return values;
}
