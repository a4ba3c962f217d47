/**
 * The turns of one agent attempt. Every turn of a conversation is announced before it begins and entered into the private
 * ledger once it completed, so that a turn that died half-way is never continued.
 */
import type { TurnOutcome, TurnSession } from "@crucible/core";
import type { AttemptEnd, ResultReading } from "../../machine/fact.js";
import { keepsConversation } from "../agent/agent-figures.js";
import { RESULT_FILE } from "../agent/prompt.js";
import { leftNano } from "../agent/spend-meter.js";
import type { ExecutionContext } from "../execution/context.js";
import { bytesOf } from "../ports/bytes.js";
import { readResultText } from "../result/read-result.js";
import type { AttemptEnding } from "./order.js";
import type { Place } from "./place.js";
import { show, type TurnSetting, takeTurn } from "./take-turn.js";
import { inWorkspace } from "./trouble.js";
import { turnEnd } from "./turn-end.js";

export interface TurnEnding extends AttemptEnding<AttemptEnd> {
  readonly costNano: number;
}

/** Runs one turn and reads its result. */
export async function runTurn(setting: TurnSetting, prompt: string): Promise<TurnEnding> {
  const { context, control } = setting;
  const session = await openSession(setting);
  if (session) await announce(setting, session);
  await inWorkspace(removeResult(setting.place));
  setting.transcript.beginTurn(prompt);
  const outcome = await takeTurn(setting, prompt, session);
  const costNano = countTurn(setting, outcome);
  setting.transcript.endTurn(outcome.kind, detailOf(outcome));
  const survivors = outcome.survivors.map(context.mask.text);
  const { model } = outcome;
  if (control.abortedEnd) return { end: control.abortedEnd, model, survivors, costNano };
  if (session && outcome.kind === "completed") await enter(setting, session, outcome.cursor);
  const result = await readTurnResult(setting, outcome);
  return { end: turnEnd(outcome, result, context.mask), model, survivors, costNano };
}

/** What the turn counts for. One that says nothing of it may have spent what was left: ceilings fail closed. */
function countTurn(setting: TurnSetting, { costNano }: TurnOutcome): number {
  const { context, meter } = setting;
  const { turnPriceNano } = context.launch;
  const isUntold = costNano === null && turnPriceNano === undefined && !meter.turnIsTold;
  if (isUntold) show(setting, { kind: "warning", message: UNTOLD });
  return meter.endTurn(costNano, turnPriceNano, leftNano(context));
}

const UNTOLD =
  "nobody told what the turn cost, so it counts for all that was left of the cost ceiling";

function detailOf(outcome: TurnOutcome): string | undefined {
  if (outcome.kind === "failed") return outcome.note;
  return outcome.kind === "transport" ? outcome.detail : undefined;
}

async function openSession({
  context,
  order,
  task,
  control,
}: TurnSetting): Promise<TurnSession | undefined> {
  if (!keepsConversation(task)) return undefined;
  return task.session === undefined
    ? context.sessions.openBrief(order.task, control.id)
    : context.sessions.open(task.session);
}

/** Only conversations that outlive the attempt are announced (WIRE-028). */
async function announce({ context, task }: TurnSetting, session: TurnSession): Promise<void> {
  if (task.session === undefined) return;
  const action = session.turn === 0 ? "started" : "resumed";
  const entry = {
    kind: "agent_session",
    session: session.name,
    action,
    turn: session.turn,
  } as const;
  await context.report({ kind: "session_turn", entry }, true);
}

async function enter(
  { context, task, control }: TurnSetting,
  session: TurnSession,
  cursor: string | undefined,
): Promise<void> {
  if (task.session === undefined) context.sessions.completeBrief(control.id, session, cursor);
  else await context.sessions.complete(session, cursor);
}

/** A result that an earlier turn left is never read as this one's (EXEC-059). */
async function removeResult({ workspace }: Place): Promise<void> {
  const stale = await workspace.capture(RESULT_FILE, { bytesMax: 0, remove: true });
  if (stale.kind === "file") await bytesOf(stale.content);
}

async function readTurnResult(
  { context, place }: TurnSetting,
  outcome: TurnOutcome,
): Promise<ResultReading> {
  if (outcome.kind !== "completed" && outcome.kind !== "failed") return { kind: "none" };
  if (context.settings.resultFile) return inWorkspace(readResultFile(context, place));
  const { text } = outcome;
  return text.trim() === ""
    ? { kind: "none" }
    : readResultText(text.trim(), "last stdout line", context.mask);
}

async function readResultFile(context: ExecutionContext, place: Place): Promise<ResultReading> {
  const bytesMax = context.bounds.resultBytesMax;
  const captured = await place.workspace.capture(RESULT_FILE, { bytesMax, remove: true });
  switch (captured.kind) {
    case "absent":
      return { kind: "none", from: "file" };
    case "too_large":
      return { kind: "refused", problem: `${RESULT_FILE} is larger than ${bytesMax} bytes` };
    case "refused":
      return { kind: "refused", problem: `${RESULT_FILE} ${captured.problem}` };
    case "file": {
      const text = new TextDecoder().decode(await bytesOf(captured.content)).trim();
      const reading = readResultText(text, RESULT_FILE, context.mask);
      return reading.kind === "refused" ? reading : { ...reading, from: "file" };
    }
  }
}
