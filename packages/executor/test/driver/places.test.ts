/** Where a run's tasks run, and in whose conversation its repairs go on. */
import { type Agent, agent, command, type Program, planOf, Testbed } from "@crucible/testing";
import { describe, expect, it } from "vitest";
import { rowOf } from "./support.js";

describe("EXEC-099: a run has one place for its whole life", () => {
  const note: Program = (run) => {
    run.write(`${run.env.get("CRUCIBLE_TASK")}.txt`, "x");
    run.print(`${JSON.stringify(run.list())}\n`);
  };
  const plan = planOf([
    command("a", { command: "note" }),
    agent("b", { dependsOn: ["a"] }),
    command("c", { command: "note", dependsOn: ["b"] }),
    command("e", { command: "note", stage: "epilogue" }),
  ]);

  it("every task, whatever its kind and stage, works in the workspace that was opened once", async () => {
    const bed = new Testbed({
      commands: { note },
      agent: (turn) => {
        turn.write("b.txt", "x");
        turn.answer({});
      },
    });
    const finished = await bed.run(plan);
    expect(rowOf(finished, "e").output).toEqual(["a.txt", "b.txt", "c.txt", "e.txt"]);
    expect(bed.faults.calls("world.open")).toBe(1);
    expect(bed.world.events.filter(({ kind }) => kind === "open")).toHaveLength(1);
    const places = new Set(bed.world.events.map(({ workspace }) => workspace));
    expect([...places]).toEqual([finished.run.execution]);
  });

  it("a resume goes on from the same start or not at all", async () => {
    const hang: Program = (run) => run.sleep(3_600_000);
    const bed = new Testbed({ commands: { note: hang }, files: { "base.txt": "1" } });
    const run = await bed.start(plan);
    const moved = bed.successor({ commands: { note }, files: { "base.txt": "2" } });
    await expect(moved.engine.resume(run.id)).rejects.toThrow("cannot start from");
    const same = moved.successor({ files: { "base.txt": "1" } });
    const result = await same.finish(await same.engine.resume(run.id));
    expect(result.verdict).toBe("valid");
    const admitted = same.disk
      .log({ run: run.id, execution: run.execution })
      .filter((line) => line.kind === "plan_admitted");
    expect(admitted.map(({ base }) => base)).toEqual([
      same.world.events.find(({ kind }) => kind === "open")?.detail,
    ]);
  });
});

describe("EXEC-092: the conversation of a repair", () => {
  const owing = { emits: [{ name: "n" }], repair: 1 };
  /** Owes its field in the first turn of each task and gives it in the repair. */
  const forgetful: Agent = (turn) => {
    turn.answer(turn.request.prompt.includes("repair 1 of 1") ? { n: 1 } : {});
  };

  it("of a task with a session is that session, which the next task goes on with", async () => {
    const bed = new Testbed({ agent: forgetful });
    const finished = await bed.run(
      planOf([
        agent("one", { ...owing, session: "writer" }),
        agent("two", { ...owing, session: "writer", dependsOn: ["one"] }),
      ]),
    );
    expect(finished.result.verdict).toBe("valid");
    const sessions = bed.harness.turns.map(({ session }) => session);
    expect(sessions.map((session) => session?.name)).toEqual(Array(4).fill("writer"));
    expect(new Set(sessions.map((session) => session?.id)).size).toBe(1);
    expect(sessions.map((session) => session?.turn)).toEqual([0, 1, 2, 3]);
    expect(sessions.map((session) => session?.cursor)).toEqual(
      [undefined, 1, 2, 3].map((turn) => turn && `${sessions[0]?.id}#${turn}`),
    );
  });

  it("of a task without one is the attempt's own: another attempt and another task begin anew", async () => {
    let turns = 0;
    const bed = new Testbed({
      agent: (turn) => {
        turns++;
        if (turns === 1) return { transport: { detail: "cut off" } };
        return forgetful(turn);
      },
    });
    const { log } = await bed.run(
      planOf([agent("one", owing), agent("two", { ...owing, dependsOn: ["one"] })]),
    );
    const seen = bed.harness.turns.map(({ task, session }) => [task, session?.turn]);
    expect(seen).toEqual([
      ["one", 0],
      ["one", 0],
      ["one", 1],
      ["two", 0],
      ["two", 1],
    ]);
    const [lost, one, again, two, last] = bed.harness.turns.map(({ session }) => session?.id);
    expect([again, last]).toEqual([one, two]);
    expect(new Set([lost, one, two]).size).toBe(3);
    expect(log.some(({ kind }) => kind === "agent_session")).toBe(false);
  });
});
