import { describe, expect, it } from "vitest";
import { chooses, fails, passes, skips } from "./support/outcomes.js";
import { ADVISORY, agent, choice, command, over, planOf, route } from "./support/plans.js";
import { Walk } from "./support/walk.js";

const loop = (target: string) => ({ after: [target], revise: { targets: [target], maxRounds: 2 } });
const PERSON = { kind: "human" } as const;
const GO = choice("go", ["approve", "deny"]);

describe("turns", () => {
  it("are given in declaration order, in whatever order many tasks became ready (EXEC-002)", () => {
    const count = 31;
    const numbers = Array.from({ length: count }, (_, at) => at);
    const plan = planOf([
      command("hold"),
      ...numbers.map((at) => command(`s${at}`, { isolated: true })),
      ...numbers.map((at) => command(`d${at}`, { after: [`s${at}`] })),
    ]);
    const walk = Walk.start(plan, { width: 40 });
    for (const at of numbers) walk.end(`s${(at * 7 + 3) % count}`);
    expect(walk.inFlight()).toEqual(["hold"]);
    walk.finish();
    expect(walk.starts().slice(-count)).toEqual(numbers.map((at) => `d${at}#1`));
  });

  it("stay in declaration order while tasks become ready between them (EXEC-002)", () => {
    const names = Array.from({ length: 24 }, (_, at) => at);
    const plan = planOf([
      ...names.map((at) => command(`s${at}`, { isolated: true })),
      ...names.map((at) => command(`d${at}`, { after: [`s${at}`] })),
    ]);
    const walk = Walk.start(plan, { width: 30 });
    const waiting = new Set<number>();
    for (const at of names) {
      const next = (at * 17 + 5) % names.length;
      walk.end(`s${next}`);
      waiting.add(next);
      const running = walk.inFlight().find((row) => row.startsWith("d"));
      expect(running).toBeDefined();
      waiting.delete(Number(running?.slice(1)));
      if (at % 3 === 2 && running) {
        walk.end(running);
        const first = Math.min(...waiting);
        if (waiting.size > 0) expect(walk.inFlight()).toContain(`d${first}`);
        waiting.delete(first);
      }
    }
    walk.finish();
    expect(walk.machine.phase).toBe("finished");
  });

  it("end at a required failure that needed no attempt, and what is left is blocked first (EXEC-010 EXEC-014)", () => {
    const plan = planOf([
      command("s"),
      command("m", over("s")),
      command("beside", { after: ["s"] }),
      command("after", { after: ["m"] }),
    ]);
    const walk = Walk.through(plan, { s: passes({ items: 5 }) });
    expect(walk.rows()).toEqual(["s pass", "m fail", "beside blocked", "after blocked"]);
    expect(walk.starts()).toEqual(["s#1"]);
    expect(walk.log.slice(-2).map(({ kind }) => kind)).toEqual(["verdict", "shutdown"]);
    expect(walk.row("beside").blocked).toEqual({ reason: "required_task_failed", task: "m" });
  });

  it("of a loop keep the shared workspace, also while a body task works apart from it (LOOP-017)", () => {
    const plan = planOf([
      command("author", { isolated: true }),
      command("review", { ...loop("author"), isolated: true }),
      command("shared"),
    ]);
    const walk = Walk.start(plan);
    expect(walk.inFlight()).toEqual(["author[round-1]"]);
    walk.end("author[round-1]");
    expect(walk.inFlight()).toEqual(["review[round-1]"]);
    walk.end("review[round-1]");
    expect(walk.inFlight()).toEqual(["shared"]);
  });

  it("of a loop in flight come to its end when another that waits is given up (EXEC-010 LOOP-043)", () => {
    const plan = planOf([
      command("first"),
      command("one", loop("first")),
      command("second"),
      command("two", loop("second")),
      command("apart", { isolated: true }),
    ]);
    const walk = Walk.start(plan);
    expect(walk.inFlight()).toEqual(["first[round-1]", "apart"]);
    walk.end("apart", fails());
    expect(walk.rows()).toEqual(["apart fail", "second blocked", "two blocked"]);
    walk.end("first[round-1]");
    expect(walk.rows().slice(3)).toEqual([
      "first[round-1] pass",
      "one[round-1] blocked",
      "first pass",
      "one blocked",
    ]);
    expect(walk.ending).toBe("invalid error: short-circuited at apart");
  });

  it("wait for every dependency outside a loop's body, not for the first (LOOP-014)", () => {
    const plan = planOf([
      command("x", { isolated: true }),
      command("y", { isolated: true }),
      command("z", { isolated: true }),
      command("author", { after: ["x", "y", "z"] }),
      command("review", loop("author")),
    ]);
    const walk = Walk.start(plan);
    walk.end("x");
    walk.end("z");
    expect(walk.inFlight()).toEqual(["y"]);
    walk.end("y");
    expect(walk.inFlight()).toEqual(["author[round-1]"]);
  });

  it("stop for good at the first required failure, which the ending names (EXEC-010 EXEC-013)", () => {
    const plan = planOf([
      command("a", { isolated: true }),
      command("b", { isolated: true }),
      command("c", { after: ["a", "b"], join: "settled" }),
    ]);
    const walk = Walk.start(plan);
    walk.end("a", fails());
    walk.end("b", fails());
    expect(walk.row("c").blocked).toEqual({ reason: "required_task_failed", task: "a" });
    expect(walk.ending).toBe("invalid error: short-circuited at a");
  });

  it("of a route that a person decides take no slot, neither while it waits nor after (HUMAN-018 CEIL-014)", () => {
    const plan = planOf([
      command("x", { isolated: true }),
      route("gate", PERSON, [GO], { needs: "human" }),
      command("y", { isolated: true, after: ["gate"] }),
      command("z", { isolated: true, after: ["gate"] }),
    ]);
    const walk = Walk.start(plan, { width: 1, capabilities: ["human", "isolation.worktree"] });
    expect(walk.inFlight()).toEqual(["x", "gate"]);
    walk.end("gate", chooses({ go: ["approve"] }));
    expect(walk.inFlight()).toEqual(["x"]);
    walk.end("x");
    expect(walk.inFlight()).toEqual(["y"]);
    walk.finish();
    expect(walk.starts()).toEqual(["x#1", "gate#1", "y#1", "z#1"]);
  });

  it("are not given back to a task that skipped itself, advisory or not (EXEC-139 RUN-023)", () => {
    const walk = Walk.through(planOf([command("a", ADVISORY), agent("b")]), { a: skips() });
    expect(walk.starts()).toEqual(["a#1", "b#1"]);
    expect(walk.entries("attempt_ended").map(({ outcome }) => outcome)).toEqual([
      "succeeded",
      "succeeded",
    ]);
  });
});
