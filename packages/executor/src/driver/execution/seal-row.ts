/**
 * Completes a row just before it is written: outputs that the machine does not keep are filled in, and an output too
 * large for a line goes to a blob.
 */
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  OUTPUT_INLINE_BYTES_MAX,
  type TaskResult,
} from "@crucible/core";
import type { OutputSource } from "../../machine/machine.js";
import { streamOf } from "../ports/bytes.js";
import type { ExecutionContext } from "./context.js";

type Sealing = Pick<ExecutionContext, "rows" | "blobs">;

/** Waits only where an output has to be fetched or stored: rows are many, and most of them are complete as they are. */
export function sealRow(
  row: TaskResult,
  source: OutputSource | undefined,
  context: Sealing,
): TaskResult | Promise<TaskResult> {
  if (source === undefined && surelyFits(row.output)) return row;
  return completed(row, source, context);
}

/** A character is at most three bytes. */
function surelyFits(output: JsonValue | undefined): boolean {
  if (output === undefined || output === null) return true;
  return JSON.stringify(output).length * 3 <= OUTPUT_INLINE_BYTES_MAX;
}

async function completed(
  row: TaskResult,
  source: OutputSource | undefined,
  context: Sealing,
): Promise<TaskResult> {
  return withBlob(await withOutput(row, source, context), context);
}

async function withOutput(
  row: TaskResult,
  source: OutputSource | undefined,
  { rows }: Sealing,
): Promise<TaskResult> {
  if (source === undefined) return row;
  if (source.kind === "row") {
    const output = await rows.output(source.row);
    return output === undefined ? row : { ...row, output };
  }
  const outputs: { [key: string]: JsonValue } = Object.create(null) as { [key: string]: JsonValue };
  for (const [key, name] of source.rows) outputs[key] = (await rows.output(name)) ?? null;
  const fold: JsonObject = isJsonObject(row.output) ? row.output : {};
  return { ...row, output: { ...fold, outputs } };
}

async function withBlob(row: TaskResult, { blobs }: Sealing): Promise<TaskResult> {
  if (row.output === undefined) return row;
  const bytes = new TextEncoder().encode(JSON.stringify(row.output));
  if (bytes.length <= OUTPUT_INLINE_BYTES_MAX) return row;
  const { output: _output, ...rest } = row;
  return { ...rest, output_blob: await blobs.put(streamOf(bytes), bytes.length) };
}
