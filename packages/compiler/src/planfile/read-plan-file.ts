/**
 * Plan files: a plan written down as TOML or JSON, read, checked by every rule and frozen.
 *
 * The tables of a workflow, as a manifest holds them or as a compiled source is printed, are read too: a document with a
 * `workflow` table is that workflow, in its own lane and with the digest of its source (PLAN-070).
 *
 * The text decides everything; nothing is looked up. First the shape is read (types, required keys, unknown keys), then
 * the rules of a plan are checked; each step reports all it finds, at `file:line:col`. The same plan in TOML and in JSON
 * has one digest (PLAN-005).
 */
import {
  type Diagnostic,
  freezePlan,
  type Plan,
  type PlanDraft,
  sortDiagnostics,
} from "@crucible/core";
import { checkPlan, PLAN_LIMITS, type PlanLimits } from "../check/check-plan.js";
import type { Locate } from "../check/place.js";
import { errorAt } from "../diagnostics/error-at.js";
import { kindWords, type LocatedDocument } from "../document/node.js";
import { readJson } from "../document/read-json.js";
import { readToml } from "../document/read-toml.js";
import { TableReader } from "../document/table-reader.js";
import { locateInDocument } from "./locate-in-document.js";
import { readParams } from "./params-table.js";
import { readTasks } from "./read-tasks.js";
import { readWorkflowShape } from "./read-workflow-shape.js";
import { present, readInteger, readNullableText, readNumber, requireKey } from "./values.js";

/** Larger plan files are refused unread, unless the caller says otherwise. */
const PLAN_FILE_BYTES_MAX = 33_554_432;

export type PlanFileFormat = "toml" | "json";

export interface PlanFileOptions {
  /** What diagnostics call the file; without a format, its ending decides: `.toml` is TOML, anything else JSON. */
  readonly file: string;
  readonly format?: PlanFileFormat;
  readonly limits?: PlanLimits;
  /** Bytes of the whole file; 32 MiB when not given. */
  readonly bytesMax?: number;
}

export type PlanFileReading =
  | { readonly ok: true; readonly plan: Plan; readonly warnings: readonly Diagnostic[] }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** Reads a plan file's text. Never throws for what a user wrote. */
export function readPlanFile(text: string, options: PlanFileOptions): PlanFileReading {
  const { file, limits = PLAN_LIMITS, bytesMax = PLAN_FILE_BYTES_MAX } = options;
  const bytes = new TextEncoder().encode(text).length;
  if (bytes > bytesMax) {
    const message = `${file} is ${bytes} bytes; maximum is ${bytesMax} (bound \`bytesMax\`)`;
    return refused([errorAt("too-large", message, undefined)]);
  }
  const format = options.format ?? (file.endsWith(".toml") ? "toml" : "json");
  const reading = format === "toml" ? readToml(text, file) : readJson(text, file);
  if (!reading.ok) return reading;
  const { document } = reading;
  const { root } = document;
  if (root.kind !== "table") {
    const message = `a plan is a table, got ${kindWords(root)}`;
    return refused([errorAt("wrong-type", message, document.range(root))]);
  }
  const diagnostics: Diagnostic[] = [];
  const top = new TableReader(document, root, "", diagnostics);
  const shape = top.has("workflow") ? readWorkflowShape(top, document) : readShape(top, document);
  const isRefused = diagnostics.some(({ severity }) => severity === "error");
  if (shape === undefined || isRefused) return refused(diagnostics);
  const findings = checkPlan(shape.draft, shape.locate, limits);
  if (findings.length > 0) return refused([...findings, ...diagnostics]);
  return { ok: true, plan: freezePlan(shape.draft), warnings: sortDiagnostics(diagnostics) };
}

/** A plan whose shape is right and whose rules are still to be checked. */
export interface PlanShape {
  readonly draft: PlanDraft;
  readonly locate: Locate;
}

function readShape(top: TableReader, document: LocatedDocument): PlanShape {
  readVersion(top);
  const reason = readNullableText(top, "reason") ?? "";
  const budgetUsd = readBudget(top);
  const params = readParams(top);
  const { tasks, tables } = readTasks(top, "task");
  top.close();
  return {
    locate: locateInDocument(document, top.node, tables),
    draft: {
      version: 1,
      lane: "plan_file",
      reason,
      tasks,
      params,
      settings: [],
      ...present("budgetUsd", budgetUsd),
    },
  };
}

/** The one version there is (PLAN-001). */
function readVersion(top: TableReader): void {
  if (!top.has("version")) {
    top.take("version");
    top.missing("version", "a plan needs version = 1");
    return;
  }
  const version = readInteger(top, "version");
  if (version === undefined || version === 1) return;
  const message = `unsupported plan version ${version}; this build supports only version 1`;
  top.report("version", message, top.node.entries.get("version")?.value ?? top.node);
}

/** A plan file carries its own budget (PLAN-003). */
function readBudget(top: TableReader): number | undefined {
  if (!top.has("budget")) {
    top.take("budget");
    top.missing("budget", "a plan file needs [budget] usd, the most it may spend");
    return undefined;
  }
  const budget = top.table("budget", "budget");
  if (!budget) return undefined;
  requireKey(budget, "usd");
  const usd = readNumber(budget, "usd");
  budget.close();
  return usd;
}

function refused(diagnostics: readonly Diagnostic[]): PlanFileReading {
  return { ok: false, diagnostics: sortDiagnostics(diagnostics) };
}
