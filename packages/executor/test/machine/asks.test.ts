/** Asks: what passing tasks want other runs to do, recorded and never acted upon. */
import type { JsonValue } from "@crucible/core";
import { describe, expect, it } from "vitest";
import { askProblems } from "../../src/machine/judge/asks.js";
import { completes, fails, passes } from "./support/outcomes.js";
import { ADVISORY, agent, command, evaluate, over, planOf } from "./support/plans.js";
import { Walk } from "./support/walk.js";

function ask(key: string): { [field: string]: JsonValue } {
  return { key, workflow: "triage", params: { issue: key } };
}

describe("an emitted ask", () => {
  it.each([
    ["command", command("a")],
    ["evaluation", evaluate("a")],
    ["agent", agent("a")],
  ])("of a passing %s is in the log as it was said, after its row (WIRE-030)", (_, task) => {
    const asks = [ask("one"), ask("two")];
    const walk = Walk.through(planOf([task, command("b", { after: ["a"] })]), {
      a: passes({ asks, pass: true }),
    });
    expect(walk.entries("asks_emitted")).toEqual([{ kind: "asks_emitted", task: "a", asks }]);
    const kinds = walk.log.map((entry) => entry.kind);
    const at = kinds.indexOf("asks_emitted");
    expect(kinds[at - 1]).toBe("task_result");
    expect(walk.log[at - 1]).toMatchObject({ task: "a", status: "pass" });
    expect(kinds.indexOf("attempt_started", at)).toBeGreaterThan(at);
  });

  it("starts nothing and changes nothing of the graph (WIRE-030)", () => {
    const plan = planOf([command("a"), command("b", { after: ["a"] })]);
    const asking = Walk.through(plan, { a: passes({ asks: [ask("b"), ask("c")] }) });
    const silent = Walk.through(plan);
    expect(asking.starts()).toEqual(silent.starts());
    expect(asking.rows()).toEqual(silent.rows());
    expect(asking.ending).toBe(silent.ending);
  });

  it("is emitted by the item and by the round that says so, under its row's name (WIRE-030)", () => {
    const plan = planOf([
      command("list", { emits: [{ name: "items" }] }),
      command("each", over("list")),
      command("draft"),
      command("judge", { after: ["draft"], revise: { targets: ["draft"], maxRounds: 2 } }),
    ]);
    const walk = Walk.through(plan, {
      list: passes({ items: ["x", "y"] }),
      "each[x]": passes({ asks: [ask("x")] }),
      "draft[round-1]": passes({ asks: [ask("r1")] }),
      "judge[round-1]": fails({ asks: [ask("never")] }),
      "draft[round-2]": passes({}),
    });
    const emitted = walk.entries("asks_emitted").map(({ task, asks }) => [task, asks.length]);
    expect(emitted.sort()).toEqual([
      ["draft[round-1]", 1],
      ["each[x]", 1],
    ]);
  });

  it("comes before the completion that its task declares (WIRE-030)", () => {
    const done = completes("enough");
    const result = { kind: "value", value: { complete: true, asks: [ask("x")] } } as const;
    const walk = Walk.through(planOf([command("a"), command("b")]), {
      a: { ...done, end: { kind: "exited", exitCode: 0, stderrTail: "", result } },
    });
    const kinds = walk.log.map((entry) => entry.kind);
    expect(kinds.slice(kinds.indexOf("task_result"))).toEqual([
      "task_result",
      "asks_emitted",
      "completion",
      "verdict",
      "shutdown",
    ]);
  });

  it("comes from passing tasks alone (WIRE-030)", () => {
    const plan = planOf([command("a", ADVISORY), command("b", ADVISORY), command("c", ADVISORY)]);
    const output = { asks: [ask("x")] };
    const walk = Walk.through(plan, {
      a: fails(output),
      b: passes({ ...output, status: "skipped" }),
      c: { ...passes(output), findings: ['output missing declared field "n"'] },
    });
    expect(walk.rows()).toEqual(["a fail", "b skipped", "c fail"]);
    expect(walk.entries("asks_emitted")).toEqual([]);
  });

  it("is not emitted again by a resume (WIRE-030)", () => {
    const plan = planOf([command("a"), command("b", { after: ["a"] })]);
    const walk = Walk.start(plan);
    walk.end("a", passes({ asks: [ask("x")] }));
    const resumed = walk.resume().finish();
    expect(resumed.ending).toBe("valid finished: completed");
    expect(resumed.entries("asks_emitted")).toHaveLength(1);
  });

  it.each([5, "x", {}, null, true, []])("is none where the field is %j (WIRE-030)", (asks) => {
    const walk = Walk.through(planOf([command("a")]), { a: passes({ asks }) });
    expect(walk.rows()).toEqual(["a pass"]);
    expect(walk.entries("asks_emitted")).toEqual([]);
  });

  it("belongs to playbooks: elsewhere the field is any other (WIRE-030)", () => {
    const walk = Walk.through(planOf([command("a")], { lane: "plan_file" }), {
      a: passes({ asks: [ask("x")] }),
    });
    expect(walk.entries("asks_emitted")).toEqual([]);
  });
});

describe("asks that say too little or too much", () => {
  const PLACE = 'output field "asks": ask 2';
  const long = (characters: number): JsonValue => {
    const empty = JSON.stringify([ask("")]).length;
    return { asks: [{ ...ask(""), key: "k".repeat(characters - empty) }] };
  };

  it.each([
    ["x", "is no object with a key, a workflow and params"],
    [null, "is no object with a key, a workflow and params"],
    [{ workflow: "w", params: {} }, "has no key"],
    [{ key: " ", workflow: "w", params: {} }, "has no key"],
    [{ key: 5, workflow: "w", params: {} }, "has no key"],
    [{ key: "k", workflow: "", params: {} }, "has no workflow"],
    [{ key: "k", workflow: "w" }, "has no params"],
    [{ key: "k", workflow: "w", params: [] }, "has no params"],
    [{ ...ask("k"), text: "" }, 'has a field "text"; an ask is a key, a workflow and params'],
  ])("are told by number: %j (WIRE-030)", (wrong, problem) => {
    const output = { asks: [ask("fine"), wrong] };
    expect(askProblems("playbook", output)).toEqual([`${PLACE} ${problem}`]);
    const walk = Walk.through(planOf([command("a")]), { a: passes(output) });
    expect(walk.entries("asks_emitted")).toEqual([]);
  });

  it("are at most so long altogether (WIRE-030)", () => {
    expect(askProblems("playbook", long(65_536))).toEqual([]);
    expect(askProblems("playbook", long(65_537))).toEqual([
      'output field "asks" is longer than the 65536 characters allowed',
    ]);
  });
});
