/**
 * The inputs object of one attempt: what the machine says it reads, with values filled in from settled rows. Keys are
 * dependency names and the reserved names; reserved values are never wrapped (EXEC-120).
 */
import { isJsonObject, type JsonObject, type JsonValue, ownField } from "@crucible/core";
import type { InputEntry, InputPlan, SettledEntry } from "../../machine/machine.js";
import type { Rows } from "./rows.js";

type Fields = { [key: string]: JsonValue };

/** An input that cannot be given; the message is the note of the task that would have read it. */
export class InputRefused extends Error {
  override readonly name = "InputRefused";
}

/** Outputs by row, at hand. */
type Outputs = (row: string) => JsonValue;

/** `params` is the object that commands read. Throws or rejects with {@link InputRefused}. */
export function assembleInputs(
  inputs: InputPlan,
  params: JsonObject,
  rows: Rows,
): JsonObject | Promise<JsonObject> {
  const inline: Outputs = (row) => rows.inline(row) ?? null;
  if (!rows.anyStored) return assembled(inputs, params, inline);
  return fetchOutputs(inputs, rows).then((fetched) =>
    assembled(inputs, params, (row) => fetched.get(row) ?? inline(row)),
  );
}

/** The outputs that the log keeps as blobs, so that everything else is put together without waiting. */
async function fetchOutputs(
  inputs: InputPlan,
  rows: Rows,
): Promise<ReadonlyMap<string, JsonValue>> {
  const fetched = new Map<string, JsonValue>();
  for (const row of rowsRead(inputs)) {
    const output = rows.isStored(row) ? await rows.output(row) : undefined;
    if (output !== undefined) fetched.set(row, output);
  }
  return fetched;
}

/** Rows whose outputs are among the inputs. */
function* rowsRead(inputs: InputPlan): Iterable<string> {
  for (const { kind, entry } of inputs.entries) {
    if (kind === "output") yield entry.row;
    else yield* rowsSettled(entry);
  }
  if (inputs.revision) yield* rowsSettled(inputs.revision.review);
  for (const entry of inputs.outcome?.tasks.values() ?? []) yield* rowsSettled(entry);
}

function* rowsSettled(entry: SettledEntry): Iterable<string> {
  if (entry.hasOutput) yield entry.row;
  for (const instance of entry.perInstance?.values() ?? []) yield* rowsSettled(instance);
}

function assembled(inputs: InputPlan, params: JsonObject, outputs: Outputs): JsonObject {
  const object = emptyObject();
  for (const entry of inputs.entries) object[entry.name] = entryValue(entry, outputs);
  if (inputs.params) object["params"] = params;
  if (inputs.item !== undefined) object["item"] = inputs.item;
  if (inputs.revision) {
    const { round, maxRounds, reviewer, review } = inputs.revision;
    const value = settledValue(review, outputs);
    object["revision"] = { round, max_rounds: maxRounds, reviewer, review: value };
  }
  if (inputs.outcome) {
    const tasks = emptyObject();
    for (const [name, entry] of inputs.outcome.tasks) tasks[name] = settledValue(entry, outputs);
    object["outcome"] = { exit: inputs.outcome.exit, tasks };
  }
  return object;
}

function entryValue(input: InputEntry, outputs: Outputs): JsonValue {
  if (input.kind === "settled") {
    const settled = settledValue(input.entry, outputs);
    return input.keyed
      ? { ...settled, output: narrowed(input.name, input.keyed, settled["output"]) }
      : settled;
  }
  const output = outputs(input.entry.row);
  return input.keyed ? narrowed(input.name, input.keyed, output) : output;
}

/** Status, note, output and files (EXEC-115); a mapped node's instances by raw key (EXEC-121). */
function settledValue(entry: SettledEntry, outputs: Outputs): JsonObject {
  const output = entry.hasOutput ? outputs(entry.row) : null;
  const value: Fields = { status: entry.status, note: entry.note, output, files: entry.files };
  if (entry.perInstance) {
    const instances = emptyObject();
    for (const [key, instance] of entry.perInstance) {
      instances[key] = settledValue(instance, outputs);
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
