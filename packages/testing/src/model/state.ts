/** What the model remembers, and the few questions that every group of rules asks of it. */
import type {
  BlockedReason,
  Ceilings,
  JsonValue,
  Launch,
  Plan,
  ShutdownOutcome,
  Task,
  TaskStatus,
} from "@crucible/core";
import { type Body, bodyOf } from "./body.js";
import { unrunnable } from "./unrunnable.js";

/** A settled task, instance or round. */
export interface ModelRow {
  readonly status: TaskStatus;
  readonly reason?: BlockedReason;
  readonly output?: JsonValue;
  readonly costNano: number;
  /** Digest that stands for the captured set; none where nothing was captured or where it did not survive. */
  readonly files?: string;
  /** Whether a rerun took it from its parent. */
  readonly reused?: true;
}

/** What something comes to, before its spend is known. */
export type Closed = Omit<ModelRow, "costNano"> & { readonly costNano?: number };

/** An attempt in flight. */
export interface Flight {
  readonly row: string;
  readonly task: Task;
  readonly key?: string;
  readonly round?: number;
  readonly attempt: number;
  reportedNano: number;
}

export interface LoopState {
  round: number;
  /** Whether any body task has had an attempt; before that no round has rows. */
  started: boolean;
  /** Rows of the round that runs, by task name. */
  rows: Map<string, ModelRow>;
  /** The last row of each body task, whichever round it is of. */
  readonly last: Map<string, ModelRow>;
}

/** Where a row stands below its task. */
export interface Place {
  readonly key?: string;
  readonly round?: number;
}

export type View = (name: string) => ModelRow | undefined;

export interface ModelState {
  readonly plan: Plan;
  readonly byName: ReadonlyMap<string, Task>;
  readonly launch: Launch;
  readonly unrunnable: ReturnType<typeof unrunnable>;
  /** The body of the loop that a task is in; a fact about the plan, so that it is looked up once. */
  readonly bodies: ReadonlyMap<string, Body>;
  /** Those of the launch, or what a resume raised them to. */
  ceilings: Ceilings;
  readonly rows: Map<string, ModelRow>;
  readonly flights: Flight[];
  /** Transport attempts used so far by a row that has not settled. */
  readonly attempts: Map<string, number>;
  /** The last attempt of rows that must be tried again. */
  readonly lost: Map<string, number>;
  readonly costs: Map<string, number>;
  /** Item keys of expanded fan-outs. */
  readonly keys: Map<string, readonly string[]>;
  /** Loops that run, by reviewer. */
  readonly loops: Map<string, LoopState>;
  /** Tasks whose completion was accepted; a fan-out's takes effect when its node has folded. */
  readonly completions: Set<string>;
  spentNano: number;
  stage: "new" | "main" | "epilogue" | "over";
  costRefused: boolean;
  /** Whether the cost ceiling was reached while the main graph ran. */
  overrun: boolean;
  wall: boolean;
  wallInMain: boolean;
  stopped: boolean;
  halting: boolean;
  truncated: boolean;
  verdict: "valid" | "invalid" | undefined;
  outcome: ShutdownOutcome | undefined;
}

export function stateOf(plan: Plan, launch: Launch, reused: ReadonlySet<string>): ModelState {
  const cannot = unrunnable(plan, launch.capabilities, reused);
  const bodies = new Map<string, Body>();
  for (const { name } of plan.tasks) {
    const body = bodyOf(plan, cannot, name);
    if (body) bodies.set(name, body);
  }
  return {
    plan,
    byName: new Map(plan.tasks.map((task) => [task.name, task])),
    launch,
    unrunnable: cannot,
    bodies,
    ceilings: launch.ceilings,
    rows: new Map(),
    flights: [],
    attempts: new Map(),
    lost: new Map(),
    costs: new Map(),
    keys: new Map(),
    loops: new Map(),
    completions: new Set(),
    spentNano: 0,
    stage: "new",
    costRefused: false,
    overrun: false,
    wall: false,
    wallInMain: false,
    stopped: false,
    halting: false,
    truncated: false,
    verdict: undefined,
    outcome: undefined,
  };
}

/** Writes a row with what its attempts have cost. */
export function settle(state: ModelState, row: string, result: Closed): true {
  state.rows.set(row, { costNano: state.costs.get(row) ?? 0, ...result });
  return true;
}

export function addCost(state: ModelState, row: string, costNano: number): void {
  state.costs.set(row, (state.costs.get(row) ?? 0) + costNano);
}

/** The loop of a task, while it runs. */
export function loopOf(state: ModelState, name: string): LoopState | undefined {
  const body = state.bodies.get(name);
  return body && state.loops.get(body.reviewer.name);
}

export function instanceRows(state: ModelState, name: string): readonly (ModelRow | undefined)[] {
  return (state.keys.get(name) ?? []).map((key) => state.rows.get(`${name}[${key}]`));
}

export function isInFlight(state: ModelState, row: string): boolean {
  return state.flights.some((flight) => flight.row === row);
}

/** Whether an attempt works in the shared workspace: a route needs none, an isolated task has its own. */
export function isShared(task: Task): boolean {
  return task.isolation === null && task.kind !== "route";
}

/** Whether an attempt counts against the width: a person's answer holds nothing up (HUMAN-018). */
export function takesSlot(task: Task): boolean {
  return !(task.kind === "route" && task.decider.kind === "human");
}
