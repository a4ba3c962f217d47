import type { EngineTask } from "@crucible/core";
import { describe, expect, it } from "vitest";
import { createMachine, waitingLoops, workflowCapabilities } from "../../src/machine/index.js";
import { agent, command, planOf } from "./support/plans.js";
import { launchOf } from "./support/walk.js";

function engine(name: string, op: EngineTask["op"]): EngineTask {
  const { command: _, kind: __, ...common } = command(name);
  return { ...common, kind: "engine", op };
}

describe("workflow capabilities", () => {
  it("are what a plan needs beyond the needs of its tasks (PLAN-046 PLAN-047 PLAN-049)", () => {
    const scored = planOf(
      [engine("p", "propose"), engine("m", "measure"), engine("n", "measure")],
      {
        lane: "autoresearch",
      },
    );
    expect(workflowCapabilities(scored)).toEqual([
      "workflow.autoresearch",
      "engine.propose",
      "engine.measure",
    ]);
    expect(workflowCapabilities(planOf([command("a", { needs: "gpu" })]))).toEqual([]);
    expect(
      workflowCapabilities(planOf([agent("a", { session: "s" })], { lane: "custom" })),
    ).toEqual(["workflow.custom", "agent.session.persist"]);
  });

  it("of a plan file with an engine operation are the operation's (PLAN-045)", () => {
    const plan = planOf([engine("a", "apply")], { lane: "plan_file" });
    expect(workflowCapabilities(plan)).toEqual(["engine.apply"]);
    expect(() => createMachine(plan, launchOf())).toThrow(
      "an engine operation reached the machine",
    );
  });
});

describe("loops that wait for each other", () => {
  const loop = (target: string) => ({ revise: { targets: [target], maxRounds: 2 } });

  it("are found, and reach no machine (LOOP-014 LOOP-015)", () => {
    const plan = planOf([
      command("a"),
      command("b"),
      command("ra", { after: ["a", "b"], ...loop("a") }),
      command("rb", { after: ["b", "a"], ...loop("b") }),
    ]);
    expect(waitingLoops(plan)).toEqual(["ra", "rb"]);
    expect(() => createMachine(plan, launchOf())).toThrow("loops that wait for each other");
  });

  it("are found through tasks in between (LOOP-014 LOOP-015)", () => {
    const plan = planOf([
      command("a"),
      command("x", { after: ["a"] }),
      command("b"),
      command("y", { after: ["b"] }),
      command("ra", { after: ["a", "y"], ...loop("a") }),
      command("rb", { after: ["b", "x"], ...loop("b") }),
    ]);
    expect(waitingLoops(plan)).toEqual(["ra", "rb"]);
  });

  it("are not those that follow each other or stand apart (LOOP-014)", () => {
    const plan = planOf([
      command("a"),
      command("ra", { after: ["a"], ...loop("a") }),
      command("b", { after: ["ra"] }),
      command("rb", { after: ["b", "a"], ...loop("b") }),
      command("c"),
      command("rc", { after: ["c"], ...loop("c") }),
    ]);
    expect(waitingLoops(plan)).toEqual([]);
  });
});

describe("plans that must not reach a machine", () => {
  it("are refused loudly: unknown dependencies, cycles, names given twice (EXEC-001)", () => {
    const common = planOf([command("a")]);
    const broken = (tasks: readonly ReturnType<typeof command>[]) => ({ ...common, tasks });
    expect(() => createMachine(broken([command("a", { after: ["zz"] })]), launchOf())).toThrow(
      "an unknown dependency reached the machine: zz",
    );
    const cycle = [command("a", { after: ["b"] }), command("b", { after: ["a"] })];
    expect(() => createMachine(broken(cycle), launchOf())).toThrow("a plan with a cycle");
    expect(() => createMachine(broken([command("a"), command("a")]), launchOf())).toThrow(
      "two tasks of one name",
    );
  });
});

describe("a loop that would wait for itself or for another", () => {
  const loop = (target: string) => ({ revise: { targets: [target], maxRounds: 2 } });

  it("is found when it stands alone, through a task that it leaves out (LOOP-014 LOOP-015)", () => {
    const plan = planOf([
      command("a"),
      command("between", { after: ["a"] }),
      command("review", { after: ["between"], ...loop("a") }),
    ]);
    expect(waitingLoops(plan)).toEqual(["review"]);
  });

  it("is found although one of the things it waits for comes free (LOOP-014 LOOP-015)", () => {
    const plan = planOf([
      command("free"),
      command("a", { after: ["free"] }),
      command("b", { after: ["free"] }),
      command("ra", { after: ["a", "b"], ...loop("a") }),
      command("rb", { after: ["b", "a"], ...loop("b") }),
    ]);
    expect(waitingLoops(plan)).toEqual(["ra", "rb"]);
  });
});

describe("a playbook", () => {
  it("asks for no capability to keep sessions (PLAN-046)", () => {
    expect(workflowCapabilities(planOf([agent("a", { session: "s" })]))).toEqual([]);
  });
});
