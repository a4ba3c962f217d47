/**
 * A second opinion on the rules of execution: slow, plain, and written apart from the machine.
 *
 * After every fact it looks at the whole graph again and again until nothing changes: no queues, no counts, no columns.
 * A task is a row or it is not; an attempt is in flight or it is not. It knows commands, agents, evaluations, reducers,
 * routes decided by an output, conditions, fan-outs, loops, the epilogue, ceilings, completion, halts and resumes of a
 * playbook. It does not know notes, files, people or decision models.
 */
import type {
  BlockedReason,
  JsonValue,
  Launch,
  Plan,
  ShutdownOutcome,
  Task,
  TaskStatus,
} from "@crucible/core";
import { canSpend } from "@crucible/core";
import type { Fact } from "@crucible/executor/machine";
import { type Body, bodyOf } from "./body.js";
import { aligned, expandItems, foldOf } from "./fan-out.js";
import { type Judged, judgeEnd } from "./judge-end.js";
import { answerRoute, keepBest } from "./outputs.js";
import { type Closed, joinAndWhen } from "./preconditions.js";
import { unrunnable } from "./unrunnable.js";

/** A settled task, instance or round. */
export interface ModelRow {
  readonly status: TaskStatus;
  readonly reason?: BlockedReason;
  readonly output?: JsonValue;
  readonly costNano: number;
}

/** An attempt in flight. */
interface Flight {
  readonly row: string;
  readonly task: Task;
  readonly key?: string;
  readonly round?: number;
  readonly attempt: number;
  readonly shared: boolean;
  reportedNano: number;
}

interface LoopState {
  round: number;
  /** Whether any body task has had an attempt; before that no round has rows. */
  started: boolean;
  /** Rows of the round that runs, by task name. */
  rows: Map<string, ModelRow>;
  /** The last row of each body task, whichever round it is of. */
  readonly last: Map<string, ModelRow>;
}

const ATTEMPTS_MAX = 3;

export class Model {
  readonly rows: Map<string, ModelRow> = new Map();
  readonly #plan: Plan;
  readonly #byName: ReadonlyMap<string, Task>;
  readonly #launch: Launch;
  readonly #unrunnable: ReturnType<typeof unrunnable>;
  readonly #flights: Flight[] = [];
  /** Transport attempts used so far by a row that has not settled. */
  readonly #attempts = new Map<string, number>();
  readonly #lost = new Map<string, number>();
  readonly #costs = new Map<string, number>();
  /** Item keys of expanded fan-outs. */
  readonly #keys = new Map<string, readonly string[]>();
  /** Loops that began, by reviewer. */
  readonly #loops = new Map<string, LoopState>();
  #spentNano = 0;
  #stage: "new" | "main" | "epilogue" | "over" = "new";
  #costRefused = false;
  #overrun = false;
  #wall = false;
  #stopped = false;
  #halting = false;
  /** Tasks whose completion was accepted; a fan-out's takes effect when its node has folded. */
  readonly #completions = new Set<string>();
  #truncated = false;
  verdict: "valid" | "invalid" | undefined;
  outcome: ShutdownOutcome | undefined;
  halted = false;

  constructor(plan: Plan, launch: Launch) {
    this.#plan = plan;
    this.#launch = launch;
    this.#unrunnable = unrunnable(plan, launch.capabilities);
    this.#byName = new Map(plan.tasks.map((task) => [task.name, task]));
  }

  get finished(): boolean {
    return this.#stage === "over";
  }

  /** Attempts in flight as `row#attempt`, sorted. */
  inFlight(): readonly string[] {
    return this.#flights.map((flight) => `${flight.row}#${flight.attempt}`).sort();
  }

