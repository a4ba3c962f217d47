/**
 * Drives a machine as a driver does, with scripted ends in place of a world. After every decision a fresh machine reads
 * the log as it would have been written and must stand exactly where the live one stands.
 */
import {
  type Entry,
  isJsonObject,
  type JsonValue,
  type Launch,
  nanoFromUsd,
  OUTPUT_INLINE_BYTES_MAX,
  type Plan,
  type Shutdown,
  type TaskResult,
  type VerdictReached,
} from "@crucible/core";
import { expect } from "vitest";
import {
  createMachine,
  type Effect,
  type Fact,
  type InputPlan,
  type Machine,
  reusedTasks,
} from "../../../src/machine/index.js";
import { type Outcome, passes } from "./outcomes.js";

export interface WalkOptions {
  readonly cost?: number;
  readonly wallMs?: number;
  readonly width?: number;
  readonly capabilities?: readonly string[];
  /** Off for large plans: comparing costs the size of the plan at every step. */
  readonly compare?: boolean;
  /** What a rerun starts with. */
  readonly reused?: readonly Entry[];
}

/** Counters are kept beside the states that they count; here they are counted again. */
function expectCounters(plan: Plan, snapshot: JsonValue): void {
  if (!isJsonObject(snapshot)) return;
  const states = snapshot["tasks"] as readonly { readonly state: string }[];
  const count = (stage: string, ...counted: readonly string[]): number =>
    plan.tasks.filter(
      (task, index) => task.stage === stage && counted.includes(states[index]?.state ?? ""),
    ).length;
  const stages = ["iteration", "epilogue"];
  expect(snapshot["idle"]).toEqual(stages.map((stage) => count(stage, "waiting", "ready")));
  expect(snapshot["unsettled"]).toEqual(
    stages.map((stage) => count(stage, "waiting", "ready", "running")),
  );
}

interface RowRecord {
  readonly row: string;
  readonly state: string;
  readonly settled: { readonly status: string } | null;
}

/** What is kept of a row agrees with the log: settled with a status when the log holds the row, and open when not. */
function expectRecords(log: readonly Entry[], snapshot: JsonValue): void {
  if (!isJsonObject(snapshot)) return;
  const rows = log.filter((entry) => entry.kind === "task_result");
  const statuses = new Map(rows.map((row) => [row.task, row.status]));
  const tasks = snapshot["tasks"] as readonly {
    readonly instance: RowRecord | null;
    readonly fan: { readonly instances: readonly RowRecord[] } | null;
  }[];
  const loops = snapshot["loops"] as readonly {
    readonly members: readonly { readonly instance: RowRecord | null }[];
  }[];
  const records = [
    ...tasks.flatMap(({ instance, fan }) => [instance, ...(fan?.instances ?? [])]),
    ...loops.flatMap(({ members }) => members.map(({ instance }) => instance)),
  ];
  const wrong = records.filter((record) => {
    if (record === null) return false;
    const status = statuses.get(record.row);
    const isSettled = record.state === "settled";
    return record.settled?.status !== status || isSettled !== (status !== undefined);
  });
  expect(wrong).toEqual([]);
}

/** A field of what is written or handed over is there or it is not; none is there and undefined. */
function expectNoUndefined(value: unknown): void {
  expect(holdsUndefined(value)).toBe(false);
}

function holdsUndefined(value: unknown): boolean {
  if (value === undefined) return true;
  if (typeof value !== "object" || value === null) return false;
  const parts = value instanceof Map ? [...value.values()] : Object.values(value);
  return parts.some(holdsUndefined);
}

/** By row: ends in order of attempts, the last one for all later attempts. */
export type Script = Readonly<Record<string, Outcome | readonly Outcome[]>>;

export function launchOf(options: WalkOptions = {}): Launch {
  return {
    ceilings: { costNano: nanoFromUsd(options.cost ?? 100), wallMs: options.wallMs ?? 3_600_000 },
    width: options.width ?? 8,
    capabilities: options.capabilities ?? ["isolation.worktree"],
    captureBytesMax: 1_000_000,
  };
}

export class Walk {
  readonly plan: Plan;
  readonly launch: Launch;
  readonly machine: Machine;
  /** The log as a driver writes it. */
  readonly log: Entry[] = [];
  readonly effects: Effect[] = [];
  /** Engine milliseconds. */
  nowMs = 0;
  readonly #compare: boolean;

  constructor(plan: Plan, options: WalkOptions = {}, log: readonly Entry[] = []) {
    this.plan = plan;
    this.launch = launchOf(options);
    this.#compare = options.compare ?? true;
    this.machine = createMachine(plan, this.launch, reusedTasks(options.reused ?? log));
    for (const entry of log) {
      this.machine.evolve(entry);
      this.log.push(entry);
    }
  }

  static start(plan: Plan, options: WalkOptions = {}): Walk {
    const walk = new Walk(plan, options);
    walk.decide({ kind: "started", base: "base", reused: [] });
    return walk;
  }

  /** Starts and carries every attempt out, oldest first. */
  static through(plan: Plan, script: Script = {}, options: WalkOptions = {}): Walk {
    return Walk.start(plan, options).finish(script);
  }

