/** Facts that come twice, late, or to a run that takes none. */
import { describe, expect, it } from "vitest";
import { createMachine, type Fact } from "../../src/machine/index.js";
import {
  CANCELLED,
  completes,
  costing,
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
  noul,
  over,
  planOf,
  report,
  route,
} from "./support/plans.js";
import { launchOf, Walk } from "./support/walk.js";

const WALL: Fact = { kind: "wall_clock_reached" };
const TURN: Fact = {
  kind: "session_turn",
  entry: { kind: "agent_session", task: "a", session: "s", action: "open", turn: 1 } as never,
};
const endedFact = (task: string, attempt: number): Fact => ({
  kind: "attempt_ended",
  task,
  attempt,
  costNano: 5,
  model: null,
  survivors: [],
  findings: [],
  files: null,
  captureProblems: [],
  commit: null,
  repairs: [],
  secs: 0,
  ...passes(),
});

describe("a run that has not begun", () => {
  it.each([
    { kind: "time_passed" },
    WALL,
    { kind: "halt_requested" },
    { kind: "resumed", missingFiles: [] },
  ] as Fact[])("takes nothing before its start: %j (WIRE-006)", (fact) => {
    const machine = createMachine(planOf([command("a")]), launchOf());
    expect(machine.decide(fact, 0)).toEqual([]);
    expect(machine.phase).toBe("new");
  });
});

describe("a halted run", () => {
  it("takes no sign of life, ceiling or turn until it is resumed (RUN-014)", () => {
    const walk = Walk.start(planOf([agent("a", { session: "s" })]));
    walk.decide({ kind: "halt_requested" });
    walk.end("a", CANCELLED);
    expect(walk.machine.phase).toBe("halted");
    for (const fact of [WALL, TURN, { kind: "time_passed" } as const]) {
      expect(walk.decide(fact)).toEqual([]);
    }
  });

  it.each([
    ["a cancelled attempt", CANCELLED],
    ["an attempt that failed to reach something", transport()],
  ])(
    "goes on the same when the machine that halted it is resumed, after %s (RUN-005 RESUME-004)",
    (_, end) => {
      const plan = planOf([
        command("s"),
        command("m", over("s")),
        command("b", { isolated: true }),
      ]);
      const halted = (): Walk => {
        const walk = Walk.start(plan);
        walk.end("s", passes({ items: ["k", "j"] }));
        walk.decide({ kind: "halt_requested" });
        walk.end("m[k]", end);
        walk.end("b", end);
        expect(walk.machine.phase).toBe("halted");
        return walk;
      };
      const live = halted();
      const batch = live.decide({ kind: "resumed", missingFiles: [] });
      const afresh = halted().resume();
      expect(batch).toEqual(afresh.log.slice(-batch.length));
      expect(live.inFlight()).toEqual(["m[k]", "b"]);
    },
  );
});

