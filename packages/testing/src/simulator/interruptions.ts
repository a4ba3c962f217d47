/**
 * The same run, interrupted after any append and resumed: it comes to the same rows, attempts in flight aside. One attempt
 * runs at a time here and no ceiling is near, since what else is in flight and what it has spent may change what follows;
 * {@link isComparable} says where something is in flight all the same.
 */
import { isJsonObject, type JsonValue, type LogLine, type Plan } from "@crucible/core";
import type { Disturbance } from "./disturbances.js";
import { nodeOf } from "./row-names.js";
import { type Simulation, type SimulationOptions, simulate } from "./simulate.js";

const UNHURRIED: SimulationOptions = {
  launch: { width: 1, maxCostUsd: 1_000_000, maxTimeMs: 365 * 86_400_000 },
};

/** The run of a seed without anything going wrong. */
export function simulateCalmly(seed: number, options: SimulationOptions = {}): Promise<Simulation> {
  return simulate(seed, { ...UNHURRIED, ...options, disturbances: [] });
}

/** The same run, whose process dies after the nth append with so many of the lines left that were not durable. */
export function simulateInterrupted(
  seed: number,
  append: number,
  kept: number,
  options: SimulationOptions = {},
): Promise<Simulation> {
  const crash: Disturbance = { kind: "crash", operation: "store.append done", call: append, kept };
  return simulate(seed, { ...UNHURRIED, ...options, disturbances: [crash] });
}

/** How many appends wrote a log: a batch that goes on from what was settled was written with the one before it. */
export function appendsOf(log: readonly LogLine[]): number {
  return log.filter(({ kind }, index) => {
    return log[index - 1]?.more !== true && kind !== "attempt_started" && kind !== "verdict";
  }).length;
}

/**
 * Whether an interrupted run has to come to the rows of an uninterrupted one. Two kinds need not. Where more than one attempt
 * was in flight, as beside a request to a person, which takes no slot, both begin again and may end in the other order. And
 * where a later round finds other files than it would have found, see {@link findsOtherFiles}.
 */
export function isComparable({ log, plan }: Simulation): boolean {
  const lost = log.filter((line) => line.kind === "attempt_ended" && line.cause === "lost");
  return lost.length < 2 && !findsOtherFiles(log, plan);
}

/**
 * A resumed workspace holds the declared files of what passed last (RESUME-005). It holds those of an isolated task, which an
 * uninterrupted one never held, and not those of a round that passed before one that failed, whose set is gone (FILE-043). An
 * attempt that forgets to write its file then finds one in one of the two runs.
 */
function findsOtherFiles(log: readonly LogLine[], plan: Plan): boolean {
  const resumed = log.findIndex((line) => line.kind === "recovery");
  if (resumed < 0) return false;
  const rows = log.slice(0, resumed).filter((line) => line.kind === "task_result");
  const later = log.slice(resumed).flatMap((line) => {
    return line.kind === "attempt_started" ? [nodeOf(line.task)] : [];
  });
  return later.some((node) => {
    const own = rows.filter((row) => nodeOf(row.task) === node);
    const held = own.some((row) => row.status === "pass" && row.files !== undefined);
    const isolated = plan.tasks.find(({ name }) => name === node)?.isolation !== null;
    return held && (isolated || own.at(-1)?.status !== "pass");
  });
}

/**
 * Where two logs of one run do not come to the same rows; empty when they do. Left aside are tasks whose attempt was lost
 * when dispatch had stopped already: they are not started again (RESUME-017, RESUME-023).
 */
export function rowDifferences(calm: Simulation, interrupted: Simulation): readonly string[] {
  const aside = leftBehind(interrupted);
  const wanted = rowsBeside(calm.log, aside);
  const found = rowsBeside(interrupted.log, aside);
  return [
    ...wanted.filter((row) => !found.includes(row)).map((row) => `only uninterrupted: ${row}`),
    ...found.filter((row) => !wanted.includes(row)).map((row) => `only interrupted: ${row}`),
  ];
}

/** Tasks with an attempt that was lost and not followed by another, and the loops around them. */
function leftBehind({ log, plan }: Simulation): ReadonlySet<string> {
  const aside = new Set<string>();
  for (const line of log) {
    if (line.kind !== "attempt_ended" || line.cause !== "lost") continue;
    const again = log.some(
      (later) =>
        later.kind === "attempt_started" && later.task === line.task && later.seq > line.seq,
    );
    if (again) continue;
    const node = nodeOf(line.task);
    const reviewer = plan.tasks.find(({ name, revise }) => {
      return revise && (name === node || revise.targets.includes(node));
    });
    for (const name of [node, reviewer?.name ?? node, ...(reviewer?.revise?.targets ?? [])]) {
      aside.add(name);
    }
  }
  return aside;
}

/** What rows came to, without how often they were tried. */
function rowsBeside(log: readonly LogLine[], aside: ReadonlySet<string>): readonly string[] {
  return log.flatMap((line) => {
    if (line.kind !== "task_result" || aside.has(nodeOf(line.task))) return [];
    const files = (line.files ?? []).map(({ path, digest }) => `${path} ${digest}`);
    const output = withoutEvidence(line.output ?? null);
    return [JSON.stringify([line.task, line.status, output, line.blocked ?? null, files])];
  });
}

/** When a person was asked and what was spent until then depends on what was interrupted. */
function withoutEvidence(output: JsonValue): JsonValue {
  if (!isJsonObject(output) || !isJsonObject(output["decision"])) return output;
  const { evidence_digest: _, decided_at: __, ...decision } = output["decision"];
  return { ...output, decision };
}
