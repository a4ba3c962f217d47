/** The wire form of plans: which keys, in which order, and what is left out. */
import { describe, expect, test } from "vitest";
import {
  canSpend,
  encodePlan,
  encodeTask,
  freezePlan,
  kindLabel,
  labelsOf,
  paramsObject,
  type Task,
} from "../src/index.js";
import { sampleDraft, sampleTasks } from "./sample-plan.js";

const taskNamed = (name: string): Task => {
  const task = sampleTasks.find((one) => one.name === name);
  if (!task) throw new Error(`the sample has no ${name}`);
  return task;
};

describe("encodePlan", () => {
  test("PLAN-068, PLAN-069: every kind and field, in the order of the format", async () => {
    const text = `${JSON.stringify(encodePlan(sampleDraft), null, 2)}\n`;
    await expect(text).toMatchFileSnapshot("golden/sample-plan.json");
  });

  test("leaves out what a plan does not have", () => {
    const { reason: _reason, ...rest } = encodePlan({
      version: 1,
      lane: "custom",
      reason: "",
      tasks: [],
      params: [],
      settings: [],
    });
    expect(rest).toEqual({ version: 1, lane: "custom", task: [] });
  });
});

describe("encodeTask", () => {
  test("a task at its defaults writes only what is always written", () => {
    const { name: _name, ...rest } = taskNamed("best");
    expect(encodeTask({ ...rest, name: "x", dependsOn: [] } as Task)).toEqual({
      name: "x",
      kind: "top_k",
      k: 3,
      direction: "higher",
      depends_on: [],
      needs: "any",
      required: true,
      isolation: null,
      join: "all",
    });
  });

  test("LOOP-051: one target is `task`, several are `tasks`", () => {
    expect(encodeTask(taskNamed("review"))["revise"]).toEqual({ task: "draft", max_rounds: 3 });
    expect(encodeTask(taskNamed("confirm"))["revise"]).toEqual({
      tasks: ["fix", "bench"],
      max_rounds: 2,
    });
  });

  test("PLAN-068: a field called like what objects inherit stays a field", () => {
    const task = {
      ...taskNamed("scan"),
      emits: [{ name: "__proto__", type: { kind: "token", token: "list" } }],
    };
    expect(JSON.stringify(encodeTask(task as Task)["emits"])).toBe('{"__proto__":"list"}');
  });
});

describe("what a plan says about itself", () => {
  test("params are one object, whatever they are called", () => {
    const plan = freezePlan({
      ...sampleDraft,
      params: [
        { name: "__proto__", value: 1, supplied: true },
        { name: "n", value: null, supplied: false },
      ],
    });
    expect(JSON.stringify(paramsObject(plan))).toBe('{"__proto__":1,"n":null}');
  });

  test("CEIL-005: agents, model routes and proposals can spend, nothing else can", () => {
    const spenders = sampleTasks.filter(canSpend).map(({ name }) => name);
    expect(spenders).toEqual(["draft", "judge", "propose"]);
  });

  test("an engine operation is labelled with its operation", () => {
    expect(kindLabel(taskNamed("grade"))).toBe("engine_grade");
    expect(kindLabel(taskNamed("best"))).toBe("top_k");
  });

  test("ROUTE-004: a question's labels, where they are known before the run", () => {
    const gate = taskNamed("gate");
    const labels = gate.kind === "route" ? gate.questions.map((one) => labelsOf(one)) : [];
    expect(labels).toEqual([["a", "b"], ["low", "high"], undefined, ["yes", "no"]]);
    const dynamic = { task: "scan", field: "items" };
    expect(
      labelsOf({
        id: "q",
        instructions: "?",
        type: "choice",
        options: dynamic,
        multiple: false,
        drop: [],
      }),
    ).toBeUndefined();
  });
});
