/**
 * A Harness whose agent knows its answers by heart: it writes files through the workspace, as an agent would, and ends
 * with one JSON object as its last words. A real one would call a model here and report what the model cost.
 */
import { type Harness, nanoFromUsd, type SpawnRequest, type TurnRequest } from "@crucible/core";

export interface CannedTurn {
  readonly files?: Readonly<Record<string, string>>;
  readonly result: Readonly<Record<string, unknown>>;
  readonly costUsd: number;
}

/** `turnOf` gives the answer to a task's prompt. */
export function cannedHarness(turnOf: (task: string, prompt: string) => CannedTurn): Harness {
  return {
    name: "canned",
    metered: true,
    sessions: false,
    interrupts: true,
    check: () => [],
    run: async (turn, context) => {
      const { files = {}, result, costUsd } = turnOf(turn.task, turn.prompt);
      const spent = { costNano: nanoFromUsd(costUsd), model: null, survivors: [] };
      for (const [path, text] of Object.entries(files)) {
        const stdin = new TextEncoder().encode(text);
        const end = await context.spawn(writing(turn, path, stdin)).ended;
        if (context.signal.aborted) return { kind: "aborted", ...spent };
        if (end.kind === "spawn_failed") {
          const { detail } = end;
          return { kind: "transport", cause: "agent", detail, retryable: true, ...spent };
        }
      }
      return { kind: "completed", text: JSON.stringify(result), denials: [], ...spent };
    },
  };
}

function writing({ attempt, env }: TurnRequest, path: string, stdin: Uint8Array): SpawnRequest {
  return { attempt, argv: ["write", path], env, stdin, files: new Map(), feedback: [] };
}
