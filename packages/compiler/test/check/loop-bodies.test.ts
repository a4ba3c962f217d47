/** What a loop does to a graph: nothing but say which of its tasks repeat. */
import { freezePlan, type PlanDraft, type Task, topologicalOrder } from "@crucible/core";
import { describe, expect, test } from "vitest";
import { agent, command, draft, evaluate } from "./drafts.js";
import { findingsOf } from "./places.js";

/** `task <- dependency`, one an edge, and every task. */
function graphOf(plan: PlanDraft): { tasks: readonly string[]; edges: readonly string[] } {
  const { tasks } = freezePlan(plan);
  return {
    tasks: tasks.map(({ name }) => name),
    edges: tasks.flatMap(({ name, dependsOn }) => dependsOn.map((from) => `${name} <- ${from}`)),
  };
}

describe("LOOP-013: a loop adds neither task nor edge", () => {
  const author = agent("author");
  const build = command("build", { dependsOn: ["author"] });
  const review = evaluate("review", { dependsOn: ["build"] });
  const ship = command("ship", { dependsOn: ["review"] });
  const looped = { ...review, revise: { targets: ["author", "build"], maxRounds: 3 } };

  test("tasks, edges and order are those of the plan without it", () => {
    const plain = draft([author, build, review, ship]);
    const loop = draft([author, build, looped, ship]);
    expect(findingsOf(plain)).toEqual([]);
    expect(findingsOf(loop)).toEqual([]);
    expect(graphOf(loop)).toEqual(graphOf(plain));
    const order = (plan: PlanDraft): readonly string[] =>
      topologicalOrder(plan.tasks).map(({ name }) => name);
    expect(order(loop)).toEqual(order(plain));
  });

  test("sending work back is no cycle, and still makes another plan", () => {
    const plain = freezePlan(draft([author, build, review, ship]));
    const loop = freezePlan(draft([author, build, looped, ship]));
    expect(loop.digest).not.toBe(plain.digest);
  });
});

describe("LOOP-038: targets and reviewer are the whole body", () => {
  /** A diamond with a tail: two ways from `a` to the reviewer. */
  const EDGES: Readonly<Record<string, readonly string[]>> = {
    a: [],
    b: ["a"],
    c: ["a"],
    d: ["b", "c"],
    r: ["d"],
  };
  const others = Object.keys(EDGES).filter((name) => name !== "r");

  function depends(from: string, on: string): boolean {
    return (EDGES[from] ?? []).some((next) => next === on || depends(next, on));
  }

  /** Tasks that a round would have to repeat although no target names them. */
  function leftOut(targets: readonly string[]): readonly string[] {
    return others.filter(
      (name) => !targets.includes(name) && targets.some((target) => depends(name, target)),
    );
  }

  const choices = Array.from({ length: 2 ** others.length - 1 }, (_, bits) =>
    others.filter((_, index) => ((bits + 1) >> index) % 2 === 1),
  );

  test.each(choices.map((targets) => [targets]))("with targets %j", (targets) => {
    const tasks: readonly Task[] = Object.entries(EDGES).map(([name, dependsOn]) =>
      command(
        name,
        name === "r" ? { dependsOn, revise: { targets, maxRounds: 2 } } : { dependsOn },
      ),
    );
    const findings = findingsOf(draft(tasks));
    const missing = leftOut(targets);
    expect(findings.length === 0).toBe(missing.length === 0);
    for (const name of missing) expect(findings.join("\n")).toContain(`"${name}"`);
  });
});

describe("RUN-022: loops do not nest", () => {
  const inner = { targets: ["author"], maxRounds: 2 };

  test.each<[string, readonly Task[]]>([
    [
      "a loop whose target is another's reviewer",
      [
        command("author"),
        command("inner", { dependsOn: ["author"], revise: inner }),
        command("outer", {
          dependsOn: ["inner"],
          revise: { targets: ["inner"], maxRounds: 2 },
        }),
      ],
    ],
    [
      "a loop around the whole of another",
      [
        command("author"),
        command("inner", { dependsOn: ["author"], revise: inner }),
        command("outer", {
          dependsOn: ["inner"],
          revise: { targets: ["author", "inner"], maxRounds: 2 },
        }),
      ],
    ],
  ])("%s is refused", (_, tasks) => {
    expect(findingsOf(draft(tasks)).join("\n")).toContain("loops do not nest");
  });

  test("one loop after another is no nesting", () => {
    const tasks = [
      command("author"),
      command("inner", { dependsOn: ["author"], revise: inner }),
      command("polish", { dependsOn: ["inner"] }),
      command("outer", { dependsOn: ["polish"], revise: { targets: ["polish"], maxRounds: 2 } }),
    ];
    expect(findingsOf(draft(tasks))).toEqual([]);
  });
});
