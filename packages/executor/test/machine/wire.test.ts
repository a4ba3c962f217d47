import { TASK_STATUSES } from "@crucible/core";
import { describe, expect, it } from "vitest";
import {
  CANCELLED,
  completes,
  costing,
  exits,
  fails,
  passes,
  timesOut,
  transport,
} from "./support/outcomes.js";
import {
  ADVISORY,
  agent,
  command,
  EPILOGUE,
  evaluate,
  files,
  noul,
  over,
  planOf,
  route,
} from "./support/plans.js";
import { Walk } from "./support/walk.js";

describe("plan_admitted", () => {
  const plan = planOf(
    [
      command("last", { after: ["s"], join: "settled", timeoutMs: 5_400_000 }),
      command("s", {
        emits: [
          { name: "items", type: { kind: "token", token: "list" } },
          { name: "tier", type: { kind: "labels", labels: ["a", "b"] } },
        ],
        ...files("out.txt"),
      }),
      agent("m", { ...over("s"), session: "x", history: 3 }),
      command("review", {
        after: ["a", "b"],
        revise: { targets: ["b", "a"], maxRounds: 3 },
      }),
      command("a"),
      command("b", { emits: [{ name: "n" }] }),
      command("one", { after: ["a"], when: { task: "r", question: "q", is: ["yes", "no"] } }),
      route("r", { kind: "output", task: "s" }, [noul("q")], { after: ["s"] }),
      command("e", { ...EPILOGUE, ...ADVISORY, needs: "gpu" }),
    ].map((task) => (task.name === "one" ? { ...task, dependsOn: ["a", "r"] } : task)),
    { reason: "nightly", historyRecord: "last" },
  );
  const begun = (): Walk =>
    Walk.start(plan, { cost: 2.5, wallMs: 90_000, width: 4, capabilities: ["x"] });

  it("is the first line, once, before anything starts (WIRE-006)", () => {
    expect(begun().log[0]?.kind).toBe("plan_admitted");
    expect(begun().entries("plan_admitted")).toHaveLength(1);
  });

  it("says what bounds the run (WIRE-011 CEIL-001)", () => {
    expect(begun().log[0]).toMatchObject({
      plan_version: 1,
      digest: plan.digest,
      reason: "nightly",
      budget_usd: 2.5,
      wall_clock_ms: 90_000,
      width: 4,
      capabilities: ["x"],
      base: "base",
      history_record: "last",
    });
  });

  it("lists tasks in topological order, ties in declaration order (WIRE-007)", () => {
    expect(
      begun()
        .entries("plan_admitted")[0]
        ?.tasks.map((task) => task.name),
    ).toEqual(["s", "last", "m", "a", "b", "review", "r", "one", "e"]);
  });

  const admitted = (name: string) =>
    begun()
      .entries("plan_admitted")[0]
      ?.tasks.find((task) => task.name === name);

  it("carries every field of a task, at its default too (WIRE-007 WIRE-010 LOOP-052)", () => {
    expect(admitted("a")).toEqual({
      name: "a",
      kind: "command",
      depends_on: [],
      session: "",
      needs: "any",
      required: true,
      join: "all",
      stage: "iteration",
      over: "",
      max_fanout: 0,
      when: "",
      revise: "",
      max_rounds: 0,
      keyed: [],
      timeout: "",
      history_depth: 0,
      definition_digest: plan.definitionDigests.get("a"),
    });
  });

  it("carries what tasks declare (WIRE-008 WIRE-009 WIRE-011)", () => {
    expect(admitted("last")).toMatchObject({ join: "settled", timeout: "90m" });
    expect(admitted("s")).toMatchObject({
      emits: [
        { field: "items", type: "list" },
        { field: "tier", type: ["a", "b"] },
      ],
      emits_files: ["out.txt"],
    });
    expect(admitted("b")?.emits).toEqual([{ field: "n" }]);
    expect(admitted("m")).toMatchObject({
      over: "s.items",
      max_fanout: 8,
      session: "x",
      history_depth: 3,
    });
    expect(admitted("one")?.when).toBe("r.q in yes|no");
    expect(admitted("e")).toMatchObject({ stage: "epilogue", required: false, needs: "gpu" });
  });

  it("carries targets as a text when one is named and as a list when several are (LOOP-051 LOOP-052)", () => {
    expect(admitted("review")).toMatchObject({ revise: ["b", "a"], max_rounds: 3 });
    const single = planOf([
      command("a"),
      command("review", { after: ["a"], revise: { targets: ["a"], maxRounds: 2 } }),
    ]);
    const tasks = Walk.start(single).entries("plan_admitted")[0]?.tasks;
    expect(tasks?.[1]).toMatchObject({ revise: "a", max_rounds: 2 });
  });
});

