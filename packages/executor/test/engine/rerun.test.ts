/** Reruns and revived runs: what is reused, what runs again, and what is refused. */
import { USD_MAX } from "@crucible/core";
import { LaunchRefused } from "@crucible/executor";
import {
  agent,
  command,
  exiting,
  type Finished,
  MemoryRepository,
  type Program,
  planOf,
  printing,
  Testbed,
} from "@crucible/testing";
import { describe, expect, it } from "vitest";
import { dumpInputs, dumpStaged, rowOf, statuses } from "../driver/support.js";

const writing = (path: string, text: string): Program => {
  return (run) => {
    run.write(path, text);
    run.print(`${JSON.stringify({ wrote: path })}\n`);
  };
};

const plan = planOf([
  command("draft", { emitsFiles: [{ path: "draft.txt" }] }),
  command("aside"),
  command("measure", { dependsOn: ["draft"] }),
  command("tell", { dependsOn: ["measure"] }),
  command("after", { stage: "epilogue" }),
]);

const commands: Record<string, Program> = {
  draft: writing("draft.txt", "one"),
  aside: writing("aside.txt", "two"),
  measure: writing("measure.txt", "three"),
  tell: dumpInputs,
  after: printing(0),
};

async function rerun(
  bed: Testbed,
  parent: Finished,
  options: Parameters<Testbed["engine"]["rerun"]>[1],
): Promise<Finished> {
  const run = await bed.engine.rerun(parent.run.id, options);
  const result = await bed.finish(run);
  return { run, result, log: bed.disk.log({ run: run.id, execution: run.execution }) };
}

function spawned(bed: Testbed, since: number): number {
  return bed.world.events.slice(since).filter(({ kind }) => kind === "spawn").length;
}

async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof LaunchRefused)) throw new Error(`not refused: ${String(error)}`);
  return error.message;
}