describe("a run in progress", () => {
  it("loses attempts and starts them again without being read afresh (RESUME-004)", () => {
    const walk = Walk.start(planOf([command("a"), command("b", { isolated: true })]));
    walk.decide({ kind: "resumed", missingFiles: [] });
    expect(walk.inFlight()).toEqual(["a", "b"]);
    expect(walk.starts()).toEqual(["a#1", "b#1", "a#2", "b#2"]);
  });

  it("ignores a second report of one end, and one of an attempt that was lost (WIRE-002 RUN-024)", () => {
    const walk = Walk.start(planOf([command("a"), command("b")]));
    walk.end("a");
    expect(walk.decide(endedFact("a", 1))).toEqual([]);
    const resumed = walk.resume();
    expect(resumed.decide(endedFact("b", 1))).toEqual([]);
    expect(resumed.inFlight()).toEqual(["b"]);
  });

  it("counts the spend that an attempt in flight reports last, and none of another attempt (CEIL-011)", () => {
    const walk = Walk.start(planOf([agent("a")]));
    walk.spend("a", 1);
    walk.spend("a", 3);
    expect(walk.machine.spentNano).toBe(3_000_000_000);
    walk.spend("a", 2);
    expect(walk.machine.spentNano).toBe(2_000_000_000);
    const late: Fact = { kind: "spend_reported", task: "a", attempt: 7, costNano: 9 };
    expect(walk.decide(late)).toEqual([]);
    walk.machine.evolve({ kind: "spend", task: "a", attempt: 7, cost_usd: 9 });
    walk.machine.evolve({ kind: "spend", task: "gone", attempt: 1, cost_usd: 9 });
    expect(walk.machine.spentNano).toBe(2_000_000_000);
  });

  it("is stopped once, and not halted after that (EXEC-150 RUN-015)", () => {
    const walk = Walk.start(planOf([command("a")]));
    walk.decide({ kind: "stop_requested", reason: "enough" });
    expect(walk.decide({ kind: "stop_requested", reason: "again" })).toEqual([]);
    expect(walk.decide({ kind: "halt_requested" })).toEqual([]);
    walk.end("a", CANCELLED);
    expect(walk.entries("attempt_ended")[0]).toMatchObject({ cause: "stop" });
    expect(walk.shutdown.reason).toBe("stopped by the operator: enough");
  });

  it("reaches each ceiling once (CEIL-013 CEIL-019 CEIL-024)", () => {
    const plan = planOf([
      agent("a", { isolated: true, ...ADVISORY }),
      agent("b", { isolated: true, ...ADVISORY }),
      agent("c", ADVISORY),
      agent("d", { ...ADVISORY, after: ["a", "b"], join: "settled" }),
      command("e", { isolated: true, after: ["b"] }),
    ]);
    const walk = Walk.start(plan, { cost: 1 });
    walk.end("a", costing(2));
    walk.end("b", costing(2));
    walk.end("c", costing(2));
    expect(walk.row("d").status).toBe("blocked");
    expect(walk.inFlight()).toEqual(["e"]);
    walk.decide(WALL);
    expect(walk.decide(WALL)).toEqual([]);
    walk.end("e", timesOut("run"));
    expect(walk.entries("ceiling_reached").map(({ ceiling }) => ceiling)).toEqual([
      "cost",
      "wall_clock",
    ]);
    expect(walk.entries("attempt_ended").at(-1)).toMatchObject({ cause: "wall_clock" });
    expect(walk.verdict.reasons).toEqual([
      "wall-clock ceiling reached",
      "cost ceiling reached",
      'required task "e" settled fail',
    ]);
  });

  it("is invalid for a ceiling although everything passed (CEIL-025 EXEC-015)", () => {
    const walk = Walk.start(planOf([command("a")]));
    walk.decide(WALL);
    walk.end("a");
    expect(walk.verdict).toMatchObject({
      verdict: "invalid",
      reasons: ["wall-clock ceiling reached"],
    });
  });
});

describe("effects", () => {
  it("say which item or round an attempt belongs to (MAP-003 LOOP-040)", () => {
    const plan = planOf([
      command("s"),
      command("m", over("s")),
      command("author"),
      command("review", { after: ["author"], revise: { targets: ["author"], maxRounds: 2 } }),
    ]);
    const walk = Walk.through(plan, { s: passes({ items: ["k"] }) });
    const started = walk.effects.flatMap((effect) =>
      effect.kind === "start_attempt"
        ? [[effect.node, effect.key ?? null, effect.round ?? null]]
        : [],
    );
    expect(started).toEqual(
      expect.arrayContaining([
        ["s", null, null],
        ["m", "k", null],
        ["author", null, 1],
        ["review", null, 1],
      ]),
    );
    expect(started).toHaveLength(4);
  });
});

describe("a lost attempt", () => {
  it("that had spent past the ceiling invalidates the run when nothing else is to be spent (CEIL-019 RESUME-011)", () => {
    const walk = Walk.start(planOf([agent("a", ADVISORY), command("b", { isolated: true })]), {
      cost: 1,
    });
    walk.spend("a", 3);
    const resumed = walk.resume({ cost: 1 }).finish();
    expect(resumed.entries("ceiling_reached")).toHaveLength(1);
    expect(resumed.verdict.reasons).toEqual(["cost ceiling reached"]);
  });

  it.each([
    ["a command", command("a")],
    ["an agent", agent("a")],
    ["an evaluation", evaluate("a")],
    [
      "a route",
      route("a", { kind: "model", minConfidence: 0.5, files: [] }, [noul("q")], {
        needs: "decision",
      }),
    ],
  ])("of %s is tried again (RUN-025 RESUME-004)", (_, task) => {
    const options = { capabilities: ["decision"] };
    expect(
      Walk.start(planOf([task]), options)
        .resume(options)
        .starts(),
    ).toEqual(["a#1", "a#2"]);
  });

  it("of a report is not (RUN-026)", () => {
    const walk = Walk.start(planOf([report("a")])).resume();
    expect(walk.starts()).toEqual(["a#1"]);
    expect(walk.row("a").status).toBe("fail");
  });
});

