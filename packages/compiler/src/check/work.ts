/** What each kind itself must say: a prompt, a command, a ranking, an operation and its source, a report's selection. */
import type {
  AgentTask,
  CommandTask,
  EngineTask,
  EvaluateTask,
  ReportTask,
  TopKTask,
} from "@crucible/core";
import { quote, quoteList } from "../diagnostics/quote.js";
import type { Findings } from "./findings.js";
import { type PlanView, placeOf, type TaskAt } from "./plan-view.js";

export function checkWork(plan: PlanView, findings: Findings): void {
  for (const { task, index } of plan.entries()) {
    switch (task.kind) {
      case "agent":
        checkAgent(findings, { task, index });
        break;
      case "command":
        checkCommand(findings, { task, index });
        break;
      case "evaluate":
        checkCommand(findings, { task, index });
        checkEvaluate(findings, { task, index });
        break;
      case "top_k":
        checkTopK(findings, { task, index });
        break;
      case "report":
        checkReport(plan, findings, { task, index });
        break;
      case "engine":
        checkEngine(findings, { task, index });
        break;
      case "route":
        break;
    }
  }
}

function checkAgent(findings: Findings, at: TaskAt<AgentTask>): void {
  const { prompt, harness, model, effort, sandbox } = at.task;
  const subject = `task ${quote(at.task.name)}`;
  if (prompt.trim() === "") {
    findings.error("empty-text", placeOf(at, "prompt"), `${subject}: prompt is empty`);
  }
  if (prompt.includes("\0")) {
    const message = `${subject}: prompt holds a NUL character, which no process can receive`;
    findings.error("nul", placeOf(at, "prompt"), message);
  }
  for (const [field, text] of Object.entries({ harness, model, effort, sandbox })) {
    if (text == null) continue;
    if (text.trim() === "") {
      findings.error("empty-text", placeOf(at, field), `${subject}: ${field} is empty`);
    } else if (!isWord(text)) {
      findings.error("unusable-text", placeOf(at, field), `${subject}: ${field} ${WORD_RULE}`);
    }
  }
}

/** Whether a text can name something that programs are given by arguments and variables. */
export function isWord(text: string): boolean {
  return /^[^\p{Cc}]{1,200}$/u.test(text);
}

/** The rule of {@link isWord}, as messages say it. */
export const WORD_RULE = "must be 1-200 characters without control characters";

function checkCommand(findings: Findings, at: TaskAt<CommandTask | EvaluateTask>): void {
  const { task } = at;
  if (task.command.trim() === "") {
    findings.error(
      "empty-text",
      placeOf(at, "command"),
      `task ${quote(task.name)}: command is empty`,
    );
  }
  if (task.command.includes("\0")) {
    const message = `task ${quote(task.name)}: command holds a NUL character, which no process can receive`;
    findings.error("command-nul", placeOf(at, "command"), message);
  }
}

function checkEvaluate(findings: Findings, at: TaskAt<EvaluateTask>): void {
  const { name, threshold, direction } = at.task;
  if ((threshold === undefined) !== (direction === undefined)) {
    const message = `task ${quote(name)}: evaluate threshold and direction must be set together`;
    const field = threshold === undefined ? "direction" : "threshold";
    findings.error("threshold", placeOf(at, field), message);
  }
  if (threshold !== undefined && !Number.isFinite(threshold)) {
    const message = `task ${quote(name)}: threshold must be a finite number, got ${threshold}`;
    findings.error("threshold", placeOf(at, "threshold"), message);
  }
}

function checkTopK(findings: Findings, at: TaskAt<TopKTask>): void {
  const { name, k, dependsOn } = at.task;
  if (!Number.isSafeInteger(k) || k < 1) {
    const message = `task ${quote(name)}: k must be an integer of at least 1, got ${k}`;
    findings.error("top-k", placeOf(at, "k"), message);
  }
  if (dependsOn.length === 0) {
    const message = `task ${quote(name)}: top_k needs at least one dependency to rank`;
    findings.error("top-k", placeOf(at, "depends_on"), message);
  }
}

function checkReport(plan: PlanView, findings: Findings, at: TaskAt<ReportTask>): void {
  const { name, result, severityField } = at.task;
  const subject = `task ${quote(name)}`;
  if (result === undefined) {
    if (severityField === undefined) return;
    const message = `${subject}: severity_field ${quote(severityField)} needs a result to read it from`;
    findings.error("report", placeOf(at, "severity_field"), message);
    return;
  }
  const selected = plan.task(result);
  const place = placeOf(at, "result");
  if (!selected) {
    const message = `${subject}: result names unknown task ${quote(result)}`;
    findings.unknown("report", place, message, result, plan.names());
    return;
  }
  if (selected.stage !== "iteration") {
    const message = `${subject}: result ${quote(result)} is an epilogue task; a report shows the result of a main-graph task`;
    findings.error("report", place, message);
  }
  if (severityField === undefined) return;
  const fields = selected.emits.map((field) => field.name);
  if (fields.includes(severityField)) return;
  const declares =
    fields.length === 0 ? "it declares no emits at all" : `it emits: ${fields.join(", ")}`;
  const message = `${subject}: severity_field ${quote(severityField)} is not a declared output field of ${quote(result)} (${declares})`;
  findings.unknown("report", placeOf(at, "severity_field"), message, severityField, fields);
}

/** `grade` and `decide` read a source among their dependencies, `grade` perhaps a tiebreak; no other operation does. */
function checkEngine(findings: Findings, at: TaskAt<EngineTask>): void {
  const { name, op, source, tiebreak } = at.task;
  const subject = `task ${quote(name)}`;
  const readsSource = op === "grade" || op === "decide";
  if (readsSource && source === undefined) {
    const message = `${subject}: the engine operation ${quote(op)} needs a source`;
    findings.error("engine-source", placeOf(at, "op"), message);
  }
  if (!readsSource && source !== undefined) {
    const message = `${subject}: the engine operation ${quote(op)} reads no source`;
    findings.error("engine-source", placeOf(at, "source"), message);
  }
  if (op !== "grade" && tiebreak !== undefined) {
    const message = `${subject}: the engine operation ${quote(op)} reads no tiebreak`;
    findings.error("engine-source", placeOf(at, "tiebreak"), message);
  }
  for (const [field, named] of Object.entries({ source, tiebreak })) {
    if (named === undefined || at.task.dependsOn.includes(named)) continue;
    const listed = at.task.dependsOn;
    const has = listed.length === 0 ? "it has none" : `it has ${quoteList(listed)}`;
    const message = `${subject}: ${field} ${quote(named)} is not one of its dependencies (${has})`;
    findings.unknown("engine-source", placeOf(at, field), message, named, listed);
  }
}
