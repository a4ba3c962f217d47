/** What an execution stands on besides its plan: limits in force, sets that count, rows that later ones read, names. */
import { canonicalJson, LogDamaged, StoreLost, WorldRefused } from "@crucible/core";
import { LaunchRefused, ResumeRefused, resultOf } from "@crucible/executor";
import {
  agent,
  command,
  exiting,
  memoryPack,
  type Program,
  planOf,
  printing,
  ScriptedHarness,
  Testbed,
} from "@crucible/testing";
import { describe, expect, it } from "vitest";
import {
  decodeSettings,
  encodeSettings,
  type RunSettings,
} from "../../src/driver/execution/settings.js";
import { dumpInputs, rowOf, statuses } from "../driver/support.js";

const hang: Program = (run) => run.sleep(24 * 3_600_000);

const writes60: Program = (run) => {
  run.write("a.txt", "x".repeat(60));
  run.print("{}\n");
};
const kept = { emitsFiles: [{ path: "a.txt" }] } as const;

describe("the bound on captured bytes", () => {
  it("FILE-027, FILE-030: counts the sets of all tasks, whatever they are called", async () => {
    const bed = new Testbed({ commands: { ab: writes60, ac: writes60 } });
    const plan = planOf([command("ab", kept), command("ac", { ...kept, required: false })]);
    const finished = await bed.run(plan, { captureBytesMax: 100 });
    expect(statuses(finished)).toEqual({ ab: "pass", ac: "fail" });
    expect(rowOf(finished, "ac").note).toContain("exceed 100 bytes");
    expect(statuses(await bed.run(plan, { captureBytesMax: 120 }))).toEqual({
      ab: "pass",
      ac: "pass",
    });
  });

  it("FILE-027: counts a set for each instance", async () => {
    const bed = new Testbed({
      commands: { list: printing({ items: ["x", "y"] }), each: writes60 },
    });
    const list = command("list", { emits: [{ name: "items" }] });
    const over = { task: "list", field: "items" };
    const each = command("each", { dependsOn: ["list"], over, maxFanout: 4, ...kept });
    const finished = await bed.run(planOf([list, each]), { captureBytesMax: 100, width: 1 });
    expect(statuses(finished)).toMatchObject({ "each[x]": "pass", "each[y]": "fail" });
  });

  it("RESUME-003, FILE-031: counts after an interruption what was captured before it", async () => {
    const plan = planOf([
      command("first", kept),
      command("wait"),
      command("second", { ...kept, required: false }),
    ]);
    const bed = new Testbed({ commands: { first: writes60, wait: hang } });
    const run = await bed.start(plan, { captureBytesMax: 100 });
    await bed.clock.advance(1_000);
    const next = bed.successor({ commands: { wait: printing(1), second: writes60 } });
    await next.finish(await next.engine.resume(run.id));
    const log = next.disk.log({ run: run.id, execution: run.execution });
    expect(statuses({ log })).toEqual({ first: "pass", wait: "pass", second: "fail" });
    expect(rowOf({ log }, "second").note).toContain("exceed 100 bytes");
  });
});

describe("a row that is written together with one whose output is large", () => {
  it("WIRE-011: is read by the tasks after it", async () => {
    const text = "x".repeat(100_000);
    const bed = new Testbed({
      commands: { list: printing({ items: ["only"] }), each: printing({ text }), use: dumpInputs },
    });
    const list = command("list", { emits: [{ name: "items" }] });
    const over = { task: "list", field: "items" };
    const finished = await bed.run(
      planOf([
        list,
        command("each", { dependsOn: ["list"], over, maxFanout: 4 }),
        command("use", { dependsOn: ["each"] }),
      ]),
    );
    const { output_blob: stored } = rowOf(finished, "use");
    const printed = canonicalJson({ each: { outputs: { only: { text } } }, params: {} });
    expect(stored?.size).toBeGreaterThan(100_000);
    expect(stored?.size).toBeLessThan(printed.length + 200);
    expect(finished.result.tasks.find(({ name }) => name === "use")).toMatchObject({
      outputBlob: stored,
    });
  });
});