describe("a rerun", () => {
  it("RERUN-001, RERUN-005, RERUN-012: is a new run of the selected tasks and what follows, over the rest reused", async () => {
    const bed = new Testbed({ commands });
    const parent = await bed.run(plan);
    const before = bed.world.events.length;
    const again = await rerun(bed, parent, { from: ["measure"] });
    expect(again.run.id).not.toBe(parent.run.id);
    expect(again.result).toMatchObject({ verdict: "valid", outcome: "finished" });
    expect(spawned(bed, before)).toBe(3);
    const reused = again.log.flatMap((line) =>
      line.kind === "task_result" && line.reused ? [line.task] : [],
    );
    expect(reused).toEqual(["draft", "aside"]);
  });

  it("RERUN-018, RERUN-022, RERUN-025: starts where the parent started, with reused commits replayed in order", async () => {
    const bed = new Testbed({ commands, files: { "base.txt": "b" } });
    const parent = await bed.run(plan);
    const again = await rerun(bed, parent, { from: ["measure"] });
    const workspace = bed.world.workspaces.get(again.run.execution);
    expect([...(workspace?.settled.keys() ?? [])].sort()).toEqual([
      "aside.txt",
      "base.txt",
      "draft.txt",
      "measure.txt",
    ]);
    expect(workspace?.base).toBe(bed.world.workspaces.get(parent.run.execution)?.base);
  });

  it("RERUN-025, RERUN-027: feeds reused outputs and files as live ones", async () => {
    const bed = new Testbed({ commands });
    const parent = await bed.run(plan);
    const next = bed.successor({ commands: { ...commands, measure: dumpStaged } });
    const again = await rerun(next, parent, { from: ["measure"] });
    expect(rowOf(again, "measure").output).toEqual({ staged: ["inputs/draft/draft.txt"] });
    expect(rowOf(again, "tell").output).toMatchObject({
      measure: { staged: ["inputs/draft/draft.txt"] },
    });
  });

  it("RERUN-028, RERUN-029, WIRE-031: names the run that produced a reused row, over several reruns", async () => {
    const bed = new Testbed({ commands });
    const parent = await bed.run(plan);
    const second = await rerun(bed, parent, { from: ["measure"] });
    const third = await rerun(bed, second, { from: ["tell"] });
    const origin = { run: parent.run.id, execution: parent.run.execution };
    expect(rowOf(third, "draft").reused).toEqual(origin);
    expect(rowOf(third, "measure").reused).toEqual({
      run: second.run.id,
      execution: second.run.execution,
    });
  });

  it("RERUN-031: takes over a fan-out whose items cost more together than one amount can be", async () => {
    const bed = new Testbed({
      commands: { list: printing({ items: ["a", "b"] }), after: printing(1) },
      agent: async (turn) => {
        await turn.sleep(1_000);
        turn.answer({});
        return { costUsd: USD_MAX };
      },
    });
    const each = agent("each", {
      dependsOn: ["list"],
      over: { task: "list", field: "items" },
      isolation: "worktree",
    });
    const parent = await bed.run(planOf([command("list"), each, command("after")]));
    expect(rowOf(parent, "each")).toMatchObject({ status: "pass", cost_usd: 2 * USD_MAX });
    const again = await rerun(bed, parent, { from: ["after"] });
    expect(again.result).toMatchObject({ verdict: "valid", spentUsd: 0, reusedUsd: USD_MAX });
  });

  it("RERUN-030, RERUN-031: counts no reused spend, and reports it apart", async () => {
    const bed = new Testbed({
      commands,
      agent: (turn) => {
        turn.answer({});
        return { costUsd: 4 };
      },
    });
    const costly = planOf([agent("a"), agent("b", { dependsOn: ["a"] })]);
    const parent = await bed.run(costly);
    const again = await rerun(bed, parent, { from: ["b"], launch: { maxCostUsd: 5 } });
    expect(again.result).toMatchObject({ verdict: "valid", spentUsd: 4, reusedUsd: 4 });
  });

  it("RERUN-014, RERUN-015: accepts an edit of what runs again and refuses one of what is reused", async () => {
    const bed = new Testbed({ commands });
    const parent = await bed.run(plan);
    const edited = (name: string): ReturnType<typeof planOf> =>
      planOf(plan.tasks.map((task) => (task.name === name ? { ...task, required: false } : task)));
    const accepted = await rerun(bed, parent, { from: ["measure"], plan: edited("tell") });
    expect(accepted.result.verdict).toBe("valid");
    const refused = bed.engine.rerun(parent.run.id, { from: ["measure"], plan: edited("aside") });
    expect(await refusalOf(refused)).toContain('task "aside" is not what run');
  });

  it("RERUN-002, RERUN-003, RERUN-004: refuses a parent that is not over and tasks that are not there", async () => {
    const bed = new Testbed({ commands: { ...commands, tell: (run) => run.sleep(3_600_000) } });
    const run = await bed.start(plan, {}, { workspace: { dir: "live" } });
    await bed.clock.advance(1_000);
    expect(await refusalOf(bed.engine.rerun(run.id, { from: ["measure"] }))).toContain(
      "has not ended",
    );
    expect(await refusalOf(bed.engine.rerun("nobody", { from: ["x"] }))).toContain("no run nobody");
    const done = await new Testbed({ commands }).run(plan);
    const other = new Testbed({ commands });
    const parent = await other.run(plan);
    expect(done.result.verdict).toBe("valid");
    expect(await refusalOf(other.engine.rerun(parent.run.id, { from: ["mesure"] }))).toContain(
      'did you mean "measure"?',
    );
    expect(await refusalOf(other.engine.rerun(parent.run.id, { from: ["after"] }))).toContain(
      "epilogue",
    );
  });

  it("RERUN-026: refuses when a reused file is gone, naming it, and leaves nothing", async () => {
    const bed = new Testbed({ commands });
    const parent = await bed.run(plan);
    bed.disk.lose({ digest: rowOf(parent, "draft").files?.[0]?.digest ?? "" });
    const runs = (await bed.engine.list()).length;
    expect(await refusalOf(bed.engine.rerun(parent.run.id, { from: ["measure"] }))).toBe(
      'file "draft.txt" of task "draft" is not available',
    );
    expect(await bed.engine.list()).toHaveLength(runs);
  });

  it("RERUN-023, RERUN-026: refuses when a commit cannot be replayed, and leaves nothing", async () => {
    const bed = new Testbed({ commands });
    const parent = await bed.run(plan);
    const machine = { ...bed.machine, repository: new MemoryRepository() };
    const lost = new Testbed({ commands }, machine);
    expect(await refusalOf(lost.engine.rerun(parent.run.id, { from: ["measure"] }))).toContain(
      "is not available",
    );
    expect(await bed.engine.list()).toHaveLength(1);
  });

  it("RERUN-033: a reused task that completed the parent early does not end the rerun", async () => {
    const early = planOf([command("first"), command("second", { dependsOn: ["first"] })]);
    const bed = new Testbed({
      commands: { first: printing({ complete: true }), second: printing(2) },
    });
    const parent = await bed.run(early);
    expect(parent.result.outcome).toBe("complete");
    const again = await rerun(bed, parent, { from: ["second"] });
    expect(statuses(again)).toEqual({ first: "pass", second: "pass" });
    expect(again.result.outcome).toBe("finished");
  });
});

