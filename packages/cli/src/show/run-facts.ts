/** What `crucible run show` says of a run: how it stands, rows, limits, spend, places, and what can be done next. */
import { formatDuration } from "@crucible/core";
import { damaged } from "../failure/failure.js";
import { commandFor, logOf } from "../follow/place.js";
import { type RecordedRun, standingOf } from "../records/recorded-run.js";
import { nodeOf } from "../records/row-name.js";
import type { RunRecord } from "../records/run-record.js";
import { shownPath } from "../terminal/shown-path.js";
import type { Palette } from "../terminal/terminal.js";
import { visibleLine } from "../terminal/visible.js";
import { pad } from "../terminal/wrap.js";
import { plainUsd, spentUsd } from "./amounts.js";
import { elapsed } from "./elapsed.js";
import { rowLine, unsettledState } from "./rows.js";
import { admittedIn, budgetIn, settledRows, wallClockIn } from "./run-summary.js";
import { standingColor } from "./runs-table.js";

export interface FactOptions {
  readonly colors: Palette;
  readonly cwd: string;
  readonly stateFolder: string;
  readonly workspaceFolder: string;
}

/** `run run-…: failed — short-circuited at check`. */
export function headline(run: RecordedRun, colors: Palette): string {
  const state = standingOf(run);
  const { reason } = run.latest.result;
  const end = reason === "" ? "" : ` — ${visibleLine(reason)}`;
  return `${run.run}: ${standingColor(state, colors)(state)}${end}`;
}

export function runFacts(run: RecordedRun, record: RunRecord, options: FactOptions): string {
  const { colors, cwd, stateFolder, workspaceFolder } = options;
  const { latest } = run;
  const shown = (path: string): string => visibleLine(shownPath(cwd, path));
  const digest = latest.header?.plan_digest ?? "";
  return [
    headline(run, colors),
    ...(latest.damage === undefined
      ? []
      : [`  ${colors.red(visibleLine(damaged(latest.damage).message))}`]),
    ...taskLines(run, colors),
    ...(latest.owned ? [`driven by: ${visibleLine(latest.owner)}`] : []),
    ...(record.workflow === "" ? [] : [`workflow: ${shown(record.workflow)}`]),
    `started: ${record.started_at || "unknown"}, worked on for ${elapsedOf(record)}${executions(record)}`,
    `spent: ${spendOf(run, record)}`,
    ...limitLines(run),
    ...(digest === "" ? [] : [`digest: ${digest}`]),
    `log: ${shown(logOf(stateFolder, latest))}`,
    `workspace: ${shown(workspaceFolder)}`,
    ...nextSteps(run, stateFolder, cwd).map(
      ({ command, effect }) => `next: ${command}  (${effect})`,
    ),
  ].join("\n");
}

function elapsedOf({ elapsed_ms: ms }: RunRecord): string {
  return ms === null ? "a time that is not known" : elapsed(ms);
}

function executions({ executions: count }: RunRecord): string {
  return count === 1 ? "" : `, in ${count} executions`;
}

function spendOf(run: RecordedRun, record: RunRecord): string {
  if (record.spent_usd === null) return "not known";
  const { reusedUsd } = run.latest.result;
  const reused = reusedUsd > 0 ? `; reused results worth ${spentUsd(reusedUsd)}` : "";
  return `${spentUsd(record.spent_usd)}${reused}`;
}

function limitLines({ latest }: RecordedRun): readonly string[] {
  const admitted = admittedIn(latest.lines);
  if (admitted === undefined) return [];
  const wall = wallClockIn(latest.lines);
  const time = wall === null ? "no wall-clock ceiling" : formatDuration(wall);
  const capabilities = admitted.capabilities.map(visibleLine).join(", ");
  return [
    `limits: ${plainUsd(budgetIn(latest.lines))}, ${time}, ${admitted.width} attempts at once`,
    ...(capabilities === "" ? [] : [`capabilities: ${capabilities}`]),
  ];
}

/** A line a task in topological order: its row, or how it stands without one. */
function taskLines({ latest }: RecordedRun, colors: Palette): readonly string[] {
  const settled = new Map(settledRows(latest.lines).map((row) => [row.task, row]));
  const begun = begunTasks(latest);
  const isOver = latest.result.outcome !== null;
  return (admittedIn(latest.lines)?.tasks ?? []).map(({ name }) => {
    const row = settled.get(name);
    if (row !== undefined) return rowLine(row, colors);
    const state = unsettledState({ isOver, hasBegun: begun.has(name), isDriven: latest.owned });
    return `  ${pad(visibleLine(name), 20)} ${colors.dim(state)}`;
  });
}

/** Tasks with an attempt whose end is not in the log. */
function begunTasks({ lines }: RecordedRun["latest"]): ReadonlySet<string> {
  const inFlight = new Set<string>();
  for (const line of lines) {
    if (line.kind === "attempt_started") inFlight.add(line.task);
    if (line.kind === "attempt_ended") inFlight.delete(line.task);
  }
  return new Set([...inFlight].map(nodeOf));
}

/** A command that can be typed in the current folder, and what it does. */
export interface NextStep {
  readonly command: string;
  readonly effect: string;
}

export function nextSteps(run: RecordedRun, stateFolder: string, cwd: string): readonly NextStep[] {
  const command = (verb: string): string => commandFor(verb, run.run, stateFolder, cwd);
  const resume = (effect: string): NextStep => ({ command: command("resume"), effect });
  const stop = { command: command("stop"), effect: "ends it for good" };
  switch (standingOf(run)) {
    case "running":
    case "blocked":
      return [{ command: command("halt"), effect: "halts it; it can be resumed" }, stop];
    case "halted":
      return [resume("goes on where it was"), stop];
    case "interrupted":
      return [
        resume("ends what it left running, and goes on where it was"),
        { ...stop, effect: "ends it for good, with what it left running" },
      ];
    case "failed":
      return [resume("runs what did not pass again"), ...rerun(run, command("rerun"))];
    case "succeeded":
    case "cancelled":
      return rerun(run, command("rerun"));
    case "damaged":
      return [];
  }
}

/** The next steps behind a sentence that says why something else cannot be done. */
export function stepsBehind(run: RecordedRun, stateFolder: string, cwd: string): string {
  const steps = nextSteps(run, stateFolder, cwd);
  const texts = steps.map(({ command, effect }) => `\`${command}\` (${effect})`);
  return texts.length === 0 ? "" : `; next: ${texts.join(" or ")}`;
}

/** From the first task that did not pass, or else from the last task of the main graph. */
function rerun({ latest }: RecordedRun, command: string): readonly NextStep[] {
  const main = admittedIn(latest.lines)?.tasks.filter(({ stage }) => stage === "iteration") ?? [];
  const passed = new Set(
    settledRows(latest.lines).flatMap(({ task, status }) => (status === "pass" ? [task] : [])),
  );
  const from = main.find(({ name }) => !passed.has(name)) ?? main.at(-1);
  if (from === undefined) return [];
  return [{ command: `${command} --from ${from.name}`, effect: "a new run from that task on" }];
}
