/** Random ends of attempts: every kind of end that a command, an evaluation or an agent can come to. */
import type { JsonObject, JsonValue, Task } from "@crucible/core";
import type { AttemptEnd } from "@crucible/executor/machine";
import fc from "fast-check";
import { type Offered, routeEndByChance } from "./answers.js";
import { Chance } from "./chance.js";

/** How an attempt ends, as whoever plays the world needs it. */
export interface AttemptOutcome {
  readonly end: AttemptEnd;
  readonly costNano: number;
  /** What checking its output found wrong. */
  readonly findings: readonly string[];
}

const KEYS = ["a", "b", "c/d", ".e", "f%"];
const CENT_NANO = 10_000_000;

/**
 * One way for an attempt of a task to end; where the world is calm, three in four end well. `offered` is what a person
 * picks from, by question id.
 */
export function outcomeByChance(
  task: Task,
  chance: Chance,
  calm = false,
  offered?: Offered,
): AttemptOutcome {
  if (task.kind === "route") {
    const end = routeEndByChance(task, chance, calm, offered);
    const costNano = task.decider.kind === "model" ? chance.below(6) * CENT_NANO : 0;
    return { end, costNano, findings: [] };
  }
  const well = calm && !chance.oneIn(4);
  const output = well ? goodOutput(chance) : outputByChance(chance);
  const costNano = task.kind === "agent" ? chance.below(12) * CENT_NANO : 0;
  const missing = task.emits.filter(({ name }) => !Object.hasOwn(output, name));
  const findings = missing.map(({ name }) => `field ${name} is missing`);
  const end = well ? exited(0, output) : endByChance(task, output, chance);
  return { end, costNano, findings };
}

/** Ends of attempts for fast-check: one a draw, always the same for the same draw. */
export function outcomes(task: Task): fc.Arbitrary<AttemptOutcome> {
  return fc.nat(0x7fffffff).map((seed) => outcomeByChance(task, new Chance(seed)));
}

function endByChance(task: Task, output: JsonObject, chance: Chance): AttemptEnd {
  switch (chance.below(16)) {
    case 0:
      return exited(1, { ...output, note: "no" });
    case 1:
      return task.kind === "agent" ? turnFailed(output, chance) : exited(code(chance), undefined);
    case 2:
      return exited(0, { ...output, status: "skipped" });
    case 3:
      return exited(0, { ...output, status: "fail" });
    case 4:
      return exited(0, undefined);
    case 5:
    case 6:
      return {
        kind: "transport",
        cause: chance.pick(["gateway", "command", "workspace"] as const),
        detail: "no answer",
        retryable: !chance.oneIn(5),
      };
    case 7:
      return { kind: "deadline", limit: "task" };
    case 8:
      return chance.oneIn(2)
        ? exited(0, { ...output, complete: true, reason: "enough" })
        : exited(0, output);
    case 9:
      return {
        kind: "refused",
        note: "an input holds the mark",
        ...(chance.oneIn(3) ? { staging: true } : {}),
      };
    default:
      return exited(0, output);
  }
}

function code(chance: Chance): number | null {
  return chance.pick([1, 2, null]);
}

/** A turn that failed by its own doing, now and then after it had said that there is nothing to do. */
function turnFailed(output: JsonObject, chance: Chance): AttemptEnd {
  const value: JsonValue = chance.oneIn(4) ? { ...output, status: "skipped" } : output;
  const result = chance.oneIn(2) ? { kind: "none" as const } : { kind: "value" as const, value };
  return { kind: "turn_failed", note: "no more turns", result, stderrTail: "" };
}

function exited(exitCode: number | null, value: JsonValue | undefined): AttemptEnd {
  const result =
    value === undefined ? { kind: "none" as const } : { kind: "value" as const, value };
  return { kind: "exited", exitCode, result, stderrTail: "" };
}

function goodOutput(chance: Chance): JsonObject {
  return {
    items: KEYS.slice(0, chance.below(5)),
    area: chance.pick(["north", "south"]),
    go: !chance.oneIn(3),
    score: chance.below(7),
  };
}

function outputByChance(chance: Chance): JsonObject {
  const output: { [field: string]: JsonValue } = {
    items: listByChance(chance),
    area: chance.pick(["north", "north", "south", "none", "uncertain", "elsewhere"]),
    go: chance.pick<JsonValue>(["yes", "no", true, false]),
    score: chance.oneIn(12) ? "high" : chance.below(7),
    ...(chance.oneIn(8) ? { pass: chance.pick<JsonValue>([true, false, "yes"]) } : {}),
  };
  if (chance.oneIn(20)) delete output["items"];
  if (chance.oneIn(20)) delete output["score"];
  return output;
}

/** Mostly a list that can be mapped; now and then one that cannot. */
function listByChance(chance: Chance): JsonValue {
  const keys = KEYS.slice(0, chance.below(5));
  switch (chance.below(12)) {
    case 0:
      return [...keys, "a", "a"];
    case 1:
      return [...keys, 7];
    case 2:
      return "a, b";
    case 3:
      return [...KEYS, "g", "h"];
    case 4:
      return [...keys, chance.pick(["", "a[b]"])];
    default:
      return keys;
  }
}
