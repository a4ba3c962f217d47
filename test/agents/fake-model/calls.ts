/** From a step of the script to calls of tools that the agent offers. */
import type { RequestBody, ToolOffer } from "./conversation.js";
import type { ScriptStep } from "./script.js";

export interface Call {
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Names that agents give the tool which runs a shell command. */
const SHELLS = ["Bash", "exec_command", "shell_command", "shell"];

let count = 0;

export function callsOf(step: ScriptStep, { tools = [] }: RequestBody): readonly Call[] {
  if (step.tool !== undefined) return [call(step.tool.name, step.tool.input)];
  if (step.shell === undefined) return [];
  const offers = tools.flatMap((offer) => offer.tools ?? [offer]);
  const shell = SHELLS.map((name) => offers.find((offer) => offer.name === name)).find(Boolean);
  if (shell?.name === undefined) throw new Error("the agent offers no shell");
  return [call(shell.name, shellInput(shell, step.shell))];
}

function call(name: string, input: Call["input"]): Call {
  count += 1;
  return { id: `call_${count}`, name, input };
}

/** The command under the argument that the tool has for it; required arguments of its own are filled in. */
function shellInput(shell: ToolOffer, command: string): Call["input"] {
  const schema = shell.input_schema ?? shell.parameters ?? {};
  const types = new Map(Object.entries(schema.properties ?? {}));
  const key = types.has("cmd") ? "cmd" : "command";
  const isList = types.get(key)?.type === "array";
  const rest = (schema.required ?? []).filter((name) => name !== key);
  return {
    ...Object.fromEntries(rest.map((name) => [name, fillingOf(types.get(name)?.type)])),
    [key]: isList ? ["bash", "-lc", command] : command,
  };
}

function fillingOf(type: string | undefined): unknown {
  if (type === "number" || type === "integer") return 0;
  return type === "boolean" ? false : "scripted";
}