describe("what an execution came to", () => {
  it("is told from its log alone as its own engine tells it", async () => {
    const bed = new Testbed({ commands: { a: printing({ n: 1 }), b: printing(2) } });
    const finished = await bed.run(planOf([command("a"), command("b", { dependsOn: ["a"] })]));
    const { id: run, execution } = finished.run;
    const told = resultOf({ run, execution, owned: false }, finished.log);
    expect(told).toEqual(finished.result);
    expect(told.tasks.map(({ name, status }) => [name, status])).toEqual([
      ["a", "pass"],
      ["b", "pass"],
    ]);
  });
});

describe("an engine that lost its store", () => {
  it("is not done before each of its attempts has ended", async () => {
    let ended = 0;
    const bed = new Testbed();
    const slow = new ScriptedHarness({ name: "slow", agent: () => undefined });
    slow.run = async ({ task }, { signal }) => {
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      const waitMs = task === "late" ? 5_000 : 1_000;
      await new Promise<void>((resolve) => {
        bed.clock.at(bed.clock.monotonicMs() + waitMs, resolve);
      });
      ended += 1;
      return { kind: "aborted", costNano: 0, model: null, survivors: [] };
    };
    const next = new Testbed({ harnesses: [slow] }, bed.machine);
    const isolated = { harness: "slow", isolation: "worktree" } as const;
    const run = await next.start(planOf([agent("late", isolated), agent("soon", isolated)]));
    const calls = next.faults.calls("store.append");
    next.faults.plan("store.append", calls + 1, { kind: "fail", error: new StoreLost("gone") });
    await expect(next.finish(run)).rejects.toThrow("gone");
    expect(ended).toBe(2);
  });

  it("leaves no reader of its log waiting", async () => {
    const bed = new Testbed({ commands: { a: hang } });
    const run = await bed.start(planOf([command("a")]));
    const kinds: string[] = [];
    const reading = (async () => {
      for await (const { kind } of run.log({ follow: true })) kinds.push(kind);
    })();
    bed.disk.seize({ run: run.id, execution: run.execution }, "another engine");
    await expect(bed.finish(run)).rejects.toThrow();
    await bed.clock.run(reading);
    expect(kinds).toContain("attempt_started");
    expect(kinds).not.toContain("shutdown");
  });
});

describe("an interrupted run", () => {
  it("is refused for what a launch would be refused for, as a resume", async () => {
    const other = new ScriptedHarness({ name: "other", agent: (turn) => turn.sleep(60_000) });
    const bed = new Testbed({ harnesses: [other] });
    const run = await bed.start(planOf([agent("draft", { harness: "other" })]));
    const next = bed.successor({ harnesses: [] });
    const refused = next.engine.resume(run.id);
    await expect(refused).rejects.toThrow(ResumeRefused);
    await expect(refused).rejects.toThrow('there is no harness "other"');
  });

  it("RUN-008: that failed and whose workspace does not open any more is refused as a resume", async () => {
    const bed = new Testbed({ commands: { a: exiting(1) } });
    const { run } = await bed.run(planOf([command("a")]));
    const error = new WorldRefused("the repository is gone");
    bed.faults.plan("world.open", bed.faults.calls("world.open") + 1, { kind: "fail", error });
    const refused = bed.engine.resume(run.id);
    await expect(refused).rejects.toThrow(ResumeRefused);
    await expect(refused).rejects.toThrow("the repository is gone");
  });

  it("RUN-015: that was to be stopped before its first line is stopped in its first attempt", async () => {
    const bed = new Testbed({ commands: { a: hang } });
    bed.faults.plan("store.append", 1, { kind: "crash" });
    void bed.start(planOf([command("a"), command("b")])).catch(() => undefined);
    await bed.clock.advance(0);
    const next = bed.successor();
    const [summary] = await next.engine.list();
    const id = { run: summary?.run ?? "", execution: summary?.execution ?? "" };
    await next.store.requests.post(id, { kind: "stop", reason: "enough" });
    expect((await next.finish(await next.engine.resume(id.run))).state).toBe("cancelled");
    const log = await next.store.read(id, 0);
    expect(log.at(-1)).toMatchObject({ kind: "shutdown", outcome: "stopped" });
    expect(log.filter(({ kind }) => kind === "attempt_ended")).toMatchObject([
      { task: "a", outcome: "cancelled" },
    ]);
  });
});

