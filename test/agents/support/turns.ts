/** Single turns of a harness, each a process of this machine in a workspace of the test's own. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Harness, HarnessEvent, TurnOutcome, TurnRequest, TurnSession } from "@crucible/core";
import { onTestFinished } from "vitest";
import { Homes } from "../../../packages/local/src/process/homes.js";
import { type LocalProcess, spawnProcess } from "../../../packages/local/src/process/spawn.js";

export interface Turns {
  /** Holds everything of the turns but where they work, conversations included. */
  readonly folder: string;
  /** Where the turns work. */
  readonly workspace: string;
  /** Begins the value of the marker of every process of these turns. */
  readonly marker: string;
  /** Begins a turn that a test ends, or waits for. */
  begin(harness: Harness, change?: Partial<TurnRequest>): Turn;
  take(harness: Harness, change?: Partial<TurnRequest>): Promise<TurnEnd>;
}

interface Turn {
  readonly end: Promise<TurnEnd>;
  readonly events: readonly HarnessEvent[];
  /** What it said that it had spent, each time. */
  readonly spent: readonly number[];
  /** As the engine does at a limit. */
  abort(): Promise<void>;
}

interface TurnEnd {
  readonly outcome: TurnOutcome;
  readonly events: readonly HarnessEvent[];
  readonly spent: readonly number[];
}

let count = 0;

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "crucible-agents-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

export function turnsWith(variables: ReadonlyMap<string, string>): Turns {
  const folder = temporaryFolder();
  const workspace = temporaryFolder();
  const homes = new Homes(folder);
  const marker = `test-agents-${process.pid}-${count++}/`;
  let turn = 0;
  const begin = (harness: Harness, change: Partial<TurnRequest> = {}): Turn => {
    const controller = new AbortController();
    const running: LocalProcess[] = [];
    const events: HarnessEvent[] = [];
    const spent: number[] = [];
    turn += 1;
    const request: TurnRequest = {
      attempt: `task#${turn}`,
      task: "task",
      prompt: "Do it.",
      model: null,
      effort: null,
      env: new Map([
        ["PATH", process.env["PATH"] ?? ""],
        ["HOME", folder],
        ["LANG", "C.UTF-8"],
        ...variables,
      ]),
      inputsJson: "{}",
      ...change,
    };
    const number = turn;
    const outcome = harness.run(request, {
      spawn: (spawned): LocalProcess => {
        const name = `${number}-${running.length}`;
        const process = spawnProcess(spawned, {
          workspace,
          privateFolder: join(folder, `process-${name}`),
          marker: `${marker}${name}`,
          secrets: [],
          homes,
        });
        running.push(process);
        return process;
      },
      spent: (costNano) => spent.push(costNano),
      event: (event) => events.push(event),
      signal: controller.signal,
    });
    return {
      events,
      spent,
      end: outcome.then((ended) => ({ outcome: ended, events, spent })),
      abort: async () => {
        controller.abort();
        await Promise.all(running.map((process) => process.kill()));
      },
    };
  };
  return {
    folder,
    workspace,
    marker,
    begin,
    take: (harness, change) => begin(harness, change).end,
  };
}

/** The turn of a conversation that follows these. */
export function nextTurn(turn: number, before?: TurnOutcome): TurnSession {
  const session = { name: "review", id: "11111111-1111-4111-8111-111111111111", turn };
  const cursor = before?.kind === "completed" ? before.cursor : undefined;
  return cursor === undefined ? session : { ...session, cursor };
}
