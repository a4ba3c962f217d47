/** The work of a command, an evaluation or an agent in its place, from staging its inputs to the prepared commit. */
import { InternalError } from "@crucible/core";
import { AttemptTranscript } from "../agent/attempt-transcript.js";
import type { Fingerprints } from "../files/capture-set.js";
import { runAgent } from "./agent.js";
import { runCommand } from "./command.js";
import { type Examination, endedEarly, type Finished, type Standing } from "./examine.js";
import { setOwner } from "./order.js";
import { ended, type Outcome, troubleOf } from "./outcome.js";
import type { Place } from "./place.js";
import { type Prepared, prepare } from "./prepare.js";
import type { AttemptSetting } from "./setting.js";
import type { TurnSetting } from "./take-turn.js";
import { inWorkspace, troubleFrom } from "./trouble.js";

/** What the work comes to, its own trouble included; rejects only for engine faults. */
export async function workAt(setting: AttemptSetting, place: Place): Promise<Outcome> {
  const { context, order, task, control } = setting;
  if (control.abortedEnd) return ended(control.abortedEnd);
  try {
    const preparing = prepare(context, order, task);
    const prepared = preparing instanceof Promise ? await preparing : preparing;
    try {
      await place.workspace.stage(prepared.staged);
    } catch (error) {
      const note = context.mask.text(troubleFrom(error).message);
      return ended({ kind: "refused", note, staging: true });
    }
    const declared = task.emitsFiles.map((file) => file.path);
    const before = declared.length === 0 ? NOTHING_DECLARED : await fingerprints(place, declared);
    const finished = await runKind(setting, prepared, { place, before, owner: setOwner(order) });
    if (!isKept(place, finished.examination)) return outcomeOf(finished, null);
    return await committed(setting, place, finished);
  } catch (error) {
    return troubleOf(error, context.mask);
  }
}

function outcomeOf(finished: Finished, commit: string | null): Outcome {
  const { examination, model, survivors, repairs, transcript } = finished;
  const { end, findings, files, captureProblems } = examination;
  const outcome: Outcome = {
    end,
    model,
    survivors,
    findings,
    files,
    captureProblems,
    commit,
    repairs,
  };
  return transcript === undefined ? outcome : { ...outcome, transcript };
}

/** An attempt that is told to end while its commit is made passes no more. */
async function committed(
  { order, control }: AttemptSetting,
  place: Place,
  finished: Finished,
): Promise<Outcome> {
  try {
    const commit = await inWorkspace(place.workspace.commit(`task ${order.node}`, control));
    return outcomeOf(finished, commit);
  } catch (error) {
    const end = control.abortedEnd;
    if (end === undefined) throw error;
    const { judgement } = finished.examination;
    return outcomeOf({ ...finished, examination: endedEarly(judgement, end) }, null);
  }
}

const NOTHING_DECLARED: Fingerprints = new Map();

function fingerprints(place: Place, declared: readonly string[]): Promise<Fingerprints> {
  return inWorkspace(place.workspace.fingerprint(declared));
}

/** Only changes of a passing attempt in the shared workspace are committed (EXEC-143, EXEC-144). */
function isKept(place: Place, { end, judgement, findings }: Examination): boolean {
  const passes = judgement.status === "pass" && findings.length === 0;
  return place.shared && passes && end.kind === "exited";
}

function runKind(
  setting: AttemptSetting,
  prepared: Prepared,
  standing: Standing,
): Promise<Finished> {
  const { task } = setting;
  switch (task.kind) {
    case "agent":
      return withTranscript({ ...setting, task, place: standing.place, prepared }, standing);
    case "command":
    case "evaluate":
      return runCommand(setting, task, prepared, standing);
    default:
      throw new InternalError(`internal error: a ${task.kind} task was given a workspace`);
  }
}

/** An agent's attempt with the transcript of its turns. */
async function withTranscript(
  setting: Omit<TurnSetting, "transcript" | "beganMs">,
  standing: Standing,
): Promise<Finished> {
  const { context, control } = setting;
  const transcript = new AttemptTranscript(context, control.id);
  const turns = { ...setting, transcript, beganMs: context.time.nowMs() };
  let finished: Finished;
  try {
    finished = await runAgent(turns, standing);
  } catch (error) {
    // Whatever ended the work, what its turns said is kept.
    await transcript.end();
    throw error;
  }
  const written = await transcript.end();
  return written === undefined ? finished : { ...finished, transcript: written };
}