describe("the names of a run", () => {
  async function namesAfterRerun(name: string, displayName: string): Promise<unknown> {
    const bed = new Testbed({ commands: { a: printing(1) } });
    const identity = { name, displayName, url: "https://example.com/1" };
    const { run } = await bed.run(planOf([command("a")]), {}, { identity });
    const rerun = await bed.engine.rerun(run.id, { from: ["a"] });
    await bed.finish(rerun);
    const header = await bed.store.header({ run: rerun.id, execution: rerun.execution });
    return [rerun.id, header.settings["identity"]];
  }

  it("EXEC-053: are kept by a rerun where they are not the run's own identity", async () => {
    expect(await namesAfterRerun("nightly", "The nightly one")).toEqual([
      expect.any(String),
      { name: "nightly", display_name: "The nightly one", url: "https://example.com/1" },
    ]);
  });
});

describe("the settings of a run", () => {
  const settings: RunSettings = {
    edition: 2,
    manifest: "other.toml",
    resultFile: true,
    variables: ["HOME", "TOKEN?"],
    secrets: ["TOKEN"],
    agentSecrets: ["KEY", "OTHER"],
    agent: { harness: "claude", model: "small", effort: "low", standIn: "played" },
    identity: { name: "n", displayName: "N", url: "https://example.com" },
    history: [{ n: 1 }, { n: 2 }],
  };

  it("come back from a header as they went in", () => {
    const encoded = encodeSettings(settings);
    expect(decodeSettings(JSON.parse(JSON.stringify(encoded)))).toEqual(settings);
  });

  it.each([
    ["agent", { agent: "claude" }],
    ["identity", { identity: [] }],
    ["name", { identity: { name: 1, display_name: "N", url: "" } }],
    ["variables", { variables: "HOME" }],
    ["secrets", { secrets: ["TOKEN", 1] }],
    ["history", { history: [{}, 1] }],
  ])("are a damaged header where %s is none", (name, damage) => {
    const read = (): unknown => decodeSettings({ ...encodeSettings(settings), ...damage });
    expect(read).toThrow(LogDamaged);
    expect(read).toThrow(`holds no ${name} in its settings`);
  });
});

describe("the smallest limits", () => {
  const plan = planOf([command("a")]);

  it("CEIL-001: are one millisecond, and no byte of captured files", async () => {
    const bed = new Testbed({ commands: { a: printing(1) } });
    const limits = { maxCostUsd: 1, maxTimeMs: 1, captureBytesMax: 0 };
    expect((await bed.engine.check(plan, limits)).problems).toEqual([]);
    const none = await bed.engine.check(plan, { ...limits, maxTimeMs: 0 });
    expect(none.problems.map(({ message }) => message)).toEqual([
      "the wall-clock ceiling must be whole milliseconds above 0, got 0",
    ]);
  });

  it("RUN-018: of a bundle's words are one character", async () => {
    const bed = new Testbed({ commands: { a: printing(1) } });
    const bundle = { id: "i", version: "1", name: "n", description: "" };
    const options = { pack: memoryPack({}), bundle };
    const report = await bed.engine.check(plan, { maxCostUsd: 1, maxTimeMs: 1 }, options);
    expect(report.problems).toEqual([]);
  });
});

describe("a plan by itself", () => {
  it("is refused for what a harness that is there finds wrong", async () => {
    const strict = new ScriptedHarness({
      name: "strict",
      agent: () => undefined,
      check: ({ model }) => (model === "huge" ? ['there is no model "huge"'] : []),
    });
    const bed = new Testbed({ harnesses: [strict] });
    const plan = planOf([agent("draft", { harness: "strict", model: "huge" })], {
      lane: "plan_file",
    });
    const refused = bed.start(plan);
    await expect(refused).rejects.toThrow(LaunchRefused);
    await expect(refused).rejects.toThrow('there is no model "huge"');
  });
});
