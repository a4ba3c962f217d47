/**
 * An agent's attempt: the task's own turn, then repairs of a result that would pass but for its checks, in the same
 * conversation (EXEC-083). Repairs run inside the attempt's deadline, and none starts once the attempt has used up what
 * the run may spend (EXEC-086, EXEC-088).
 */
import { markIn, type Repair, usdFromNano } from "@crucible/core";
import type { AttemptEnd } from "../../machine/fact.js";
import { turnHarness } from "../agent/agent-figures.js";
import { barePrompt, repairPrompt, taskPrompt } from "../agent/prompt.js";
import { marksIn } from "../inputs/external-text.js";
import { runTurn, type TurnEnding } from "./agent-turns.js";
import { type Examination, endedEarly, examine, type Finished, type Standing } from "./examine.js";
import type { TurnSetting } from "./take-turn.js";

export async function runAgent(setting: TurnSetting, standing: Standing): Promise<Finished> {
  const { context, task, prepared, control, meter } = setting;
  const refusal = refusalOf(setting);
  if (refusal !== undefined) return refused(setting, standing, refusal);
  const { inputs, history } = prepared;
  const staged = prepared.staged.map((set) => set.directory);
  const prompt = context.settings.resultFile
    ? taskPrompt({ task, inputs, staged, history, isPersons: (name) => isPersons(setting, name) })
    : barePrompt(task, history);
  let turn = await runTurn(setting, prompt);
  let examination = await examine(
    context,
    { ...standing, task, end: turn.end, repaired: false },
    control,
  );
  const repairs: Repair[] = [];
  const survivors = [...turn.survivors];
  while (isRepairDue(setting, examination, repairs.length)) {
    await meter.counted();
    if (control.abortedEnd) {
      examination = endedEarly(examination.judgement, control.abortedEnd);
      break;
    }
    if (context.spentNano() >= context.launch.ceilings.costNano) break;
    const notes = examination.findings;
    const round = repairs.length + 1;
    const asked = { notes, round, of: task.repair, resultFile: context.settings.resultFile };
    const repaired = await runTurn(setting, repairPrompt(asked));
    repairs.push(repairOf(setting, repaired, round, notes));
    survivors.push(...repaired.survivors);
    if (!cameToAnEnd(repaired.end)) {
      examination = endedInRepair(setting, examination, repaired.end, round);
      turn = repaired;
      break;
    }
    turn = keepingResult(turn, repaired);
    examination = await examine(
      context,
      { ...standing, task, end: turn.end, repaired: true },
      control,
    );
  }
  return { examination, model: turn.model, survivors, repairs };
}

function isPersons({ context }: TurnSetting, name: string): boolean {
  const task = context.tasks.get(name);
  return task?.kind === "route" && task.decider.kind === "human";
}

function isRepairDue({ task }: TurnSetting, { findings }: Examination, done: number): boolean {
  // A finding may name a field of the agent's own choosing, and no prompt can hold a mark (DSL-049).
  const isTellable = findings.every((finding) => markIn(finding) === undefined);
  return findings.length > 0 && isTellable && done < task.repair;
}

/** Whether a repair turn left something to look at: it completed, with a result or without. */
function cameToAnEnd(end: AttemptEnd): boolean {
  return end.kind === "exited";
}

/** A silent repair turn keeps the result of the turn before. */
function keepingResult(before: TurnEnding, repaired: TurnEnding): TurnEnding {
  const silent = repaired.end.kind === "exited" && repaired.end.result.kind === "none";
  return silent ? { ...repaired, end: before.end } : repaired;
}

/** The deadline ends the attempt; any other end of a repair turn leaves the findings it was to correct. */
function endedInRepair(
  setting: TurnSetting,
  examination: Examination,
  end: AttemptEnd,
  round: number,
): Examination {
  if (end.kind === "deadline" || end.kind === "cancelled")
    return endedEarly(examination.judgement, end);
  const why = end.kind === "transport" ? end.detail : end.kind === "turn_failed" ? end.note : "";
  const note = `repair ${round}/${setting.task.repair} did not complete: ${why}`;
  return { ...examination, findings: [...examination.findings, note] };
}

function repairOf(
  { order, task }: TurnSetting,
  turn: TurnEnding,
  round: number,
  notes: readonly string[],
): Repair {
  return {
    label: `${order.task} repair ${round}/${task.repair}`,
    round,
    of: task.repair,
    cost_usd: usdFromNano(turn.costNano),
    notes,
  };
}

/** Why there can be no turn at all; `undefined` when there can. */
function refusalOf({ context, task, prepared }: TurnSetting): string | undefined {
  if (!context.harnesses.has(turnHarness(task, context.settings))) {
    return "agent task refused: this runner has no agent command (pass --agent-cmd)";
  }
  const { records } = prepared.history ?? { records: [] };
  const marked = marksIn({ ...prepared.inputs, history: records });
  if (marked === undefined) return undefined;
  return `input ${JSON.stringify(marked)} carries an external-input mark, so no prompt can hold it`;
}

async function refused(
  { context, task, control }: TurnSetting,
  standing: Standing,
  note: string,
): Promise<Finished> {
  const end = { kind: "refused", note } as const;
  const examination = await examine(context, { ...standing, task, end, repaired: false }, control);
  return { examination, model: null, survivors: [], repairs: [] };
}
