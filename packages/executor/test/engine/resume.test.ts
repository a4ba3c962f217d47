/** Resuming: from the header and the log alone, redoing nothing that settled. */

import type { LogLine } from "@crucible/core";
import { ResumeRefused } from "@crucible/executor";
import {
  agent,
  command,
  exiting,
  type Program,
  planOf,
  printing,
  Testbed,
} from "@crucible/testing";
import { describe, expect, it } from "vitest";
import { dumpInputs, rowOf, statuses } from "../driver/support.js";

const hang: Program = (run) => run.sleep(24 * 3_600_000);

interface Resumed {
  readonly log: readonly LogLine[];
  readonly bed: Testbed;
}

/** Runs until the engine dies at an instant, then goes on with other programs. */
async function interrupted(
  plan: ReturnType<typeof planOf>,
  first: Testbed,
  atMs: number,
  then: Parameters<Testbed["successor"]>[0] = {},
  options: Parameters<Testbed["engine"]["resume"]>[1] = {},
): Promise<Resumed> {
  const run = await first.start(plan);
  await first.clock.advance(atMs);
  const bed = first.successor(then);
  const resumed = await bed.engine.resume(run.id, options);
  expect([resumed.id, resumed.execution]).toEqual([run.id, run.execution]);
  await bed.finish(resumed);
  return { bed, log: bed.disk.log({ run: run.id, execution: run.execution }) };
}

