/**
 * Writes a plan down: as a plan file, or as the `[workflow]` table of a manifest.
 *
 * Reading a printed plan file gives the same plan, digest included. Never take a digest of printed TOML itself: it writes
 * 5.0 as 5.
 */
import { encodeTask, type JsonObject, type JsonValue, type PlanDraft } from "@crucible/core";
import { quote } from "../diagnostics/quote.js";
import { jsonText } from "./json-text.js";
import type { PlanFileFormat } from "./read-plan-file.js";
import { tomlLines } from "./toml-text.js";

export type PlanFilePrinting =
  | { readonly ok: true; readonly text: string }
  /** Why the format cannot hold the plan, such as `a plan file needs a budget`. */
  | { readonly ok: false; readonly problem: string };

/** The plan as a plan file, which holds tasks, parameters, a reason and a budget, and nothing of a workflow. */
export function printPlanFile(plan: PlanDraft, format: PlanFileFormat): PlanFilePrinting {
  const problem = planFileProblem(plan) ?? nullProblem(plan, format);
  if (problem !== undefined) return { ok: false, problem };
  const head: JsonObject = {
    version: plan.version,
    ...(plan.reason === "" ? {} : { reason: plan.reason }),
  };
  const budget = { usd: plan.budgetUsd ?? 0 };
  const params = paramsTable(plan);
  const tasks = plan.tasks.map(encodeTask);
  if (format === "json") {
    const withParams = plan.params.length === 0 ? {} : { params };
    return { ok: true, text: jsonText({ ...head, budget, ...withParams, task: tasks }) };
  }
  const sections = [
    tomlLines(head).join("\n"),
    section("[budget]", budget),
    ...(plan.params.length === 0 ? [] : [section("[params]", params)]),
    ...tasks.map((task) => section("[[task]]", task)),
  ];
  return { ok: true, text: `${sections.join("\n\n")}\n` };
}

/**
 * The plan as the workflow tables that a manifest would hold: its type, what it names, its tasks. Read again, there or by
 * themselves, they give the same plan. Launch settings have no place in them.
 */
export function printWorkflow(plan: PlanDraft, format: PlanFileFormat): PlanFilePrinting {
  if (plan.lane === "plan_file") return { ok: false, problem: "a plan file is no workflow" };
  if (plan.settings.length > 0) return { ok: false, problem: "tables hold no launch settings" };
  const problem = nullProblem(plan, format);
  if (problem !== undefined) return { ok: false, problem };
  const head: JsonObject = {
    type: plan.lane,
    ...(plan.result === undefined ? {} : { result: plan.result }),
    ...(plan.historyRecord === undefined ? {} : { history_record: plan.historyRecord }),
    ...(plan.params.length === 0 ? {} : { params: paramsTable(plan) }),
  };
  const tasks = plan.tasks.map(encodeTask);
  if (format === "json")
    return { ok: true, text: jsonText({ workflow: { ...head, task: tasks } }) };
  const sections = [
    section("[workflow]", head),
    ...tasks.map((task) => section("[[workflow.task]]", task)),
  ];
  return { ok: true, text: `${sections.join("\n\n")}\n` };
}

function planFileProblem(plan: PlanDraft): string | undefined {
  if (plan.lane !== "plan_file") return `a workflow of type "${plan.lane}" is no plan file`;
  if (plan.budgetUsd === undefined) return "a plan file needs a budget";
  if (plan.settings.length > 0) return "a plan file holds no launch settings";
  if (plan.result !== undefined) return "a plan file names no result";
  if (plan.historyRecord !== undefined) return "a plan file names no history record";
  return undefined;
}

/** TOML has no null. */
function nullProblem(plan: PlanDraft, format: PlanFileFormat): string | undefined {
  const empty = plan.params.find(({ value }) => value === null);
  return format === "toml" && empty !== undefined
    ? `parameter ${quote(empty.name)} has no value, which TOML cannot say; print JSON`
    : undefined;
}

function paramsTable(plan: PlanDraft): JsonObject {
  const table: { [name: string]: JsonValue } = Object.create(null) as { [name: string]: JsonValue };
  for (const { name, value } of plan.params) {
    table[name] = typeof value === "number" ? value + 0 : value;
  }
  return table;
}

function section(header: string, table: JsonObject): string {
  return [header, ...tomlLines(table)].join("\n");
}