describe("what only some tasks have", () => {
  it("stands in its place in the log, each by itself (WIRE-007 WIRE-009 WIRE-011)", () => {
    const emits = [{ name: "n" }];
    const plan = planOf([
      command("a"),
      command("b", { after: ["a"], optional: ["a"] }),
      command("c", { emits }),
      command("d", files("f")),
      command("e", { after: ["a"], optional: ["a"], emits, ...files("f") }),
    ]);
    const tasks = Walk.start(plan).entries("plan_admitted")[0]?.tasks ?? [];
    const rare = (name: string): string => {
      const fields = Object.keys(tasks.find((task) => task.name === name) ?? {});
      const own = ["optional", "emits", "emits_files"].filter((field) => fields.includes(field));
      return own.map((field) => `${field} before ${fields[fields.indexOf(field) + 1]}`).join(", ");
    };
    expect(["a", "b", "c", "d", "e"].map(rare)).toEqual([
      "",
      "optional before session",
      "emits before keyed",
      "emits_files before keyed",
      "optional before session, emits before emits_files, emits_files before keyed",
    ]);
  });

  it("is in the log where they have it and nowhere else (WIRE-007 WIRE-013)", () => {
    const plan = planOf([command("a"), agent("b", { after: ["a"], optional: ["a"] })]);
    const walk = Walk.through(plan);
    const [first, second] = walk.entries("plan_admitted")[0]?.tasks ?? [];
    expect(first).not.toHaveProperty("optional");
    expect(second).toMatchObject({ optional: ["a"] });
    expect(walk.row("a")).not.toHaveProperty("agent");
    expect(walk.row("b")).toMatchObject({ agent: { harness: "", model: "", effort: "" } });
  });
});

describe("rows", () => {
  it("carry what a reader needs, with no score (WIRE-004 WIRE-013)", () => {
    const walk = Walk.through(planOf([agent("a")]), {
      a: { ...costing(0.25, passes({ n: 1 })), model: "m-1", secs: 2.5 },
    });
    expect(walk.row("a")).toEqual({
      kind: "task_result",
      task: "a",
      status: "pass",
      plan_version: 1,
      task_kind: "agent",
      iter: 0,
      digest: "",
      job: "",
      attempts: 1,
      cost_usd: 0.25,
      score: null,
      output: { n: 1 },
      agent: { harness: "", model: "m-1", effort: "" },
      note: "",
      secs: 2.5,
      trace_id: "",
      span_id: "",
    });
  });

  it("carry a failing task's output where a passing one's stands (WIRE-014 EXEC-136)", () => {
    const walk = Walk.through(planOf([evaluate("a")]), { a: exits(1, { pass: true }) });
    expect(walk.row("a")).toMatchObject({ status: "fail", output: { pass: true } });
  });

  it("come in the order in which tasks settle (WIRE-003)", () => {
    const plan = planOf([command("a", { isolated: true }), command("b", { isolated: true })]);
    const walk = Walk.start(plan);
    walk.end("b");
    walk.end("a");
    expect(walk.rows()).toEqual(["b pass", "a pass"]);
  });

  it("have only statuses of the closed set (WIRE-015)", () => {
    const plan = planOf([
      command("a", ADVISORY),
      command("b", { ...ADVISORY, after: ["a"] }),
      command("c", ADVISORY),
      command("d", ADVISORY),
      command("g", { ...ADVISORY, needs: "gpu" }),
      command("e"),
    ]);
    const walk = Walk.through(plan, {
      a: fails(),
      c: passes({ status: "skipped" }),
      d: transport(),
    });
    const statuses = walk.entries("task_result").map((row) => row.status);
    expect(new Set(statuses)).toEqual(new Set(["fail", "blocked", "skipped", "transport", "pass"]));
    for (const status of statuses) expect(TASK_STATUSES).toContain(status);
  });

  it("name processes that outlived the attempt (CEIL-033)", () => {
    const walk = Walk.through(planOf([command("a", { timeoutMs: 60_000 })]), {
      a: { ...timesOut(), survivors: ["42 sleep"] },
    });
    expect(walk.row("a").note).toBe(
      "timed out: the task ran past its 1m limit; processes outlived the attempt: 42 sleep",
    );
    expect(walk.entries("attempt_ended")[0]?.survivors).toEqual(["42 sleep"]);
  });
});

