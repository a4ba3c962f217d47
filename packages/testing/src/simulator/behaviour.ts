/**
 * How the world behaves in a simulation. What becomes of a row is a function of the seed and the row's name alone, so that
 * a row comes to the same however often the engine dies around it; only transport failures before it are counted, from
 * the log, since a lost attempt is not one.
 */
import type { Entry, JsonValue, Plan, Task } from "@crucible/core";
import { Chance, seedOf } from "../arbitraries/chance.js";
import { outcomeByChance } from "../arbitraries/outcomes.js";
import type { Agent, AgentEnd } from "../harness/scripted-harness.js";
import type { Program, ProgramLookup, ProgramRun } from "../world/program.js";
import { nodeOf } from "./row-names.js";

export interface Behaviour {
  readonly programs: ProgramLookup;
  readonly agent: Agent;
}

/** What one attempt of a row does. */
interface Deed {
  readonly kind: "exits" | "hangs" | "transport";
  readonly exitCode: number;
  /** What it gives as its result; `undefined` when it gives none. */
  readonly result: JsonValue | undefined;
  readonly durationMs: number;
  readonly costUsd: number;
  readonly writesFiles: boolean;
}

const DAY_MS = 86_400_000;

/** The behaviour of a plan's tasks under a seed; `log` reads what the engine has written so far. */
export function behaviourOf(seed: number, plan: Plan, log: () => readonly Entry[]): Behaviour {
  const tasks = new Map(plan.tasks.map((task) => [task.name, task]));
  const deed = (row: string): Deed => {
    const task = tasks.get(nodeOf(row));
    return deedOf(seed, row, task as Task, transportFailures(log(), row));
  };
  const program: Program = async (run) => {
    const task = run.env.get("CRUCIBLE_TASK") ?? "";
    return carryOut(run, deed(rowInFlight(log(), task)), tasks.get(nodeOf(task)));
  };
  return {
    programs: (argv) => {
      if (argv[0] !== "sh") return undefined;
      const task = plan.tasks.find((one) => "command" in one && one.command === argv[2]);
      // Instances share a command text, so that it cannot be told which of them is about to start.
      const fails = task && !task.over && deed(rowInFlight(log(), task.name)).kind === "transport";
      return fails ? undefined : program;
    },
    agent: async (turn) => {
      const row = turn.request.task;
      return takeTurn(turn, deed(row), tasks.get(nodeOf(row)));
    },
  };
}

async function carryOut(run: ProgramRun, deed: Deed, task: Task | undefined): Promise<number> {
  await run.sleep(deed.durationMs);
  for (const { path } of task?.emitsFiles ?? []) {
    if (deed.writesFiles) run.write(path, `${run.env.get("CRUCIBLE_TASK")} ${deed.exitCode}`);
  }
  if (deed.result !== undefined) run.print(`${JSON.stringify(deed.result)}\n`);
  return deed.exitCode;
}

async function takeTurn(
  turn: Parameters<Agent>[0],
  deed: Deed,
  task: Task | undefined,
): Promise<AgentEnd> {
  turn.spend(deed.costUsd / 2);
  await turn.sleep(deed.durationMs);
  turn.spend(deed.costUsd);
  if (deed.kind === "transport") return { transport: { detail: "no answer" } };
  for (const { path } of task?.emitsFiles ?? []) if (deed.writesFiles) turn.write(path, "words");
  if (deed.result !== undefined) turn.answer(deed.result);
  return deed.exitCode === 0 ? {} : { failed: { note: "refused", exitCode: deed.exitCode } };
}

function deedOf(seed: number, row: string, task: Task, failures: number): Deed {
  const chance = new Chance(seedOf(seed, row));
  const flaky = flakiness(chance);
  const durationMs = chance.pick([0, 10, 1_000, 1_000, 7_000, 45_000, 200_000]);
  const writesFiles = !chance.oneIn(8);
  const { end, costNano } = outcomeByChance(task, chance, isCalm(seed));
  const exited = end.kind === "exited" ? end : undefined;
  const result = exited?.result.kind === "value" ? exited.result.value : undefined;
  const hangs = end.kind === "deadline" && task.timeoutMs !== undefined;
  return {
    kind: failures < flaky ? "transport" : hangs ? "hangs" : "exits",
    exitCode: exited ? (exited.exitCode ?? 9) : 1,
    result,
    durationMs: hangs ? DAY_MS : durationMs,
    costUsd: costNano / 1_000_000_000,
    writesFiles,
  };
}

/** How often the transport of a row fails before it works. */
export function flakiness(chance: Chance): number {
  return chance.pick([0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3]);
}

/** In two worlds of three most things go well, so that runs reach what comes late in a plan. */
export function isCalm(seed: number): boolean {
  return seedOf(seed, "calm") % 3 > 0;
}

export function transportFailures(log: readonly Entry[], row: string): number {
  return log.filter(
    (entry) => entry.kind === "attempt_ended" && entry.task === row && entry.cause === "transport",
  ).length;
}

/** The row of the task's newest attempt: rounds are told apart by nothing else. */
function rowInFlight(log: readonly Entry[], task: string): string {
  for (let at = log.length - 1; at >= 0; at--) {
    const entry = log[at];
    if (entry?.kind !== "attempt_started") continue;
    if (entry.task === task || nodeOf(entry.task) === task) return entry.task;
  }
  return task;
}
