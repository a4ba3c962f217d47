/** What must hold of a log, whatever was killed on the way to its end. Each check gives its findings in words. */
import type { Entry } from "./strict-log.js";
import type { Begun } from "./subjects.js";

/** Fields of a row that an interruption may change: numbers of attempts, times, identities; costs have a check of their own. */
const CHANGEABLE: ReadonlySet<string> = new Set([
  ..."v seq ts ms more secs".split(" "),
  ..."attempts cost_usd commit trace_id span_id".split(" "),
]);

/** Rounding of sums of dollars. */
const TINY_USD = 1e-9;

export function rowsOf(log: readonly Entry[]): ReadonlyMap<string, Entry> {
  return new Map(log.flatMap((one) => (one.kind === "task_result" ? [[one.task ?? "", one]] : [])));
}

/** Rows, verdict and end are those of the run that nobody interrupted. */
export function comparedWith(
  reference: readonly Entry[],
  log: readonly Entry[],
): readonly string[] {
  const findings: string[] = [];
  const rows = rowsOf(log);
  const wanted = rowsOf(reference);
  if (log.filter(({ kind }) => kind === "task_result").length !== rows.size) {
    findings.push("a task has two rows");
  }
  for (const task of new Set([...wanted.keys(), ...rows.keys()])) {
    const [left, right] = [comparable(wanted.get(task)), comparable(rows.get(task))];
    if (left !== right) findings.push(`row ${task} differs: ${right} instead of ${left}`);
  }
  for (const kind of ["verdict", "shutdown"]) {
    const [left, right] = [reference, log].map((one) =>
      one.filter((entry) => entry.kind === kind).map(comparable),
    );
    if (JSON.stringify(left) !== JSON.stringify(right))
      findings.push(`${kind}: ${JSON.stringify(right)}`);
  }
  if (log.at(-1)?.kind !== "shutdown") findings.push("the last line is no shutdown");
  return findings;
}

function comparable(entry: Entry | undefined): string {
  if (entry === undefined) return "nothing";
  return JSON.stringify(Object.entries(entry).filter(([name]) => !CHANGEABLE.has(name)));
}

/** No task starts when it has a row; a row counts the attempts that started. */
export function startedOnce(log: readonly Entry[]): readonly string[] {
  const findings: string[] = [];
  const starts = new Map<string, number>();
  const settled = new Set<string>();
  for (const { kind, task = "", attempts } of log) {
    if (kind === "attempt_started") {
      if (settled.has(task)) findings.push(`${task} started after it had settled`);
      starts.set(task, (starts.get(task) ?? 0) + 1);
    } else if (kind === "task_result") {
      settled.add(task);
      const count = starts.get(task);
      if (count !== undefined && count !== attempts) {
        findings.push(`${task} started ${count} times and counts ${String(attempts)} attempts`);
      }
    }
  }
  return findings;
}

/**
 * Whatever a script says it began was in the log before: its marker ends with the number of the log's line, which must be
 * a start of that task, and no two begin under one marker.
 */
export function begunAsLogged(ledger: readonly Begun[], log: readonly Entry[]): readonly string[] {
  const findings: string[] = [];
  const markers = new Set<string>();
  for (const { marker, task } of ledger) {
    if (markers.has(marker)) findings.push(`${task} began twice as ${marker}`);
    markers.add(marker);
    const seq = Number(/-(\d+)\.\d+$/.exec(marker)?.[1] ?? Number.NaN);
    const entry = log[seq];
    const isStart =
      entry?.kind === "attempt_started" &&
      (entry.task === task || entry.task?.startsWith(`${task}[`) === true);
    if (!isStart)
      findings.push(`${task} began as ${marker}, and line ${seq + 1} does not start it`);
  }
  return findings;
}

/** What an attempt is known to have cost never falls, and rows leave nothing of it out. */
export function spendHolds(reference: readonly Entry[], log: readonly Entry[]): readonly string[] {
  const wanted = rowsOf(reference);
  const lost = new Set(log.filter(({ outcome }) => outcome === "indeterminate").map(nodeOf));
  const rows = [...rowsOf(log).values()].flatMap((row) => {
    const { task = "", cost_usd = 0 } = row;
    const dueUsd = wanted.get(task)?.cost_usd ?? 0;
    // An attempt that was lost may have cost something too.
    const holds = sameUsd(cost_usd, dueUsd) || (lost.has(nodeOf(row)) && cost_usd > dueUsd);
    return holds ? [] : [`row ${task} cost $${cost_usd} instead of $${dueUsd}`];
  });
  return [...falls(log), ...rows];
}

function falls(log: readonly Entry[]): readonly string[] {
  const known = new Map<string, number>();
  return log.flatMap(({ kind, task, attempt, cost_usd = 0 }) => {
    if (kind !== "spend" && kind !== "attempt_ended") return [];
    const name = `${task} (attempt ${attempt})`;
    const before = known.get(name) ?? 0;
    known.set(name, cost_usd);
    return cost_usd < before ? [`${name} falls from $${before} to $${cost_usd}`] : [];
  });
}

/** The task as the plan names it, without the round or the item. */
function nodeOf({ task = "" }: Entry): string {
  return task.replace(/\[.*/, "");
}

/** What all attempts cost that the log knows of, in dollars. */
export function spentUsd(log: readonly Entry[]): number {
  const known = new Map<string, number>();
  for (const { kind, task, attempt, cost_usd = 0 } of log) {
    if (kind === "spend" || kind === "attempt_ended") known.set(`${task} ${attempt}`, cost_usd);
  }
  return [...known.values()].reduce((sum, one) => sum + one, 0);
}

/** Whether two amounts of dollars are the same. */
export function sameUsd(left: number, right: number): boolean {
  return Math.abs(left - right) <= TINY_USD;
}
