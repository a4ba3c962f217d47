/**
 * One attempt from its order to its row. The order of the steps is what survives a crash at any of them: processes end,
 * the result is read, files are stored, the commit is prepared, the row is appended, and only then does the workspace
 * move on or go back.
 */
import {
  type CapturedFile,
  type Entry,
  InternalError,
  invariant,
  type Repair,
  type Task,
} from "@crucible/core";
import type { AttemptEnd, AttemptEndedFact } from "../../machine/fact.js";
import { agentFigures } from "../agent/agent-figures.js";
import { SpendMeter } from "../agent/spend-meter.js";
import type { ExecutionContext } from "../execution/context.js";
import { InputRefused } from "../inputs/assemble-inputs.js";
import { runHumanRoute } from "../routes/human-route.js";
import { runModelRoute } from "../routes/model-route.js";
import { runAgent } from "./agent.js";
import type { AttemptControl } from "./attempt-control.js";
import { runCommand } from "./command.js";
import { type Examination, examine } from "./examine.js";
import { type AttemptOrder, setOwner, taskOf } from "./order.js";
import { openPlace, type Place } from "./place.js";
import { type Prepared, prepare } from "./prepare.js";
import { inWorkspace, WorkspaceTrouble } from "./trouble.js";

/** Everything the row is made of. */
interface Outcome {
  readonly end: AttemptEnd;
  readonly model: string | null;
  readonly survivors: readonly string[];
  readonly findings: readonly string[];
  readonly files: readonly CapturedFile[] | null;
  readonly captureProblems: readonly string[];
  readonly commit: string | null;
  readonly repairs: readonly Repair[];
}

/** What the steps of one attempt share. */
interface AttemptSetting {
  readonly context: ExecutionContext;
  readonly order: AttemptOrder;
  readonly task: Task;
  readonly control: AttemptControl;
  readonly meter: SpendMeter;
}

/** Runs the attempt, reports its end and settles its workspace. Rejects only for engine faults. */
export async function runAttempt(
  context: ExecutionContext,
  order: AttemptOrder,
  control: AttemptControl,
): Promise<void> {
  const startedMs = context.time.nowMs();
  const { task: row, attempt } = order;
  const meter = new SpendMeter(context.time, context.launch.ceilings.costNano, (costNano) => {
    const fact = { kind: "spend_reported", task: row, attempt, costNano } as const;
    // A report that cannot be written ends the whole execution, which ends this attempt too.
    context.report(fact).catch(() => undefined);
  });
  const setting = { context, order, task: taskOf(context.plan, order), control, meter };
  const { outcome, leave } = await carryOut(setting);
  meter.stop();
  const fact: AttemptEndedFact = {
    kind: "attempt_ended",
    task: row,
    attempt,
    ...outcome,
    ...agentOf(setting),
    costNano: meter.totalNano,
    secs: (context.time.nowMs() - startedMs) / 1_000,
  };
  const entries = await context.report(fact);
  await leave(committed(entries, row));
}

/** What an agent's attempt ran under; empty texts where nothing was chosen. */
function agentOf({ context, task }: AttemptSetting): Pick<AttemptEndedFact, "agent"> {
  if (task.kind !== "agent") return {};
  const { harness, model, effort } = agentFigures(task, context.settings);
  return { agent: { harness, model: model ?? "", effort: effort ?? "" } };
}

/** The commit that the row names, if it names one. */
function committed(entries: readonly Entry[], row: string): string | null {
  const settled = entries.find((entry) => entry.kind === "task_result" && entry.task === row);
  return settled?.kind === "task_result" ? (settled.commit ?? null) : null;
}

interface CarriedOut {
  readonly outcome: Outcome;
  readonly leave: (commit: string | null) => Promise<void>;
}

async function carryOut(setting: AttemptSetting): Promise<CarriedOut> {
  const { context, order, task, control } = setting;
  const nowhere = async (): Promise<void> => undefined;
  if (task.kind === "route") {
    return { outcome: await troubleAsEnd(() => answerRoute(setting)), leave: nowhere };
  }
  if (task.kind === "report") {
    const note = "report delivery is not supported yet";
    return { outcome: ended({ kind: "refused", note }), leave: nowhere };
  }
  let place: Place;
  try {
    place = await openPlace(context, order, control);
  } catch (error) {
    return { outcome: troubleOf(error), leave: nowhere };
  }
  const outcome = await troubleAsEnd(() => workAt(setting, place));
  await control.endProcesses();
  return { outcome, leave: place.leave };
}

