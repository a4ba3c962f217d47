/** What a run is launched with is its own: pinned in its header, whatever the world outside becomes. */
import type { Bundle, TurnOutcome, WorkspaceStart } from "@crucible/core";
import { decodeHeader } from "@crucible/core/wire";
import type { RunOptions } from "@crucible/executor";
import {
  agent,
  command,
  exiting,
  memoryPack,
  type Program,
  planOf,
  printing,
  route,
  Testbed,
} from "@crucible/testing";
import { describe, expect, it } from "vitest";
import { rowOf } from "../driver/support.js";

const hang: Program = (run) => run.sleep(24 * 3_600_000);

/** Keeps what every opening of a workspace was told. */
function openings(bed: Testbed): WorkspaceStart[] {
  const seen: WorkspaceStart[] = [];
  const open = bed.world.open.bind(bed.world);
  bed.world.open = (start) => {
    seen.push(start);
    return open(start);
  };
  return seen;
}

function textIn(start: WorkspaceStart | undefined, path: string): string | undefined {
  const file = start?.pack.files.get(path);
  return file && new TextDecoder().decode(file.bytes);
}

const plan = planOf([command("wait"), agent("draft", { dependsOn: ["wait"] })], {
  params: [{ name: "topic", value: "fire", supplied: true }],
});

const OPTIONS: RunOptions = {
  pack: memoryPack({ "crucible.toml": "old", "tool.sh": "echo old" }),
  workspace: { dir: "here" },
  agent: { harness: "claude", model: "small", effort: "low" },
  manifest: "crucible.toml",
};

describe("RUN-016: a run pins what it was launched with", () => {
  it("workspace, pack, harness, model, parameters and limits are in its header", async () => {
    const bed = new Testbed({ commands: { wait: hang } });
    const run = await bed.start(plan, { maxCostUsd: 2, width: 3 }, OPTIONS);
    const header = await bed.store.header({ run: run.id, execution: run.execution });
    expect(header).toMatchObject({
      run: run.id,
      execution: run.execution,
      workspace: { dir: "here" },
      plan_digest: plan.digest,
      plan: { params: [{ name: "topic", value: "fire", supplied: true }] },
      pack_digest: OPTIONS.pack.digest,
      pack: [{ path: "crucible.toml" }, { path: "tool.sh" }],
      launch: { ceilings: { costNano: 2_000_000_000, wallMs: 3_600_000 }, width: 3 },
      settings: { agent: { harness: "claude", model: "small", effort: "low" } },
    });
    for (const { digest } of header.pack) expect(bed.disk.blobs.has(digest)).toBe(true);
  });

  it("a resume goes by them, and changes none", async () => {
    const bed = new Testbed({ commands: { wait: hang } });
    const run = await bed.start(plan, {}, OPTIONS);
    const id = { run: run.id, execution: run.execution };
    const before = JSON.stringify(await bed.store.header(id));
    const next = bed.successor({ commands: { wait: printing({}) } });
    const opened = openings(next);
    await next.finish(await next.engine.resume(run.id, { maxCostUsd: 20 }));
    expect(next.harness.turns).toMatchObject([{ model: "small", effort: "low" }]);
    expect(opened).toMatchObject([{ settings: { dir: "here" } }]);
    expect(JSON.stringify(await next.store.header(id))).toBe(before);
  });
});

describe("RUN-017: a pack that is upgraded while a run goes on", () => {
  const upgraded = memoryPack({ "crucible.toml": "new", "tool.sh": "echo new" });

  it("does not reach that run, and is the next run's", async () => {
    const bed = new Testbed({ commands: { wait: hang } });
    const run = await bed.start(plan, {}, OPTIONS);
    const next = bed.successor({ commands: { wait: printing({}) } });
    const opened = openings(next);
    await next.finish(await next.engine.resume(run.id));
    await next.run(plan, {}, { ...OPTIONS, pack: upgraded });
    expect(opened.map((start) => textIn(start, "tool.sh"))).toEqual(["echo old", "echo new"]);
    expect(opened.map((start) => start.pack.digest)).toEqual([
      OPTIONS.pack.digest,
      upgraded.digest,
    ]);
  });
});

