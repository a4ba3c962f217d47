/** Parameter values and launch settings from a file and from options, the options winning. */
import type { ParamInput } from "@crucible/compiler";
import type { JsonValue } from "@crucible/core";
import { Refusal, UsageError } from "../failure/failure.js";
import type { ParamOptions } from "../options/options.js";
import type { Terminal } from "../terminal/terminal.js";
import { readText } from "./read-text.js";

/** By name, without a prototype: a parameter may be called `__proto__`. */
export async function readParams(
  { param, paramsFile }: ParamOptions,
  terminal: Terminal,
): Promise<Readonly<Record<string, ParamInput>>> {
  const values = Object.create(null) as Record<string, ParamInput>;
  if (paramsFile !== undefined) Object.assign(values, await readFile(paramsFile, terminal));
  const given = new Set<string>();
  for (const { name, value } of param) {
    if (given.has(name)) throw new UsageError(`--param ${JSON.stringify(name)} is given twice`);
    given.add(name);
    values[name] = value;
  }
  return values;
}

async function readFile(path: string, terminal: Terminal): Promise<Record<string, JsonValue>> {
  const value = parse(await readText(path, terminal), path);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Refusal(`${path} must hold one JSON object with a value a parameter`);
  }
  return value as Record<string, JsonValue>;
}

function parse(text: string, path: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    throw new Refusal(`${path} is not JSON: ${error instanceof Error ? error.message : error}`);
  }
}
