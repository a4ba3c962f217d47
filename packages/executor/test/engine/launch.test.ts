/** Launching: what is refused before anything exists, what a check says, how a run is held. */
import type { Harness } from "@crucible/core";
import { decodeLogLine } from "@crucible/core/wire";
import { LaunchRefused } from "@crucible/executor";
import {
  agent,
  command,
  evaluate,
  memoryPack,
  type Program,
  planOf,
  printing,
  Testbed,
} from "@crucible/testing";
import { describe, expect, it } from "vitest";

async function refusalOf(launch: Promise<unknown>): Promise<LaunchRefused> {
  const error = await launch.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof LaunchRefused)) throw new Error(`not refused: ${String(error)}`);
  return error;
}

const hang: Program = (run) => run.sleep(24 * 3_600_000);

describe("a refused launch", () => {
  const plan = planOf([command("work")]);
  const pack = memoryPack({});

  it("CEIL-002, CEIL-003: a playbook needs both ceilings, and each refusal names its own", async () => {
    const { engine } = new Testbed();
    const neither = await refusalOf(engine.start(plan, {}, { pack }));
    expect(neither.problems.map(({ code }) => code)).toEqual([
      "no-cost-ceiling",
      "no-time-ceiling",
    ]);
    const cost = await refusalOf(engine.start(plan, { maxTimeMs: 1_000 }, { pack }));
    expect(cost.message).toContain("--max-cost");
    expect(cost.message).not.toContain("--max-time");
  });

  it.each([
    [{ maxCostUsd: 0 }, "cost-ceiling"],
    [{ maxCostUsd: Number.NaN }, "cost-ceiling"],
    [{ maxCostUsd: Number.POSITIVE_INFINITY }, "cost-ceiling"],
    [{ maxTimeMs: -1 }, "time-ceiling"],
    [{ maxTimeMs: 0.5 }, "time-ceiling"],
    [{ width: 0 }, "width"],
    [{ captureBytesMax: -1 }, "capture-bytes"],
    [{ turnPriceUsd: 0 }, "turn-price"],
  ])("%j is out of range", async (launch, code) => {
    const refused = await refusalOf(new Testbed().start(plan, launch));
    expect(refused.problems.map((problem) => problem.code)).toEqual([code]);
  });

  it("CEIL-029: a timeout above the wall-clock ceiling", async () => {
    const slow = planOf([command("work", { timeoutMs: 7_200_000 })]);
    const refused = await refusalOf(new Testbed().start(slow, { maxTimeMs: 3_600_000 }));
    expect(refused.message).toBe('task "work": its timeout of 2h is longer than the run\'s 1h');
  });

  it.each([
    [{ cost: Number.NaN }, "/0/cost is NaN, which JSON cannot hold"],
    [{ note: "\ud800" }, "/0/note holds a lone surrogate"],
  ])("HIST-014: a history that no task could be given", async (record, why) => {
    const refused = await refusalOf(new Testbed().start(plan, {}, { history: [record] }));
    expect(refused.message).toBe(`the run's history: ${why}`);
  });

  it("EXEC-054: a required variable that the host lacks", async () => {
    const refused = await refusalOf(new Testbed().start(plan, {}, { variables: ["TOKEN", "X?"] }));
    expect(refused.message).toContain('"TOKEN"');
    expect(refused.problems).toHaveLength(1);
  });

  it("names a harness that is not there, and what a harness finds wrong", async () => {
    const refused = await refusalOf(
      new Testbed().start(planOf([agent("draft", { harness: "hermes" })])),
    );
    expect(refused.message).toBe('task "draft": there is no harness "hermes" (there is: claude)');
  });

  it("names a schema that cannot be used", async () => {
    const schema = '{"pattern":"(?=a)"}';
    const refused = await refusalOf(
      new Testbed().start(planOf([command("work", { emitsFiles: [{ path: "a.json", schema }] })])),
    );
    expect(refused.problems.map(({ code }) => code)).toEqual(["unusable-schema"]);
  });

  it("RUN-062: a workspace that does not open leaves nothing behind", async () => {
    const { WorldRefused } = await import("@crucible/core");
    const bed = new Testbed();
    const error = new WorldRefused("there is no repository at x");
    bed.faults.plan("world.open", 1, { kind: "fail", error });
    const refused = await refusalOf(bed.start(plan));
    expect(refused.message).toBe("there is no repository at x");
    expect(await bed.engine.list()).toEqual([]);
    await bed.run(plan);
  });

  it("RUN-057, RUN-062: what fails before the first line gives workspace and header up again", async () => {
    const bed = new Testbed();
    bed.faults.plan("store.putPrivate", 1, { kind: "fail", error: new Error("no room") });
    const launch = bed.start(plan, {}, { agentVariables: { TOKEN: "s3cret" } });
    await expect(launch).rejects.toThrow("no room");
    expect(await bed.engine.list()).toEqual([]);
    expect(bed.world.events.map(({ kind }) => kind)).toEqual(["open", "close"]);
    await bed.run(plan);
  });

  it.each([Number.NaN, -1, 0.5, Number.POSITIVE_INFINITY])(
    "FILE-029: an engine takes no bound of %s, which would bound nothing",
    (resultBytesMax) => {
      expect(() => new Testbed({ setup: { bounds: { resultBytesMax } } })).toThrow(
        `the bound resultBytesMax must be whole bytes, got ${resultBytesMax}`,
      );
    },
  );

  it("RUN-055, RUN-056: a second run in a live workspace, naming the first", async () => {
    const bed = new Testbed({ commands: { work: hang } });
    const run = await bed.start(plan);
    const refused = await refusalOf(bed.start(plan));
    expect(refused.message).toContain(run.id);
    await bed.start(plan, {}, { workspace: { dir: "elsewhere" } });
    expect((await bed.engine.list()).map(({ state }) => state)).toEqual(["running", "running"]);
  });

  it("loops that wait for each other", async () => {
    const loop = (
      reviewer: string,
      target: string,
      other: string,
    ): ReturnType<typeof command>[] => [
      command(target),
      command(reviewer, {
        dependsOn: [target, other],
        revise: { targets: [target], maxRounds: 2 },
      }),
    ];
    const plan = planOf([...loop("ra", "a", "b"), ...loop("rb", "b", "a")]);
    const refused = await refusalOf(new Testbed().start(plan));
    expect(refused.message).toContain("wait for each other");
  });

  it("refuses what is not supported yet, naming the task", async () => {
    const scored = planOf([{ ...command("work"), kind: "engine", op: "measure" }], {
      lane: "autoresearch",
    });
    const refused = await refusalOf(new Testbed().start(scored));
    expect(refused.message).toContain('task "work": scored loops are not supported yet');
  });

  it("PLAN-045, PLAN-046, PLAN-047: names every capability that a workflow lacks", async () => {
    const scored = planOf([{ ...command("work"), kind: "engine", op: "measure" }], {
      lane: "autoresearch",
    });
    const missing = (name: string): string =>
      `the plan needs the capability "${name}", which this run does not have`;
    const refused = await refusalOf(new Testbed().start(scored));
    expect(refused.message).toContain(missing("workflow.autoresearch"));
    expect(refused.message).toContain(missing("engine.measure"));
    const custom = planOf([command("work")], { lane: "custom" });
    expect((await refusalOf(new Testbed().start(custom))).message).toContain(
      missing("workflow.custom"),
    );
    const bed = new Testbed({ commands: { work: () => {} } });
    const launch = { capabilities: ["workflow.custom"] };
    expect((await bed.run(custom, launch)).result.verdict).toBe("valid");
  });

  it("refuses an agent that was meant for a sandbox", async () => {
    const plan = planOf([agent("draft", { sandbox: "gpu" })]);
    const refused = await refusalOf(new Testbed().start(plan));
    expect(refused.message).toContain(
      'needs the capability "agent.sandbox", which is not supported yet',
    );
  });
});

