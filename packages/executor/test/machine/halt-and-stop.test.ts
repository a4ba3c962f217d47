import { describe, expect, it } from "vitest";
import { CANCELLED, completes, fails, passes, timesOut, transport } from "./support/outcomes.js";
import { agent, command, EPILOGUE, over, planOf } from "./support/plans.js";
import { Walk } from "./support/walk.js";

const HALT = { kind: "halt_requested" } as const;
const stop = (reason = "") => ({ kind: "stop_requested", reason }) as const;

describe("a halt", () => {
  const plan = planOf([
    agent("a", { isolated: true }),
    command("b", { isolated: true }),
    command("c", { after: ["a"] }),
  ]);

  it("ends attempts, writes no shutdown, and the tasks stay open (RUN-014 RUN-028)", () => {
    const walk = Walk.start(plan);
    walk.decide(HALT);
    expect(walk.effects.at(-1)).toEqual({ kind: "end_attempts", cause: "halt" });
    walk.end("a", CANCELLED);
    expect(walk.machine.phase).toBe("main");
    walk.end("b", CANCELLED);
    expect(walk.log.at(-1)).toEqual({ kind: "halted" });
    expect(walk.effects.at(-1)).toEqual({ kind: "finish" });
    expect(walk.machine.phase).toBe("halted");
    expect(walk.rows()).toEqual([]);
    expect(walk.entries("attempt_ended").map((end) => [end.outcome, end.cause])).toEqual([
      ["cancelled", "halt"],
      ["cancelled", "halt"],
    ]);
  });

  it("is immediate when nothing is in flight, and is asked for once (RUN-014)", () => {
    const waiting = planOf([command("a"), command("e", EPILOGUE)]);
    const walk = Walk.start(waiting);
    walk.decide(HALT);
    expect(walk.decide(HALT)).toEqual([]);
    walk.end("a", CANCELLED);
    expect(walk.entries("halt_requested")).toHaveLength(1);
    expect(walk.decide(HALT)).toEqual([]);
  });

  it("keeps what came to an end by itself, and starts nothing after it (RUN-014 RESUME-001)", () => {
    const walk = Walk.start(plan);
    walk.decide(HALT);
    walk.end("a", passes());
    walk.end("b", transport());
    expect(walk.rows()).toEqual(["a pass"]);
    expect(walk.starts()).toEqual(["a#1", "b#1"]);
    expect(walk.machine.phase).toBe("halted");
  });

  it("is resumed where it was, counters kept (RUN-005 RESUME-024)", () => {
    const walk = Walk.start(plan);
    walk.end("b", transport());
    walk.decide(HALT);
    walk.end("a", CANCELLED);
    walk.end("b", transport());
    const resumed = walk.resume();
    expect(resumed.log.find((entry) => entry.kind === "recovery")).toEqual({
      kind: "recovery",
      class: "halted",
      iter: 0,
      detail: "nothing was in flight",
    });
    expect(resumed.starts()).toEqual(["a#1", "b#1", "b#2", "a#2", "b#3"]);
    resumed.end("b", transport("down"));
    expect(resumed.row("b")).toMatchObject({
      status: "transport",
      attempts: 3,
      note: "transport retries exhausted (3 attempts): down",
    });
    resumed.finish();
    expect(resumed.ending).toBe("invalid error: short-circuited at b");
  });

  it("in the middle of the epilogue leaves the verdict alone (RESUME-018 RUN-014)", () => {
    const walk = Walk.start(planOf([command("a"), command("e", EPILOGUE)]));
    walk.end("a");
    walk.decide(HALT);
    walk.end("e", CANCELLED);
    const resumed = walk.resume();
    expect(resumed.machine.phase).toBe("epilogue");
    resumed.finish();
    expect(resumed.rows()).toEqual(["a pass", "e pass"]);
    expect(resumed.ending).toBe("valid finished: completed");
  });
});

