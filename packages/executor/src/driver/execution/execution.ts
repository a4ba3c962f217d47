/**
 * The driver's loop over one execution: decide, append, make durable, perform. It holds the claim while it runs and gives
 * it up at the end; what an attempt does is in `attempt/`, what follows from it is the machine's.
 *
 * When the store or the claim is lost, nothing more is written: every attempt is ended first, and the run's result rejects.
 */
import {
  type Claim,
  type EngineRequest,
  type Entry,
  Fenced,
  type Requests,
  type Timer,
} from "@crucible/core";
import type { Effect } from "../../machine/effect.js";
import type { Fact } from "../../machine/fact.js";
import type { Machine } from "../../machine/machine.js";
import { runAttempt } from "../attempt/attempt.js";
import { AttemptControl } from "../attempt/attempt-control.js";
import { type AttemptOrder, taskOf } from "../attempt/order.js";
import { isEngineFault } from "../attempt/trouble.js";
import type { Decision, Journal } from "../journal/journal.js";
import { isText } from "../ports/said.js";
import type { ExecutionContext } from "./context.js";
import { Decisions } from "./decisions.js";

/** How long nothing may be written before a heartbeat is. */
const HEARTBEAT_MS = 10_000;

/** How often requests of other processes are looked for. */
const REQUESTS_MS = 500;

export interface ExecutionParts {
  readonly machine: Machine;
  readonly journal: Journal;
  readonly claim: Claim;
  readonly requests: Requests;
  /** Everything attempts need but the way to report, which is this loop's. */
  readonly context: Omit<ExecutionContext, "report" | "inputsOf" | "spentNano">;
}

interface Pending {
  readonly fact: Fact;
  readonly durable: boolean;
  readonly resolve: (entries: readonly Entry[]) => void;
  readonly reject: (error: unknown) => void;
}

/** What an entry asks for, and the position of that entry. */
interface Due {
  readonly effect: Effect;
  readonly seq: number;
}

/** The queue while it is empty; never added to. */
const NONE: Pending[] = [];

export class Execution {
  /** Resolves once the execution is over or halted and its claim is given up; rejects for engine faults. */
  readonly over: Promise<void>;
  readonly #parts: ExecutionParts;
  readonly #context: ExecutionContext;
  readonly #decisions: Decisions;
  #queue = NONE;
  readonly #controls = new Map<string, AttemptControl>();
  readonly #timers = new Set<Timer>();
  /** How many run. */
  #attempts = 0;
  #resolveQuiet: () => void = () => undefined;
  #pumping = false;
  #closing = false;
  #fault: Error | undefined;
  #resolveOver: () => void = () => undefined;
  #rejectOver: (error: Error) => void = () => undefined;