  apply(fact: Fact): void {
    switch (fact.kind) {
      case "started":
        this.#begin();
        break;
      case "attempt_ended":
        this.#ended(fact);
        break;
      case "spend_reported": {
        const flight = this.#flights.find((one) => one.row === fact.task);
        // No rule says whether a figure in flight that settles lower had carried the total past the ceiling; only what
        // settled does.
        if (flight) flight.reportedNano = fact.costNano;
        break;
      }
      case "wall_clock_reached":
        this.#wall = true;
        break;
      case "stop_requested":
        this.#stopped = true;
        break;
      case "halt_requested":
        this.#halting = true;
        break;
      case "resumed":
        this.#resumed();
        break;
      default:
        break;
    }
    if (this.#stage !== "new") this.#advance();
  }

  #begin(): void {
    this.#stage = "main";
    const cannot = this.#unrunnable;
    if (![...cannot.values()].includes("truncated")) {
      this.#skipUnrunnable("iteration");
      return;
    }
    this.#truncated = true;
    for (const task of this.#plan.tasks) {
      const status = cannot.get(task.name);
      if (status) this.#settle(task.name, { status });
      else this.#settle(task.name, { status: "blocked", reason: "required_task_failed" });
    }
  }

  #skipUnrunnable(stage: Task["stage"]): void {
    for (const name of this.#unrunnable.keys()) {
      if (this.#byName.get(name)?.stage === stage && !this.rows.has(name))
        this.#settle(name, { status: "skipped" });
    }
  }

