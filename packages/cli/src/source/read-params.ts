/** Parameter values and launch settings from an earlier run, a file and options, the later winning. */
import { type ParamInput, readParamsFile } from "@crucible/compiler";
import { Findings, UsageError } from "../failure/failure.js";
import type { ParamOptions } from "../options/options.js";
import type { Terminal } from "../terminal/terminal.js";
import { readText } from "./read-text.js";

/** Values by name, without a prototype: a parameter may be called `__proto__`. */
export type Supplied = Readonly<Record<string, ParamInput>>;

export interface SuppliedOptions extends ParamOptions {
  /** What a rerun takes over from its parent. */
  readonly inherited?: Supplied;
}

export async function readParams(
  { param = [], paramsFile, inherited }: SuppliedOptions,
  terminal: Terminal,
): Promise<Supplied> {
  const values = Object.create(null) as Record<string, ParamInput>;
  for (const [name, value] of Object.entries(inherited ?? {})) values[name] = value;
  if (paramsFile !== undefined) {
    for (const [name, value] of await readEntries(paramsFile, terminal)) values[name] = value;
  }
  const given = new Set<string>();
  for (const { name, value } of param) {
    if (given.has(name)) throw new UsageError(`--param ${JSON.stringify(name)} is given twice`);
    given.add(name);
    values[name] = value;
  }
  return values;
}

async function readEntries(
  path: string,
  terminal: Terminal,
): Promise<readonly (readonly [string, ParamInput])[]> {
  const text = await readText(path, terminal);
  const reading = readParamsFile(text, { file: path });
  if (!reading.ok) throw new Findings(reading.diagnostics, terminal.cwd, () => text);
  return Object.entries(reading.params);
}
