/** The options that commands share, with their help and the reading of their values. */
import { Option } from "commander";
import {
  readCapability,
  readCaptured,
  readCost,
  readNamedValue,
  readTaskName,
  readTime,
  readTurnPrice,
  readWidth,
} from "./values.js";

export function manifestOption(): Option {
  return new Option(
    "--manifest <file>",
    "the pack's manifest (default: crucible.toml in the current folder)",
  );
}

export function fileOption(what: string): Option {
  return new Option("--file <file>", what);
}

export function jsonOption(what: string): Option {
  return new Option("--json", what);
}

/** `--json` of the commands that follow a run. */
export function eventsOption(): Option {
  return jsonOption("print one JSON object a line instead of text");
}

export function paramOptions(): readonly Option[] {
  return [
    repeated(
      "--param <name=value>",
      "a parameter or, with a dot in the name, a launch setting",
      (text) => readNamedValue(text),
    ),
    new Option("--params-file <file>", "parameters from a JSON object"),
  ];
}

export function ceilingOptions(): readonly Option[] {
  return [
    new Option("--max-cost <usd>", "cost ceiling of the run in dollars").argParser(readCost),
    new Option("--max-time <duration>", "wall-clock ceiling: 90s, 10m, 2h").argParser(readTime),
  ];
}

export function launchOptions(): readonly Option[] {
  return [
    ...ceilingOptions(),
    new Option("--max-concurrency <n>", "attempts at once (default: 8)").argParser(readWidth),
    new Option(
      "--max-captured <size>",
      "files that tasks hand over, in all: 512MiB, 2GiB (default: 256MiB)",
    ).argParser(readCaptured),
    new Option("--turn-price <usd>", "what a turn or decision costs, if nothing says").argParser(
      readTurnPrice,
    ),
    repeated("--cap <name>", "a capability that this place provides", readCapability),
  ];
}

export function agentOptions(): readonly Option[] {
  return [
    new Option("--agent-cmd <command>", "run agent tasks with this command, not the harness"),
    new Option("--harness <name>", "harness of agent tasks that pin none"),
    new Option("--model <name>", "model of agent tasks that pin none"),
  ];
}

/** Where the command looks for runs. */
export function stateOptions(): readonly Option[] {
  return [
    new Option("--state-dir <folder>", "where logs are (default: state beside the manifest)"),
    manifestOption(),
  ];
}

/** For an owner on another host or in another process namespace, which cannot be looked at. */
export function takeOverOption(): Option {
  return new Option(
    "--take-over",
    "go on although an owner elsewhere cannot be looked at; only when it is certainly gone",
  );
}

export function fromOption(): Option {
  return repeated("--from <task>", "a task to run again, with all that follows", readTaskName);
}

/** An option that may be given again and again; the values keep their order. */
function repeated<T>(flags: string, what: string, read: (text: string) => T): Option {
  return new Option(flags, `${what} (repeatable)`).argParser(
    (text: string, before: readonly T[] = []) => [...before, read(text)],
  );
}
