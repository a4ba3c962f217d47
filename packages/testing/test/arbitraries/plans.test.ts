/** Random plans are plans that the compiler accepts, and together they hold whatever a plan can hold. */
import { memoryPack, printWorkflow, tryCompile } from "@crucible/compiler";
import type { Plan, Task } from "@crucible/core";
import {
  agent,
  Chance,
  command,
  outcomeByChance,
  outcomes,
  planByChance,
  plans,
  route,
  seedOf,
} from "@crucible/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const HEAD = 'edition = 2\n[agent]\nharness = "claude"\n';

/** What the compiler says of a plan written into a manifest. */
function refusals(plan: Plan): readonly string[] {
  const printed = printWorkflow(plan, "toml");
  if (!printed.ok) return [printed.problem];
  const result = tryCompile(memoryPack({ "crucible.toml": `${HEAD}${printed.text}` }));
  if (!result.ok) return result.diagnostics.map(({ message }) => message);
  return result.plan.digest === plan.digest ? [] : ["the compiled plan is another one"];
}

const FEATURES: Readonly<Record<string, (task: Task, plan: Plan) => boolean>> = {
  "a passed-join": (task) => task.join === "passed" && task.kind !== "top_k",
  "a settled-join": (task) => task.join === "settled",
  "an optional dependency": (task) => task.optional.length > 0,
  "an advisory task": (task) => !task.required,
  "an isolated task": (task) => task.isolation === "worktree",
  "a reducer": (task) => task.kind === "top_k",
  "a threshold": (task) => task.kind === "evaluate" && task.threshold !== undefined,
  "a route by an output": (task) => task.kind === "route" && task.decider.kind === "output",
  "a route by a model": (task) => task.kind === "route" && task.decider.kind === "model",
  "a route by a person": (task) => task.kind === "route" && task.decider.kind === "human",
  "a mapped route": (task) => task.kind === "route" && task.over !== undefined,
  "a pick": (task) => task.kind === "route" && task.questions.some((q) => q.type === "pick"),
  "a condition": (task) => task.when !== undefined,
  "a dropped answer": (task) =>
    task.kind === "route" && task.questions.some((q) => q.drop.length > 0),
  "a fan-out": (task) => task.over !== undefined,
  "aligned fan-outs": (task, plan) =>
    task.over !== undefined &&
    plan.tasks.some(
      (other) => task.dependsOn.includes(other.name) && other.over?.task === task.over?.task,
    ),
  "a loop": (task) => task.revise?.targets.length === 1,
  "a loop of two targets": (task) => task.revise?.targets.length === 2,
  "an epilogue loop": (task) => task.revise !== undefined && task.stage === "epilogue",
  "an epilogue task": (task) => task.stage === "epilogue",
  "a need": (task) => task.needs !== "any",
  "a limit": (task) => task.timeoutMs !== undefined,
  "a declared file": (task) => task.emitsFiles.length > 0,
  "a conversation": (task) => task.session !== undefined,
};

const BY_CHANCE = Array.from({ length: 200 }, (_, seed) => planByChance(seed, { tasksMax: 15 }));
const DRAWN = fc.sample(plans({ tasksMax: 15 }), { numRuns: 200, seed: 1 });

describe("random plans", () => {
  it("are accepted by the compiler, digest included", () => {
    fc.assert(
      fc.property(plans({ tasksMax: 20 }), (plan) => void expect(refusals(plan)).toEqual([])),
      {
        numRuns: 30,
      },
    );
    for (let seed = 1; seed <= 40; seed++) {
      expect(refusals(planByChance(seed, { tasksMax: 25 })), `seed ${seed}`).toEqual([]);
    }
  });

  it.each(Object.entries(FEATURES))("hold %s now and then", (_, has) => {
    for (const sample of [BY_CHANCE, DRAWN]) {
      expect(sample.some((plan) => plan.tasks.some((task) => has(task, plan)))).toBe(true);
    }
  });

  it("are functions of their seeds, of the size that was asked for", () => {
    expect(planByChance(4).digest).toBe(planByChance(4).digest);
    expect(
      new Set([1, 2, 3, 4, 5, 6].map((seed) => planByChance(seed).digest)).size,
    ).toBeGreaterThan(4);
    for (let seed = 1; seed <= 50; seed++) {
      const { length } = planByChance(seed, { tasksMin: 5, tasksMax: 8 }).tasks;
      expect(length >= 5 && length <= 8).toBe(true);
    }
  });
});

describe("random ends", () => {
  const task = command("a");
  const kindsOf = (of: Task): readonly string[] => {
    const kinds = new Set<string>();
    for (let seed = 0; seed < 400; seed++) {
      const { end } = outcomeByChance(of, new Chance(seed));
      if (end.kind === "exited") kinds.add(`exit ${end.exitCode}`);
      else kinds.add(end.kind === "answered" ? end.answer.kind : end.kind);
    }
    return [...kinds].sort();
  };

  it("are of every kind that the task can come to", () => {
    const always = ["deadline", "exit 0", "exit 1", "refused", "transport"];
    expect(kindsOf(task)).toEqual([...always, "exit 2", "exit null"].sort());
    expect(kindsOf(agent("a"))).toEqual([...always, "turn_failed"].sort());
    const questions = [{ id: "go", instructions: "whether", drop: [], type: "noul" }] as const;
    const model = { kind: "model", minConfidence: 0.5, files: [] } as const;
    const byModel = route("r", { questions, decider: model });
    expect(kindsOf(byModel)).toEqual(["model", "refused", "transport"]);
    const byPerson = route("r", { questions, decider: { kind: "human" } });
    expect(kindsOf(byPerson)).toEqual(["deadline", "expired", "person", "refused", "transport"]);
  });

  it("are the same for the same draw", () => {
    fc.assert(
      fc.property(outcomes(task), fc.nat(), (outcome, seed) => {
        expect(outcome.costNano).toBeGreaterThanOrEqual(0);
        expect(outcomeByChance(task, new Chance(seed))).toEqual(
          outcomeByChance(task, new Chance(seed)),
        );
      }),
    );
  });
});

describe("chance", () => {
  it("is repeatable, and spread over what it is asked for", () => {
    const draws = (seed: number): number[] => {
      const chance = new Chance(seed);
      return Array.from({ length: 600 }, () => chance.below(6));
    };
    expect(draws(1)).toEqual(draws(1));
    expect(draws(1)).not.toEqual(draws(2));
    for (let face = 0; face < 6; face++) {
      expect(draws(9).filter((draw) => draw === face).length).toBeGreaterThan(60);
    }
    expect(() => new Chance(1).pick([])).toThrow("nothing to pick from");
  });

  it("gives texts seeds of their own", () => {
    expect(seedOf(1, "a")).toBe(seedOf(1, "a"));
    expect(new Set([seedOf(1, "a"), seedOf(1, "b"), seedOf(2, "a")]).size).toBe(3);
  });
});
