/** The work of a command, an evaluation or an agent in its place, from staging its inputs to the prepared commit. */
import { InternalError, type Repair, type TranscriptRef } from "@crucible/core";
import { AttemptTranscript } from "../agent/attempt-transcript.js";
import type { Fingerprints } from "../files/capture-set.js";
import { runAgent } from "./agent.js";
import type { TurnSetting } from "./agent-turns.js";
import { runCommand } from "./command.js";
import { type Examination, type Examinee, examine } from "./examine.js";
import { setOwner } from "./order.js";
import { ended, type Outcome } from "./outcome.js";
import type { Place } from "./place.js";
import { type Prepared, prepare } from "./prepare.js";
import type { AttemptSetting } from "./setting.js";
import { inWorkspace, troubleFrom } from "./trouble.js";

export async function workAt(setting: AttemptSetting, place: Place): Promise<Outcome> {
  const { context, order, task, control } = setting;
  if (control.abortedEnd) return ended(control.abortedEnd);
  const prepared = await prepare(context, order, task);
  const refusal = await stagingRefusal(place, prepared);
  if (refusal !== undefined) return ended({ kind: "refused", note: refusal, staging: true });
  const declared = task.emitsFiles.map((file) => file.path);
  const before = declared.length === 0 ? NOTHING_DECLARED : await fingerprints(place, declared);
  const finished = await runKind(setting, prepared, { place, before, owner: setOwner(order) });
  const { examination, model, survivors, repairs, transcript } = finished;
  const { end, findings, files, captureProblems } = examination;
  const commit = isKept(place, examination)
    ? await inWorkspace(place.workspace.commit(`task ${order.node}`, declared))
    : null;
  return {
    end,
    model,
    survivors,
    findings,
    files,
    captureProblems,
    commit: commit === null ? null : commit.commit,
    repairs,
    ...(transcript === undefined ? {} : { transcript }),
  };
}

const NOTHING_DECLARED: Fingerprints = new Map();

function fingerprints(place: Place, declared: readonly string[]): Promise<Fingerprints> {
  return inWorkspace(place.workspace.fingerprint(declared));
}

/** Why the inputs' files could not be put in place; `undefined` when they were. */
function stagingRefusal(place: Place, prepared: Prepared): Promise<string | undefined> {
  return place.workspace.stage(prepared.staged).then(
    () => undefined,
    (error: unknown) => troubleFrom(error).message,
  );
}

/** Only changes of a passing attempt in the shared workspace are committed (EXEC-143, EXEC-144). */
function isKept(place: Place, { end, judgement, findings }: Examination): boolean {
  const passes = judgement.status === "pass" && findings.length === 0;
  return place.shared && passes && end.kind === "exited";
}

interface Finished {
  readonly examination: Examination;
  readonly model: string | null;
  readonly survivors: readonly string[];
  readonly repairs: readonly Repair[];
  readonly transcript?: TranscriptRef;
}

async function runKind(
  setting: AttemptSetting,
  prepared: Prepared,
  standing: Pick<Examinee, "place" | "before" | "owner">,
): Promise<Finished> {
  const { context, order, task, control } = setting;
  const { place } = standing;
  if (task.kind === "agent") return withTranscript({ ...setting, task, place, prepared }, standing);
  if (task.kind !== "command" && task.kind !== "evaluate") {
    throw new InternalError(`internal error: a ${task.kind} task was given a workspace`);
  }
  const ending = await runCommand(context, order, task, place, prepared, control);
  const { end, model, survivors } = ending;
  const examination = await examine(context, { ...standing, task, end, repaired: false }, control);
  return { examination, model, survivors, repairs: [] };
}

/** An agent's attempt with the transcript of its turns. */
async function withTranscript(
  setting: Omit<TurnSetting, "transcript" | "beganMs">,
  standing: Pick<Examinee, "place" | "before" | "owner">,
): Promise<Finished> {
  const { context, control } = setting;
  const transcript = new AttemptTranscript(context, control.id);
  const finished = await runAgent(
    { ...setting, transcript, beganMs: context.time.nowMs() },
    standing,
  );
  const written = await transcript.end();
  return written === undefined ? finished : { ...finished, transcript: written };
}
