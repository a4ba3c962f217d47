/** Who answers routes in a simulation: a decision model and a person, both functions of the seed and the route's row. */
import type { Decider, DeskRequest, Entry, Plan, RouteTask } from "@crucible/core";
import { Chance, seedOf } from "../arbitraries/chance.js";
import { outcomeByChance } from "../arbitraries/outcomes.js";
import type { VirtualClock } from "../clock/virtual-clock.js";
import type { MemoryDesk } from "../desk/memory-desk.js";
import { flakiness, isCalm, transportFailures } from "./behaviour.js";
import { nodeOf } from "./row-names.js";

function routeOf(plan: Plan, row: string): RouteTask {
  const task = plan.tasks.find(({ name }) => name === nodeOf(row));
  if (task?.kind !== "route") throw new Error(`${row} is no route of the plan`);
  return task;
}

/** `log` reads what the engine has written so far. */
export function deciderOf(seed: number, plan: Plan, log: () => readonly Entry[]): Decider {
  return {
    metered: true,
    check: () => [],
    decide: async ({ task: row }) => {
      const route = routeOf(plan, row);
      const chance = new Chance(seedOf(seed, row));
      const isFlaky = transportFailures(log(), row) < flakiness(chance);
      const { end, costNano } = outcomeByChance(route, chance, isCalm(seed));
      const answer = end.kind === "answered" ? end.answer : undefined;
      if (isFlaky || end.kind === "transport") {
        const retryable = isFlaky || (end.kind === "transport" && end.retryable);
        return { kind: "transport", cause: "provider", detail: "no answer", retryable, costNano };
      }
      const probabilities = answer?.kind === "model" ? answer.probabilities : new Map();
      return { kind: "answered", probabilities, costNano, model: "scripted" };
    },
  };
}

/** A person who answers the requests of a desk after a while, some never. */
export function answerAt(desk: MemoryDesk, clock: VirtualClock, seed: number, plan: Plan): void {
  desk.onOpened((request) => {
    const choices = choicesOf(request, seed, plan);
    if (choices === undefined) return;
    const chance = new Chance(seedOf(seed, `${request.route} answered`));
    const afterMs = chance.pick([0, 1_000, 30_000, 600_000]);
    clock.at(clock.monotonicMs() + afterMs, () => {
      if (desk.isOpen(request)) desk.answer(request, Object.fromEntries(choices));
    });
  });
}

/** Nobody answers only where the route has a limit: without one, the run would wait until its own ceiling. */
function choicesOf(
  request: DeskRequest,
  seed: number,
  plan: Plan,
): ReadonlyMap<string, readonly string[]> | undefined {
  const route = routeOf(plan, request.route);
  const chance = new Chance(seedOf(seed, request.route));
  for (;;) {
    const { end } = outcomeByChance(route, chance, isCalm(seed), request.offered);
    if (end.kind === "answered" && end.answer.kind === "person") return end.answer.choices;
    if (route.timeoutMs !== undefined) return undefined;
  }
}