describe("attempts", () => {
  it("are recorded with how they ended and what they ran under (WIRE-035 WIRE-036 RUN-023)", () => {
    const transcript = { path: "attempts/1.jsonl", size: 9, digest: "sha256:t" };
    const walk = Walk.through(planOf([agent("a", ADVISORY), command("b", { timeoutMs: 1_000 })]), {
      a: [transport("reset", "gateway"), { ...exits(3), model: "m-1", transcript }],
      b: timesOut(),
    });
    expect(walk.entries("attempt_ended")).toEqual([
      {
        kind: "attempt_ended",
        task: "a",
        attempt: 1,
        outcome: "failed",
        cost_usd: 0,
        cause: "transport",
        transport: "gateway",
        detail: "reset",
      },
      {
        kind: "attempt_ended",
        task: "a",
        attempt: 2,
        outcome: "failed",
        cost_usd: 0,
        cause: "exited",
        exit_code: 3,
        model: "m-1",
        transcript,
      },
      {
        kind: "attempt_ended",
        task: "b",
        attempt: 1,
        outcome: "failed",
        cost_usd: 0,
        cause: "timeout",
      },
    ]);
  });

  it("report their spend once a change (CEIL-011)", () => {
    const walk = Walk.start(planOf([agent("a")]));
    walk.spend("a", 0.1);
    walk.spend("a", 0.1);
    walk.spend("a", 0.2);
    expect(walk.entries("spend").map((entry) => entry.cost_usd)).toEqual([0.1, 0.2]);
  });

  it("announce persistent turns without a cursor (WIRE-028)", () => {
    const walk = Walk.start(planOf([agent("a", { session: "s" })]));
    const entry = { kind: "agent_session", session: "s", action: "started", turn: 0 } as const;
    walk.decide({ kind: "session_turn", entry });
    expect(walk.log.at(-1)).toEqual(entry);
  });

  it("leave a heartbeat when nothing else is written (CEIL-028)", () => {
    const walk = Walk.start(planOf([command("a")]));
    walk.decide({ kind: "time_passed" });
    expect(walk.log.at(-1)).toEqual({ kind: "heartbeat" });
  });
});

describe("the ending", () => {
  it("is one shutdown line, the last, with the verdict and its gate before it (WIRE-018 WIRE-023 WIRE-025)", () => {
    const walk = Walk.through(planOf([command("a")]));
    expect(walk.log.slice(-2)).toEqual([
      { kind: "verdict", verdict: "valid", reasons: [], gate: "task", outcome: "finished" },
      { kind: "shutdown", outcome: "finished", reason: "completed", verdict: "valid" },
    ]);
    expect(walk.machine.phase).toBe("finished");
    expect(walk.effects.at(-1)).toEqual({ kind: "finish" });
  });

  it("tells five endings apart (WIRE-020 WIRE-019)", () => {
    const plan = planOf([
      agent("a", { isolated: true }),
      command("c", { isolated: true }),
      agent("b"),
    ]);
    const stopped = Walk.start(plan);
    stopped.decide({ kind: "stop_requested", reason: "enough" });
    stopped.end("a", CANCELLED);
    stopped.end("c", CANCELLED);
    stopped.end("b", CANCELLED);
    const endings = [
      Walk.through(plan),
      Walk.through(plan, { c: completes() }),
      Walk.through(plan, { a: fails() }),
      stopped,
      Walk.through(plan, { a: costing(1), b: costing(1) }, { cost: 1, width: 1 }),
    ];
    expect(endings.map((walk) => walk.shutdown.outcome)).toEqual([
      "finished",
      "complete",
      "error",
      "stopped",
      "budget",
    ]);
  });

  it("takes nothing after it (WIRE-018 RESUME-020)", () => {
    const walk = Walk.through(planOf([command("a")]));
    const facts = [
      { kind: "started", base: "", reused: [] },
      { kind: "halt_requested" },
      { kind: "stop_requested", reason: "x" },
      { kind: "wall_clock_reached" },
      { kind: "time_passed" },
      { kind: "resumed", missingFiles: [] },
    ] as const;
    for (const fact of facts) expect(walk.machine.decide(fact, 0)).toEqual([]);
  });
});
