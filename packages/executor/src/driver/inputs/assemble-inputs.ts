/**
 * The inputs object of one attempt: what the machine says it reads, with values filled in from settled rows. Keys are
 * dependency names and the reserved names; reserved values are never wrapped (EXEC-120).
 */
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  ownField,
  type Plan,
  paramsObject,
} from "@crucible/core";
import type { InputEntry, InputPlan, SettledEntry } from "../../machine/machine.js";
import type { Rows } from "./rows.js";

type Fields = { [key: string]: JsonValue };

/** An input that cannot be given; the message is the note of the task that would have read it. */
export class InputRefused extends Error {
  override readonly name = "InputRefused";
}

/** Rejects with {@link InputRefused}. */
export async function assembleInputs(
  inputs: InputPlan,
  plan: Plan,
  rows: Rows,
): Promise<JsonObject> {
  const object = emptyObject();
  for (const entry of inputs.entries) object[entry.name] = await entryValue(entry, rows);
  if (inputs.params) object["params"] = paramsObject(plan);
  if (inputs.item !== undefined) object["item"] = inputs.item;
  if (inputs.revision) {
    const { round, maxRounds, reviewer, review } = inputs.revision;
    const value = await settledValue(review, rows);
    object["revision"] = { round, max_rounds: maxRounds, reviewer, review: value };
  }
  if (inputs.outcome) {
    const tasks = emptyObject();
    for (const [name, entry] of inputs.outcome.tasks) tasks[name] = await settledValue(entry, rows);
    object["outcome"] = { exit: inputs.outcome.exit, tasks };
  }
  return object;
}

async function entryValue(input: InputEntry, rows: Rows): Promise<JsonValue> {
  if (input.kind === "settled") {
    const settled = await settledValue(input.entry, rows);
    return input.keyed
      ? { ...settled, output: narrowed(input.name, input.keyed, settled["output"]) }
      : settled;
  }
  const output = (await rows.output(input.entry.row)) ?? null;
  return input.keyed ? narrowed(input.name, input.keyed, output) : output;
}

/** Status, note, output and files (EXEC-115); a mapped node's instances by raw key (EXEC-121). */
async function settledValue(entry: SettledEntry, rows: Rows): Promise<JsonObject> {
  const output = entry.hasOutput ? ((await rows.output(entry.row)) ?? null) : null;
  const value: Fields = { status: entry.status, note: entry.note, output, files: entry.files };
  if (entry.perInstance) {
    const instances = emptyObject();
    for (const [key, instance] of entry.perInstance) {
      instances[key] = await settledValue(instance, rows);
    }
    value["per_instance"] = instances;
  }
  return value;
}

/** The output with each keyed field replaced by its entry for the instance's key. */
function narrowed(
  name: string,
  keyed: { readonly fields: readonly string[]; readonly key: string },
  output: JsonValue | undefined,
): JsonValue {
  if (!isJsonObject(output)) return output ?? null;
  const object = emptyObject();
  for (const [field, value] of Object.entries(output)) object[field] = value;
  for (const field of keyed.fields) {
    const table = ownField(output, field);
    const value = isJsonObject(table) ? ownField(table, keyed.key) : undefined;
    if (value === undefined) {
      const key = JSON.stringify(keyed.key);
      throw new InputRefused(`keyed ${name}.${field} has no entry for ${key}`);
    }
    object[field] = value;
  }
  return object;
}

/** Without a prototype: keys of instances and fields may be any text, `__proto__` included. */
function emptyObject(): Fields {
  return Object.create(null) as Fields;
}
