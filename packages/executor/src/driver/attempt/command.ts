/** A command or an evaluation: `sh -c` in the workspace, its result on the last line of its output (EXEC-044). */
import type { CommandTask, EvaluateTask, Process, ProcessEnd } from "@crucible/core";
import type { AttemptEnd, ResultReading } from "../../machine/fact.js";
import type { ExecutionContext } from "../execution/context.js";
import { readResultLine } from "../result/read-result.js";
import { stderrTailNote } from "../result/stderr-tail.js";
import type { AttemptControl } from "./attempt-control.js";
import { commandEnvironment } from "./environment.js";
import { examine, type Finished, type Standing } from "./examine.js";
import { taskVariable } from "./order.js";
import type { Prepared } from "./prepare.js";
import type { AttemptSetting } from "./setting.js";
import { inWorkspace, troubleFrom } from "./trouble.js";

const NOTHING_PRINTED: ResultReading = { kind: "none" };

export async function runCommand(
  { context, order, control }: AttemptSetting,
  task: CommandTask | EvaluateTask,
  prepared: Prepared,
  standing: Standing,
): Promise<Finished> {
  const process = control.spawn(standing.place.workspace, {
    attempt: control.id,
    argv: ["sh", "-c", task.command],
    env: commandEnvironment({
      settings: context.settings,
      host: context.environment,
      task: taskVariable(order),
      inputs: prepared,
    }),
    stdin: null,
    files: new Map<string, Uint8Array>().set("CRUCIBLE_INPUTS_FILE", prepared.inputsJson),
    feedback: [],
  });
  let ended: ProcessEnd;
  try {
    ended = await process.ended;
  } catch (error) {
    throw troubleFrom(error);
  }
  const ending = endOf(context, control, process, ended);
  const end = ending instanceof Promise ? await ending : ending;
  const looking = examine(context, { ...standing, task, end, repaired: false }, control);
  const examination = looking instanceof Promise ? await looking : looking;
  const survivors = ended.kind === "exited" ? ended.survivors.map(context.mask.text) : [];
  return { examination, model: null, survivors, repairs: [] };
}

/** A promise only where something was printed, which has to be read. */
function endOf(
  { mask, bounds }: ExecutionContext,
  control: AttemptControl,
  process: Process,
  ended: ProcessEnd,
): AttemptEnd | Promise<AttemptEnd> {
  if (control.abortedEnd) return control.abortedEnd;
  if (ended.kind === "spawn_failed") {
    const detail = `spawn failed: ${mask.text(ended.detail)}`;
    return { kind: "transport", cause: "command", detail, retryable: true };
  }
  const { exitCode, stdoutBytes } = ended;
  const stderrTail = stderrTailNote(ended.stderrTail, mask);
  const exited = (result: ResultReading): AttemptEnd => ({
    kind: "exited",
    exitCode,
    result,
    stderrTail,
  });
  if (stdoutBytes === 0) return exited(NOTHING_PRINTED);
  const reading = readResultLine(process, stdoutBytes, bounds.resultBytesMax, mask);
  return inWorkspace(reading).then(exited);
}
