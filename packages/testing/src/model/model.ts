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
import { expandItems, foldOf } from "./fan-out.js";
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
  readonly attempts: number;
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
  /** Rows of the round that runs, by task name. */
  rows: Map<string, ModelRow>;
}

const ATTEMPTS_MAX = 3;

export class Model {
  readonly rows = new Map<string, ModelRow>();
  readonly #plan: Plan;
  readonly #byName: ReadonlyMap<string, Task>;
  readonly #launch: Launch;
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
  #completion: { by: string; node: string } | undefined;
  #truncated = false;
  verdict: "valid" | "invalid" | undefined;
  outcome: ShutdownOutcome | undefined;
  halted = false;

  constructor(plan: Plan, launch: Launch) {
    this.#plan = plan;
    this.#launch = launch;
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
        if (flight) flight.reportedNano = Math.max(flight.reportedNano, fact.costNano);
        if (this.#stage === "main" && this.#spentSoFar() > this.#launch.ceilings.costNano)
          this.#overrun = true;
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
    this.#advance();
  }

  #begin(): void {
    this.#stage = "main";
    const cannot = unrunnable(this.#plan, this.#launch.capabilities);
    if (![...cannot.values()].includes("truncated")) {
      for (const [name] of cannot) this.#settle(name, { status: "skipped" });
      return;
    }
    this.#truncated = true;
    for (const task of this.#plan.tasks) {
      const status = cannot.get(task.name);
      if (status) this.#settle(task.name, { status });
      else this.#settle(task.name, { status: "blocked", reason: "required_task_failed" });
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
    if (this.#spentNano > this.#launch.ceilings.costNano && this.#stage === "main")
      this.#overrun = true;
  }

  #ended(fact: Extract<Fact, { kind: "attempt_ended" }>): void {
    const at = this.#flights.findIndex((one) => one.row === fact.task);
    const flight = this.#flights[at];
    if (!flight) throw new Error(`the model has no attempt of ${fact.task} in flight`);
    this.#flights.splice(at, 1);
    const cost = Math.max(fact.costNano, flight.reportedNano);
    this.#spentNano += cost;
    this.#addCost(flight.row, cost);
    if (this.#stage === "main" && this.#spentSoFar() > this.#launch.ceilings.costNano)
      this.#overrun = true;
    const judged = judgeEnd(flight.task, fact);
    if (judged.kind === "cancelled") {
      this.#lost.set(flight.row, flight.attempt);
      if (this.#stopped) this.#settleFlight(flight, { kind: "settled", status: "fail" });
      return;
    }
    if (judged.kind === "transport") {
      const used = (this.#attempts.get(flight.row) ?? 0) + 1;
      this.#attempts.set(flight.row, used);
      const again = judged.retryable && used < ATTEMPTS_MAX && this.#mayRetry(flight);
      if (again) {
        this.#lost.set(flight.row, flight.attempt);
        return;
      }
      this.#settleFlight(flight, { kind: "settled", status: "transport" });
      return;
    }
    this.#settleFlight(flight, judged);
  }

  /** A retry is a dispatch like any other, except that a required failure elsewhere does not take it back. */
  #mayRetry(flight: Flight): boolean {
    if (this.#wall || this.#stopped) return false;
    if (!canSpend(flight.task)) return true;
    if (!this.#costRefused && this.#spentSoFar() < this.#launch.ceilings.costNano) return true;
    this.#costRefused = true;
    if (this.#stage === "main") this.#overrun = true;
    return false;
  }

  #settleFlight(flight: Flight, judged: Extract<Judged, { kind: "settled" }>): void {
    const row: ModelRow = {
      status: judged.status,
      ...(judged.output === undefined ? {} : { output: judged.output }),
      costNano: this.#costs.get(flight.row) ?? 0,
      attempts: flight.attempt,
    };
    this.rows.set(flight.row, row);
    this.#attempts.delete(flight.row);
    if (flight.round !== undefined) this.#loopOf(flight.task.name)?.rows.set(flight.task.name, row);
    const completes =
      judged.status === "pass" && judged.completes && flight.task.stage === "iteration";
    if (completes && !this.#completion)
      this.#completion = { by: flight.row, node: flight.task.name };
  }

  #advance(): void {
    if (this.#halting) {
      this.halted = this.#flights.length === 0;
      return;
    }
    for (let guard = 0; this.#oneStep(); guard++) {
      if (guard > 100_000) throw new Error("the model does not come to rest");
    }
  }

  /** One change anywhere in the graph; `false` when nothing changes any more. */
  #oneStep(): boolean {
    if (this.#stage === "over" || this.#stage === "new") return false;
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
      if (this.#run(task, row, (name) => this.rows.get(name), { key })) return true;
    }
    const open = keys.some((key) => !this.rows.has(`${task.name}[${key}]`));
    const running = this.#flights.some((flight) => flight.task.name === task.name);
    if (open && !(this.#completed() && !running)) return false;
    const instances = new Map(keys.map((key) => [key, this.rows.get(`${task.name}[${key}]`)]));
    const { status, output } = foldOf(instances);
    const cost = keys.reduce(
      (sum, key) => sum + (this.rows.get(`${task.name}[${key}]`)?.costNano ?? 0),
      0,
    );
    return this.#settle(task.name, { status, output, costNano: cost });
  }

  #stepLoop(reviewer: Task, body: readonly Task[]): boolean {
    const loop = this.#loops.get(reviewer.name);
    if (!loop) return this.#beginLoop(reviewer, body);
    const view = (name: string) =>
      body.some((member) => member.name === name) ? loop.rows.get(name) : this.rows.get(name);
    if (body.some((member) => this.#flights.some((flight) => flight.task === member))) return false;
    const completedHere =
      this.#completion && body.some((member) => member.name === this.#completion?.node);
    for (const member of body) {
      if (loop.rows.has(member.name)) continue;
      if (completedHere || this.#completed()) continue;
      const row = `${member.name}[round-${loop.round}]`;
      const closed = this.#closed(member);
      const undone =
        closed && closed !== "leave"
          ? closed
          : joinAndWhen(member, view, () => false, this.#byName);
      if (undone && !this.#lost.has(row)) {
        loop.rows.set(member.name, { costNano: 0, attempts: 0, ...undone });
        return this.#settle(row, undone);
      }
      return this.#run(member, row, view, { round: loop.round });
    }
    return this.#endRound(reviewer, body, loop);
  }

  #beginLoop(reviewer: Task, body: readonly Task[]): boolean {
    const outside = body
      .flatMap((member) => member.dependsOn)
      .filter((name) => !body.some((member) => member.name === name));
    for (const member of body) {
      const closed = this.#closed(member);
      if (closed === "leave") return false;
      if (closed) return this.#settle(member.name, closed);
    }
    if (!outside.every((name) => this.rows.has(name))) return false;
    if (this.#flights.some((flight) => flight.shared)) return false;
    this.#loops.set(reviewer.name, { round: 1, rows: new Map() });
    return true;
  }

  #endRound(reviewer: Task, body: readonly Task[], loop: LoopState): boolean {
    const review = loop.rows.get(reviewer.name);
    const spends = body.some((member) => canSpend(member));
    const again =
      review?.status === "fail" &&
      loop.round < (reviewer.revise?.maxRounds ?? 0) &&
      !this.#completed() &&
      !this.#wall &&
      !this.#stopped &&
      !this.#requiredFailed();
    if (again) {
      if (spends && this.#costReached()) {
        this.#costRefused = true;
        if (this.#stage === "main") this.#overrun = true;
      } else {
        loop.round += 1;
        loop.rows = new Map();
        return true;
      }
    }
    for (const member of body) {
      const last = loop.rows.get(member.name);
      if (!last) continue;
      const rounds = Array.from(
        { length: loop.round },
        (_, index) => `${member.name}[round-${index + 1}]`,
      );
      const cost = rounds.reduce((sum, row) => sum + (this.rows.get(row)?.costNano ?? 0), 0);
      this.rows.set(member.name, { ...last, costNano: cost });
    }
    return body.some((member) => loop.rows.has(member.name));
  }

  /** Starts an attempt of a row if it may start now; settles what needs no attempt. */
  #run(
    task: Task,
    row: string,
    view: (name: string) => ModelRow | undefined,
    place: { key?: string; round?: number } = {},
  ): boolean {
    if (task.kind === "top_k") return this.#settle(row, keepBest(task, view));
    if (task.kind === "route" && task.decider.kind === "output") {
      return this.#settle(row, answerRoute(task, task.decider.task, view));
    }
    const isolated = task.isolation === "worktree";
    if (isolated && !this.#launch.capabilities.includes("isolation.worktree")) {
      return this.#settle(row, { status: "fail" });
    }
    if (this.#flights.length >= this.#launch.width) return false;
    if (!isolated && !this.#sharedIsFree(task)) return false;
    if (canSpend(task) && (this.#costRefused || this.#costReached()))
      return this.#refuseForCost(task, row);
    const attempt = (this.#lost.get(row) ?? 0) + 1;
    this.#lost.delete(row);
    this.#flights.push({ row, task, ...place, attempt, shared: !isolated, reportedNano: 0 });
    return true;
  }

  #refuseForCost(task: Task, row: string): boolean {
    this.#costRefused = true;
    if (this.#stage === "main") this.#overrun = true;
    const refused: Closed = { status: "blocked", reason: "budget_ceiling" };
    if (row !== task.name && !task.over) {
      this.#loopOf(task.name)?.rows.set(task.name, { costNano: 0, attempts: 0, ...refused });
    }
    return this.#settle(row, refused);
  }

  #sharedIsFree(task: Task): boolean {
    if (this.#flights.some((flight) => flight.shared)) return false;
    for (const [reviewer, loop] of this.#loops) {
      const open = !this.rows.has(reviewer) && loop.round > 0;
      if (open && this.#bodyOf(reviewer)?.body.every((member) => member.name !== task.name))
        return false;
    }
    return true;
  }

  /** Why nothing more of this task may start; `leave` after a completion, when it gets no row at all. */
  #closed(task: Task): Closed | "leave" | undefined {
    const main = task.stage === "iteration";
    if (this.#truncated) return { status: "blocked", reason: "required_task_failed" };
    if (main && this.#completed()) return "leave";
    if (this.#stopped) return "leave";
    if (this.#wall) return { status: "blocked", reason: "wall_clock_ceiling" };
    if (main && this.#requiredFailed())
      return { status: "blocked", reason: "required_task_failed" };
    return undefined;
  }

  #completed(): boolean {
    return this.#stage === "main" && this.#completion !== undefined;
  }

  /** A required main task that settled under its own name with anything but pass, not taken, or a refusal for cost. */
  #requiredFailed(): boolean {
    return this.#plan.tasks.some((task) => {
      const row = this.rows.get(task.name);
      if (!task.required || task.stage !== "iteration" || !row) return false;
      return row.status !== "pass" && row.status !== "not_taken" && row.reason !== "budget_ceiling";
    });
  }

  #spentSoFar(): number {
    return this.#flights.reduce((sum, flight) => sum + flight.reportedNano, this.#spentNano);
  }

  #costReached(): boolean {
    return this.#spentSoFar() >= this.#launch.ceilings.costNano;
  }

  #addCost(row: string, costNano: number): void {
    this.#costs.set(row, (this.#costs.get(row) ?? 0) + costNano);
  }

  #settle(row: string, result: Closed): boolean {
    this.rows.set(row, { costNano: 0, attempts: 0, ...result });
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

  /** The loop a task is in, its body in dependency order; none where a body task cannot run here. */
  #bodyOf(name: string): { readonly reviewer: Task; readonly body: readonly Task[] } | undefined {
    for (const reviewer of this.#plan.tasks) {
      if (!reviewer.revise) continue;
      const names = [...reviewer.revise.targets, reviewer.name];
      if (!names.includes(name)) continue;
      const members = names
        .map((member) => this.#byName.get(member))
        .filter((task) => task !== undefined);
      if (members.some((task) => unrunnable(this.#plan, this.#launch.capabilities).has(task.name)))
        return undefined;
      return {
        reviewer,
        body: inDependencyOrder(this.#plan.tasks.filter((task) => members.includes(task))),
      };
    }
    return undefined;
  }

  #closeStage(): boolean {
    if (this.#flights.length > 0) return false;
    const stage = this.#stage === "main" ? "iteration" : "epilogue";
    const open = this.#plan.tasks.some((task) => task.stage === stage && !this.rows.has(task.name));
    const mayStayOpen = this.#stopped || (this.#stage === "main" && this.#completed());
    if (open && !mayStayOpen) return false;
    if (this.#stage === "epilogue") {
      this.#stage = "over";
      return true;
    }
    this.#reachVerdict();
    this.#stage = this.#stopped ? "over" : "epilogue";
    return true;
  }

  #reachVerdict(): void {
    const failed = this.#requiredFailed();
    const blocked = this.#plan.tasks.some(
      (task) =>
        task.required &&
        task.stage === "iteration" &&
        this.rows.get(task.name)?.status === "blocked",
    );
    const ceiling = this.#overrun || this.#costRefused || this.#wall;
    this.verdict =
      failed || blocked || ceiling || this.#truncated || this.#stopped ? "invalid" : "valid";
    if (this.#stopped) this.outcome = "stopped";
    else if (this.#completion) this.outcome = "complete";
    else if (ceiling) this.outcome = "budget";
    else this.outcome = this.verdict === "valid" ? "finished" : "error";
  }
}

function inDependencyOrder(tasks: readonly Task[]): readonly Task[] {
  const done: Task[] = [];
  while (done.length < tasks.length) {
    const next = tasks.find(
      (task) =>
        !done.includes(task) &&
        task.dependsOn.every(
          (name) =>
            done.some((other) => other.name === name) ||
            !tasks.some((other) => other.name === name),
        ),
    );
    if (!next) throw new Error("the model met a cycle in a loop's body");
    done.push(next);
  }
  return done;
}
