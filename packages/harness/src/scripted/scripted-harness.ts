/**
 * A harness without an agent: what each turn does is written down beforehand. For demonstrations and for tests of a
 * workflow that should cost nothing. Files are written by processes of the workspace, since a harness has no other way in.
 */
import {
  type Harness,
  type JsonObject,
  nanoFromUsd,
  type TransportCause,
  type TurnContext,
  type TurnOutcome,
  type TurnRequest,
} from "@crucible/core";

/** What one turn does; everything may be left out. */
export interface ScriptedTurn {
  /** Files to write, by path in the workspace. */
  readonly files?: Readonly<Record<string, string>>;
  /** The object to write to `PLAN_TASK_RESULT.json`. */
  readonly result?: JsonObject;
  /** Its last words. */
  readonly text?: string;
  readonly costUsd?: number;
  /** The turn fails by its own doing. */
  readonly failure?: string;
  /** The turn cannot be had. */
  readonly transport?: { readonly detail: string; readonly cause?: TransportCause };
}

export interface ScriptedHarnessOptions {
  readonly name?: string;
  /** What a turn does, by the turn that is asked for. */
  readonly turn: (turn: TurnRequest) => ScriptedTurn | Promise<ScriptedTurn>;
}

const RESULT_FILE = "PLAN_TASK_RESULT.json";
const WRITE = 'mkdir -p "$(dirname "$1")" && cat > "$1"';

/** A harness that does what it is told; `scripted` unless it is named. */
export function scriptedHarness(options: ScriptedHarnessOptions): Harness {
  return Object.freeze({
    name: options.name ?? "scripted",
    metered: true,
    sessions: true,
    interrupts: true,
    check: () => [],
    run: async (turn: TurnRequest, context: TurnContext): Promise<TurnOutcome> => {
      const script = await unlessAborted(options.turn(turn), context.signal);
      if (script !== undefined) return perform(turn, context, script);
      return { kind: "aborted", costNano: 0, model: turn.model, survivors: [] };
    },
  });
}

/** What the turn is to do, or `undefined` when it is told to end before that is known. */
async function unlessAborted(
  script: ScriptedTurn | Promise<ScriptedTurn>,
  signal: AbortSignal,
): Promise<ScriptedTurn | undefined> {
  let end: () => void = () => undefined;
  const aborted = new Promise<undefined>((resolve) => {
    end = () => resolve(undefined);
  });
  signal.addEventListener("abort", end);
  try {
    return signal.aborted ? undefined : await Promise.race([script, aborted]);
  } finally {
    signal.removeEventListener("abort", end);
  }
}

async function perform(
  turn: TurnRequest,
  context: TurnContext,
  script: ScriptedTurn,
): Promise<TurnOutcome> {
  const costNano = nanoFromUsd(script.costUsd ?? 0);
  if (costNano > 0) context.spent(costNano);
  const figures = { costNano, model: turn.model, survivors: [] };
  const files = new Map(Object.entries(script.files ?? {}));
  if (script.result !== undefined) files.set(RESULT_FILE, JSON.stringify(script.result));
  for (const [path, text] of files) {
    const problem = await write(turn, context, path, text);
    if (context.signal.aborted) return { ...figures, kind: "aborted" };
    if (problem !== undefined) {
      return { ...figures, kind: "transport", cause: "agent", detail: problem, retryable: false };
    }
  }
  return { ...figures, ...ending(script) };
}

type Ending =
  | { kind: "completed"; text: string; denials: readonly string[] }
  | { kind: "failed"; note: string; text: string }
  | { kind: "transport"; cause: TransportCause; detail: string; retryable: boolean };

function ending({ text = "", failure, transport }: ScriptedTurn): Ending {
  if (failure !== undefined) return { kind: "failed", note: failure, text };
  if (transport === undefined) return { kind: "completed", text, denials: [] };
  const { cause = "provider", detail } = transport;
  return { kind: "transport", cause, detail, retryable: true };
}

async function write(
  turn: TurnRequest,
  context: TurnContext,
  path: string,
  text: string,
): Promise<string | undefined> {
  const process = context.spawn({
    attempt: turn.attempt,
    argv: ["sh", "-c", WRITE, "sh", path],
    env: turn.env,
    stdin: new TextEncoder().encode(text),
    files: new Map(),
    feedback: [],
  });
  const end = await process.ended;
  if (end.kind === "spawn_failed") return `spawn failed: ${end.detail}`;
  return end.exitCode === 0 ? undefined : `${path} cannot be written: ${end.stderrTail.trim()}`;
}