describe("a check", () => {
  it("CEIL-001, CEIL-042, FILE-029: gives every bound in force and spends nothing", async () => {
    const bed = new Testbed();
    const plan = planOf([command("work", { timeoutMs: 60_000 })]);
    const report = await bed.engine.check(plan, { maxCostUsd: 2.5, maxTimeMs: 90_000 });
    expect(report.problems).toEqual([]);
    expect(report.bounds).toEqual([
      { name: "cost ceiling", value: 2.5, unit: "usd" },
      { name: "wall-clock ceiling", value: 90_000, unit: "ms" },
      { name: "attempts at once", value: 8, unit: "attempts" },
      { name: "captured files of the run", value: 268_435_456, unit: "bytes" },
      { name: "attempts, transport failing", value: 3, unit: "attempts" },
      { name: "result line or file", value: 1_048_576, unit: "bytes" },
      { name: "nesting of a result", value: 128, unit: "levels" },
      { name: "inputs of a task", value: 67_108_864, unit: "bytes" },
      { name: "captured file with a schema", value: 16_777_216, unit: "bytes" },
      { name: "history of a task", value: 65_536, unit: "bytes" },
      { name: "evidence of a decision", value: 16_777_216, unit: "bytes" },
      { name: "timeout", value: 60_000, unit: "ms", task: "work" },
    ]);
    expect(await bed.engine.list()).toEqual([]);
    expect(bed.world.events).toEqual([]);
  });

  it("EXEC-004, EXEC-005: names the required tasks that cannot run", async () => {
    const plan = planOf([
      command("big", { needs: "gpu" }),
      command("after", { dependsOn: ["big"] }),
      command("free", { required: false }),
    ]);
    const launch = { maxCostUsd: 1, maxTimeMs: 1_000 };
    const { engine } = new Testbed();
    expect((await engine.check(plan, launch)).truncated).toEqual(["big", "after"]);
    const vouched = await engine.check(plan, { ...launch, capabilities: ["gpu"] });
    expect(vouched.truncated).toEqual([]);
    expect(vouched.launch?.capabilities).toEqual(["gpu", "isolation.worktree"]);
  });

  it("RUN-029: names the agent tasks whose turns nobody can interrupt", async () => {
    const deaf: Harness = {
      name: "deaf",
      metered: true,
      sessions: true,
      interrupts: false,
      check: () => [],
      run: () => Promise.reject(new Error("no turn was asked for")),
    };
    const hearing: Harness = { ...deaf, name: "hearing", interrupts: true };
    const bed = new Testbed({ setup: { harnesses: { deaf, hearing } } });
    const plan = planOf([
      agent("own", { harness: "deaf" }),
      agent("default"),
      agent("other", { harness: "hearing" }),
      command("work"),
    ]);
    const report = await bed.engine.check(plan, {}, { agent: { harness: "deaf" } });
    expect(report.uninterruptible).toEqual(["own", "default"]);
    const played = await bed.engine.check(plan, {}, { agent: { standIn: "hearing" } });
    expect(played.uninterruptible).toEqual([]);
  });

  it("gives the problems that a launch would be refused for", async () => {
    const report = await new Testbed().engine.check(planOf([evaluate("grade")]), {});
    expect(report.problems.map(({ code }) => code)).toEqual(["no-cost-ceiling", "no-time-ceiling"]);
    expect(report.launch).toBe(undefined);
  });

  it("a plan file brings its own budget and needs no wall-clock ceiling", async () => {
    const { freezePlan } = await import("@crucible/core");
    const plan = freezePlan({
      version: 1,
      lane: "plan_file",
      reason: "",
      tasks: [command("work")],
      params: [],
      settings: [],
      budgetUsd: 3,
    });
    const bed = new Testbed({ commands: { work: printing(1) } });
    const report = await bed.engine.check(plan, {});
    expect(report.problems).toEqual([]);
    expect(report.launch?.ceilings.costNano).toBe(3_000_000_000);
    const run = await bed.engine.start(plan, {}, { pack: memoryPack({}) });
    expect((await bed.finish(run)).verdict).toBe("valid");
  });
});

