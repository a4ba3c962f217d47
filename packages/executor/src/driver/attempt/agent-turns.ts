/**
 * The turns of one agent attempt. Every turn of a conversation is announced before it begins and entered into the private
 * ledger once it completed, so that a turn that died half-way is never continued.
 */
import {
  type AgentTask,
  type Harness,
  type HarnessEvent,
  invariant,
  type JsonValue,
  type TurnOutcome,
  type TurnSession,
} from "@crucible/core";
import type { AttemptEnd, ResultReading } from "../../machine/fact.js";
import { agentFigures, keepsConversation, turnHarness } from "../agent/agent-figures.js";
import type { AttemptTranscript } from "../agent/attempt-transcript.js";
import { RESULT_FILE } from "../agent/prompt.js";
import { leftNano, type SpendMeter } from "../agent/spend-meter.js";
import type { ExecutionContext } from "../execution/context.js";
import { bytesOf } from "../inputs/rows.js";
import { readResultText } from "../result/read-result.js";
import type { AttemptControl } from "./attempt-control.js";
import { agentEnvironment } from "./environment.js";
import { type AttemptEnding, type AttemptOrder, taskVariable } from "./order.js";
import type { Place } from "./place.js";
import type { Prepared } from "./prepare.js";
import { inWorkspace } from "./trouble.js";
import { turnEnd } from "./turn-end.js";

/** What the turns of one attempt share. */
export interface TurnSetting {
  readonly context: ExecutionContext;
  readonly order: AttemptOrder;
  readonly task: AgentTask;
  readonly place: Place;
  readonly prepared: Prepared;
  readonly control: AttemptControl;
  readonly meter: SpendMeter;
  readonly transcript: AttemptTranscript;
  /** Engine milliseconds at which the attempt's work began. */
  readonly beganMs: number;
}

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

/** Keeps what an agent did in its transcript, and shows it. */
function show({ context, order, transcript, beganMs }: TurnSetting, event: HarnessEvent): void {
  transcript.event(event);
  const elapsedMs = context.time.nowMs() - beganMs;
  const { task, attempt } = order;
  context.observe({ run: context.run, task, attempt, elapsedMs, event });
}

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

async function takeTurn(
  setting: TurnSetting,
  prompt: string,
  session: TurnSession | undefined,
): Promise<TurnOutcome> {
  const { context, order, task, place, prepared, control, meter } = setting;
  const harness = harnessOf(setting);
  const { model, effort } = agentFigures(task, context.settings);
  const request = {
    attempt: control.id,
    task: order.task,
    prompt,
    model,
    effort,
    env: turnEnvironment(setting, session),
    inputsJson: prepared.inputsText,
    remainingMs: Math.max(0, order.deadlineMs - context.time.nowMs()),
  };
  let hasSpawned = false;
  try {
    return await harness.run(session ? { ...request, session } : request, {
      spawn: (spawned) => {
        hasSpawned = true;
        return control.spawn(place.workspace, spawned);
      },
      spent: (costNano) => meter.spent(costNano),
      event: (told) => {
        // What is shown may be kept too, in the log of a build server for one.
        const event = context.mask.value(told as unknown as JsonValue) as unknown as HarnessEvent;
        show(setting, event);
      },
      signal: control.signal,
    });
  } catch (error) {
    const detail = `the harness failed: ${error instanceof Error ? error.message : String(error)}`;
    const failure = { kind: "transport", cause: "agent", detail, retryable: true } as const;
    // Where nothing was started nothing can have been spent.
    return { ...failure, costNano: hasSpawned ? null : 0, model: null, survivors: [] };
  } finally {
    await control.endProcesses();
  }
}

function harnessOf({ context, task }: TurnSetting): Harness {
  const name = turnHarness(task, context.settings);
  const harness = context.harnesses.get(name);
  invariant(harness !== undefined, "a launch was admitted without its harness", name);
  return harness;
}

function turnEnvironment(
  { context, order, task, prepared }: TurnSetting,
  session: TurnSession | undefined,
): ReadonlyMap<string, string> {
  const { settings, environment, agentVariables } = context;
  const request = {
    settings,
    host: environment,
    task: taskVariable(order),
    inputs: prepared,
  };
  const variables = agentEnvironment(request, agentVariables);
  const figures = agentFigures(task, settings);
  variables.set("CRUCIBLE_HARNESS", figures.harness);
  if (figures.model !== null) variables.set("CRUCIBLE_MODEL", figures.model);
  if (figures.effort !== null) variables.set("CRUCIBLE_EFFORT", figures.effort);
  // Relative: the turn runs in the root of the workspace.
  if (settings.resultFile) variables.set("CRUCIBLE_TASK_RESULT", RESULT_FILE);
  if (session && task.session !== undefined) {
    variables.set("CRUCIBLE_AGENT_SESSION", session.name);
    variables.set("CRUCIBLE_AGENT_SESSION_ID", session.id);
    variables.set("CRUCIBLE_AGENT_SESSION_ACTION", session.turn === 0 ? "started" : "resumed");
  }
  return variables;
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
