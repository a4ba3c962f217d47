/** A command or an evaluation: `sh -c` in the workspace, its result on the last line of its output (EXEC-044). */
import type { CommandTask, EvaluateTask } from "@crucible/core";
import type { AttemptEnd, ResultReading } from "../../machine/fact.js";
import type { ExecutionContext } from "../execution/context.js";
import { readResultLine } from "../result/read-result.js";
import { stderrTailNote } from "../result/stderr-tail.js";
import type { AttemptControl } from "./attempt-control.js";
import { commandEnvironment } from "./environment.js";
import { type AttemptEnding, type AttemptOrder, taskVariable } from "./order.js";
import type { Place } from "./place.js";
import type { Prepared } from "./prepare.js";
import { inWorkspace } from "./trouble.js";

const NOTHING_PRINTED: ResultReading = { kind: "none" };

export async function runCommand(
  context: ExecutionContext,
  order: AttemptOrder,
  task: CommandTask | EvaluateTask,
  place: Place,
  prepared: Prepared,
  control: AttemptControl,
): Promise<AttemptEnding<AttemptEnd>> {
  const process = control.spawn(place.workspace, {
    attempt: control.id,
    argv: ["sh", "-c", task.command],
    env: commandEnvironment({
      settings: context.settings,
      host: context.environment,
      task: taskVariable(order),
      inputs: prepared,
    }),
    stdin: null,
    files: new Map([["CRUCIBLE_INPUTS_FILE", prepared.inputsJson]]),
    feedback: [],
  });
  const ended = await process.ended;
  const { mask, bounds } = context;
  if (ended.kind === "spawn_failed") {
    const detail = `spawn failed: ${mask.text(ended.detail)}`;
    const end = { kind: "transport", cause: "command", detail, retryable: true } as const;
    return { end: control.abortedEnd ?? end, model: null, survivors: [] };
  }
  const survivors = ended.survivors.map(mask.text);
  if (control.abortedEnd) return { end: control.abortedEnd, model: null, survivors };
  const result =
    ended.stdoutBytes === 0
      ? NOTHING_PRINTED
      : await inWorkspace(readResultLine(process, ended.stdoutBytes, bounds.resultBytesMax, mask));
  const stderrTail = mask.text(stderrTailNote(ended.stderrTail));
  const end = { kind: "exited", exitCode: ended.exitCode, result, stderrTail } as const;
  return { end, model: null, survivors };
}
