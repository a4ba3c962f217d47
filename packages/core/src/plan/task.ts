/**
 * A task of a frozen plan: what runs, when it may run, what it owes and what bounds it.
 *
 * Tasks are frozen tagged data. Names are the plan's own; order in lists is the author's order and part of the digest.
 */
import type { EmitField, FileDeclaration } from "./emits.js";
import type { OutputField } from "./output-field.js";
import type { Decider, Question } from "./route.js";

export type TaskKind = "agent" | "command" | "evaluate" | "report" | "top_k" | "route" | "engine";
export type Join = "all" | "passed" | "settled";
export type Stage = "iteration" | "epilogue";
export type Direction = "lower" | "higher";
export type EngineOperation = "propose" | "apply" | "measure" | "grade" | "decide" | "measure_diff";

/** Runs only when the named question of a route resolved to one of the labels, or to any with `*` (ROUTE-023). */
export interface When {
  readonly task: string;
  readonly question: string;
  readonly is: readonly string[];
}

/** Sends the targets back while this task, the reviewer, fails: two to five rounds in all. */
export interface Revise {
  readonly targets: readonly string[];
  readonly maxRounds: number;
}

/** What every kind of task has. */
export interface TaskCommon {
  readonly name: string;
  readonly dependsOn: readonly string[];
  /** Dependencies of an `all` join that may settle `not_taken` without taking this task along. */
  readonly optional: readonly string[];
  /** The conversation that the task's agent turns continue; agent tasks (and engine propose) only. */
  readonly session?: string;
  /** The capability that the task needs; `any` runs everywhere. */
  readonly needs: string;
  readonly required: boolean;
  /** `worktree`: a private clone whose edits are discarded. `null`: the shared workspace. */
  readonly isolation: "worktree" | null;
  readonly join: Join;
  readonly stage: Stage;
  readonly emits: readonly EmitField[];
  readonly emitsFiles: readonly FileDeclaration[];
  /** One instance an item of this list. */
  readonly over?: OutputField;
  readonly maxFanout?: number;
  /** Fields of unmapped dependencies that an instance receives narrowed to its own key. */
  readonly keyed: readonly OutputField[];
  readonly when?: When;
  readonly revise?: Revise;
  /** Bound on one attempt, in milliseconds. */
  readonly timeoutMs?: number;
  /** How many records of earlier launches the task reads, 1 to 30. */
  readonly history?: number;
  /** How many repair turns an agent attempt may take, 0 to 3. */
  readonly repair: number;
}

export interface AgentTask extends TaskCommon {
  readonly kind: "agent";
  /** The whole prompt; text from outside the pack stands only between the external-input marks. */
  readonly prompt: string;
  readonly harness: string | null;
  readonly model: string | null;
  readonly effort: string | null;
  readonly sandbox?: string;
}

export interface CommandTask extends TaskCommon {
  readonly kind: "command";
  readonly command: string;
}

export interface EvaluateTask extends TaskCommon {
  readonly kind: "evaluate";
  readonly command: string;
  /** Inclusive bound on the output's `score`; always together with a direction. */
  readonly threshold?: number;
  readonly direction?: Direction;
}

export interface ReportTask extends TaskCommon {
  readonly kind: "report";
  readonly destination: { readonly kind: "slack" };
  readonly template: string;
  readonly result?: string;
  readonly severityField?: string;
}

export interface TopKTask extends TaskCommon {
  readonly kind: "top_k";
  readonly k: number;
  readonly direction: Direction;
}

export interface RouteTask extends TaskCommon {
  readonly kind: "route";
  /** Sorted by id. */
  readonly questions: readonly Question[];
  readonly decider: Decider;
}

export interface EngineTask extends TaskCommon {
  readonly kind: "engine";
  readonly op: EngineOperation;
  readonly source?: string;
  readonly tiebreak?: string;
}

export type Task =
  | AgentTask
  | CommandTask
  | EvaluateTask
  | ReportTask
  | TopKTask
  | RouteTask
  | EngineTask;

/** Whether a task can cost money: agent turns, decisions of a model and the turn that proposes a candidate (CEIL-005). */
export function canSpend(task: Task): boolean {
  switch (task.kind) {
    case "agent":
      return true;
    case "route":
      return task.decider.kind === "model";
    case "engine":
      return task.op === "propose";
    default:
      return false;
  }
}

/** The wire's name for a task's kind; engine operations carry their operation (`engine_apply`). */
export function kindLabel(task: Task): string {
  return task.kind === "engine" ? `engine_${task.op}` : task.kind;
}