  constructor(parts: ExecutionParts) {
    this.#parts = parts;
    this.#context = {
      ...parts.context,
      inputsOf: (row) => parts.machine.inputsOf(row),
      spentNano: () => parts.machine.spentNano,
      report: (fact, durable) => this.report(fact, durable),
    };
    this.#decisions = new Decisions(parts.machine, this.#context, () => this.#closing);
    this.over = new Promise((resolve, reject) => {
      this.#resolveOver = resolve;
      this.#rejectOver = reject;
    });
    // Whoever asks for the result learns of a fault; nobody having asked is no unhandled rejection.
    this.over.catch(() => undefined);
  }

  /** Begins with the fact that starts or resumes the run; resolves once what followed from it is durable. */
  async begin(fact: Fact): Promise<void> {
    const { time, launch } = this.#context;
    this.#at(time.at.bind(time), launch.ceilings.wallMs, () => {
      this.#tell({ kind: "wall_clock_reached" });
    });
    this.#watchSilence(time.nowMs());
    this.#watchRequests();
    await this.report(fact, true);
  }

  /** Hands a fact to the machine; resolves with the entries that followed once they are appended, or durable when asked. */
  report(fact: Fact, durable = false): Promise<readonly Entry[]> {
    if (this.#fault) return Promise.reject(this.#fault);
    return new Promise((resolve, reject) => {
      const pending = { fact, durable, resolve, reject };
      // A list that begins with its first entry takes less room than one that grew from none.
      if (this.#queue.length === 0) this.#queue = [pending];
      else this.#queue.push(pending);
      if (!this.#pumping) void this.#pump();
    });
  }

  /** Reports what nobody waits for. A fault that it meets is the execution's, told by {@link over}. */
  #tell(fact: Fact): void {
    this.report(fact).catch(() => undefined);
  }

  /** In rounds: everything reported so far is decided, appended as one write, made durable once, then performed. */
  async #pump(): Promise<void> {
    const { journal } = this.#parts;
    let reports: readonly Pending[] = [];
    this.#pumping = true;
    try {
      while (this.#queue.length > 0) {
        reports = this.#queue;
        this.#queue = NONE;
        const deciding = this.#decisions.of(reports);
        const decisions = deciding instanceof Promise ? await deciding : deciding;
        const seq = await journal.append(decisions);
        const due = this.#effectsOf(decisions, seq);
        if (due.length > 0 || reports.some(({ durable }) => durable)) await journal.flush();
        for (let index = 0; index < reports.length; index++) {
          reports[index]?.resolve(decisions[index]?.entries ?? []);
        }
        for (const { effect, seq } of due) this.#perform(effect, seq);
      }
    } catch (error) {
      for (const { reject } of reports) reject(error);
      this.#fail(error);
    } finally {
      this.#pumping = false;
    }
  }

  /** What the entries ask for, each with the position of its entry; `from` is that of the first. */
  #effectsOf(decisions: readonly Decision[], from: number): readonly Due[] {
    const due: Due[] = [];
    const { machine } = this.#parts;
    let seq = from;
    for (const { entries } of decisions) {
      for (let index = 0; index < entries.length; index++, seq++) {
        const effects = machine.effects(entries[index] as Entry);
        if (effects.length > 0) for (const effect of effects) due.push({ effect, seq });
      }
    }
    return due;
  }

  #perform(effect: Effect, seq: number): void {
    switch (effect.kind) {
      case "start_attempt":
        this.#startAttempt(effect, seq);
        return;
      case "end_attempts":
        for (const control of this.#controls.values()) control.abort(effect.cause);
        return;
      case "finish":
        void this.#finish();
        return;
    }
  }

  #startAttempt(order: AttemptOrder, seq: number): void {
    const control = new AttemptControl(`${this.#context.execution}-${seq}`);
    this.#controls.set(order.task, control);
    const { time } = this.#context;
    const limit = this.#endsAtItsLimit(order)
      ? time.at(order.deadlineMs, () => control.abort("task_limit"))
      : undefined;
    const over = (): void => {
      limit?.cancel();
      if (this.#controls.get(order.task) === control) this.#controls.delete(order.task);
      this.#attempts--;
      if (this.#attempts === 0) this.#resolveQuiet();
    };
    this.#attempts++;
    runAttempt(this.#context, order, control).then(over, (error: unknown) => {
      this.#fail(error);
      over();
    });
  }

  /** Resolves once no attempt runs any more. */
  #quiet(): Promise<void> {
    if (this.#attempts === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#resolveQuiet = resolve;
    });
  }

  /** The run's ceiling ends attempts by itself, and a request that expires is answered, not ended. */
  #endsAtItsLimit(order: AttemptOrder): boolean {
    const task = taskOf(this.#context.tasks, order);
    const isHuman = task.kind === "route" && task.decider.kind === "human";
    return order.limit === "task" && !isHuman;
  }

  async #finish(): Promise<void> {
    if (this.#closing) return;
    this.#closing = true;
    this.#cancelTimers();
    try {
      await this.#quiet();
      await this.#closeWorkspace();
      await this.#parts.claim.release();
      if (!this.#fault) this.#resolveOver();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** What came of the run is written: a workspace that does not close takes nothing back, unless an engine fault lies behind it. */
  async #closeWorkspace(): Promise<void> {
    try {
      await this.#context.workspace.workspace.close();
    } catch (error) {
      if (isEngineFault(error)) throw error;
    }
  }

  /** Nothing more may be done in the run's name: attempts are ended before anything else. */
  #fail(error: unknown): void {
    if (this.#fault) return;
    this.#fault = error instanceof Error ? error : new Error(String(error));
    this.#closing = true;
    this.#cancelTimers();
    for (const control of this.#controls.values()) control.abort("fault");
    for (const pending of this.#queue) pending.reject(this.#fault);
    this.#queue = NONE;
    void this.#abandon(this.#fault);
  }

  async #abandon(fault: Error): Promise<void> {
    const leave = async (work: Promise<void>): Promise<void> => {
      // The first fault is the one to tell; what it brings down with it is not.
      await work.catch(() => undefined);
    };
    await this.#quiet();
    await leave(this.#context.workspace.workspace.close());
    if (!(fault instanceof Fenced)) await leave(this.#parts.claim.release());
    this.#rejectOver(fault);
  }

  /** Writes a heartbeat when nothing was written since an instant for ten seconds, so that a kill gives no time back. */
  #watchSilence(sinceMs: number): void {
    const { time } = this.#context;
    this.#at(time.at.bind(time), sinceMs + HEARTBEAT_MS, () => {
      const { lastWriteMs } = this.#parts.journal;
      if (lastWriteMs > sinceMs) return this.#watchSilence(lastWriteMs);
      this.report({ kind: "time_passed" }).then(
        () => this.#watchSilence(time.nowMs()),
        () => undefined,
      );
    });
  }

  #watchRequests(): void {
    const { time } = this.#context;
    this.#at(time.after.bind(time), REQUESTS_MS, () => {
      this.#takeRequests().then(
        () => this.#watchRequests(),
        (error: unknown) => this.#fail(error),
      );
    });
  }

  async #takeRequests(): Promise<void> {
    const requests = await this.#parts.requests.take(this.#parts.claim.id);
    for (const request of requests) {
      const fact = factOf(request);
      if (fact !== undefined) this.#tell(fact);
    }
  }

  #at(
    schedule: (ms: number, callback: () => void) => Timer,
    ms: number,
    callback: () => void,
  ): void {
    if (this.#closing) return;
    const timer = schedule(ms, () => {
      this.#timers.delete(timer);
      if (!this.#closing) callback();
    });
    this.#timers.add(timer);
  }

  #cancelTimers(): void {
    for (const timer of this.#timers) timer.cancel();
    this.#timers.clear();
  }
}

/** A store keeps what other processes wrote: a request that this engine does not know asks for nothing (RUN-030). */
function factOf(request: EngineRequest): Fact | undefined {
  switch (request.kind) {
    case "halt":
      return { kind: "halt_requested" };
    case "stop":
      return { kind: "stop_requested", reason: isText(request.reason) ? request.reason : "" };
    default:
      return undefined;
  }
}