describe("a resumed run", () => {
  it("RESUME-001, RESUME-004, RESUME-024: goes on with what had not settled, in the same log", async () => {
    const counts = { a: 0, b: 0 };
    const counted = (name: "a" | "b", then: Program): Program => {
      return (run) => {
        counts[name]++;
        return then(run);
      };
    };
    const plan = planOf([command("a"), command("b", { dependsOn: ["a"] })]);
    const bed = new Testbed({
      commands: { a: counted("a", printing({ n: 1 })), b: counted("b", hang) },
    });
    const { log } = await interrupted(plan, bed, 60_000, {
      commands: { a: counted("a", printing({ n: 1 })), b: counted("b", dumpInputs) },
    });
    expect(counts).toEqual({ a: 1, b: 2 });
    expect(rowOf({ log }, "b").output).toEqual({ a: { n: 1 }, params: {} });
    expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index));
    const attempts = log.filter((line) => line.kind === "attempt_started" && line.task === "b");
    expect(attempts.map((line) => line.kind === "attempt_started" && line.attempt)).toEqual([1, 2]);
  });

  it("RUN-024: records the attempt whose end was never seen as indeterminate", async () => {
    const plan = planOf([command("a")]);
    const bed = new Testbed({ commands: { a: hang } });
    const { log } = await interrupted(plan, bed, 1_000, { commands: { a: printing(1) } });
    const ends = log.filter((line) => line.kind === "attempt_ended");
    expect(ends.map((line) => line.kind === "attempt_ended" && line.outcome)).toEqual([
      "indeterminate",
      "succeeded",
    ]);
    expect(log.some((line) => line.kind === "recovery")).toBe(true);
  });

  it("RUN-005, RUN-028: goes on after a halt", async () => {
    const plan = planOf([command("a"), command("b", { dependsOn: ["a"] })]);
    const bed = new Testbed({ commands: { a: printing(1), b: hang } });
    const run = await bed.start(plan);
    await bed.clock.advance(5_000);
    await bed.clock.run(run.halt());
    const next = bed.successor({ commands: { b: printing(2) } });
    const resumed = await next.engine.resume(run.id);
    const result = await next.finish(resumed);
    expect(result).toMatchObject({ state: "succeeded", verdict: "valid" });
  });

  it("RESUME-005, RESUME-008, RESUME-010: starts from a pristine workspace with the declared files of passing tasks", async () => {
    const make: Program = (run) => {
      run.write("kept.txt", "kept");
      run.write("lost.txt", "lost");
      run.print("{}\n");
    };
    const half: Program = async (run) => {
      run.write("half.txt", "half");
      await run.sleep(3_600_000);
    };
    const list: Program = (run) => run.print(`${JSON.stringify(run.list())}\n`);
    const plan = planOf([command("make", { emitsFiles: [{ path: "kept.txt" }] }), command("next")]);
    const bed = new Testbed({
      commands: { make, next: half },
      files: { "pristine.txt": "p" },
    });
    const { log } = await interrupted(plan, bed, 1_000, { commands: { next: list } });
    expect(rowOf({ log }, "next").output).toEqual(["kept.txt", "pristine.txt"]);
  });

  it("RESUME-006, RESUME-007: keeps a failing task's files out of the workspace and stages them as before", async () => {
    const scan: Program = (run) => {
      run.write("log.txt", "trace");
      return 1;
    };
    const list: Program = (run) => run.print(`${JSON.stringify(run.list())}\n`);
    const plan = planOf([
      command("scan", { emitsFiles: [{ path: "log.txt" }], required: false }),
      command("look", { dependsOn: ["scan"], join: "settled" }),
    ]);
    const bed = new Testbed({ commands: { scan, look: hang } });
    const { log } = await interrupted(plan, bed, 1_000, { commands: { look: list } });
    expect(rowOf({ log }, "look").output).toEqual(["inputs/scan/log.txt"]);
  });

  it("RESUME-022: a set that did not survive is reported as such, and its task is not run again", async () => {
    const make: Program = (run) => {
      run.write("a.txt", "x");
      run.print("{}\n");
    };
    const plan = planOf([
      command("make", { emitsFiles: [{ path: "a.txt" }] }),
      command("look", { dependsOn: ["make"], join: "settled" }),
    ]);
    const bed = new Testbed({ commands: { make, look: hang } });
    const run = await bed.start(plan);
    await bed.clock.advance(1_000);
    const [file] =
      rowOf({ log: bed.disk.log({ run: run.id, execution: run.execution }) }, "make").files ?? [];
    bed.disk.lose({ digest: file?.digest ?? "" });
    const next = bed.successor({ commands: { look: dumpInputs, make: exiting(9) } });
    await next.finish(await next.engine.resume(run.id));
    const log = next.disk.log({ run: run.id, execution: run.execution });
    expect(rowOf({ log }, "look").output).toMatchObject({ make: { status: "pass", files: false } });
  });

  it("RESUME-011: counts the spend before against the ceiling", async () => {
    const plan = planOf([
      agent("a"),
      command("wait", { dependsOn: ["a"] }),
      agent("b", { dependsOn: ["wait"] }),
    ]);
    const bed = new Testbed({
      commands: { wait: hang },
      agent: (turn) => {
        turn.answer({});
        return { costUsd: 10 };
      },
    });
    const { log } = await interrupted(plan, bed, 1_000, { commands: { wait: printing(1) } });
    expect(rowOf({ log }, "b")).toMatchObject({
      status: "blocked",
      blocked: { reason: "budget_ceiling" },
    });
  });

  it("RESUME-012, RESUME-013: counts the time before, and not the time in between", async () => {
    const plan = planOf([command("a")]);
    const bed = new Testbed({ commands: { a: hang } });
    const run = await bed.start(plan, { maxTimeMs: 100_000 });
    await bed.clock.advance(70_000);
    const next = bed.successor();
    await next.clock.advance(24 * 3_600_000);
    const before = next.clock.monotonicMs();
    const result = await next.finish(await next.engine.resume(run.id));
    expect(result.outcome).toBe("budget");
    // The last heartbeat was written at the seventieth second.
    expect(next.clock.monotonicMs() - before).toBe(30_000);
  });

  it("goes on under a raised ceiling, and records it", async () => {
    const plan = planOf([command("a")]);
    const slow: Program = async (run) => {
      await run.sleep(90_000);
      run.print("1\n");
    };
    const bed = new Testbed({ commands: { a: slow } });
    const run = await bed.start(plan, { maxTimeMs: 100_000 });
    await bed.clock.advance(70_000);
    const next = bed.successor();
    const resumed = await next.engine.resume(run.id, { maxTimeMs: 200_000, maxCostUsd: 20 });
    expect(await next.finish(resumed)).toMatchObject({ verdict: "valid" });
    const recovery = next.disk
      .log({ run: run.id, execution: run.execution })
      .find((line) => line.kind === "recovery");
    expect(recovery).toMatchObject({ wall_clock_ms: 200_000, budget_usd: 20 });
    const lower = next.engine.resume(run.id, { maxTimeMs: 1 });
    await expect(lower).rejects.toThrow(ResumeRefused);
  });

  it("CEIL-018, RUN-008: what a spent budget refused runs once the run is over and goes on under a higher one", async () => {
    const bed = new Testbed({
      agent: (turn) => {
        turn.answer({});
        return { costUsd: 1 };
      },
    });
    const plan = planOf([agent("one"), agent("two", { dependsOn: ["one"] })]);
    const refused = await bed.run(plan, { maxCostUsd: 1 });
    expect(refused.result).toMatchObject({ verdict: "invalid", outcome: "budget" });
    const revived = await bed.engine.resume(refused.run.id, { maxCostUsd: 3 });
    expect(await bed.finish(revived)).toMatchObject({ verdict: "valid", run: refused.run.id });
    expect(bed.harness.turns.map(({ task }) => task)).toEqual(["one", "two"]);
  });

  it("keeps a raised ceiling over a second interruption", async () => {
    const plan = planOf([command("a")]);
    const bed = new Testbed({ commands: { a: hang } });
    const run = await bed.start(plan, { maxTimeMs: 60_000 });
    await bed.clock.advance(50_000);
    const second = bed.successor();
    await second.engine.resume(run.id, { maxTimeMs: 120_000 });
    await second.clock.advance(40_000);
    const third = second.successor({ commands: { a: printing(1) } });
    expect(await third.finish(await third.engine.resume(run.id))).toMatchObject({
      verdict: "valid",
    });
  });

  it("RESUME-026: a session goes on from its last completed turn", async () => {
    const plan = planOf([
      agent("one", { session: "s" }),
      agent("two", { session: "s", dependsOn: ["one"] }),
    ]);
    const answer = { agent: (turn: { answer(value: unknown): void }) => turn.answer({}) };
    const bed = new Testbed({
      agent: async (turn) => {
        if (turn.request.task === "two") await turn.sleep(3_600_000);
        turn.answer({});
      },
    });
    const { bed: next } = await interrupted(plan, bed, 1_000, answer);
    const [first] = bed.harness.turns;
    expect(next.harness.turns).toHaveLength(1);
    expect(next.harness.turns[0]?.session).toMatchObject({
      id: first?.session?.id,
      turn: 1,
      cursor: `${first?.session?.id}#1`,
    });
  });

  it("MAP-021, RESUME-027: an instance that settled is not run again, nor its row written twice", async () => {
    const each = (slowKey: string): Program => {
      return async (run) => {
        if (run.env.get("CRUCIBLE_TASK") === `each[${slowKey}]`) await run.sleep(3_600_000);
        run.print(`${JSON.stringify({ n: 1 })}\n`);
      };
    };
    const plan = planOf([
      command("list", { emits: [{ name: "items" }] }),
      command("each", {
        dependsOn: ["list"],
        over: { task: "list", field: "items" },
        maxFanout: 4,
      }),
    ]);
    const list = printing({ items: ["a", "b", "c"] });
    const bed = new Testbed({ commands: { list, each: each("b") } });
    const { log, bed: next } = await interrupted(plan, bed, 1_000, {
      commands: { list: exiting(9), each: each("none") },
    });
    expect(statuses({ log })).toEqual({
      list: "pass",
      "each[a]": "pass",
      "each[b]": "pass",
      "each[c]": "pass",
      each: "pass",
    });
    expect(next.world.events.filter(({ kind }) => kind === "spawn")).toHaveLength(2);
    expect(rowOf({ log }, "each").output).toMatchObject({ outputs: { a: { n: 1 }, c: { n: 1 } } });
  });

  it("LOOP-053: a loop goes on at the next body task of the interrupted round", async () => {
    let builds = 0;
    const build: Program = (run) => {
      builds++;
      run.print(`${JSON.stringify({ builds })}\n`);
    };
    const plan = planOf([
      command("build"),
      command("review", {
        dependsOn: ["build"],
        revise: { targets: ["build"], maxRounds: 2 },
      }),
    ]);
    const bed = new Testbed({ commands: { build, review: hang } });
    const { log } = await interrupted(plan, bed, 1_000, {
      commands: { build, review: printing({}) },
    });
    expect(builds).toBe(1);
    expect(statuses({ log })).toEqual({
      "build[round-1]": "pass",
      "review[round-1]": "pass",
      build: "pass",
      review: "pass",
    });
  });

  it("RESUME-018, RESUME-019: runs what is left of the epilogue, with one shutdown in all", async () => {
    const plan = planOf([command("a"), command("after", { stage: "epilogue" })]);
    const bed = new Testbed({ commands: { a: printing(1), after: hang } });
    const { log } = await interrupted(plan, bed, 1_000, { commands: { after: dumpInputs } });
    expect(rowOf({ log }, "after").output).toMatchObject({
      outcome: { exit: "finished", tasks: { a: { status: "pass", output: 1 } } },
    });
    expect(log.filter((line) => line.kind === "shutdown")).toHaveLength(1);
    expect(log.filter((line) => line.kind === "verdict")).toHaveLength(1);
  });

  it("RESUME-003: reads large outputs that the log keeps as blobs", async () => {
    const text = "x".repeat(70_000);
    const size: Program = (run) => {
      run.print(`${(run.inputs() as { a: { text: string } }).a.text.length}\n`);
    };
    const plan = planOf([command("a"), command("b", { dependsOn: ["a"] })]);
    const bed = new Testbed({ commands: { a: printing({ text }), b: hang } });
    const { log } = await interrupted(plan, bed, 1_000, { commands: { b: size } });
    expect(rowOf({ log }, "b").output).toBe(70_000);
  });

  it.each([
    ["the start of the next task", "attempt_started"],
    ["the verdict", "verdict"],
  ])("RESUME-001: a row is kept when %s behind it was cut off", async (_what, kind) => {
    const plan = planOf([command("a"), command("b", { dependsOn: ["a"] })]);
    const bed = new Testbed({ commands: { a: printing(1), b: printing(2) } });
    const run = await bed.start(plan);
    await bed.finish(run);
    const id = { run: run.id, execution: run.execution };
    const stored = bed.disk.find(id);
    const whole = bed.disk.log(id);
    const cut = whole.findLastIndex((line) => line.kind === kind);
    expect(whole[cut - 1]?.kind).toBe("task_result");
    if (stored) stored.durable = cut;
    const next = bed.successor({ commands: { a: exiting(1), b: printing(2) } }, 0);
    expect(await next.finish(await next.engine.resume(run.id))).toMatchObject({ verdict: "valid" });
    const log = next.disk.log(id);
    const begun = log.flatMap((line) => (line.kind === "attempt_started" ? [line.task] : []));
    expect(begun).toEqual(["a", "b"]);
    expect(log.filter((line) => line.kind === "shutdown")).toHaveLength(1);
  });

  it("WIRE-034: a torn last line is as if it had never been written", async () => {
    const plan = planOf([command("a"), command("b")]);
    const bed = new Testbed({ commands: { a: printing(1), b: hang } });
    const run = await bed.start(plan);
    await bed.clock.advance(1_000);
    const id = { run: run.id, execution: run.execution };
    const stored = bed.disk.find(id);
    // The batch that holds a's row and b's start had not reached the disk.
    if (stored) stored.durable = 2;
    const next = bed.successor({ commands: { a: printing(2), b: printing(3) } }, 1);
    await next.finish(await next.engine.resume(run.id));
    const log = next.disk.log(id);
    expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index));
    expect(rowOf({ log }, "a").output).toBe(2);
  });

  it("a run that died before its first line starts afresh", async () => {
    const plan = planOf([command("a")]);
    const bed = new Testbed({ commands: { a: printing(1) } });
    bed.faults.plan("store.append", 1, { kind: "crash" });
    void bed.start(plan).catch(() => undefined);
    await bed.clock.advance(0);
    const next = bed.successor();
    const [summary] = await next.engine.list();
    const id = summary?.run ?? "";
    await expect(next.engine.resume(id, { maxCostUsd: 11 })).rejects.toThrow(
      "run run-1 died before its first line, so no ceiling of it can be raised",
    );
    const result = await next.finish(await next.engine.resume(id));
    expect(result.verdict).toBe("valid");
  });
});

