/** What each command was asked, after reading: the shapes that the commands take, and the options that fill them. */
import { Option } from "commander";
import {
  type NamedValue,
  readCapability,
  readCost,
  readNamedValue,
  readTime,
  readWidth,
} from "./values.js";

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
}

export interface CheckOptions extends ParamOptions {
  readonly manifest?: string;
}

export interface ParamsOptions {
  readonly file?: string;
}

export interface ShowOptions extends ParamOptions, LaunchOptions {
  readonly manifest?: string;
  readonly file?: string;
  readonly mermaid?: true;
}

export interface RunOptions extends ParamOptions, LaunchOptions {
  readonly manifest?: string;
  readonly file?: string;
  readonly agentCmd?: string;
  readonly stateDir?: string;
}

export function manifestOption(): Option {
  return new Option(
    "--manifest <file>",
    "the pack's manifest (default: crucible.toml in the current folder)",
  );
}

export function fileOption(what: string): Option {
  return new Option("--file <file>", what);
}

export function paramOptions(): readonly Option[] {
  return [
    repeated("--param <name=value>", "a parameter or, with a dot in the name, a setting", (text) =>
      readNamedValue(text),
    ),
    new Option("--params-file <file>", "parameters from a JSON object"),
  ];
}

export function launchOptions(): readonly Option[] {
  return [
    new Option("--max-cost <usd>", "cost ceiling of the run in dollars").argParser(readCost),
    new Option("--max-time <duration>", "wall-clock ceiling: 90s, 10m, 2h").argParser(readTime),
    new Option("--max-concurrency <n>", "attempts at once (default: 8)").argParser(readWidth),
    repeated("--cap <name>", "a capability that this place provides", readCapability),
  ];
}

/** An option that may be given again and again; the values keep their order. */
function repeated<T>(flags: string, what: string, read: (text: string) => T): Option {
  return new Option(flags, `${what} (repeatable)`).argParser(
    (text: string, before: readonly T[] = []) => [...before, read(text)],
  );
}