describe("a failed run that is resumed", () => {
  it("RUN-003, RUN-004, RUN-008: goes on under its own name in a new execution, redoing nothing that passed", async () => {
    const bed = new Testbed({ commands: { ...commands, measure: exiting(1) } });
    const failed = await bed.run(plan);
    expect(failed.result.state).toBe("failed");
    const next = bed.successor({ commands });
    const revived = await next.engine.resume(failed.run.id);
    expect(revived.id).toBe(failed.run.id);
    expect(revived.execution).not.toBe(failed.run.execution);
    const result = await next.finish(revived);
    expect(result.state).toBe("succeeded");
    const log = next.disk.log({ run: revived.id, execution: revived.execution });
    expect(rowOf({ log }, "draft").reused).toBeDefined();
    expect(log.filter((line) => line.kind === "shutdown")).toHaveLength(1);
    expect(await next.engine.list()).toMatchObject([{ state: "succeeded", executions: 2 }]);
  });

  it("RUN-004, RUN-008: redoes nothing that passed, also where the engine died before the new execution's first line", async () => {
    const bed = new Testbed({ commands: { ...commands, measure: exiting(1) } });
    const failed = await bed.run(plan);
    const dying = bed.successor({ commands });
    dying.faults.plan("store.append", 1, { kind: "crash" });
    void dying.engine.resume(failed.run.id).catch(() => undefined);
    await dying.clock.advance(0);
    const next = dying.successor({ commands });
    expect(await next.engine.list()).toMatchObject([{ state: "interrupted", executions: 2 }]);
    const revived = await next.engine.resume(failed.run.id);
    expect((await next.finish(revived)).state).toBe("succeeded");
    const log = next.disk.log({ run: revived.id, execution: revived.execution });
    expect(rowOf({ log }, "draft").reused).toBeDefined();
    expect(await next.engine.list()).toMatchObject([{ state: "succeeded", executions: 2 }]);
  });

  it("RERUN-005: of a rerun that died before its first line is refused, since only its launch knew what to run again", async () => {
    const bed = new Testbed({ commands });
    const parent = await bed.run(plan);
    const dying = bed.successor();
    dying.faults.plan("store.append", 1, { kind: "crash" });
    void dying.engine.rerun(parent.run.id, { from: ["measure"] }).catch(() => undefined);
    await dying.clock.advance(0);
    const next = dying.successor();
    const dead = (await next.engine.list()).at(-1)?.run ?? "";
    await expect(next.engine.resume(dead)).rejects.toThrow(
      `run ${dead} died before it took anything over from run ${parent.run.id}; rerun that one again`,
    );
  });

  it("RUN-007: behaves the same however often it is done", async () => {
    const bed = new Testbed({ commands: { ...commands, measure: exiting(1) } });
    const failed = await bed.run(plan);
    const outcomes: unknown[] = [];
    for (let time = 1; time <= 3; time++) {
      const revived = await bed.engine.resume(failed.run.id);
      await bed.finish(revived);
      const log = bed.disk.log({ run: revived.id, execution: revived.execution });
      outcomes.push([statuses({ log }), rowOf({ log }, "measure").attempts]);
    }
    expect(outcomes).toEqual([outcomes[0], outcomes[0], outcomes[0]]);
  });

  it("RUN-040: keeps its conversations", async () => {
    const sessions = planOf([
      agent("one", { session: "s" }),
      command("check", { dependsOn: ["one"] }),
      agent("two", { session: "s", dependsOn: ["check"] }),
    ]);
    const bed = new Testbed({ commands: { check: exiting(1) } });
    const failed = await bed.run(sessions);
    const next = bed.successor({ commands: { check: printing(1) } });
    await next.finish(await next.engine.resume(failed.run.id));
    const [first] = bed.harness.turns;
    expect(next.harness.turns).toMatchObject([
      { task: "two", session: { id: first?.session?.id, turn: 1 } },
    ]);
  });

  it("RUN-002: a run that succeeded or was cancelled is over", async () => {
    const bed = new Testbed({ commands: { ...commands, tell: (run) => run.sleep(3_600_000) } });
    const run = await bed.start(plan);
    await bed.clock.advance(1_000);
    await bed.clock.run(run.stop("enough"));
    await expect(bed.engine.resume(run.id)).rejects.toThrow("is over (cancelled)");
  });
});