async function workAt(setting: AttemptSetting, place: Place): Promise<Outcome> {
  const { context, order, task, control } = setting;
  if (control.abortedEnd) return ended(control.abortedEnd);
  const prepared = await prepare(context, order, task);
  const refusal = await stagingRefusal(place, prepared);
  if (refusal !== undefined) return ended({ kind: "refused", note: refusal, staging: true });
  const declared = task.emitsFiles.map((file) => file.path);
  const before = await inWorkspace(place.workspace.fingerprint(declared));
  const standing = { place, before, owner: setOwner(order) };
  const finished = await runKind(setting, prepared, standing);
  const { examination } = finished;
  const passes = examination.judgement.status === "pass" && examination.findings.length === 0;
  const kept = passes && examination.end.kind === "exited" && place.shared;
  const commit = kept
    ? await inWorkspace(place.workspace.commit(`task ${order.node}`, declared))
    : null;
  return { ...finished, ...pickExamination(examination), commit: commit?.commit ?? null };
}

function pickExamination(
  examination: Examination,
): Pick<Outcome, "end" | "findings" | "files" | "captureProblems"> {
  const { end, findings, files, captureProblems } = examination;
  return { end, findings, files, captureProblems };
}

interface Finished {
  readonly examination: Examination;
  readonly model: string | null;
  readonly survivors: readonly string[];
  readonly repairs: readonly Repair[];
}

type Standing = Pick<Parameters<typeof examine>[1], "place" | "before" | "owner">;

async function runKind(
  setting: AttemptSetting,
  prepared: Prepared,
  standing: Standing,
): Promise<Finished> {
  const { context, order, task, control } = setting;
  if (task.kind === "agent") {
    return runAgent({ ...setting, task, place: standing.place, prepared }, standing);
  }
  if (task.kind !== "command" && task.kind !== "evaluate") {
    return unsupported(setting, standing, `${task.kind} tasks are not supported yet`);
  }
  const { end, model, survivors } = await runCommand(
    context,
    order,
    task,
    standing.place,
    prepared,
    control,
  );
  const examination = await examine(context, { ...standing, task, end, repaired: false }, control);
  return { examination, model, survivors, repairs: [] };
}

async function unsupported(
  { context, task, control }: AttemptSetting,
  standing: Standing,
  note: string,
): Promise<Finished> {
  const end = { kind: "refused", note } as const;
  const examination = await examine(context, { ...standing, task, end, repaired: false }, control);
  return { examination, model: null, survivors: [], repairs: [] };
}

async function answerRoute(setting: AttemptSetting): Promise<Outcome> {
  const { context, order, task, control, meter } = setting;
  invariant(task.kind === "route", `${task.name} is no route`);
  switch (task.decider.kind) {
    case "model": {
      const prepared = await prepare(context, order, task);
      const ending = await runModelRoute(context, order, task, prepared, control, meter);
      return { ...ended(ending.end), model: ending.model };
    }
    case "human":
      return ended(await runHumanRoute(context, order, task, control));
    case "output":
      throw new InternalError(`${task.name} is answered by an output, not by an attempt`);
  }
}

/** Why the inputs' files could not be put in place; `undefined` when they were. */
async function stagingRefusal(place: Place, prepared: Prepared): Promise<string | undefined> {
  try {
    await inWorkspace(place.workspace.stage(prepared.staged));
    return undefined;
  } catch (error) {
    if (error instanceof WorkspaceTrouble) return error.message;
    throw error;
  }
}

async function troubleAsEnd(work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    return troubleOf(error);
  }
}

/** What an attempt's own trouble comes to; an engine fault is thrown on. */
function troubleOf(error: unknown): Outcome {
  if (error instanceof InputRefused) return ended({ kind: "refused", note: error.message });
  if (!(error instanceof WorkspaceTrouble)) throw error;
  const detail = error.message;
  return ended({ kind: "transport", cause: "workspace", detail, retryable: true });
}

function ended(end: AttemptEnd): Outcome {
  return {
    end,
    model: null,
    survivors: [],
    findings: [],
    files: null,
    captureProblems: [],
    commit: null,
    repairs: [],
  };
}