describe("a run", () => {
  it("is promised by nobody's accident: nothing public is thenable", async () => {
    const bed = new Testbed({ commands: { work: printing(1) } });
    const run = await bed.start(planOf([command("work")]));
    for (const thing of [run, bed.engine, run.log()]) expect("then" in thing).toBe(false);
    await bed.finish(run);
  });

  it("WIRE-003, WIRE-006: is followed line by line from any position by any number of readers", async () => {
    const slow: Program = async (run) => {
      await run.sleep(5_000);
      run.print("1\n");
    };
    const bed = new Testbed({ commands: { a: slow, b: slow } });
    const run = await bed.start(planOf([command("a"), command("b")]));
    const read = async (from?: number): Promise<number[]> => {
      const seqs: number[] = [];
      for await (const line of run.log(from === undefined ? {} : { from })) seqs.push(line.seq);
      return seqs;
    };
    const readers = Promise.all([read(), read(3)]);
    await bed.finish(run);
    const [all, tail] = await bed.clock.run(readers);
    expect(all).toEqual(all.map((_, index) => index));
    expect(tail).toEqual(all.slice(3));
    expect(await read(all.length)).toEqual([]);
  });

  it("is followed from another process too", async () => {
    const slow: Program = async (run) => {
      await run.sleep(5_000);
      run.print("1\n");
    };
    const bed = new Testbed({ commands: { a: slow } });
    const run = await bed.start(planOf([command("a")]));
    const kinds: string[] = [];
    const reading = (async () => {
      const id = { run: run.id, execution: run.execution };
      for await (const line of bed.engine.log(id)) kinds.push(line.kind);
    })();
    await bed.finish(run);
    await bed.clock.run(reading);
    expect(kinds[0]).toBe("plan_admitted");
    expect(kinds.at(-1)).toBe("shutdown");
  });

  it("a reader that does not follow stops at what there is", async () => {
    const bed = new Testbed({ commands: { work: hang } });
    const run = await bed.start(planOf([command("work")]));
    const kinds: string[] = [];
    for await (const line of run.log({ follow: false })) kinds.push(line.kind);
    expect(kinds).toEqual(["plan_admitted", "attempt_started"]);
  });

  it("gives its verdict, outcome and tasks", async () => {
    const bed = new Testbed({ commands: { a: printing({ n: 1 }) } });
    const { result } = await bed.run(planOf([command("a")]));
    expect(result).toMatchObject({
      state: "succeeded",
      verdict: "valid",
      outcome: "finished",
      reason: "completed",
      reasons: [],
      tasks: [{ name: "a", status: "pass", attempts: 1, output: { n: 1 }, parts: [] }],
    });
  });

  it("holds instances inside their task", async () => {
    const bed = new Testbed({
      commands: { list: printing({ items: ["x", "y"] }), each: printing({}) },
    });
    const list = command("list", { emits: [{ name: "items" }] });
    const over = { task: "list", field: "items" };
    const { result } = await bed.run(
      planOf([list, command("each", { dependsOn: ["list"], over, maxFanout: 4 })]),
    );
    expect(result.tasks.map(({ name, parts }) => [name, parts.map((part) => part.name)])).toEqual([
      ["list", []],
      ["each", ["each[x]", "each[y]"]],
    ]);
    expect(result.tasks[1]?.output).toEqual({
      instances: 2,
      passed: 2,
      failed: 0,
      not_taken: 0,
      order: ["x", "y"],
      outputs: { x: {}, y: {} },
    });
  });

  it("RUN-014, RUN-028: halts when told to, ending its attempts and giving the workspace up", async () => {
    const bed = new Testbed({ commands: { work: hang } });
    const run = await bed.start(planOf([command("work")]));
    await bed.clock.run(run.halt());
    expect(await run.result()).toMatchObject({ state: "halted", verdict: null, outcome: null });
    expect((await bed.engine.list()).map(({ state }) => state)).toEqual(["halted"]);
    await run.halt();
  });

  it("RUN-057: a halted run leaves its workspace to others", async () => {
    const bed = new Testbed({ commands: { work: hang } });
    const run = await bed.start(planOf([command("work")]));
    await bed.clock.run(run.halt());
    await bed.start(planOf([command("work")]));
  });

  it("halts when it goes out of scope", async () => {
    const bed = new Testbed({ commands: { work: hang } });
    {
      await using run = await bed.start(planOf([command("work")]));
      expect(run.id).toBe("run-1");
    }
    expect((await bed.engine.list()).map(({ state }) => state)).toEqual(["halted"]);
  });

  it("EXEC-150, RUN-015: stops for good when told to", async () => {
    const bed = new Testbed({ commands: { work: hang, next: printing(1) } });
    const plan = planOf([
      command("work"),
      command("next", { dependsOn: ["work"] }),
      command("after", { stage: "epilogue", command: "next" }),
    ]);
    const run = await bed.start(plan);
    await bed.clock.run(run.stop("enough"));
    expect(await run.result()).toMatchObject({ state: "cancelled", outcome: "stopped" });
    expect(bed.world.events.filter(({ kind }) => kind === "spawn")).toHaveLength(1);
  });

  it("RUN-015: stopped after it was halted, ends for good when it is taken up again", async () => {
    const bed = new Testbed({ commands: { work: hang } });
    const run = await bed.start(planOf([command("work")]));
    await bed.clock.run(run.halt());
    await bed.clock.run(run.stop("enough"));
    expect((await run.result()).state).toBe("halted");
    const resumed = await bed.finish(await bed.engine.resume(run.id));
    expect(resumed).toMatchObject({
      state: "cancelled",
      reason: "stopped by the operator: enough",
    });
    await bed.clock.run(run.stop("twice"));
    expect(bed.disk.find({ run: run.id, execution: run.execution })?.requests).toHaveLength(1);
    expect(bed.world.events.filter(({ kind }) => kind === "spawn")).toHaveLength(1);
  });

  it.each<[unknown, string]>([
    ["so \ud800", "stopped by the operator: so \ufffd"],
    [undefined, "stopped by the operator"],
    [{ because: 1 }, "stopped by the operator"],
  ])(
    "WIRE-033: writes a reason that a reader takes, also of a request like %j",
    async (given, reason) => {
      const bed = new Testbed({ commands: { work: hang } });
      const run = await bed.start(planOf([command("work")]));
      const id = { run: run.id, execution: run.execution };
      await bed.store.requests.post(id, { kind: "stop", reason: given as string });
      expect(await bed.finish(run)).toMatchObject({ state: "cancelled", reason });
      for (const line of bed.disk.log(id)) {
        expect(decodeLogLine(JSON.stringify(line))).toMatchObject({ ok: true });
      }
    },
  );

  it("takes requests that another process left for it", async () => {
    const bed = new Testbed({ commands: { work: hang } });
    const run = await bed.start(planOf([command("work")]));
    await bed.store.requests.post({ run: run.id, execution: run.execution }, { kind: "halt" });
    expect((await bed.finish(run)).state).toBe("halted");
    expect(bed.clock.monotonicMs()).toBeLessThanOrEqual(1_000);
  });

  it("tells what agents say while they work", async () => {
    const said: string[] = [];
    const bed = new Testbed({
      setup: {
        observe: ({ task, event }) =>
          said.push(`${task}: ${event.kind === "text" ? event.text : ""}`),
      },
      harnesses: [],
    });
    bed.harness.run = async (_turn, context) => {
      context.event({ kind: "text", text: "thinking" });
      const end = { kind: "failed", note: "no", text: "" } as const;
      return { ...end, costNano: 0, model: null, survivors: [] };
    };
    await bed.run(planOf([agent("draft")]));
    expect(said).toEqual(["draft: thinking"]);
  });

  it("EPI-022: writes its verdict before any epilogue task starts", async () => {
    const bed = new Testbed({ commands: { work: printing(1), after: printing(2) } });
    const { log } = await bed.run(
      planOf([command("work"), command("after", { stage: "epilogue" })]),
    );
    const at = (find: (line: (typeof log)[number]) => boolean): number => log.findIndex(find);
    const verdict = at((line) => line.kind === "verdict");
    const start = at((line) => line.kind === "attempt_started" && line.task === "after");
    expect(verdict).toBeGreaterThan(0);
    expect(start).toBeGreaterThan(verdict);
  });
});
