/**
 * A harness whose agent is a function. Each turn runs as a process of the World in memory, so that an agent works in its
 * workspace, is killed at its deadline and leaves nothing behind, as a real one.
 *
 * The World must be given {@link ScriptedHarness.programs}.
 */
import {
  type Harness,
  nanoFromUsd,
  type Process,
  type SpawnRequest,
  type TransportCause,
  type TurnContext,
  type TurnOutcome,
  type TurnRequest,
  type TurnSettings,
} from "@crucible/core";
import type { Program, ProgramLookup, ProgramRun } from "../world/program.js";

/** What an agent sees and does in one turn. */
export interface AgentTurn extends ProgramRun {
  readonly request: TurnRequest;
  /** Spend of the turn so far, in dollars. */
  spend(usd: number): void;
  /** Writes `PLAN_TASK_RESULT.json`. */
  answer(result: unknown): void;
}

/** How a turn ends; nothing means that it completed. */
export interface AgentEnd {
  readonly text?: string;
  readonly cursor?: string;
  readonly denials?: readonly string[];
  /** Total of the turn in dollars; `null` when it cannot be known. What was spent last, unless given. */
  readonly costUsd?: number | null;
  readonly failed?: { readonly note: string; readonly exitCode?: number };
  readonly transport?: {
    readonly detail: string;
    readonly cause?: TransportCause;
    readonly retryable?: boolean;
  };
}

// biome-ignore lint/suspicious/noConfusingVoidType: an agent that returns nothing completed
export type Agent = (turn: AgentTurn) => AgentEnd | void | Promise<AgentEnd | void>;

export interface ScriptedHarnessOptions {
  readonly name?: string;
  readonly metered?: boolean;
  readonly sessions?: boolean;
  readonly agent: Agent;
  readonly check?: (turn: TurnSettings) => readonly string[];
}

interface TurnState {
  costNano: number;
  end: AgentEnd;
}

export class ScriptedHarness implements Harness {
  readonly name: string;
  readonly metered: boolean;
  readonly sessions: boolean;
  /** A turn is a process of the World in memory, which ends when it is killed. */
  readonly interrupts: boolean = true;
  /** Every turn that was asked for, in order. */
  readonly turns: TurnRequest[] = [];
  readonly #agent: Agent;
  readonly #check: (turn: TurnSettings) => readonly string[];
  readonly #programs = new Map<string, Program>();

  constructor(options: ScriptedHarnessOptions) {
    this.name = options.name ?? "claude";
    this.metered = options.metered ?? true;
    this.sessions = options.sessions ?? true;
    this.#agent = options.agent;
    this.#check = options.check ?? (() => []);
  }

  get programs(): ProgramLookup {
    return (argv) =>
      argv[0] === `agent:${this.name}` ? this.#programs.get(argv[1] ?? "") : undefined;
  }

  check(turn: TurnSettings): readonly string[] {
    return this.#check(turn);
  }

  async run(turn: TurnRequest, context: TurnContext): Promise<TurnOutcome> {
    const state: TurnState = { costNano: 0, end: {} };
    const process = this.#spawn(turn, context, state);
    const end = await process.ended;
    const survivors = end.kind === "exited" ? end.survivors : [];
    const common = { costNano: costOf(state), model: turn.model ?? "scripted", survivors };
    if (context.signal.aborted) return { ...common, kind: "aborted" };
    if (end.kind === "spawn_failed") {
      return { ...common, kind: "transport", cause: "agent", detail: end.detail, retryable: true };
    }
    if (end.exitCode !== 0) {
      return { ...common, kind: "failed", note: end.stderrTail.trim(), text: "" };
    }
    return outcomeOf(state.end, turn, common);
  }

  #spawn(turn: TurnRequest, context: TurnContext, state: TurnState): Process {
    const id = String(this.turns.push(turn));
    this.#programs.set(id, async (run) => {
      state.end = (await this.#agent(this.#turnOf(run, turn, context, state))) ?? {};
    });
    const request: SpawnRequest = {
      attempt: turn.attempt,
      argv: [`agent:${this.name}`, id],
      env: turn.env,
      stdin: new TextEncoder().encode(turn.prompt),
      files: new Map([["CRUCIBLE_INPUTS_FILE", new TextEncoder().encode(turn.inputsJson)]]),
      feedback: [],
    };
    return context.spawn(request);
  }

  #turnOf(
    run: ProgramRun,
    request: TurnRequest,
    context: TurnContext,
    state: TurnState,
  ): AgentTurn {
    const { argv, env, stdin, privateFile, inputs, read, list, write, place, remove } = run;
    const { print, complain, report, sleep, leaveBehind } = run;
    return {
      ...{ argv, env, stdin, privateFile, inputs, read, list, write, place, remove },
      ...{ print, complain, report, sleep, leaveBehind },
      get signal() {
        return run.signal;
      },
      request,
      spend: (usd) => {
        state.costNano = nanoFromUsd(usd);
        context.spent(state.costNano);
      },
      answer: (result) => write("PLAN_TASK_RESULT.json", JSON.stringify(result)),
    };
  }
}

function costOf(state: TurnState): number | null {
  const { costUsd } = state.end;
  if (costUsd === null) return null;
  return costUsd === undefined ? state.costNano : nanoFromUsd(costUsd);
}

type TurnFigures = Pick<TurnOutcome, "costNano" | "model" | "survivors">;

function outcomeOf(end: AgentEnd, turn: TurnRequest, figures: TurnFigures): TurnOutcome {
  const text = end.text ?? "";
  if (end.failed) return { ...figures, kind: "failed", text, ...end.failed };
  if (end.transport) {
    const { detail, cause = "provider", retryable = true } = end.transport;
    return { ...figures, kind: "transport", detail, cause, retryable };
  }
  const denials = end.denials ?? [];
  const cursor = end.cursor ?? nextCursor(turn);
  if (cursor === undefined) return { ...figures, kind: "completed", text, denials };
  return { ...figures, kind: "completed", text, denials, cursor };
}

function nextCursor(turn: TurnRequest): string | undefined {
  return turn.session ? `${turn.session.id}#${turn.session.turn + 1}` : undefined;
}
