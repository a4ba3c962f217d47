/** `agent`, `command` and `evaluate`: the tasks that do an author's work in a workspace. */
import type { AgentTask, Direction } from "@crucible/core";
import type { HostParameter } from "@crucible/starlark";
import { SessionValue } from "../sessions/session-value.js";
import type { AgentConfiguration } from "../sessions/sessions.js";
import { Arguments } from "./arguments.js";
import {
  COMMON_PARAMETERS,
  optionalField,
  optionalParameter,
  readCommon,
  requiredParameter,
} from "./common.js";
import type { Constructor } from "./constructor.js";
import type { TaskDraft } from "./task-value.js";

export const DIRECTIONS: readonly Direction[] = ["lower", "higher"];

/** What agent and skill tasks take beside their prompt. */
export const AGENT_PARAMETERS: readonly HostParameter[] = [
  "harness",
  "model",
  "effort",
  "sandbox",
  "session",
  "repair",
].map(optionalParameter);

export const agent: Constructor = {
  parameters: [...COMMON_PARAMETERS, requiredParameter("prompt"), ...AGENT_PARAMETERS],
  call: (call, compilation) => {
    const args = new Arguments(call);
    return compilation.construct(agentDraft(args, args.prompt("prompt")));
  },
};

/** An agent task with the given prompt, however it was put together. */
export function agentDraft(args: Arguments, prompt: string): TaskDraft {
  const { common, otherwise } = readCommon(args);
  const sandbox = args.optionalText("sandbox");
  const session = readSession(args);
  const task: AgentTask = Object.assign(common, {
    kind: "agent" as const,
    prompt,
    ...readConfiguration(args),
    repair: args.integer("repair") ?? 0,
    ...optionalField("sandbox", sandbox),
    ...optionalField("session", session),
  });
  return { task, call: args.call, otherwise };
}

export function readConfiguration(args: Arguments): AgentConfiguration {
  return {
    harness: args.optionalText("harness") ?? null,
    model: args.optionalText("model") ?? null,
    effort: args.optionalText("effort") ?? null,
  };
}

/** A declared session or the bare name of one. */
export function readSession(args: Arguments): string | undefined {
  const value = args.filled("session");
  if (value === undefined) return undefined;
  if (value instanceof SessionValue) return value.name;
  return args.textOf("session", value, "a session or a session's name");
}

const WORK_PARAMETERS = [
  ...COMMON_PARAMETERS,
  requiredParameter("run"),
  optionalParameter("repair"),
];

export const command: Constructor = {
  parameters: WORK_PARAMETERS,
  call: (call, compilation) => {
    const args = new Arguments(call);
    refuseRepair(args);
    const { common, otherwise } = readCommon(args);
    const task = Object.assign(common, { kind: "command" as const, command: args.text("run") });
    return compilation.construct({ task, call, otherwise });
  },
};

export const evaluate: Constructor = {
  parameters: [...WORK_PARAMETERS, ...["threshold", "direction"].map(optionalParameter)],
  call: (call, compilation) => {
    const args = new Arguments(call);
    refuseRepair(args);
    const { common, otherwise } = readCommon(args);
    const threshold = args.number("threshold");
    const direction =
      args.filled("direction") === undefined ? undefined : args.choice("direction", DIRECTIONS);
    const task = Object.assign(common, {
      kind: "evaluate" as const,
      command: args.text("run"),
      ...optionalField("threshold", threshold),
      ...optionalField("direction", direction),
    });
    return compilation.construct({ task, call, otherwise });
  },
};

/** A repaired output is a second turn; a command has none to take. */
function refuseRepair(args: Arguments): void {
  if (args.value("repair") === undefined) return;
  const { name } = args.call;
  const message = `repair applies to agent and skill tasks; ${name === "evaluate" ? "an" : "a"} ${name} task is deterministic, and its output would be the same again`;
  args.fail("repair", "repair", message);
}
