/** How a run stands: one of six states, derived from its log and its claim, stored nowhere. */
import type { ExecutionId, Question } from "@crucible/core";
import {
  command,
  exiting,
  type Program,
  planOf,
  printing,
  route,
  Testbed,
} from "@crucible/testing";
import { describe, expect, it } from "vitest";

const hang: Program = (run) => run.sleep(24 * 3_600_000);
const work = planOf([command("work")]);

const sure: Question = { id: "sure", instructions: "Sure?", type: "noul", drop: [] };
const gated = planOf([
  route("gate", { questions: [sure], decider: { kind: "human" }, needs: "human" }),
  command("work", { dependsOn: ["gate"] }),
]);

async function stateOf(bed: Testbed): Promise<string | undefined> {
  const [summary] = await bed.engine.list();
  return summary?.state;
}

/** Everything that a store keeps of an execution, as text. */
function stored(bed: Testbed, id: ExecutionId): string {
  const kept = bed.disk.find(id);
  return JSON.stringify([kept?.header, kept?.lines, [...(kept?.privates ?? [])], kept?.requests]);
}

describe("RUN-001: a run is in exactly one state", () => {
  it("running while an attempt runs, and succeeded after a valid end", async () => {
    const slow: Program = async (run) => {
      await run.sleep(5_000);
      run.print("1\n");
    };
    const bed = new Testbed({ commands: { work: slow } });
    const run = await bed.start(work);
    await bed.clock.advance(1_000);
    expect(await stateOf(bed)).toBe("running");
    await bed.finish(run);
    expect(await stateOf(bed)).toBe("succeeded");
  });

  it("failed after an invalid end", async () => {
    const bed = new Testbed({ commands: { work: exiting(1) } });
    await bed.run(work);
    expect(await stateOf(bed)).toBe("failed");
  });

  it("halted after a halt, cancelled after a stop", async () => {
    const bed = new Testbed({ commands: { work: hang } });
    const run = await bed.start(work);
    await bed.clock.run(run.halt());
    expect(await stateOf(bed)).toBe("halted");
    const resumed = await bed.engine.resume(run.id);
    expect(await stateOf(bed)).toBe("running");
    await bed.clock.run(resumed.stop("enough"));
    expect(await stateOf(bed)).toBe("cancelled");
  });

  it("blocked while it waits for a person alone", async () => {
    const beside = planOf([...gated.tasks, command("beside")]);
    const slow: Program = async (run) => {
      await run.sleep(5_000);
      run.print("1\n");
    };
    const bed = new Testbed({ desk: true, commands: { work: printing(1), beside: slow } });
    const run = await bed.start(beside);
    await bed.clock.advance(1_000);
    expect(await stateOf(bed)).toBe("running");
    await bed.clock.advance(10_000);
    expect(await stateOf(bed)).toBe("blocked");
    bed.desk.answer({ run: run.id, execution: run.execution, route: "gate" }, { sure: ["yes"] });
    await bed.finish(run);
    expect(await stateOf(bed)).toBe("succeeded");
  });
});

describe("what is derived", () => {
  it("RUN-011: blocked is nowhere in the store, and a resumed run is blocked again at its gate", async () => {
    const bed = new Testbed({ desk: true, commands: { work: printing(1) } });
    const run = await bed.start(gated);
    await bed.clock.advance(1_000);
    expect(await stateOf(bed)).toBe("blocked");
    expect(stored(bed, { run: run.id, execution: run.execution })).not.toContain("blocked");
    const next = bed.successor();
    await next.engine.resume(run.id);
    await next.clock.advance(1_000);
    expect(await stateOf(next)).toBe("blocked");
  });

  it("RUN-012: a run whose engine died is interrupted, though nothing was written since", async () => {
    const bed = new Testbed({ commands: { work: hang } });
    const run = await bed.start(work);
    await bed.clock.advance(1_000);
    const id = { run: run.id, execution: run.execution };
    const before = stored(bed, id);
    const next = bed.successor();
    expect(await stateOf(next)).toBe("interrupted");
    expect(stored(next, id)).toBe(before);
    expect(before).not.toContain("interrupted");
    await next.engine.resume(run.id);
    expect(await stateOf(next)).toBe("running");
  });
});

describe("RUN-030: an operator cannot skip a step", () => {
  it("no operation of an engine or a run settles a task", async () => {
    const bed = new Testbed({ commands: { work: hang } });
    const run = await bed.start(work);
    expect(Object.keys(bed.engine).sort()).toEqual([
      "check",
      "list",
      "log",
      "rerun",
      "resume",
      "start",
    ]);
    expect(Object.keys(run).sort()).toEqual(["execution", "halt", "id", "log", "result", "stop"]);
  });

  it("a request to skip is no request: the task goes on, and what follows waits for it", async () => {
    const slow: Program = async (run) => {
      await run.sleep(60_000);
      run.print('{"n":1}\n');
    };
    const plan = planOf([command("work"), command("next", { dependsOn: ["work"] })]);
    const bed = new Testbed({ commands: { work: slow, next: printing(2) } });
    const run = await bed.start(plan);
    const skip = { kind: "skip", task: "work" } as unknown as { kind: "halt" };
    await bed.store.requests.post({ run: run.id, execution: run.execution }, skip);
    await bed.clock.advance(5_000);
    const log = bed.disk.log({ run: run.id, execution: run.execution });
    expect(log.map(({ kind }) => kind)).toEqual(["plan_admitted", "attempt_started"]);
    const result = await bed.finish(run);
    expect(result.tasks.map(({ name, status }) => `${name} ${status}`)).toEqual([
      "work pass",
      "next pass",
    ]);
    expect(result.outcome).toBe("finished");
  });
});

it("RUN-011: a log that is damaged hides no other run, and is named", async () => {
  const bed = new Testbed({ commands: { work: printing(1) } });
  const damaged = await bed.run(work);
  await bed.run(work);
  bed.disk.find({ run: damaged.run.id, execution: damaged.run.execution })?.lines.splice(1, 1, "{");
  expect(await bed.engine.list()).toMatchObject([
    { run: damaged.run.id, state: "interrupted", damage: "line 2 of the log cannot be read" },
    { state: "succeeded" },
  ]);
  expect((await bed.engine.list())[1]).not.toHaveProperty("damage");
});

it("RUN-009: a fresh run of the same plan inherits nothing and has no parent", async () => {
  let calls = 0;
  const counted: Program = (run) => {
    calls++;
    run.write("left.txt", "x");
    run.print(`${JSON.stringify(run.list())}\n`);
  };
  const bed = new Testbed({ commands: { work: counted } });
  const first = await bed.run(work);
  const second = await bed.run(work);
  expect(second.run.id).not.toBe(first.run.id);
  expect(calls).toBe(2);
  const header = await bed.store.header({ run: second.run.id, execution: second.run.execution });
  expect(header.parent).toBe(undefined);
  expect(JSON.stringify(second.log)).not.toContain(first.run.id);
  expect(second.result.tasks[0]).toMatchObject({ reused: false, output: ["left.txt"] });
  expect(second.result.reusedUsd).toBe(0);
});
