/** Everything an attempt is given before anything of it runs: its inputs as JSON, and the file sets to stage. */
import type { JsonObject, StagedSet, Task } from "@crucible/core";
import type { InputPlan } from "../../machine/machine.js";
import type { ExecutionContext } from "../execution/context.js";
import { stagedSets } from "../files/staging.js";
import { assembleInputs, InputRefused } from "../inputs/assemble-inputs.js";
import { type History, historyFor } from "../inputs/history.js";
import type { AttemptOrder } from "./order.js";

export interface Prepared {
  readonly inputs: JsonObject;
  /** The inputs' canonical JSON. */
  readonly inputsText: string;
  /** The same in UTF-8. */
  readonly inputsJson: Uint8Array;
  readonly staged: readonly StagedSet[];
  /** Of a task that reads earlier runs. */
  readonly history?: History;
}

const ENCODER = new TextEncoder();

/** Throws or rejects with {@link InputRefused}; a promise only where inputs have to be fetched. */
export function prepare(
  context: ExecutionContext,
  order: AttemptOrder,
  task: Task,
): Prepared | Promise<Prepared> {
  const plan = context.inputsOf(order.task);
  const inputs = assembleInputs(plan, context.params, context.rows);
  return inputs instanceof Promise
    ? inputs.then((assembled) => prepared(context, task, plan, assembled))
    : prepared(context, task, plan, inputs);
}

function prepared(
  context: ExecutionContext,
  task: Task,
  plan: InputPlan,
  assembled: JsonObject,
): Prepared {
  const history = historyOf(context, task);
  // An agent reads its history in a region of its own, never among its inputs.
  const inputs =
    history && task.kind !== "agent"
      ? Object.assign(assembled, { history: { ...history } })
      : assembled;
  const inputsText = context.rows.textOf(inputs);
  const inputsJson = ENCODER.encode(inputsText);
  checkInputsSize(context, inputsJson.length);
  const staged = stagedSets(plan.staged, context.rows, context.blobs);
  return history
    ? { inputs, inputsText, inputsJson, staged, history }
    : { inputs, inputsText, inputsJson, staged };
}

/** Throws {@link InputRefused} when a task's inputs are larger than they may be. */
export function checkInputsSize({ bounds }: ExecutionContext, bytes: number): void {
  const { inputsBytesMax } = bounds;
  if (bytes <= inputsBytesMax) return;
  throw new InputRefused(`the task's inputs are ${bytes} bytes; the bound is ${inputsBytesMax}`);
}

function historyOf({ settings, bounds }: ExecutionContext, task: Task): History | undefined {
  if (task.history === undefined) return undefined;
  return historyFor(settings.history, task.history, bounds.historyBytesMax);
}