describe("requests left for an engine that was gone", () => {
  it("a halt has happened by itself", async () => {
    const bed = new Testbed({ commands: { a: hang } });
    const run = await bed.start(planOf([command("a")]));
    const next = bed.successor({ commands: { a: printing(1) } });
    await next.store.requests.post({ run: run.id, execution: run.execution }, { kind: "halt" });
    expect((await next.finish(await next.engine.resume(run.id))).state).toBe("succeeded");
  });

  it("a stop is still meant, and nothing is dispatched before it", async () => {
    const bed = new Testbed({ commands: { a: hang } });
    const run = await bed.start(planOf([command("a")]));
    const next = bed.successor();
    const id = { run: run.id, execution: run.execution };
    await next.store.requests.post(id, { kind: "stop", reason: "enough" });
    expect((await next.finish(await next.engine.resume(run.id))).state).toBe("cancelled");
    const log = await next.store.read(id, 0);
    expect(log.filter(({ kind }) => kind === "attempt_started")).toHaveLength(1);
    expect(log.filter(({ kind }) => kind === "attempt_ended")).toMatchObject([{ cause: "lost" }]);
  });
});

describe("a resume is refused", () => {
  it.each([
    [
      { maxTimeMs: Number.NaN },
      "the wall-clock ceiling must be whole milliseconds above 0, got NaN",
    ],
    [{ maxTimeMs: 1e300 }, "the wall-clock ceiling must be whole milliseconds above 0, got 1e+300"],
    [{ maxCostUsd: Number.NaN }, "the cost ceiling must be above $0"],
    [{ maxCostUsd: -1 }, "the cost ceiling must be above $0"],
    [{ maxCostUsd: 1 }, "a resume may raise the cost ceiling of $10, not lower it"],
    [{ maxTimeMs: 1 }, "a resume may raise the wall-clock ceiling of 1h, not lower it"],
  ])(
    "CEIL-001: for ceilings that are none or lower (%j), and the run stays as it was",
    async (options, message) => {
      const bed = new Testbed({ commands: { a: (run) => run.sleep(1_000) } });
      const run = await bed.start(planOf([command("a")]));
      await bed.clock.run(run.halt());
      const refused = bed.engine.resume(run.id, options);
      await expect(refused).rejects.toThrow(ResumeRefused);
      await expect(refused).rejects.toThrow(message);
      expect((await bed.finish(await bed.engine.resume(run.id))).verdict).toBe("valid");
    },
  );

  it("RUN-060: by a store that fails, and the workspace is given up again", async () => {
    const bed = new Testbed({ commands: { a: (run) => run.sleep(1_000) } });
    const run = await bed.start(planOf([command("a")]));
    await bed.clock.run(run.halt());
    const calls = bed.faults.calls("store.take");
    bed.faults.plan("store.take", calls + 1, { kind: "fail", error: new Error("no room") });
    await expect(bed.engine.resume(run.id)).rejects.toThrow("no room");
    expect(bed.world.events.slice(-2).map(({ kind }) => kind)).toEqual(["open", "close"]);
    expect((await bed.finish(await bed.engine.resume(run.id))).verdict).toBe("valid");
  });

  it("RESUME-020: when the run is over, and writes nothing", async () => {
    const bed = new Testbed({ commands: { a: printing(1) } });
    const { run } = await bed.run(planOf([command("a")]));
    const id = { run: run.id, execution: run.execution };
    const before = bed.disk.text(id);
    for (let time = 1; time <= 2; time++) {
      await expect(bed.engine.resume(run.id)).rejects.toThrow("is over (succeeded)");
    }
    expect(bed.disk.text(id)).toBe(before);
  });

  it("RUN-060: while somebody else drives the run, naming who", async () => {
    const bed = new Testbed({ commands: { a: hang } });
    const run = await bed.start(planOf([command("a")]));
    await expect(bed.engine.resume(run.id)).rejects.toThrow("is owned by this engine");
  });

  it("for a run that is not there", async () => {
    await expect(new Testbed().engine.resume("nobody")).rejects.toThrow("there is no run nobody");
  });

  it("when the workspace cannot start as it did, and leaves the run claimable", async () => {
    const bed = new Testbed({ commands: { a: hang } });
    const run = await bed.start(planOf([command("a")]));
    const next = bed.successor({ files: { "new.txt": "x" } });
    await expect(next.engine.resume(run.id)).rejects.toThrow(ResumeRefused);
    const again = next.successor({ files: {}, commands: { a: printing(1) } });
    await again.finish(await again.engine.resume(run.id));
  });

  it("when the log is damaged in the middle, naming the line", async () => {
    const bed = new Testbed({ commands: { a: hang } });
    const run = await bed.start(planOf([command("a")]));
    const stored = bed.disk.find({ run: run.id, execution: run.execution });
    const next = bed.successor();
    stored?.lines.splice(0, 1, "{damaged");
    await expect(next.engine.resume(run.id)).rejects.toThrow("line 1");
  });

  it.each(["nosuch", "a[x]", "a[round-1]", "__proto__"])(
    "when a sound line cannot follow from those before it, naming it (%s)",
    async (task) => {
      const bed = new Testbed({ commands: { a: hang } });
      const run = await bed.start(planOf([command("a")]));
      const stored = bed.disk.find({ run: run.id, execution: run.execution });
      const next = bed.successor();
      const started = JSON.parse(stored?.lines[1] ?? "") as object;
      expect(started).toMatchObject({ kind: "attempt_started" });
      stored?.lines.splice(1, 1, JSON.stringify({ ...started, task }));
      await expect(next.engine.resume(run.id)).rejects.toThrow(ResumeRefused);
      await expect(next.engine.resume(run.id)).rejects.toThrow("line 2 of the log");
    },
  );

  it.each([
    ["plan_admitted", 1],
    ["attempt_ended", 4],
  ] as const)(
    "when a line that the next one follows from says nothing (%s)",
    async (kind, number) => {
      const bed = new Testbed({ commands: { a: printing(1), b: hang } });
      const run = await bed.start(planOf([command("a"), command("b")]));
      for await (const line of run.log()) {
        if (line.kind === "attempt_started" && line.task === "b") break;
      }
      const stored = bed.disk.find({ run: run.id, execution: run.execution });
      const next = bed.successor();
      const lines = stored?.lines ?? [];
      const at = lines.findIndex((text) => text.includes(`"kind":"${kind}"`));
      const { v, seq, ts, ms, more } = JSON.parse(lines[at] ?? "") as LogLine;
      lines[at] = JSON.stringify({ v, seq, ts, ms, more, kind: "heartbeat" });
      await expect(next.engine.resume(run.id)).rejects.toThrow(`line ${number} of the log`);
    },
  );

  it("RESUME-025: when the recorded plan is not the one its digest names", async () => {
    const bed = new Testbed({ commands: { a: hang } });
    const run = await bed.start(planOf([command("a")]));
    const stored = bed.disk.find({ run: run.id, execution: run.execution });
    if (stored === undefined) throw new Error("the run left nothing");
    const digest = (JSON.parse(stored.header) as { plan_digest: string }).plan_digest;
    stored.header = stored.header.replaceAll(digest, `sha256:${"0".repeat(64)}`);
    const next = bed.successor();
    await expect(next.engine.resume(run.id)).rejects.toThrow("is not the one that was launched");
  });
});