describe("a pack with several manifests", () => {
  const options = {
    ...OPTIONS,
    pack: memoryPack({ "crucible.toml": "plain", "crucible.live.toml": "live" }),
    manifest: "crucible.live.toml",
    agent: { model: "big" },
  };

  async function interrupted(given: RunOptions): Promise<Testbed> {
    const bed = new Testbed({ commands: { wait: hang } });
    await bed.start(plan, {}, given);
    return bed.successor({ commands: { wait: printing({}) } });
  }

  it("RESUME-014: a resume reads the one that the run read", async () => {
    for (const named of [{}, { manifest: "crucible.live.toml" }]) {
      const bed = await interrupted(options);
      const result = await bed.finish(await bed.engine.resume("run-1", named));
      expect(result.verdict).toBe("valid");
      expect(bed.harness.turns).toMatchObject([{ model: "big" }]);
      const [summary] = await bed.engine.list();
      const header = await bed.store.header({
        run: "run-1",
        execution: summary?.execution ?? "",
      });
      expect(header.settings["manifest"]).toBe("crucible.live.toml");
    }
  });

  it("RESUME-015: a resume that names another is refused, and leaves the run as it was", async () => {
    const bed = await interrupted(options);
    const id = { run: "run-1", execution: "execution-2" };
    const before = bed.disk.text(id);
    await expect(bed.engine.resume("run-1", { manifest: "crucible.toml" })).rejects.toThrow(
      'run run-1 reads "crucible.live.toml", not "crucible.toml"; leave the manifest out to resume it',
    );
    expect(bed.disk.text(id)).toBe(before);
    expect((await bed.finish(await bed.engine.resume("run-1"))).verdict).toBe("valid");
  });

  it("RESUME-015: a run that reads none is not resumed with one, nor a failed one revived", async () => {
    const { manifest: _, ...without } = options;
    const bed = await interrupted(without);
    const other = { manifest: "crucible.toml" };
    await expect(bed.engine.resume("run-1", other)).rejects.toThrow("reads no manifest, not");
    const failing = new Testbed({ commands: { wait: () => 1 } });
    await failing.run(plan, {}, options);
    await expect(failing.engine.resume("run-1", other)).rejects.toThrow("crucible.live.toml");
    expect(await failing.engine.list()).toMatchObject([{ executions: 1, state: "failed" }]);
  });

  it("a rerun keeps the parent's", async () => {
    const bed = new Testbed({ commands: { wait: printing({}) } });
    const { run } = await bed.run(plan, {}, options);
    const again = await bed.engine.rerun(run.id, { from: ["draft"] });
    await bed.finish(again);
    const header = await bed.store.header({ run: again.id, execution: again.execution });
    expect(header.settings["manifest"]).toBe("crucible.live.toml");
  });
});

describe("RUN-027: every attempt records the model it actually ran under", () => {
  it("which may be another than it asked for, and another in each attempt", async () => {
    const commands = { wait: printing({}) };
    const bed = new Testbed({ commands, agent: (turn) => turn.answer({}) });
    const run = bed.harness.run.bind(bed.harness);
    let turns = 0;
    bed.harness.run = async (turn, context): Promise<TurnOutcome> => {
      turns++;
      const outcome = await run(turn, context);
      if (turns > 1) return { ...outcome, model: "small-2" };
      const { costNano, survivors } = outcome;
      const lost = {
        kind: "transport",
        cause: "provider",
        detail: "busy",
        retryable: true,
      } as const;
      return { ...lost, costNano, survivors, model: "small-1" };
    };
    const finished = await bed.run(planOf([agent("draft", { model: "small" }), command("wait")]));
    const ends = finished.log.flatMap((line) =>
      line.kind === "attempt_ended" ? [[line.task, line.attempt, line.model]] : [],
    );
    expect(ends).toEqual([
      ["draft", 1, "small-1"],
      ["draft", 2, "small-2"],
      ["wait", 1, undefined],
    ]);
    expect(rowOf(finished, "draft").agent?.model).toBe("small");
  });

  it("also the model that answered a route", async () => {
    const bed = new Testbed({ decide: () => ({ sure: { yes: 1, no: 0 } }) });
    const { log } = await bed.run(
      planOf([
        route("gate", {
          needs: "decision",
          questions: [{ id: "sure", instructions: "Sure?", type: "noul", drop: [] }],
          decider: { kind: "model", minConfidence: 0.5, files: [] },
        }),
      ]),
    );
    const end = log.find((line) => line.kind === "attempt_ended");
    expect(end?.kind === "attempt_ended" && end.model).toBe("scripted");
  });
});