  #resumed(): void {
    this.#halting = false;
    this.halted = false;
    for (const flight of this.#flights.splice(0)) {
      this.#spentNano += flight.reportedNano;
      this.#addCost(flight.row, flight.reportedNano);
      this.#lost.set(flight.row, flight.attempt);
    }
    this.#noteOverrun();
  }

  /** An attempt that carried the total past the ceiling blocks spenders for good, as a refusal does (CEIL-019). */
  #noteOverrun(): void {
    if (this.#spentNano > this.#launch.ceilings.costNano) this.#costWasRefused();
  }

  #ended(fact: Extract<Fact, { kind: "attempt_ended" }>): void {
    const at = this.#flights.findIndex((one) => one.row === fact.task);
    const flight = this.#flights[at];
    if (!flight) throw new Error(`the model has no attempt of ${fact.task} in flight`);
    this.#flights.splice(at, 1);
    // A figure in flight may settle lower (CEIL-013).
    this.#spentNano += fact.costNano;
    this.#addCost(flight.row, fact.costNano);
    this.#noteOverrun();
    const judged = judgeEnd(flight.task, fact);
    if (judged.kind === "cancelled") this.#lost.set(flight.row, flight.attempt);
    else if (judged.kind === "settled") this.#settleFlight(flight, judged);
    else this.#failedInTransport(flight, judged.retryable);
  }

  #failedInTransport(flight: Flight, retryable: boolean): void {
    const used = (this.#attempts.get(flight.row) ?? 0) + 1;
    this.#attempts.set(flight.row, used);
    const exhausted = !retryable || used >= ATTEMPTS_MAX;
    if (!exhausted && (this.#halting || this.#stopped)) {
      // No rule says more than that a resume tries again and that nothing starts after a stop: it stays unsettled.
      this.#lost.set(flight.row, flight.attempt);
    } else if (!exhausted && this.#mayRetry(flight)) {
      this.#flights.push({ ...flight, attempt: flight.attempt + 1, reportedNano: 0 });
    } else {
      this.#settleFlight(flight, { kind: "settled", status: "transport" });
    }
  }

  /** A retry belongs to an attempt in flight, which settles normally: only a ceiling takes it back (EXEC-013, EXEC-034). */
  #mayRetry(flight: Flight): boolean {
    if (this.#wall) return false;
    if (!this.#spends(flight.task)) return true;
    if (!this.#refusesSpenders()) return true;
    this.#costWasRefused();
    return false;
  }

  #settleFlight(flight: Flight, judged: Extract<Judged, { kind: "settled" }>): void {
    const row: ModelRow = {
      status: judged.status,
      ...(judged.output === undefined ? {} : { output: judged.output }),
      costNano: this.#costs.get(flight.row) ?? 0,
    };
    this.rows.set(flight.row, row);
    this.#attempts.delete(flight.row);
    if (flight.round !== undefined) this.#roundSettled(flight.task.name, row);
    // The last instance brings its node's row at once, also while a halt or a stop is under way (MAP-014).
    const keys = this.#keys.get(flight.task.name) ?? [];
    const whole = keys.every((key) => this.rows.has(`${flight.task.name}[${key}]`));
    if (flight.key !== undefined && whole) this.#foldInstances(flight.task, keys);
    const completes =
      judged.status === "pass" && judged.completes && flight.task.stage === "iteration";
    if (completes) this.#completions.add(flight.task.name);
  }

  #roundSettled(name: string, row: ModelRow): void {
    const loop = this.#loopOf(name);
    loop?.rows.set(name, row);
    loop?.last.set(name, row);
  }

  #advance(): void {
    if (this.#halting) {
      this.halted = this.#flights.length === 0;
      if (!this.#stopped) return;
    }
    if (this.#stopped) {
      this.#concludeStop();
      return;
    }
    for (let guard = 0; this.#oneStep(); guard++) {
      if (guard > 100_000) throw new Error("the model does not come to rest");
    }
  }

  /** A stop settles nothing that has no end of its own. */
  #concludeStop(): void {
    if (this.#flights.length > 0 || this.#stage === "over") return;
    if (this.#stage === "main") this.#reachVerdict();
    this.outcome = "stopped";
    this.#stage = "over";
  }

  /** One change anywhere in the graph; `false` when nothing changes any more. */
  #oneStep(): boolean {
    if (this.#stage === "over" || this.#stage === "new") return false;
    // A loop that runs holds the shared workspace and goes on before anything else takes its slot (LOOP-017).
    for (const reviewer of this.#loops.keys()) {
      const task = this.#byName.get(reviewer);
      if (task && this.#stepTask(task)) return true;
    }
    for (const task of this.#plan.tasks) if (this.#stepTask(task)) return true;
    return this.#closeStage();
  }

  #stepTask(task: Task): boolean {
    if (
      this.rows.has(task.name) ||
      task.stage !== (this.#stage === "main" ? "iteration" : "epilogue")
    )
      return false;
    if (this.#flights.some((flight) => flight.row === task.name)) return false;
    const loop = this.#bodyOf(task.name);
    if (loop) return this.#stepLoop(loop.reviewer, loop.body);
    const keys = this.#keys.get(task.name);
    if (keys) return this.#stepInstances(task, keys);
    return this.#stepPlain(task);
  }

  #stepPlain(task: Task): boolean {
    const view = (name: string) => this.rows.get(name);
    const closed = this.#closed(task);
    if (closed === "leave") return false;
    if (closed) return this.#settle(task.name, closed);
    // A task that already started and must run again keeps what let it start.
    if (!this.#lost.has(task.name)) {
      if (!task.dependsOn.every((name) => view(name) !== undefined)) return false;
      const undone = joinAndWhen(task, view, (name) => this.#passedInstances(name), this.#byName);
      if (undone) return this.#settle(task.name, undone);
    }
    if (task.over) return this.#expand(task);
    return this.#run(task, task.name, view);
  }

  #expand(task: Task): boolean {
    const items = expandItems(task, (name) => this.rows.get(name));
    if (items === undefined) return this.#settle(task.name, { status: "fail" });
    // A node that may not start one instance is refused as a whole; no rule asks for rows of instances then.
    if (items.length > 0 && this.#spends(task) && this.#refusesSpenders())
      return this.#refuseForCost(task, task.name);
    this.#keys.set(task.name, items);
    return true;
  }

  #stepInstances(task: Task, keys: readonly string[]): boolean {
    for (const key of keys) {
      const row = `${task.name}[${key}]`;
      if (this.rows.has(row) || this.#flights.some((flight) => flight.row === row)) continue;
      const closed = this.#closed(task);
      if (closed === "leave") continue;
      if (closed) return this.#settle(row, closed);
      const view = this.#viewOfItem(task, key);
      const undone = joinAndWhen(task, view, (name) => this.#passedInstances(name), this.#byName);
      if (undone) return this.#settle(row, undone);
      if (this.#run(task, row, view, { key })) return true;
    }
    return this.#foldInstances(task, keys);
  }

  #foldInstances(task: Task, keys: readonly string[]): boolean {
    const instances = new Map<string, ModelRow>();
    for (const key of keys) {
      const row = this.rows.get(`${task.name}[${key}]`);
      if (row) instances.set(key, row);
    }
    const running = this.#flights.some((flight) => flight.task.name === task.name);
    // After a completion a fan-out is cut short; one of which nothing ran has not settled.
    const cut = this.#completed() && !running && instances.size > 0;
    if (instances.size < keys.length && !cut) return false;
    const { status, output } = foldOf(instances);
    const costNano = [...instances.values()].reduce((sum, row) => sum + row.costNano, 0);
    return this.#settle(task.name, { status, output, costNano });
  }

  /** A dependency that maps over the same list is seen by its item of the same key. */
  #viewOfItem(task: Task, key: string): (name: string) => ModelRow | undefined {
    return (name) =>
      (aligned(task, this.#byName.get(name)) ? this.rows.get(`${name}[${key}]`) : undefined) ??
      this.rows.get(name);
  }

  #stepLoop(reviewer: Task, body: readonly Task[]): boolean {
    const loop = this.#loops.get(reviewer.name);
    if (!loop) return this.#beginLoop(reviewer, body);
    const view = (name: string) =>
      body.some((member) => member.name === name) ? loop.rows.get(name) : this.rows.get(name);
    if (body.some((member) => this.#flights.some((flight) => flight.task === member))) return false;
    for (const member of body) {
      if (loop.rows.has(member.name) || this.#completed()) continue;
      const row = `${member.name}[round-${loop.round}]`;
      const undone =
        joinAndWhen(member, view, (name) => this.#passedInstances(name), this.#byName) ??
        this.#closedInRound(member);
      if (undone) return this.#settleRound(member, loop, undone);
      return this.#run(member, row, view, { round: loop.round });
    }
    return this.#endRound(reviewer, body, loop);
  }

  /** Within a round joins and conditions come first, then whatever ended dispatch (LOOP-027). */
  #closedInRound(member: Task): Closed | undefined {
    const closed = this.#closed(member);
    return closed === "leave" ? undefined : closed;
  }

  #settleRound(member: Task, loop: LoopState, result: Closed): boolean {
    const name = `${member.name}[round-${loop.round}]`;
    const row: ModelRow = { costNano: this.#costs.get(name) ?? 0, ...result };
    loop.rows.set(member.name, row);
    loop.last.set(member.name, row);
    if (loop.started) this.rows.set(name, row);
    return true;
  }

  #beginLoop(reviewer: Task, body: readonly Task[]): boolean {
    const outside = body
      .flatMap((member) => member.dependsOn)
      .filter((name) => !body.some((member) => member.name === name));
    for (const member of body) {
      if (this.rows.has(member.name)) continue;
      const closed = this.#closed(member);
      if (closed === "leave") return false;
      if (closed) return this.#settle(member.name, closed);
    }
    if (!outside.every((name) => this.rows.has(name))) return false;
    if (this.#flights.length >= this.#launch.width || !this.#sharedIsFree(reviewer)) return false;
    const loop = { round: 1, started: false, rows: new Map(), last: new Map() };
    this.#loops.set(reviewer.name, loop);
    return true;
  }

  #endRound(reviewer: Task, body: readonly Task[], loop: LoopState): boolean {
    const review = loop.rows.get(reviewer.name);
    const again =
      review?.status === "fail" &&
      loop.round < (reviewer.revise?.maxRounds ?? 0) &&
      this.#closed(reviewer) === undefined;
    if (again && this.#spends(reviewer) && this.#refusesSpenders()) {
      this.#costWasRefused();
    } else if (again) {
      loop.round += 1;
      loop.rows = new Map();
      return true;
    }
    let settled = false;
    for (const member of body) {
      const last = loop.last.get(member.name);
      if (!last) continue;
      const rounds = Array.from(
        { length: loop.round },
        (_, index) => `${member.name}[round-${index + 1}]`,
      );
      // A last round that was cut off without a row has spent as well.
      const costNano = rounds.reduce((sum, row) => sum + (this.#costs.get(row) ?? 0), 0);
      this.rows.set(member.name, { ...last, costNano });
      settled = true;
    }
    this.#loops.delete(reviewer.name);
    return settled;
  }

  /** Starts an attempt of a row if it may start now; settles what needs no attempt. */
  #run(
    task: Task,
    row: string,
    view: (name: string) => ModelRow | undefined,
    place: { key?: string; round?: number } = {},
  ): boolean {
    if (task.kind === "top_k") {
      const inOrder = this.#plan.tasks.map(({ name }) => name);
      const inputs = inOrder.filter((name) => task.dependsOn.includes(name));
      return this.#settle(row, keepBest(task, inputs, view));
    }
    if (task.kind === "route" && task.decider.kind === "output") {
      return this.#settle(row, answerRoute(task, task.decider.task, view));
    }
    const isolated = task.isolation === "worktree";
    if (isolated && !this.#launch.capabilities.includes("isolation.worktree")) {
      return this.#settleAny(task, row, { status: "fail" });
    }
    if (this.#flights.length >= this.#launch.width) return false;
    if (!isolated && !this.#sharedIsFree(task)) return false;
    if (this.#spends(task) && this.#refusesSpenders()) return this.#refuseForCost(task, row);
    const attempt = (this.#lost.get(row) ?? 0) + 1;
    this.#lost.delete(row);
    this.#startRounds(task);
    this.#flights.push({ row, task, ...place, attempt, shared: !isolated, reportedNano: 0 });
    return true;
  }

  /** The first attempt of a loop brings the rows of what settled before it (LOOP-042). */
  #startRounds(task: Task): void {
    const loop = this.#loopOf(task.name);
    if (!loop || loop.started) return;
    loop.started = true;
    for (const [name, row] of loop.rows) this.rows.set(`${name}[round-1]`, row);
  }

  #refuseForCost(task: Task, row: string): boolean {
    this.#costWasRefused();
    return this.#settleAny(task, row, { status: "blocked", reason: "budget_ceiling" });
  }

  #costWasRefused(): void {
    this.#costRefused = true;
    if (this.#stage === "main") this.#overrun = true;
  }

  #settleAny(task: Task, row: string, result: Closed): boolean {
    const loop = this.#loopOf(task.name);
    return loop ? this.#settleRound(task, loop, result) : this.#settle(row, result);
  }

  /** A loop can spend when any task of its body can, because its rounds start as one unit (CEIL-006). */
  #spends(task: Task): boolean {
    return this.#bodyOf(task.name)?.body.some(canSpend) ?? canSpend(task);
  }

  #refusesSpenders(): boolean {
    return this.#costRefused || this.#spentSoFar() >= this.#launch.ceilings.costNano;
  }

  #sharedIsFree(task: Task): boolean {
    if (this.#flights.some((flight) => flight.shared)) return false;
    const own = this.#bodyOf(task.name)?.reviewer.name;
    return [...this.#loops.keys()].every((reviewer) => reviewer === own);
  }

  /** Why nothing more of this task may start; `leave` after a completion, when it gets no row at all. */
  #closed(task: Task): Closed | "leave" | undefined {
    const main = task.stage === "iteration";
    if (this.#truncated) return { status: "blocked", reason: "required_task_failed" };
    if (main && this.#completed()) return "leave";
    if (this.#wall) return { status: "blocked", reason: "wall_clock_ceiling" };
    if (main && this.#requiredFailed())
      return { status: "blocked", reason: "required_task_failed" };
    return undefined;
  }

  #completed(): boolean {
    return this.#stage === "main" && [...this.#completions].some((name) => this.#inForce(name));
  }

  #inForce(name: string): boolean {
    return this.#byName.get(name)?.over === undefined || this.rows.has(name);
  }

  /** A required main task that settled under its own name with anything but pass or not taken. */
  #requiredFailed(): boolean {
    return this.#plan.tasks.some((task) => {
      const row = this.rows.get(task.name);
      if (!task.required || task.stage !== "iteration" || !row) return false;
      // What is blocked follows from what stopped dispatch already, or from a ceiling that stops spenders alone.
      if (row.status === "blocked") return row.reason === "staging_refused";
      if (row.status === "pass" || row.status === "not_taken") return false;
      return !this.#failedOnCostAlone(task.name);
    });
  }

  /** A fan-out leaves the rest to run as long as the cost ceiling is all that failed it (CEIL-008). */
  #failedOnCostAlone(name: string): boolean {
    const rows = (this.#keys.get(name) ?? []).map((key) => this.rows.get(`${name}[${key}]`));
    const failed = rows.filter((row) => row && row.status !== "pass" && row.status !== "not_taken");
    return failed.length > 0 && failed.every((row) => row?.reason === "budget_ceiling");
  }

  #spentSoFar(): number {
    return this.#flights.reduce((sum, flight) => sum + flight.reportedNano, this.#spentNano);
  }

  #addCost(row: string, costNano: number): void {
    this.#costs.set(row, (this.#costs.get(row) ?? 0) + costNano);
  }

  #settle(row: string, result: Closed): boolean {
    this.rows.set(row, { costNano: this.#costs.get(row) ?? 0, ...result });
    return true;
  }

  #passedInstances(name: string): boolean {
    return (this.#keys.get(name) ?? []).some(
      (key) => this.rows.get(`${name}[${key}]`)?.status === "pass",
    );
  }

  #loopOf(name: string): LoopState | undefined {
    const found = this.#bodyOf(name);
    return found && this.#loops.get(found.reviewer.name);
  }

  #bodyOf(name: string): Body | undefined {
    return bodyOf(this.#plan, this.#unrunnable, name);
  }

  #closeStage(): boolean {
    if (this.#flights.length > 0) return false;
    const stage = this.#stage === "main" ? "iteration" : "epilogue";
    const open = this.#plan.tasks.some((task) => task.stage === stage && !this.rows.has(task.name));
    const mayStayOpen = this.#stage === "main" && this.#completed();
    if (open && !mayStayOpen) return false;
    if (this.#stage === "epilogue") {
      this.#stage = "over";
      return true;
    }
    this.#reachVerdict();
    this.#stage = "epilogue";
    this.#loops.clear();
    this.#skipUnrunnable("epilogue");
    return true;
  }

  #reachVerdict(): void {
    const failed = this.#plan.tasks.some((task) => {
      const status = this.rows.get(task.name)?.status;
      const counts = task.required && task.stage === "iteration" && status !== undefined;
      return counts && status !== "pass" && status !== "not_taken";
    });
    const ceiling = this.#overrun || this.#wall;
    this.verdict = failed || ceiling || this.#truncated || this.#stopped ? "invalid" : "valid";
    const completed = [...this.#completions].some((name) => this.#inForce(name));
    if (this.#stopped) this.outcome = "stopped";
    else if (this.#truncated) this.outcome = "error";
    // A run that the wall clock ended says so, also after a completion (CEIL-004); no rule says which one goes first.
    else if (this.#wall) this.outcome = "budget";
    else if (completed) this.outcome = "complete";
    else if (ceiling) this.outcome = "budget";
    else this.outcome = this.verdict === "valid" ? "finished" : "error";
  }
}