  decide(fact: Fact): readonly Entry[] {
    const batch = this.machine.decide(fact, this.nowMs);
    if (this.#compare) expectNoUndefined(batch);
    const from = this.log.length;
    const effectsBefore = this.effects.length;
    // One by one: a row's output may come from a row of the same batch.
    for (const entry of batch) this.log.push(this.#asWritten(entry));
    const written = this.log.slice(from);
    for (const entry of written) this.effects.push(...this.machine.effects(entry));
    if (!this.#compare) return written;
    expectNoUndefined(this.effects.slice(effectsBefore));
    this.expectReplay();
    return written;
  }

  expectReplay(): void {
    const replayed = createMachine(this.plan, this.launch, reusedTasks(this.log));
    for (const entry of this.log) replayed.evolve(entry);
    const live = this.machine.snapshot();
    expect(replayed.snapshot()).toEqual(live);
    expectCounters(this.plan, live);
    expectRecords(this.log, live);
  }

  /** Ends the attempt in flight of a row. */
  end(row: string, outcome: Outcome = passes()): readonly Entry[] {
    const flight = this.machine.inFlight().find(({ task }) => task === row);
    expect(flight, `${row} is in flight`).toBeDefined();
    return this.decide({
      kind: "attempt_ended",
      task: row,
      attempt: flight?.attempt ?? 0,
      costNano: 0,
      model: null,
      survivors: [],
      findings: [],
      files: null,
      captureProblems: [],
      commit: null,
      repairs: [],
      secs: 0,
      ...outcome,
    });
  }

  /** Ends attempts, oldest first, until nothing is in flight. */
  finish(script: Script = {}): this {
    const used = new Map<string, number>();
    for (let flight = this.machine.inFlight()[0]; flight; flight = this.machine.inFlight()[0]) {
      const scripted = script[flight.task] ?? passes();
      const ends = (Array.isArray(scripted) ? scripted : [scripted]) as readonly Outcome[];
      const count = used.get(flight.task) ?? 0;
      used.set(flight.task, count + 1);
      this.end(flight.task, ends[Math.min(count, ends.length - 1)]);
    }
    return this;
  }

  spend(row: string, usd: number): void {
    const flight = this.machine.inFlight().find(({ task }) => task === row);
    this.decide({
      kind: "spend_reported",
      task: row,
      attempt: flight?.attempt ?? 0,
      costNano: nanoFromUsd(usd),
    });
  }

  /** A new engine reads the log and resumes. */
  resume(
    options: WalkOptions & { readonly missingFiles?: readonly string[] } = {},
    raised: { readonly costNano?: number; readonly wallMs?: number } = {},
  ): Walk {
    const walk = new Walk(this.plan, options, this.log);
    walk.nowMs = this.nowMs;
    walk.decide({ kind: "resumed", missingFiles: options.missingFiles ?? [], ...raised });
    return walk;
  }

  inFlight(): string[] {
    return this.machine.inFlight().map(({ task }) => task);
  }

  inputs(row: string): InputPlan {
    const inputs = this.machine.inputsOf(row);
    expectNoUndefined(inputs);
    return inputs;
  }

  entries<Kind extends Entry["kind"]>(kind: Kind): Extract<Entry, { kind: Kind }>[] {
    return this.log.filter((entry) => entry.kind === kind) as Extract<Entry, { kind: Kind }>[];
  }

  /** `row status` in the order of the log. */
  rows(): string[] {
    return this.entries("task_result").map((row) => `${row.task} ${row.status}`);
  }

  /** Rows of the plan's own tasks as an object, without items and rounds. */
  statuses(): Record<string, string> {
    const own = this.entries("task_result").filter((row) => !row.task.includes("["));
    return Object.fromEntries(own.map((row) => [row.task, row.status]));
  }

  row(name: string): TaskResult {
    const rows = this.entries("task_result").filter((row) => row.task === name);
    expect(rows, `${name} has one row`).toHaveLength(1);
    return rows[0] as TaskResult;
  }

  /** `row#attempt` in the order in which attempts started. */
  starts(): string[] {
    return this.entries("attempt_started").map(({ task, attempt }) => `${task}#${attempt}`);
  }

  get verdict(): VerdictReached {
    const verdicts = this.entries("verdict");
    expect(verdicts).toHaveLength(1);
    return verdicts[0] as VerdictReached;
  }

  get shutdown(): Shutdown {
    const shutdowns = this.entries("shutdown");
    expect(shutdowns).toHaveLength(1);
    expect(this.log.at(-1)?.kind).toBe("shutdown");
    return shutdowns[0] as Shutdown;
  }

  /** `verdict outcome: reason`. */
  get ending(): string {
    const { verdict, outcome, reason } = this.shutdown;
    return `${verdict} ${outcome}: ${reason}`;
  }

  /** Fills in outputs that the machine left out and moves large ones into blobs. */
  #asWritten(entry: Entry): Entry {
    if (entry.kind !== "task_result") return entry;
    const source = this.machine.outputSource(entry);
    let row: TaskResult = entry;
    if (source?.kind === "row") {
      const { output, output_blob } = this.row(source.row);
      row = {
        ...row,
        ...(output === undefined ? {} : { output }),
        ...(output_blob ? { output_blob } : {}),
      };
    }
    if (source?.kind === "outputs" && isJsonObject(row.output)) {
      const outputs = Object.create(null) as Record<string, JsonValue>;
      for (const [key, name] of source.rows) outputs[key] = this.row(name).output ?? null;
      row = { ...row, output: { ...row.output, outputs } };
    }
    if (row.output === undefined || JSON.stringify(row.output).length <= OUTPUT_INLINE_BYTES_MAX) {
      return row;
    }
    const { output: _, ...rest } = row;
    return { ...rest, output_blob: { digest: "sha256:blob", size: 1 } };
  }
}
