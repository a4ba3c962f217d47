/**
 * Harness: one kind of agent. It says how a turn is started and what its stream means; it starts processes only through
 * the workspace it is given, and it decides neither retries nor verdicts (HARNESS-008, HARNESS-022).
 */
import type { JsonValue } from "../json/json.js";
import type { TransportCause } from "../log/status.js";
import type { Process, ProcessEnd, SpawnRequest } from "./world.js";

export interface Harness {
  readonly name: string;
  /**
   * Whether it reports what turns cost, of all or of those under some settings; one that it does not needs a price a
   * turn under a cost ceiling (HARNESS-015).
   */
  readonly metered: boolean | ((turn: TurnSettings) => boolean);
  /** Whether a conversation can continue over several turns. */
  readonly sessions: boolean;
  /** Whether a turn that is told to end does so in mid-flight; otherwise it runs to its own end and is waited for (RUN-029). */
  readonly interrupts: boolean;
  /** What is wrong with a turn before anything is dispatched, in words; pure, spends nothing. */
  check(turn: TurnSettings): readonly string[];
  /**
   * Runs one turn. Always resolves, also when the turn is aborted: the engine waits half a minute for a harness that
   * interrupts, and takes what rejects or is no outcome for a transport failure (EXEC-061).
   */
  run(turn: TurnRequest, context: TurnContext): Promise<TurnOutcome>;
}

/** What a task or the manifest pins; `null` leaves it to the harness. */
export interface TurnSettings {
  readonly model: string | null;
  readonly effort: string | null;
}

export interface TurnRequest extends TurnSettings {
  /** Identity of the attempt, unique in the run. */
  readonly attempt: string;
  /** Row name of the task, instance or round. */
  readonly task: string;
  readonly prompt: string;
  readonly session?: TurnSession;
  /** The complete environment for the agent. */
  readonly env: ReadonlyMap<string, string>;
  /** The inputs object as JSON text, for stand-ins that read it from a file. */
  readonly inputsJson: string;
  /** How long the attempt may still take; trouble with reaching the model should be told before that, since a deadline is a failure of the task's own. */
  readonly remainingMs?: number;
}

export interface TurnSession {
  readonly name: string;
  /** Stable identity of the conversation within the run. */
  readonly id: string;
  /** Completed turns before this one; 0 starts the conversation. */
  readonly turn: number;
  /** What the harness returned after the last completed turn; opaque to the engine, never logged. */
  readonly cursor?: string;
}

/** The reins of one turn: nothing that is told after its end counts. */
export interface TurnContext {
  /** Starts a process in the attempt's workspace; throws once the turn is over. */
  spawn(request: SpawnRequest): Process;
  /** Spend of the turn so far, an absolute figure in nano-dollars. */
  spent(costNano: number): void;
  /** Something worth showing while the turn runs. */
  event(event: HarnessEvent): void;
  /** Aborted when the attempt must end; the engine kills the attempt's processes itself. */
  readonly signal: AbortSignal;
}

/** What an agent says and does while it works, in the order in which it told. */
export type HarnessEvent =
  /** The agent is there: the conversation that it works in, the model and its own version, as far as it says. */
  | {
      readonly kind: "started";
      readonly session?: string;
      readonly model?: string;
      readonly version?: string;
    }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "thinking"; readonly text: string }
  | { readonly kind: "tool"; readonly name: string; readonly detail: string }
  | {
      readonly kind: "tool_result";
      readonly name: string;
      readonly failed: boolean;
      readonly output: string;
    }
  | { readonly kind: "denied"; readonly name: string; readonly detail: string }
  /** What the turn has used so far, all of it; `costNano` is `null` where no price is known. */
  | {
      readonly kind: "usage";
      readonly tokens: TokenUsage;
      readonly costNano: number | null;
      readonly basis: CostBasis;
    }
  | { readonly kind: "retry"; readonly detail: string }
  | { readonly kind: "warning"; readonly message: string }
  | { readonly kind: "unknown"; readonly raw: JsonValue };

/**
 * Who says what a turn costs: the agent itself, a table of prices for the tokens that were told, or an estimate from what
 * was sent where nobody told. `unknown` is never taken for nothing.
 */
export type CostBasis = "agent" | "price_table" | "estimate" | "unknown";

export interface TokenUsage {
  /** Read anew, neither from a cache nor into one. */
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
}

interface TurnEnd {
  /** Total of the turn in nano-dollars; `null` when it cannot be known. */
  readonly costNano: number | null;
  /** The model that the turn actually ran under, as the agent names it; `null` when it does not say. */
  readonly model: string | null;
  /** What the turn's processes left running, as {@link ProcessEnd} describes it. */
  readonly survivors: readonly string[];
}

export type TurnOutcome = TurnEnd &
  (
    | {
        readonly kind: "completed";
        /** Its last words; a stand-in's last standard output line. */
        readonly text: string;
        /** What continues the conversation from here; the one before stands when none is given. */
        readonly cursor?: string;
        /** Tools that the agent was denied; named in the note of a missing result. */
        readonly denials: readonly string[];
      }
    /** The turn ran and failed by its own doing; never retried. */
    | {
        readonly kind: "failed";
        /** Why, in words; the end of standard error beside an `exitCode`. */
        readonly note: string;
        /** Of a stand-in: the code it exited with, which then begins the task's note. */
        readonly exitCode?: number;
        /** Its last words, as above. */
        readonly text: string;
      }
    /** The turn could not be had; retried when `retryable`. */
    | {
        readonly kind: "transport";
        readonly cause: TransportCause;
        readonly detail: string;
        readonly retryable: boolean;
      }
    /** The signal ended it. */
    | { readonly kind: "aborted" }
  );
