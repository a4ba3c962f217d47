/**
 * The states of a task and of a run, and every way from one to another, as data. The state columns refuse a move that
 * is not in the table, and the diagram in the documentation is drawn from it, so neither can say more than happens.
 *
 * An instance of a fan-out and a round of a loop go through the same states as a plain task. A fan-out is `running`
 * from its expansion to its own row, a task of a loop from round one to its own-name row.
 */

export const TASK_STATES = ["waiting", "ready", "running", "settled"] as const;
export type TaskState = (typeof TASK_STATES)[number];

export interface TaskEdge {
  readonly from: TaskState;
  readonly to: TaskState;
  readonly when: string;
  readonly rules: readonly string[];
}

export const TASK_EDGES: readonly TaskEdge[] = [
  {
    from: "waiting",
    to: "ready",
    when: "its last dependency settled",
    rules: ["EXEC-001"],
  },
  {
    from: "waiting",
    to: "running",
    when: "the loop it belongs to began",
    rules: ["LOOP-014"],
  },
  {
    from: "waiting",
    to: "settled",
    when: "dispatch stopped, it cannot run here, or its result is reused",
    rules: ["EXEC-010", "EXEC-004", "RERUN-025"],
  },
  {
    from: "ready",
    to: "running",
    when: "an attempt was admitted, or a fan-out expanded",
    rules: ["EXEC-002", "CEIL-009"],
  },
  {
    from: "ready",
    to: "settled",
    when: "an attempt was judged, it was decided without one, or dispatch stopped",
    rules: ["EXEC-105", "ROUTE-031", "CEIL-015"],
  },
  {
    from: "running",
    to: "ready",
    when: "the attempt ended: it is judged, tried again, or left for a resume",
    rules: ["EXEC-093", "RESUME-004"],
  },
  {
    from: "running",
    to: "settled",
    when: "a fan-out folded, or a loop ended",
    rules: ["MAP-014", "LOOP-043"],
  },
];

export const RUN_PHASES = ["new", "main", "epilogue", "halted", "finished"] as const;
export type RunPhase = (typeof RUN_PHASES)[number];

export interface RunEdge {
  readonly from: RunPhase;
  readonly to: RunPhase;
  /** The kind of entry that makes the move. */
  readonly entry: string;
  readonly when: string;
}

export const RUN_EDGES: readonly RunEdge[] = [
  { from: "new", to: "main", entry: "plan_admitted", when: "the plan was admitted" },
  { from: "main", to: "epilogue", entry: "verdict", when: "the main graph settled" },
  { from: "epilogue", to: "finished", entry: "shutdown", when: "the epilogue settled" },
  { from: "main", to: "halted", entry: "halted", when: "a halt was asked for and nothing runs" },
  {
    from: "epilogue",
    to: "halted",
    entry: "halted",
    when: "a halt was asked for and nothing runs",
  },
  { from: "halted", to: "main", entry: "recovery", when: "resumed before the verdict" },
  { from: "halted", to: "epilogue", entry: "recovery", when: "resumed after the verdict" },
  { from: "halted", to: "epilogue", entry: "verdict", when: "stopped while halted" },
  {
    from: "halted",
    to: "finished",
    entry: "shutdown",
    when: "stopped while halted, after the verdict",
  },
];

export const WAITING = 0;
export const READY = 1;
export const RUNNING = 2;
export const SETTLED = 3;
/** Position in {@link TASK_STATES}. */
export type TaskStateCode = typeof WAITING | typeof READY | typeof RUNNING | typeof SETTLED;

const SIZE = TASK_STATES.length;
const ALLOWED = new Uint8Array(SIZE * SIZE);
for (const edge of TASK_EDGES) {
  ALLOWED[TASK_STATES.indexOf(edge.from) * SIZE + TASK_STATES.indexOf(edge.to)] = 1;
}

/** Whether the table holds an edge. */
export function isMove(from: number, to: number): boolean {
  return ALLOWED[from * SIZE + to] === 1;
}