describe("a stop", () => {
  const plan = planOf([
    command("a", { isolated: true }),
    command("b", { isolated: true }),
    command("c", { after: ["a"] }),
    command("e", EPILOGUE),
  ]);

  it("is final: no epilogue, no row for what did not settle, an outcome of its own (EXEC-150 EPI-005 RUN-015)", () => {
    const walk = Walk.start(plan);
    walk.end("a");
    walk.decide(stop("wrong branch"));
    expect(walk.effects.at(-1)).toEqual({ kind: "end_attempts", cause: "stop" });
    walk.end("b", CANCELLED);
    walk.end("c", CANCELLED);
    expect(walk.rows()).toEqual(["a pass"]);
    expect(walk.verdict).toMatchObject({
      verdict: "invalid",
      outcome: "stopped",
      reasons: ["stopped by the operator: wrong branch"],
    });
    expect(walk.ending).toBe("invalid stopped: stopped by the operator: wrong branch");
  });

  it("settles what ended by itself, and tries nothing again (EXEC-150)", () => {
    const walk = Walk.start(plan);
    walk.decide(stop());
    walk.end("a", passes());
    walk.end("b", transport());
    expect(walk.rows()).toEqual(["a pass"]);
    expect(walk.ending).toBe("invalid stopped: stopped by the operator");
  });

  it("outranks a completion and a ceiling in the outcome (WIRE-020)", () => {
    const walk = Walk.start(plan);
    walk.end("a", completes());
    walk.decide(stop());
    walk.end("b", timesOut("run"));
    expect(walk.shutdown.outcome).toBe("stopped");
  });

  it("in the epilogue keeps the verdict that the main graph reached (EPI-005 EXEC-021)", () => {
    const walk = Walk.start(planOf([command("a"), command("e", EPILOGUE), command("f", EPILOGUE)]));
    walk.end("a");
    walk.decide(stop("late"));
    walk.end("e", CANCELLED);
    expect(walk.ending).toBe("valid stopped: stopped by the operator: late");
    expect(walk.rows()).toEqual(["a pass"]);
  });

  it("of a halted run ends it without starting anything (RUN-015 RUN-002)", () => {
    const walk = Walk.start(plan);
    walk.decide({ kind: "halt_requested" });
    walk.end("a", CANCELLED);
    walk.end("b", CANCELLED);
    walk.decide(stop("done with it"));
    expect(walk.ending).toBe("invalid stopped: stopped by the operator: done with it");
    expect(walk.starts()).toEqual(["a#1", "b#1"]);
  });

  it("takes over from a halt that is under way (RUN-015)", () => {
    const walk = Walk.start(plan);
    walk.decide({ kind: "halt_requested" });
    walk.decide(stop());
    walk.end("a", CANCELLED);
    walk.end("b", CANCELLED);
    expect(walk.shutdown.outcome).toBe("stopped");
    expect(walk.entries("halted")).toEqual([]);
  });

  it("leaves a fan-out and a loop in flight without further rows (EXEC-150)", () => {
    const many = planOf([
      command("s"),
      command("m", { ...over("s"), isolated: true }),
      command("author", { after: ["s"] }),
      command("review", { after: ["author"], revise: { targets: ["author"], maxRounds: 2 } }),
    ]);
    const walk = Walk.start(many, { width: 2 });
    walk.end("s", passes({ items: ["x", "y"] }));
    expect(walk.inFlight()).toEqual(["m[x]", "m[y]"]);
    walk.end("m[x]", passes());
    expect(walk.inFlight()).toEqual(["m[y]", "author[round-1]"]);
    walk.decide(stop());
    walk.end("author[round-1]", fails());
    walk.end("m[y]", CANCELLED);
    expect(walk.rows()).toEqual(["s pass", "m[x] pass", "author[round-1] fail"]);
    expect(walk.shutdown.outcome).toBe("stopped");
  });
});
