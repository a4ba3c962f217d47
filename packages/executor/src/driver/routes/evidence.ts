/**
 * What a person sees who answers a route: what its dependencies came to, what was spent, what each answer leads to, and
 * nothing that no task declared (HUMAN-045 to HUMAN-049). A route that declares a review shows one above the rest, made
 * of the rest alone. The digest covers all of it, files by their own digests.
 */
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  kindLabel,
  ownField,
  type RouteTask,
  type Task,
  usdFromNano,
} from "@crucible/core";
import type { InputEntry, InputPlan } from "../../machine/machine.js";
import type { ExecutionContext } from "../execution/context.js";
import { parseTemplate } from "../review/parse-template.js";
import { renderTemplate } from "../review/render-template.js";
import type { Template } from "../review/template.js";

type Fields = { [key: string]: JsonValue };

/** The parts of the evidence that every request has; a review reads these. */
const EVIDENCE_PARTS = [
  "dependencies",
  "offered",
  "spent_usd",
  "elapsed_ms",
  "ceilings",
  "leads_to",
] as const;

/** Bound on the evidence as an operator sets it. */
export const EVIDENCE_BOUND = "CRUCIBLE_DECISION_EVIDENCE_MAX_BYTES";

/** Reads the route's review template, if it declares one. Throws {@link ReviewRefused}. */
export function reviewTemplateOf({ decider }: RouteTask): Template | undefined {
  if (decider.kind !== "human" || decider.review === undefined) return undefined;
  return parseTemplate(decider.review, EVIDENCE_PARTS);
}

/** Rejects with {@link ReviewRefused} when the route's review cannot be made of what there is. */
export async function evidenceOf(
  context: ExecutionContext,
  route: RouteTask,
  inputs: InputPlan,
): Promise<JsonObject> {
  const evidence = await factsOf(context, route, inputs);
  const template = reviewTemplateOf(route);
  if (template === undefined) return evidence;
  const bound = { charactersMax: context.bounds.evidenceBytesMax, name: EVIDENCE_BOUND };
  return { ...evidence, review: renderTemplate(template, evidence, bound) };
}

async function factsOf(
  context: ExecutionContext,
  route: RouteTask,
  inputs: InputPlan,
): Promise<{ readonly [Part in (typeof EVIDENCE_PARTS)[number]]: JsonValue }> {
  const { ceilings } = context.launch;
  const dependencies = emptyObject();
  for (const entry of inputs.entries) {
    dependencies[entry.name] = await dependencyOf(context, entry, inputs);
  }
  const offered = emptyObject();
  for (const [question, values] of inputs.options ?? []) offered[question] = values;
  return {
    dependencies,
    offered,
    spent_usd: usdFromNano(context.spentNano()),
    elapsed_ms: context.time.nowMs(),
    ceilings: { cost_usd: usdFromNano(ceilings.costNano), wall_clock_ms: ceilings.wallMs },
    leads_to: context.plan.tasks.flatMap((task) => leadOf(task, route)),
  };
}

async function dependencyOf(
  context: ExecutionContext,
  { name, entry }: InputEntry,
  inputs: InputPlan,
): Promise<JsonObject> {
  const task = context.tasks.get(name);
  const shows = entry.status === "pass" && entry.hasOutput && task !== undefined;
  const output = shows ? declaredOutput(task, await context.rows.output(entry.row)) : null;
  const files = inputs.staged
    .filter(({ node }) => node === name)
    .flatMap(({ row }) => context.rows.files(row) ?? [])
    .map(({ path, digest, size }) => ({ path, digest, size }));
  return { status: entry.status, output, files };
}

/** The declared fields of an output; a route's and a fan-out's output are the engine's own record and shown whole. */
function declaredOutput(task: Task, output: JsonValue | undefined): JsonValue {
  const isRecord = task.kind === "route" || task.kind === "top_k" || task.over !== undefined;
  if (isRecord) return output ?? null;
  if (task.emits.length === 0 || !isJsonObject(output)) return null;
  const shown = emptyObject();
  for (const { name } of task.emits) {
    const value = ownField(output, name);
    if (value !== undefined) shown[name] = value;
  }
  return shown;
}

/** The task as something that an answer of the route leads to. */
function leadOf(task: Task, route: RouteTask): readonly JsonObject[] {
  if (task.when?.task !== route.name) return [];
  const { question, is } = task.when;
  return [{ task: task.name, kind: kindLabel(task), needs: task.needs, question, labels: is }];
}

function emptyObject(): Fields {
  return Object.create(null) as Fields;
}