describe("completion", () => {
  it("is the first that takes effect; later ones change nothing (EXEC-026 EXEC-034)", () => {
    const plan = planOf([
      command("a", { isolated: true }),
      command("b", { isolated: true }),
      command("c", { after: ["a", "b"] }),
    ]);
    const walk = Walk.start(plan);
    walk.end("b", completes("from b"));
    walk.end("a", completes("from a"));
    expect(walk.entries("completion").map(({ task }) => task)).toEqual(["b"]);
    expect(walk.ending).toBe("valid complete: completed early by b: from b");
  });

  it("of a second item waits behind the first (EXEC-041)", () => {
    const plan = planOf([command("s"), command("m", over("s")), command("z", { after: ["m"] })]);
    const walk = Walk.through(plan, {
      s: passes({ items: ["k", "j"] }),
      "m[k]": completes("one"),
      "m[j]": completes("two"),
    });
    expect(walk.entries("completion").map(({ task }) => task)).toEqual(["m[k]"]);
    expect(walk.ending).toBe("valid complete: completed early by m[k]: one");
  });

  it("with an empty reason names none, and its note says nothing about a text (EXEC-030 EXEC-031)", () => {
    const walk = Walk.through(planOf([command("a")]), { a: completes("  ") });
    expect(walk.ending).toBe("valid complete: completed early by a");
    expect(Walk.through(planOf([command("a")]), { a: completes("r") }).row("a").note).toBe("");
  });

  it("that does not count leaves no word about its reason (EXEC-029 EXEC-042)", () => {
    const failing = Walk.through(planOf([command("a")]), {
      a: fails({ complete: true, reason: 5 }),
    });
    expect(failing.row("a").note).toBe("exit 1: ");
    const epilogue = Walk.through(planOf([command("a"), command("e", EPILOGUE)]), {
      e: completes(5),
    });
    expect(epilogue.row("e").note).toBe("");
    expect(epilogue.entries("completion")).toEqual([]);
    const file = Walk.through(planOf([agent("a")], { lane: "plan_file" }), { a: completes() });
    expect(file.row("a").note).toBe("");
  });

  it("does not keep a loop of the epilogue from running (EXEC-035 EPI-004)", () => {
    const plan = planOf([
      command("a"),
      command("later", { after: ["a"] }),
      command("author", EPILOGUE),
      command("review", {
        ...EPILOGUE,
        after: ["author"],
        revise: { targets: ["author"], maxRounds: 2 },
      }),
    ]);
    const walk = Walk.through(plan, { a: completes() });
    expect(walk.statuses()).toEqual({ a: "pass", author: "pass", review: "pass" });
  });
});

describe("items that complete the run beside each other", () => {
  it("do so by the first, whichever is declared first (EXEC-041 EXEC-026)", () => {
    const plan = planOf([
      command("s"),
      command("m", { ...over("s"), isolated: true }),
      command("z", { after: ["m"] }),
    ]);
    const walk = Walk.start(plan);
    walk.end("s", passes({ items: ["k", "j", "i"] }));
    walk.end("m[j]", completes("two"));
    walk.end("m[k]", completes("one"));
    walk.end("m[i]");
    expect(walk.entries("completion").map(({ task }) => task)).toEqual(["m[j]"]);
    expect(walk.ending).toBe("valid complete: completed early by m[j]: two");
  });
});

describe("a lost attempt that is not tried again", () => {
  it("still tells that it carried the total past the ceiling (CEIL-019 RESUME-011 RESUME-023)", () => {
    const plan = planOf([agent("a", ADVISORY), command("b", { isolated: true })]);
    const walk = Walk.start(plan, { cost: 1 });
    walk.spend("a", 3);
    walk.end("b", fails());
    const resumed = walk.resume({ cost: 1 });
    expect(resumed.starts()).toEqual(["a#1", "b#1"]);
    expect(resumed.verdict.reasons).toEqual([
      "cost ceiling reached",
      'required task "b" settled fail',
    ]);
  });

  it("of a round is counted: the next attempt has the next number (RUN-020 RUN-005)", () => {
    const plan = planOf([
      command("author"),
      command("review", { after: ["author"], revise: { targets: ["author"], maxRounds: 2 } }),
    ]);
    const walk = Walk.start(plan).resume().finish();
    expect(walk.starts()).toEqual(["author[round-1]#1", "author[round-1]#2", "review[round-1]#1"]);
    expect(walk.row("author[round-1]").attempts).toBe(2);
  });
});
