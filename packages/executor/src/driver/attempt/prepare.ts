/** Everything an attempt is given before anything of it runs: its inputs as JSON, and the file sets to stage. */
import { canonicalJson, type JsonObject, type StagedSet, type Task } from "@crucible/core";
import type { ExecutionContext } from "../execution/context.js";
import { stagedSets } from "../files/staging.js";
import { assembleInputs, InputRefused } from "../inputs/assemble-inputs.js";
import type { AttemptOrder } from "./order.js";

export interface Prepared {
  readonly inputs: JsonObject;
  /** UTF-8 of the inputs' canonical JSON. */
  readonly inputsJson: Uint8Array;
  readonly staged: readonly StagedSet[];
}

/** Rejects with {@link InputRefused}. */
export async function prepare(
  context: ExecutionContext,
  order: AttemptOrder,
  task: Task,
): Promise<Prepared> {
  const plan = context.inputsOf(order.task);
  const assembled = await assembleInputs(plan, context.plan, context.rows);
  const inputs =
    task.history !== undefined && task.kind !== "agent"
      ? Object.assign(assembled, { history: NO_HISTORY })
      : assembled;
  const inputsJson = new TextEncoder().encode(canonicalJson(inputs));
  const { inputsBytesMax } = context.bounds;
  if (inputsJson.length > inputsBytesMax) {
    throw new InputRefused(
      `the task's inputs are ${inputsJson.length} bytes; the bound is ${inputsBytesMax}`,
    );
  }
  return { inputs, inputsJson, staged: stagedSets(plan.staged, context.rows, context.blobs) };
}

/** What a run outside any launch series reads (HIST-017). */
const NO_HISTORY = { records: [], dropped: 0 };
