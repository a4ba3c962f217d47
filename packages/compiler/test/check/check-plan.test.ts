/** How findings of many rules come together: phases, order, places, bounds. */
import type { SourceRange } from "@crucible/core";
import { describe, expect, test } from "vitest";
import { checkPlan } from "../../src/check/check-plan.js";
import type { PlanPlace } from "../../src/check/place.js";
import { agent, choice, command, draft, noul, route } from "./drafts.js";
import { findingsOf, locateByName } from "./places.js";

test("a phase reports all it finds, in reading order", () => {
  const plan = draft([
    command("b", { command: "", dependsOn: ["x"] }),
    command("a", { timeoutMs: -1, emits: [{ name: "reason" }] }),
  ]);
  expect(findingsOf(plan)).toEqual([
    'a.emits.reason: task "a" declares output field "reason", which is reserved: "complete", "reason" end a run early',
    'a.timeout: task "a": timeout must be a positive number of whole milliseconds, got -1',
    'b.command: task "b": command is empty',
    'b.depends_on.0: task "b" depends on unknown task "x"',
  ]);
});

test("the graph is looked at only when its tasks are right", () => {
  const uncovered = [
    route("g", { questions: [noul("ok")] }),
    command("f", { dependsOn: ["g"], when: { task: "g", question: "ok", is: ["yse"] } }),
  ];
  expect(findingsOf(draft(uncovered))).toEqual([
    'f.when.is.0: task "f": when names unknown label "yse" of route "g", question "ok"; did you mean "yes"?',
  ]);
});

test("ROUTE-037, SCORE-023: a condition in autoresearch is refused with its route", () => {
  const plan = draft(
    [
      route("g", { questions: [noul("ok", ["no", "uncertain"])] }),
      command("a", { dependsOn: ["g"], when: { task: "g", question: "ok", is: ["yes"] } }),
    ],
    { lane: "autoresearch" },
  );
  expect(findingsOf(plan)).toEqual([
    'a.when: task "a": a condition is not allowed in a workflow of type "autoresearch"',
    'g.kind: task "g": a route is not allowed in a workflow of type "autoresearch"',
  ]);
});

test("whole-graph findings come together", () => {
  const plan = draft([
    route("g", { questions: [choice("q", ["a", "b"], ["uncertain"])] }),
    command("f", { dependsOn: ["g"], when: { task: "g", question: "q", is: ["a"] } }),
    agent("s1", { session: "s" }),
    agent("s2", { session: "s" }),
    command("r", { revise: { targets: ["f"], maxRounds: 2 } }),
  ]);
  expect(findingsOf(plan)).toEqual([
    'g.questions.q: route "g", question "q": no task runs on b; name them in a task\'s when, or in the question\'s drop',
    'r.revise.tasks.0: task "r": revise names "f", which it does not depend on, directly or through other tasks',
    's2.session: tasks "s1" and "s2" share session "s" but are not dependency-ordered',
  ]);
});

test("PLAN-022: each cycle is reported once, with the way around it", () => {
  const plan = draft([
    command("a", { dependsOn: ["c"] }),
    command("b", { dependsOn: ["a"] }),
    command("c", { dependsOn: ["b"] }),
    command("behind", { dependsOn: ["c"] }),
    command("x", { dependsOn: ["y", "behind"] }),
    command("y", { dependsOn: ["x"] }),
  ]);
  const findings = checkPlan(plan, locateByName);
  expect(findings.map(({ message, notes }) => [message, notes[0]?.message])).toEqual([
    [
      "plan has a dependency cycle involving: a, b, c",
      'each depends on the next: "a" -> "c" -> "b" -> "a"',
    ],
    ["plan has a dependency cycle involving: x, y", 'each depends on the next: "x" -> "y" -> "x"'],
  ]);
});

test("PLAN-006: the second of two names is reported and the first is shown", () => {
  const [finding] = checkPlan(draft([command("a"), command("a")]), locateByName);
  expect(finding?.notes).toEqual([
    { message: "first declared here", range: locateByName({ task: "a", index: 0, field: "name" }) },
  ]);
});

describe("PLAN-085: places", () => {
  const range: SourceRange = { file: "w.star", start: at(1), end: at(1) };
  function at(line: number): SourceRange["start"] {
    return { line, column: 1, offset: 0 };
  }
  const plan = draft([
    command("g0"),
    route("g", { dependsOn: ["g0"], questions: [choice("q", ["a", "a-b"])] }),
  ]);

  test("the narrowest place that is written down is used, the widest asked last", () => {
    const asked: PlanPlace[] = [];
    checkPlan(plan, (place) => {
      asked.push(place);
      return undefined;
    });
    const task = { task: "g", index: 1 };
    expect(asked).toEqual([
      { ...task, field: "questions", element: ["q", "options", 1] },
      { ...task, field: "questions", element: ["q", "options"] },
      { ...task, field: "questions", element: ["q"] },
      { ...task, field: "questions" },
      task,
      {},
    ]);
  });

  test("a finding without any place has no range", () => {
    expect(checkPlan(plan, () => undefined)[0]).not.toHaveProperty("range");
    const located = checkPlan(plan, (place) => (place.element ? undefined : range));
    expect(located[0]?.range).toBe(range);
  });
});

describe("bounds", () => {
  test("a plan of more tasks than allowed is not looked at further", () => {
    const plan = draft([command(""), command(""), command("")]);
    const findings = checkPlan(plan, locateByName, { tasksMax: 2 });
    expect(findings.map(({ message }) => message)).toEqual([
      "plan has 3 tasks; maximum is 2 (bound `tasksShipped`)",
    ]);
  });

  test("of ten thousand wrong names the first hundred are reported", () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `task-with-a-long-name-${index}`);
    const plan = draft(names.map((name) => command(name, { dependsOn: [`${name}-gone`] })));
    expect(checkPlan(plan, () => undefined)).toHaveLength(100);
  });

  test("ten thousand tasks in sessions and loops are ordered", () => {
    const tasks = Array.from({ length: 5_000 }, (_, index) => {
      const before = index === 0 ? [] : [`r${index - 1}`];
      return [
        agent(`a${index}`, { session: `s${index % 50}`, dependsOn: before }),
        command(`r${index}`, {
          dependsOn: [`a${index}`],
          revise: { targets: [`a${index}`], maxRounds: 2 },
        }),
      ];
    }).flat();
    expect(checkPlan(draft(tasks), () => undefined)).toEqual([]);
  });

  test("a cycle of ten thousand is shown in part", () => {
    const tasks = Array.from({ length: 10_000 }, (_, index) =>
      command(`t${index}`, { dependsOn: [`t${(index + 1) % 10_000}`] }),
    );
    const [finding, ...others] = checkPlan(draft(tasks), () => undefined);
    expect(others).toEqual([]);
    expect(finding?.message).toBe(
      `plan has a dependency cycle involving: ${Array.from({ length: 20 }, (_, index) => `t${index}`).join(", ")}, …`,
    );
  });

  test("a very long name is shortened in messages", () => {
    const [finding] = findingsOf(draft([command("n", { dependsOn: ["x".repeat(1_000_000)] })]));
    expect(finding?.length).toBeLessThan(300);
  });
});
