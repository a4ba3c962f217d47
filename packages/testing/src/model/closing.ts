/** What ends dispatch, and what a run comes to. */
import type { Task } from "@crucible/core";
import { stopsEverything } from "./spending.js";
import { type Closed, instanceRows, isInFlight, loopOf, type ModelState, settle } from "./state.js";

/** Why nothing more of this task may start; `leave` after a completion, when it gets no row at all. */
export function closedFor(state: ModelState, task: Task): Closed | "leave" | undefined {
  const main = task.stage === "iteration";
  if (state.truncated) return { status: "blocked", reason: "required_task_failed" };
  if (main && completed(state)) return "leave";
  if (state.wall) return { status: "blocked", reason: "wall_clock_ceiling" };
  if (state.costRefused && stopsEverything(state))
    return { status: "blocked", reason: "budget_ceiling" };
  if (main && requiredFailed(state)) return { status: "blocked", reason: "required_task_failed" };
  return undefined;
}

/** What ends dispatch blocks at once whatever has not been dispatched, before anything that it cuts short comes to its end. */
export function sweep(state: ModelState): boolean {
  const stage = state.stage === "main" ? "iteration" : "epilogue";
  for (const task of state.plan.tasks) {
    const { name } = task;
    if (task.stage !== stage || state.rows.has(name) || loopOf(state, name)) continue;
    const closed = closedFor(state, task);
    if (closed === undefined || closed === "leave") continue;
    const rows = state.keys.get(name)?.map((key) => `${name}[${key}]`) ?? [name];
    const row = rows.find((one) => !state.rows.has(one) && !isInFlight(state, one));
    if (row !== undefined) return settle(state, row, closed);
  }
  return false;
}

export function completed(state: ModelState): boolean {
  return state.stage === "main" && isCompletionInForce(state);
}

function isCompletionInForce(state: ModelState): boolean {
  return [...state.completions].some(
    (name) => state.byName.get(name)?.over === undefined || state.rows.has(name),
  );
}

/** A required main task that settled under its own name with anything but pass or not taken. */
function requiredFailed(state: ModelState): boolean {
  return state.plan.tasks.some((task) => {
    const row = state.rows.get(task.name);
    if (!task.required || task.stage !== "iteration" || !row) return false;
    // What is blocked follows from what stopped dispatch already, or from a ceiling that stops spenders alone.
    if (row.status === "blocked") return row.reason === "staging_refused";
    if (row.status === "pass" || row.status === "not_taken") return false;
    return !failedOnCostAlone(state, task.name);
  });
}

/** A fan-out leaves the rest to run as long as the cost ceiling is all that failed it (CEIL-008). */
function failedOnCostAlone(state: ModelState, name: string): boolean {
  const failed = instanceRows(state, name).filter(
    (row) => row && row.status !== "pass" && row.status !== "not_taken",
  );
  return failed.length > 0 && failed.every((row) => row?.reason === "budget_ceiling");
}

/** What cannot run where the run is, stage by stage; a required task among it closes the whole plan. */
export function beginMain(state: ModelState): void {
  state.stage = "main";
  const cannot = state.unrunnable;
  if (![...cannot.values()].includes("truncated")) {
    skipUnrunnable(state, "iteration");
    return;
  }
  state.truncated = true;
  for (const task of state.plan.tasks) {
    if (state.rows.has(task.name)) continue;
    const status = cannot.get(task.name);
    if (status) settle(state, task.name, { status });
    else settle(state, task.name, { status: "blocked", reason: "required_task_failed" });
  }
}

function skipUnrunnable(state: ModelState, stage: Task["stage"]): void {
  for (const name of state.unrunnable.keys()) {
    if (state.byName.get(name)?.stage === stage && !state.rows.has(name))
      settle(state, name, { status: "skipped" });
  }
}

/** Ends the stage when nothing of it is left; `false` when something is. */
export function closeStage(state: ModelState): boolean {
  if (state.flights.length > 0) return false;
  const stage = state.stage === "main" ? "iteration" : "epilogue";
  const open = state.plan.tasks.some((task) => task.stage === stage && !state.rows.has(task.name));
  const mayStayOpen = state.stage === "main" && completed(state);
  if (open && !mayStayOpen) return false;
  if (state.stage === "epilogue") {
    state.stage = "over";
    return true;
  }
  reachVerdict(state);
  state.stage = "epilogue";
  state.loops.clear();
  skipUnrunnable(state, "epilogue");
  return true;
}

/** A stop settles nothing that has no end of its own. */
export function concludeStop(state: ModelState): void {
  if (state.flights.length > 0 || state.stage === "over") return;
  if (state.stage === "main") reachVerdict(state);
  state.outcome = "stopped";
  state.stage = "over";
}

function reachVerdict(state: ModelState): void {
  const failed = state.plan.tasks.some((task) => {
    const status = state.rows.get(task.name)?.status;
    const counts = task.required && task.stage === "iteration" && status !== undefined;
    return counts && status !== "pass" && status !== "not_taken";
  });
  const ceiling = state.overrun || state.wallInMain;
  state.verdict = failed || ceiling || state.truncated || state.stopped ? "invalid" : "valid";
  if (state.stopped) state.outcome = "stopped";
  else if (state.truncated) state.outcome = "error";
  // A run that the wall clock ended says so, also after a completion (CEIL-004); no rule says which one goes first.
  else if (state.wallInMain) state.outcome = "budget";
  else if (isCompletionInForce(state)) state.outcome = "complete";
  else if (ceiling) state.outcome = "budget";
  else state.outcome = state.verdict === "valid" ? "finished" : "error";
}
