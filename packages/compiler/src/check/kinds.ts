/**
 * Which fields a kind of task may have, and the ranges of the counted ones.
 *
 * Agent, command and evaluate tasks do work in a workspace; the other kinds are the engine's own and take only what the
 * engine reads.
 */
import type { Task } from "@crucible/core";
import { quote } from "../diagnostics/quote.js";
import type { Findings } from "./findings.js";
import { kindPhrase } from "./joins.js";
import { type PlanView, placeOf, type TaskAt } from "./plan-view.js";
import { isWord, WORD_RULE } from "./work.js";

/** A kind whose tasks do an author's work in a workspace. */
export function doesWork(task: Task): boolean {
  return task.kind === "agent" || task.kind === "command" || task.kind === "evaluate";
}

interface FieldRule {
  readonly field: string;
  readonly isPresent: (task: Task) => boolean;
  readonly isAllowed: (task: Task) => boolean;
  /** Who may have it, as the message says it. */
  readonly allowed: string;
  readonly why?: string;
}

const WORK = "agent, command and evaluate tasks";

const FIELD_RULES: readonly FieldRule[] = [
  {
    field: "timeout",
    isPresent: (task) => task.timeoutMs !== undefined,
    isAllowed: (task) => doesWork(task) || isHumanRoute(task),
    allowed: `${WORK} and to human-decided routes`,
  },
  {
    field: "repair",
    isPresent: (task) => task.repair !== 0,
    isAllowed: (task) => task.kind === "agent",
    allowed: "agent tasks",
  },
  {
    field: "history",
    isPresent: (task) => task.history !== undefined,
    isAllowed: doesWork,
    allowed: WORK,
  },
  {
    field: "emits",
    isPresent: (task) => task.emits.length > 0,
    isAllowed: doesWork,
    allowed: WORK,
    why: ", whose output the engine defines",
  },
  {
    field: "emits_files",
    isPresent: (task) => task.emitsFiles.length > 0,
    isAllowed: doesWork,
    allowed: WORK,
  },
  {
    field: "isolation",
    isPresent: (task) => task.isolation !== null,
    isAllowed: doesWork,
    allowed: WORK,
  },
  {
    field: "over",
    isPresent: (task) => task.over !== undefined,
    isAllowed: (task) => doesWork(task) || (task.kind === "route" && !isHumanRoute(task)),
    allowed: `${WORK} and to routes that no person decides`,
  },
  {
    field: "session",
    isPresent: (task) => task.session !== undefined,
    isAllowed: (task) => task.kind === "agent" || (task.kind === "engine" && task.op === "propose"),
    allowed: "agent tasks and to the engine operation propose",
  },
];

export function checkKinds(plan: PlanView, findings: Findings): void {
  for (const at of plan.entries()) {
    for (const rule of FIELD_RULES) {
      if (!rule.isPresent(at.task) || rule.isAllowed(at.task)) continue;
      const message = `task ${quote(at.task.name)}: ${rule.field} applies to ${rule.allowed}, not to ${kindPhrase(at.task)}${rule.why ?? ""}`;
      findings.error("field-not-for-kind", placeOf(at, rule.field), message);
    }
    checkStage(findings, at);
    checkRanges(findings, at);
    checkNeeds(findings, at);
  }
}

function isHumanRoute(task: Task): boolean {
  return task.kind === "route" && task.decider.kind === "human";
}

/** Reports belong to the epilogue; engine operations, reducers and routes never do (PLAN-060, PLAN-062). */
function checkStage(findings: Findings, at: TaskAt): void {
  const { task } = at;
  if (task.kind === "report" && task.stage !== "epilogue") {
    const message = `task ${quote(task.name)}: a report task runs in the epilogue; set stage = "epilogue"`;
    findings.error("stage", placeOf(at, "stage"), message);
  }
  if (task.stage === "epilogue" && task.kind !== "report" && !doesWork(task)) {
    const message = `task ${quote(task.name)}: stage = "epilogue" applies to ${WORK} and to reports, not to ${kindPhrase(task)}`;
    findings.error("stage", placeOf(at, "stage"), message);
  }
}

function checkRanges(findings: Findings, at: TaskAt): void {
  checkRange(findings, at, "history", at.task.history, 1, 30);
  checkRange(findings, at, "repair", at.task.repair, 0, 3);
  checkRange(findings, at, "max_fanout", at.task.maxFanout, 1, 256);
  const { timeoutMs } = at.task;
  if (timeoutMs !== undefined && !(Number.isSafeInteger(timeoutMs) && timeoutMs > 0)) {
    const message = `task ${quote(at.task.name)}: timeout must be a positive number of whole milliseconds, got ${timeoutMs}`;
    findings.error("timeout", placeOf(at, "timeout"), message);
  }
}

/** Reports a number that is not a whole one from `least` to `most`. */
export function checkRange(
  findings: Findings,
  at: TaskAt,
  field: string,
  value: number | undefined,
  least: number,
  most: number,
  ...element: readonly string[]
): void {
  if (value === undefined) return;
  if (Number.isInteger(value) && value >= least && value <= most) return;
  const name = element.at(-1) ?? field;
  const message = `task ${quote(at.task.name)}: ${name} = ${value} is outside ${least}..=${most}`;
  findings.error("out-of-range", placeOf(at, field, ...element), message);
}

/** A route's needs follows from its decider (ROUTE-016, ROUTE-019, PLAN-082); elsewhere it is any capability's name. */
function checkNeeds(findings: Findings, at: TaskAt): void {
  const { task } = at;
  if (task.kind === "route") {
    const wanted = ROUTE_NEEDS[task.decider.kind];
    if (task.needs === wanted) return;
    const decider = DECIDER_PHRASE[task.decider.kind];
    const message = `task ${quote(task.name)}: a route decided by ${decider} has needs = "${wanted}", got ${quote(task.needs)}`;
    findings.error("route-needs", placeOf(at, "needs"), message);
  } else if (task.needs.trim() === "") {
    findings.error("needs", placeOf(at, "needs"), `task ${quote(task.name)}: needs is empty`);
  } else if (!isWord(task.needs)) {
    const message = `task ${quote(task.name)}: needs ${WORD_RULE}`;
    findings.error("needs", placeOf(at, "needs"), message);
  }
}

/** The capability that a route needs, by its decider. */
export const ROUTE_NEEDS = { model: "decision", output: "any", human: "human" } as const;

const DECIDER_PHRASE = {
  model: "a model",
  output: "a dependency's output",
  human: "a person",
} as const;
