/**
 * One turn of an agent, taken through its harness. The harness gets the reins of this turn alone: once the turn is over
 * nothing that it still says counts, and it starts nothing more. Whatever it does, the turn comes to an outcome.
 */
import {
  type AgentTask,
  type Harness,
  type HarnessEvent,
  invariant,
  type JsonValue,
  type TurnContext,
  type TurnOutcome,
  type TurnRequest,
  type TurnSession,
} from "@crucible/core";
import { agentFigures, turnHarness } from "../agent/agent-figures.js";
import type { AttemptTranscript } from "../agent/attempt-transcript.js";
import { RESULT_FILE } from "../agent/prompt.js";
import type { SpendMeter } from "../agent/spend-meter.js";
import { readTurnOutcome } from "../agent/turn-outcome.js";
import type { ExecutionContext } from "../execution/context.js";
import { thrownText } from "../ports/said.js";
import { endOfWork, GIVEN_UP } from "../time/grace.js";
import type { AttemptControl } from "./attempt-control.js";
import { agentEnvironment } from "./environment.js";
import { type AttemptOrder, taskVariable } from "./order.js";
import type { Place } from "./place.js";
import type { Prepared } from "./prepare.js";

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

/** Never rejects for what the harness does: its faults are transport failures. */
export async function takeTurn(
  setting: TurnSetting,
  prompt: string,
  session: TurnSession | undefined,
): Promise<TurnOutcome> {
  const { context, task, control } = setting;
  const harness = harnessOf(context, task);
  const reins = new TurnReins(setting);
  try {
    const request = requestOf(setting, prompt, session);
    const outcome = await outcomeOf(harness, harness.run(request, reins), setting);
    if (outcome === GIVEN_UP) return reins.failure("did not come to an end when it was told to");
    const reading = readTurnOutcome(outcome);
    return reading.kind === "sound" ? reading.outcome : reins.failure(reading.problem);
  } catch (error) {
    return reins.failure(`failed: ${thrownText(error)}`);
  } finally {
    reins.drop();
    await control.endProcesses();
  }
}

/** Given up of one that could end its turn and does not; one that cannot interrupt a turn is waited for (RUN-029). */
function outcomeOf(
  { interrupts }: Harness,
  turn: Promise<TurnOutcome>,
  { context, control }: TurnSetting,
): Promise<TurnOutcome | typeof GIVEN_UP> {
  return interrupts ? endOfWork(turn, control.signal, context.time) : turn;
}

class TurnReins implements TurnContext {
  readonly signal: AbortSignal;
  readonly #setting: TurnSetting;
  #hasSpawned = false;
  #isOver = false;

  constructor(setting: TurnSetting) {
    this.#setting = setting;
    this.signal = setting.control.signal;
  }

  readonly spawn: TurnContext["spawn"] = (request) => {
    if (this.#isOver) throw new Error("the turn is over, so nothing is started for it any more");
    this.#hasSpawned = true;
    const { control, place } = this.#setting;
    return control.spawn(place.workspace, request);
  };

  readonly spent: TurnContext["spent"] = (costNano) => {
    if (!this.#isOver) this.#setting.meter.spent(costNano);
  };

  readonly event: TurnContext["event"] = (told) => {
    if (this.#isOver) return;
    const { mask } = this.#setting.context;
    let event: HarnessEvent;
    try {
      // What is shown may be kept too, in the log of a build server for one.
      event = mask.value(told as unknown as JsonValue) as unknown as HarnessEvent;
    } catch {
      // It nests too deep to be looked at, so nobody is shown it; the turn goes on.
      return;
    }
    show(this.#setting, event);
  };

  drop(): void {
    this.#isOver = true;
  }

  /** What a turn comes to whose harness broke its promise; `problem` completes `the harness …`. */
  failure(problem: string): TurnOutcome {
    const detail = `the harness ${problem}`;
    const failure = { kind: "transport", cause: "agent", detail, retryable: true } as const;
    // Where nothing was started nothing can have been spent.
    return { ...failure, costNano: this.#hasSpawned ? null : 0, model: null, survivors: [] };
  }
}

/** Keeps what an agent did in its transcript, and shows it. */
export function show(
  { context, order, transcript, beganMs }: TurnSetting,
  event: HarnessEvent,
): void {
  transcript.event(event);
  const elapsedMs = context.time.nowMs() - beganMs;
  const { task, attempt } = order;
  context.observe({ run: context.run, task, attempt, elapsedMs, event });
}

function requestOf(
  setting: TurnSetting,
  prompt: string,
  session: TurnSession | undefined,
): TurnRequest {
  const { context, order, task, prepared, control } = setting;
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
  return session ? { ...request, session } : request;
}

function harnessOf({ harnesses, settings }: ExecutionContext, task: AgentTask): Harness {
  const name = turnHarness(task, settings);
  const harness = harnesses.get(name);
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
