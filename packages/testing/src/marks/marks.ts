/** The marks of a finished history, read off its log. */
import type { AttemptEnded, Entry, Recovery, Task, TaskResult } from "@crucible/core";
import { canSpend, isJsonObject, ownField } from "@crucible/core";
import { type History, isOwnRow, loopOf, partOf, taskOf } from "../checkers/history.js";
import type { Mark } from "./mark-names.js";
import { routeMarks } from "./route-marks.js";

/** The marks of one history. */
export function marksOf(history: History): ReadonlySet<Mark> {
  const reader = new MarkReader(history);
  for (const entry of history.log) reader.read(entry);
  return reader.marks();
}

class MarkReader {
  readonly #history: History;
  readonly #marks = new Set<Mark>();
  readonly #expanded = new Set<string>();
  readonly #rows = new Map<string, TaskResult>();
  #openRounds = 0;

  constructor(history: History) {
    this.#history = history;
  }

  marks(): ReadonlySet<Mark> {
    const own = this.#history.plan.tasks.filter(({ name }) => this.#rows.has(name));
    const open = own.length < this.#history.plan.tasks.length;
    if (open && this.#marks.has("completed early")) this.#add("left without a row by completion");
    return this.#marks;
  }

  read(entry: Entry): void {
    switch (entry.kind) {
      case "attempt_started":
        if (taskOf(this.#history, entry.task)?.stage === "epilogue")
          this.#add("ran an epilogue task");
        if (this.#isRound(entry.task)) this.#openRounds += 1;
        break;
      case "attempt_ended":
        this.#ended(entry);
        break;
      case "fan_out":
        this.#expanded.add(entry.task);
        this.#addIf(entry.keys.length === 0, "list was empty");
        this.#addIf(this.#isOverRoute(entry.task), "mapped over picked values");
        break;
      case "task_result":
        this.#settled(entry);
        this.#rows.set(entry.task, entry);
        break;
      default:
        this.#happened(entry);
    }
  }

  #happened(entry: Entry): void {
    switch (entry.kind) {
      case "ceiling_reached":
        if (entry.ceiling === "wall_clock") this.#add("wall-clock ceiling reached");
        break;
      case "completion":
        this.#add("completed early");
        this.#addIf(!isOwnRow(entry.task), "completed early by an instance");
        break;
      case "halt_requested":
        this.#addIf(this.#openRounds > 0, "halted in the middle of a loop");
        break;
      case "halted":
        this.#add("halted");
        break;
      case "recovery":
        this.#resumed(entry);
        break;
      case "stop_requested":
        this.#add("stopped");
        break;
      case "verdict":
        this.#addIf(
          this.#total() > this.#history.launch.ceilings.costNano,
          "carried the total past the ceiling",
        );
        break;
      default:
    }
  }

  #resumed(entry: Recovery): void {
    this.#add("resumed");
    this.#addIf(entry.budget_usd !== undefined, "cost ceiling raised");
    this.#addIf(entry.wall_clock_ms !== undefined, "wall-clock ceiling raised");
    this.#addIf((entry.missing_files ?? []).length > 0, "captured set did not survive");
  }

  #isOverRoute(name: string): boolean {
    const over = taskOf(this.#history, name)?.over;
    return over !== undefined && taskOf(this.#history, over.task)?.kind === "route";
  }

  #ended(entry: AttemptEnded): void {
    if (this.#isRound(entry.task)) this.#openRounds -= 1;
    const byCause: ReadonlyMap<string, Mark> = new Map([
      ["timeout", "attempt ran past its limit"],
      ["wall_clock", "attempt ended by the wall-clock ceiling"],
      ["lost", "attempt lost in a crash"],
      ["halt", "attempt cancelled"],
      ["stop", "attempt cancelled"],
    ]);
    const mark = byCause.get(entry.cause);
    if (mark) this.#add(mark);
    if (entry.cause === "transport" && this.#startsAgain(entry)) {
      this.#add("tried again after a transport failure");
    }
  }

  #startsAgain({ task, attempt }: AttemptEnded): boolean {
    return this.#history.log.some(
      (entry) =>
        entry.kind === "attempt_started" && entry.task === task && entry.attempt === attempt + 1,
    );
  }

