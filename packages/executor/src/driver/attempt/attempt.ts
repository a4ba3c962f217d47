/**
 * One attempt from its order to its row. The order of the steps is what survives a crash at any of them: processes end,
 * the result is read, files are stored, the commit is prepared, the row is appended, and only then does the workspace
 * move on or go back.
 */
import { type Entry, InternalError, invariant } from "@crucible/core";
import type { AttemptEndedFact } from "../../machine/fact.js";
import { agentFigures } from "../agent/agent-figures.js";
import { SpendMeter } from "../agent/spend-meter.js";
import type { ExecutionContext } from "../execution/context.js";
import { runHumanRoute } from "../routes/human-route.js";
import { runModelRoute } from "../routes/model-route.js";
import type { AttemptControl } from "./attempt-control.js";
import { type AttemptOrder, taskOf } from "./order.js";
import { ended, type Outcome, troubleOf } from "./outcome.js";
import { openPlace, type Place } from "./place.js";
import { prepare } from "./prepare.js";
import type { AttemptSetting } from "./setting.js";
import { workAt } from "./work.js";

/** Runs the attempt, reports its end and settles its workspace. Rejects only for engine faults. */
export function runAttempt(
  context: ExecutionContext,
  order: AttemptOrder,
  control: AttemptControl,
): Promise<unknown> {
  const startedMs = context.time.nowMs();
  const { task: row, attempt } = order;
  const meter = new SpendMeter(context.time, context.launch.ceilings.costNano, (costNano) =>
    context.report({ kind: "spend_reported", task: row, attempt, costNano }),
  );
  const setting = { context, order, task: taskOf(context.tasks, order), control, meter };
  const settle: Settle = (outcome) => {
    meter.stop();
    const common = {
      kind: "attempt_ended",
      task: row,
      attempt,
      ...outcome,
      costNano: meter.totalNano,
      secs: (context.time.nowMs() - startedMs) / 1_000,
    } as const;
    const agent = agentOf(setting);
    const fact: AttemptEndedFact = agent === undefined ? common : { ...common, agent };
    return context.report(fact).then((entries) => committed(entries, row));
  };
  return carryOut(setting, settle);
}

/** What an agent's attempt ran under; empty texts where nothing was chosen. */
function agentOf({ context, task }: AttemptSetting): AttemptEndedFact["agent"] {
  if (task.kind !== "agent") return undefined;
  const { harness, model, effort } = agentFigures(task, context.settings);
  return { harness, model: model ?? "", effort: effort ?? "" };
}

/** The commit that the row names, if it names one. */
function committed(entries: readonly Entry[], row: string): string | null {
  const settled = entries.find((entry) => entry.kind === "task_result" && entry.task === row);
  return settled?.kind === "task_result" ? (settled.commit ?? null) : null;
}

/** Writes an attempt's end down; gives the commit that its row names. */
type Settle = (outcome: Outcome) => Promise<string | null>;

function carryOut(setting: AttemptSetting, settle: Settle): Promise<unknown> {
  switch (setting.task.kind) {
    case "route":
      return answerRoute(setting)
        .catch((error: unknown) => troubleOf(error, setting.context.mask))
        .then(settle);
    case "report":
      return settle(ended({ kind: "refused", note: "report delivery is not supported yet" }));
    default:
      return carryOutAtPlace(setting, settle);
  }
}

async function carryOutAtPlace(setting: AttemptSetting, settle: Settle): Promise<void> {
  const { context, order, control } = setting;
  let place: Place;
  try {
    const opening = openPlace(context, order, control);
    place = opening instanceof Promise ? await opening : opening;
  } catch (error) {
    await settle(troubleOf(error, context.mask));
    return;
  }
  let commit: string | null;
  try {
    const outcome = await workAt(setting, place);
    if (control.isRunning) await control.endProcesses();
    place.beginEnd();
    commit = await settle(outcome);
  } catch (error) {
    place.abandon();
    throw error;
  }
  await place.leave(commit);
}

async function answerRoute(setting: AttemptSetting): Promise<Outcome> {
  const { context, order, task, control, meter } = setting;
  invariant(task.kind === "route", "a task that is no route", task.name);
  switch (task.decider.kind) {
    case "model": {
      const prepared = await prepare(context, order, task);
      const { end, model } = await runModelRoute(context, order, task, prepared, control, meter);
      return ended(end, model);
    }
    case "human":
      return ended(await runHumanRoute(context, order, task, control));
    case "output":
      throw new InternalError(
        `internal error: ${task.name} is answered by an output, not an attempt`,
      );
  }
}
