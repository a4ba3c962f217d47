/** What each command was asked, after reading: the shapes that the commands take. */
import type { NamedValue } from "./values.js";

/** Values for a plan's parameters and launch settings. */
export interface ParamOptions {
  readonly param?: readonly NamedValue[];
  readonly paramsFile?: string;
}

/** What the launcher adds: amounts in nano-dollars and milliseconds. */
export interface LaunchOptions {
  readonly cap?: readonly string[];
  readonly maxCost?: number;
  readonly maxTime?: number;
  readonly maxConcurrency?: number;
  /** Bytes of all captured files of the run. */
  readonly maxCaptured?: number;
  /** What a turn or a decision counts for where nobody reports its cost. */
  readonly turnPrice?: number;
}

/** Who plays agents, where the launcher says something about it. */
export interface AgentOptions {
  readonly agentCmd?: string | undefined;
  readonly harness?: string | undefined;
  readonly model?: string | undefined;
}

export interface CheckOptions extends ParamOptions {
  readonly manifest?: string;
}

export interface CompileWorkflowOptions extends ParamOptions {
  readonly manifest?: string;
  readonly file?: string;
  readonly format?: "toml" | "json";
}

export interface ParamsOptions {
  readonly file?: string;
}

export interface ShowOptions extends ParamOptions, LaunchOptions {
  readonly manifest?: string;
  readonly file?: string;
  readonly mermaid?: true;
  /** A file to draw the plan into. */
  readonly render?: string | true;
}

/** Where runs are kept: a folder by itself, or the one beside a manifest. */
export interface StateOptions {
  readonly manifest?: string;
  readonly stateDir?: string;
}

/** Whether owners that cannot be looked at are gone, on the operator's word. */
export interface OwnerOptions {
  readonly takeOver?: true;
}

export interface RunOptions
  extends OwnerOptions,
    ParamOptions,
    LaunchOptions,
    AgentOptions,
    StateOptions {
  readonly file?: string;
  /** A run's name, or true for the newest. */
  readonly resume?: string | true;
  readonly json?: true;
}

export interface RecordOptions extends StateOptions {
  readonly json?: true;
}

export interface StopOptions extends StateOptions {
  readonly reason?: string;
}

export interface ResumeOptions
  extends RecordOptions,
    OwnerOptions,
    Pick<LaunchOptions, "maxCost" | "maxTime"> {}

export interface RerunOptions
  extends OwnerOptions,
    RecordOptions,
    ParamOptions,
    LaunchOptions,
    AgentOptions {
  readonly from?: readonly string[];
}