  #settled(row: TaskResult): void {
    const task = taskOf(this.#history, row.task);
    if (!task) return;
    if (row.reused) {
      this.#reused(row, task);
      return;
    }
    for (const mark of routeMarks(row, task)) this.#add(mark);
    this.#blocked(row, task);
    this.#addIf(row.status === "fail" && row.files !== undefined, "failed attempt kept its set");
    this.#addIf(this.#leavesMappedRoute(row, task), "answer of a mapped route not followed");
    this.#addIf(row.status === "truncated", "plan truncated");
    this.#addIf(row.status === "not_taken", "not taken");
    this.#addIf(row.note.startsWith("transport retries exhausted"), "transport failures used up");
    this.#addIf(row.note === "unrunnable on this substrate", "skipped where it cannot run");
    this.#addIf(row.note.includes("requests isolation"), "isolation refused");
    this.#addIf(row.status === "skipped" && row.attempts > 0, "declared itself skipped");
    this.#addIf(row.note.includes("early completion refused"), "completion refused to an agent");
    this.#addIf(row.note === "no dependency passed", "passed-join failed");
    this.#addIf(task.kind === "route" && row.status === "fail", "route failed");
    this.#addIf(task.kind === "top_k" && row.status === "pass", "reducer kept the best");
    if (isOwnRow(row.task)) this.#ownRow(row, task);
  }

  #reused(row: TaskResult, task: Task): void {
    this.#add("rerun");
    this.#addIf(this.#isRound(row.task), "rerun reused a loop");
    this.#addIf(task.over !== undefined, "rerun reused a fan-out");
    const { output } = row;
    const completes = isJsonObject(output) && ownField(output, "complete") === true;
    this.#addIf(completes, "rerun reused a completion");
  }

  #leavesMappedRoute(row: TaskResult, task: Task): boolean {
    const route = task.when && taskOf(this.#history, task.when.task);
    return route?.over !== undefined && !isOwnRow(row.task) && row.note.includes("resolved to");
  }

  #blocked(row: TaskResult, task: Task): void {
    const reason = row.blocked?.reason;
    this.#addIf(reason === "budget_ceiling", "refused for cost");
    const instance = task.over !== undefined && !isOwnRow(row.task);
    this.#addIf(reason === "budget_ceiling" && instance, "instance refused for cost");
    this.#addIf(reason === "required_task_failed", "blocked after a required failure");
    this.#addIf(reason === "dependency_did_not_pass", "blocked by a dependency");
    this.#addIf(reason === "staging_refused", "staging refused");
    const spends = canSpend(task) || loopOf(this.#history, task.name) !== undefined;
    const isPlanFile = this.#history.plan.lane !== "playbook";
    this.#addIf(
      reason === "budget_ceiling" && isPlanFile && !spends,
      "plan file's budget blocked what cannot spend",
    );
    this.#addIf(reason !== undefined && task.stage === "epilogue", "blocked an epilogue task");
  }

  #ownRow(row: TaskResult, task: Task): void {
    const unmapped = task.over !== undefined && !this.#expanded.has(task.name);
    this.#addIf(unmapped && row.status === "fail", "list cannot be mapped");
    const mixed =
      task.over !== undefined && row.status === "fail" && this.#instances(task.name, "pass");
    this.#addIf(mixed, "fan-out failed in part");
    const loop = loopOf(this.#history, task.name);
    if (loop?.reviewer.name !== task.name || !this.#rows.has(`${task.name}[round-1]`)) return;
    const last = this.#rows.has(`${task.name}[round-${loop.maxRounds}]`);
    this.#addIf(row.status === "pass", "loop ended by a passing review");
    this.#addIf(row.status === "fail" && last, "loop used up its rounds");
    const ceiling = row.blocked?.reason;
    const refused = ceiling === "budget_ceiling" || ceiling === "wall_clock_ceiling";
    this.#addIf(refused, "loop ended by a ceiling");
  }

  #instances(node: string, status: TaskResult["status"]): boolean {
    return [...this.#rows.values()].some(
      (row) => row.task.startsWith(`${node}[`) && row.status === status,
    );
  }

  #isRound(row: string): boolean {
    return partOf(row) !== undefined && taskOf(this.#history, row)?.over === undefined;
  }

  #total(): number {
    let nano = 0;
    for (const entry of this.#history.log) {
      if (entry.kind === "attempt_ended") nano += Math.round(entry.cost_usd * 1_000_000_000);
    }
    return nano;
  }

  #addIf(holds: boolean, mark: Mark): void {
    if (holds) this.#add(mark);
  }

  #add(mark: Mark): void {
    this.#marks.add(mark);
  }
}