describe("RUN-019: a step is known by its author's name, not by its place", () => {
  it("a task put in before the others leaves their names, definitions and results", async () => {
    let draws = 0;
    const draw: Program = (run) => {
      draws++;
      run.print("1\n");
    };
    const bed = new Testbed({ commands: { draw, next: printing(2), first: printing(0) } });
    const before = planOf([command("draw"), command("next", { dependsOn: ["draw"] })]);
    const after = planOf([
      command("first"),
      command("draw"),
      command("next", { dependsOn: ["draw"] }),
    ]);
    for (const name of ["draw", "next"]) {
      expect(after.definitionDigests.get(name)).toBe(before.definitionDigests.get(name));
    }
    const { run, log } = await bed.run(before);
    expect(log.flatMap((line) => (line.kind === "attempt_started" ? [line.task] : []))).toEqual([
      "draw",
      "next",
    ]);
    const again = await bed.engine.rerun(run.id, { from: ["first", "next"], plan: after });
    const result = await bed.finish(again);
    expect(result.tasks.map(({ name, reused }) => [name, reused])).toEqual([
      ["draw", true],
      ["first", false],
      ["next", false],
    ]);
    expect(draws).toBe(1);
  });
});

describe("RUN-018: a bundle is known by its id and its version", () => {
  const bundle: Bundle = {
    id: "acme/review",
    version: "1.2.0",
    name: "Code review",
    description: "Two reviewers and a gate.",
  };
  const work = planOf([command("work")]);
  const options = (change: Partial<Bundle> = {}): RunOptions => ({
    pack: memoryPack({}),
    bundle: { ...bundle, ...change },
  });
  const ended = async (bed: Testbed, change?: Partial<Bundle>): Promise<string> => {
    const run = await bed.start(work, {}, options(change));
    await bed.finish(run);
    return run.id;
  };

  it("runs are found by the pair, and by neither half of it nor a name for people", async () => {
    const bed = new Testbed({ commands: { work: printing({}) } });
    const first = await ended(bed);
    const upgraded = await ended(bed, { version: "1.3.0" });
    await ended(bed, { id: "other/review" });
    const retold = await ended(bed, { name: "Reviews", description: "" });
    await bed.finish(await bed.start(work, {}, { pack: memoryPack({}) }));
    const found = async (id: string, version: string): Promise<readonly string[]> =>
      (await bed.engine.list({ bundle: { id, version } })).map(({ run }) => run);
    expect(await found("acme/review", "1.2.0")).toEqual([first, retold]);
    expect(await found("acme/review", "1.3.0")).toEqual([upgraded]);
    expect(await found("acme/review", "1.2")).toEqual([]);
    expect(await found("Acme/review", "1.2.0")).toEqual([]);
    const all = await bed.engine.list();
    expect(all.map((summary) => summary.bundle?.version)).toEqual([
      "1.2.0",
      "1.3.0",
      "1.2.0",
      "1.2.0",
      undefined,
    ]);
  });

  it("its name and description are in the header, which a later engine can read", async () => {
    const bed = new Testbed({ commands: { work: printing({}) } });
    const run = await bed.start(work, {}, options());
    const header = await bed.store.header({ run: run.id, execution: run.execution });
    expect(header.bundle).toEqual(bundle);
    const reading = decodeHeader(JSON.stringify(header));
    expect(reading.ok && reading.header.bundle).toEqual(bundle);
    const nameless = { ...header, bundle: { id: "acme/review", version: "1.2.0" } };
    expect(decodeHeader(JSON.stringify(nameless)).ok).toBe(false);
    await bed.finish(run);
  });

  it("a rerun and a revived run are of their parent's bundle", async () => {
    const bed = new Testbed({ commands: { work: exiting(1) } });
    const run = await bed.start(work, {}, options());
    await bed.finish(run);
    await bed.finish(await bed.engine.resume(run.id));
    await bed.finish(await bed.engine.rerun(run.id, { from: ["work"] }));
    const summaries = await bed.engine.list({ bundle });
    expect(summaries.map(({ executions }) => executions)).toEqual([2, 1]);
    const [revived] = summaries;
    const id = { run: run.id, execution: revived?.execution ?? "" };
    expect((await bed.store.header(id)).bundle).toEqual(bundle);
  });

  it("one that identifies nothing is refused, and then nothing exists", async () => {
    const bed = new Testbed({ commands: { work: printing({}) } });
    for (const [change, why] of [
      [{ id: " " }, "the bundle's id is empty"],
      [{ version: "" }, "the bundle's version is empty"],
      [{ name: "" }, "the bundle's name is empty"],
      [{ id: "x".repeat(201) }, "the bundle's id has 201 characters; 200 are allowed"],
    ] as const) {
      await expect(bed.start(work, {}, options(change))).rejects.toThrow(why);
      const limits = { maxCostUsd: 1, maxTimeMs: 1_000 };
      const report = await bed.engine.check(work, limits, options(change));
      expect(report.problems.map(({ message }) => message)).toEqual([why]);
    }
    expect(await bed.engine.list()).toEqual([]);
  });
});
