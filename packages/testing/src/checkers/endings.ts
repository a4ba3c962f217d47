/** Endings: one verdict that follows from the rows, the epilogue after it, and one shutdown, last. */
import type { Entry, TaskResult } from "@crucible/core";
import {
  type Checker,
  type History,
  isOwnRow,
  maySpend,
  stopsSpendersOnly,
  taskOf,
} from "./history.js";

/** One verdict, one shutdown, the shutdown last and with the same verdict (WIRE-018, WIRE-023). */
export const oneEnding: Checker = ({ log }) => {
  const findings: string[] = [];
  const verdicts = log.filter((entry) => entry.kind === "verdict");
  const shutdowns = log.filter((entry) => entry.kind === "shutdown");
  if (verdicts.length !== 1) findings.push(`there are ${verdicts.length} verdicts`);
  if (shutdowns.length !== 1) findings.push(`there are ${shutdowns.length} shutdowns`);
  if (log.at(-1)?.kind !== "shutdown") findings.push("the last line is no shutdown");
  const [verdict, shutdown] = [verdicts[0], shutdowns[0]];
  if (verdict && shutdown && verdict.verdict !== shutdown.verdict) {
    findings.push("verdict and shutdown differ");
  }
  const stopped = log.some((entry) => entry.kind === "stop_requested");
  const outcome = stopped ? "stopped" : verdict?.outcome;
  if (shutdown && shutdown.outcome !== outcome) findings.push(`the outcome is ${shutdown.outcome}`);
  return findings;
};

/** The verdict follows from required rows, ceilings and stops of the main graph, and from nothing else (EXEC-014 to EXEC-022). */
export const verdictFollows: Checker = (history) => {
  const at = history.log.findIndex((entry) => entry.kind === "verdict");
  const verdict = history.log[at];
  if (verdict?.kind !== "verdict") return [];
  const against = history.log.slice(0, at).filter((entry) => isAgainst(history, entry));
  const truncated = history.log.some((entry) => {
    return entry.kind === "task_result" && entry.status === "truncated";
  });
  const expected = against.length > 0 || truncated ? "invalid" : "valid";
  const findings = verdict.verdict === expected ? [] : [`the verdict is ${verdict.verdict}`];
  if (verdict.reasons.length > 0 !== (verdict.verdict === "invalid")) {
    findings.push("reasons and verdict do not agree");
  }
  if (verdict.outcome === "finished" && expected === "invalid")
    findings.push("the outcome is finished");
  if (verdict.outcome === "error" && expected === "valid") findings.push("the outcome is error");
  return findings;
};

function isAgainst(history: History, entry: Entry): boolean {
  if (entry.kind === "ceiling_reached" || entry.kind === "stop_requested") return true;
  if (entry.kind !== "task_result" || !isOwnRow(entry.task)) return false;
  const task = taskOf(history, entry.task);
  const counts = task?.required === true && task.stage === "iteration";
  return counts && entry.status !== "pass" && entry.status !== "not_taken";
}

/** The epilogue starts after the verdict and the main graph does not; what ended the run keeps it from starting (EPI-001 to EPI-010). */
export const epilogueAfterVerdict: Checker = (history) => {
  const seen = new Set<Entry["kind"]>();
  return history.log.flatMap((entry) => {
    seen.add(entry.kind);
    if (entry.kind === "attempt_started") return sideProblems(history, entry.task, seen);
    if (entry.kind !== "task_result") return [];
    const late = seen.has("verdict") && taskOf(history, entry.task)?.stage === "iteration";
    return [
      ...(late ? [`${entry.task} settled after the verdict`] : []),
      ...(isBlockedByMain(history, entry)
        ? [`${entry.task} is blocked by a failure of the main graph`]
        : []),
    ];
  });
};

function sideProblems(
  history: History,
  row: string,
  seen: ReadonlySet<Entry["kind"]>,
): readonly string[] {
  const epilogue = taskOf(history, row)?.stage === "epilogue";
  if (epilogue !== seen.has("verdict")) return [`${row} started on the wrong side of the verdict`];
  if (!epilogue) return [];
  const spends = maySpend(history, row) && stopsSpendersOnly(history);
  const spent = seen.has("ceiling_reached") && spends;
  return [
    ...(seen.has("stop_requested") ? [`${row} started after a stop`] : []),
    ...(spent ? [`${row} started on a spent budget`] : []),
  ];
}

function isBlockedByMain(history: History, row: TaskResult): boolean {
  const task = taskOf(history, row.task);
  if (task?.stage !== "epilogue" || row.blocked?.reason !== "required_task_failed") return false;
  return !history.log.some((entry) => entry.kind === "task_result" && entry.status === "truncated");
}

/** The plan is admitted once, first, and neither positions nor engine time go back (WIRE-006, RESUME-012, RESUME-024). */
export const oneLog: Checker = ({ log }) => {
  const findings: string[] = [];
  let ms = 0;
  for (const [at, entry] of log.entries()) {
    if ((entry.kind === "plan_admitted") !== (at === 0))
      findings.push("the plan is not admitted once, first");
    if ("seq" in entry && entry.seq !== at) findings.push(`line ${at} has position ${entry.seq}`);
    const now = "ms" in entry ? Number(entry.ms) : ms;
    if (now < ms) findings.push(`engine time falls at line ${at}`);
    ms = now;
  }
  return findings;
};
