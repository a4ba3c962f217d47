/** Captured sets over a run's life: bounded, complete, there at once or not at all, and gone with a later end without one. */
import type { Task } from "@crucible/core";
import { command, type Program, planOf, Testbed } from "@crucible/testing";
import { describe, expect, it } from "vitest";
import { dumpStaged, rowOf } from "./support.js";

function writes(files: Readonly<Record<string, string>>, code = 0): Program {
  return (run) => {
    for (const [path, text] of Object.entries(files)) run.write(path, text);
    run.print("{}\n");
    return code;
  };
}

const declares = (...paths: readonly string[]): { emitsFiles: { path: string }[] } => ({
  emitsFiles: paths.map((path) => ({ path })),
});

/** Looks at what was staged for it after everything else. */
const witness: Task = command("look", { stage: "epilogue" });

describe("the operator's bound", () => {
  it("FILE-028: is the launch's: the same files pass under a higher one", async () => {
    const run = async (captureBytesMax: number): Promise<string> => {
      const bed = new Testbed({ commands: { make: writes({ "a.txt": "12345678" }) } });
      const plan = planOf([command("make", declares("a.txt"))]);
      return rowOf(await bed.run(plan, { captureBytesMax }), "make").status;
    };
    expect(await run(7)).toBe("fail");
    expect(await run(8)).toBe("pass");
  });

  it("FILE-041: a failing attempt over it publishes nothing, stays as it is and says so", async () => {
    const bed = new Testbed({
      commands: { scan: writes({ "a.txt": "1", "log.txt": "123456789" }, 3), look: dumpStaged },
    });
    const scan = command("scan", { ...declares("a.txt", "log.txt"), required: false });
    const finished = await bed.run(planOf([scan, witness]), { captureBytesMax: 8 });
    expect(rowOf(finished, "scan")).toMatchObject({
      status: "fail",
      attempts: 1,
      note: "exit 3: ; this run's declared files exceed 8 bytes",
    });
    expect(rowOf(finished, "scan").files).toBe(undefined);
    expect(rowOf(finished, "look").output).toEqual({ staged: [] });
  });

  it("FILE-043: does not count a set that a later round without one removed", async () => {
    let round = 0;
    const draft: Program = (run) => {
      round++;
      run.write("a.txt", "12345678");
      run.print(round === 1 ? "{}\n" : '{"status":"skipped"}\n');
    };
    const bed = new Testbed({
      commands: {
        draft,
        review: () => (round === 1 ? 1 : 0),
        after: writes({ "b.txt": "12345678" }),
        look: dumpStaged,
      },
    });
    const plan = planOf([
      command("draft", { ...declares("a.txt"), required: false }),
      command("review", {
        dependsOn: ["draft"],
        join: "settled",
        required: false,
        revise: { targets: ["draft"], maxRounds: 2 },
      }),
      command("after", { ...declares("b.txt"), dependsOn: ["review"], join: "settled" }),
      witness,
    ]);
    const finished = await bed.run(plan, { captureBytesMax: 8 });
    expect(rowOf(finished, "draft[round-1]").files).toMatchObject([{ path: "a.txt", size: 8 }]);
    expect(rowOf(finished, "draft")).toMatchObject({ status: "skipped" });
    expect(rowOf(finished, "draft").files).toBe(undefined);
    expect(rowOf(finished, "after")).toMatchObject({ status: "pass", files: [{ size: 8 }] });
    expect(rowOf(finished, "look").output).toEqual({ staged: ["inputs/after/b.txt"] });
  });
});

describe("a failing task in the shared workspace", () => {
  const bed = new Testbed({
    commands: {
      scan: writes({ "log.txt": "trace", "half.txt": "half" }, 1),
      look: dumpStaged,
      list: (run) => run.print(`${JSON.stringify(run.list())}\n`),
    },
    files: { "pristine.txt": "p" },
  });
  const scan = command("scan", { ...declares("log.txt"), required: false });
  const plan = planOf([scan, command("list"), witness]);

  it("FILE-034, FILE-035: leaves its files as evidence before its changes are thrown away", async () => {
    const finished = await bed.run(plan);
    expect(rowOf(finished, "scan")).toMatchObject({ status: "fail", files: [{ path: "log.txt" }] });
    expect(rowOf(finished, "list").output).toEqual(["pristine.txt"]);
    expect(rowOf(finished, "look").output).toEqual({ staged: ["inputs/scan/log.txt"] });
    expect(bed.world.events.filter(({ kind }) => kind === "fork")).toEqual([]);
  });
});

describe("a task that ends without a set", () => {
  const plan = planOf([
    command("gone", { needs: "gpu", ...declares("g.txt"), required: false }),
    command("make", { ...declares("a.txt"), required: false }),
    witness,
  ]);

  it.each<[string, Program]>([
    ["skips", (run) => run.print('{"status":"skipped"}\n')],
    ["fails without its file", () => 1],
  ])("FILE-043: in a rerun in which it %s, the earlier run's set is gone", async (_, second) => {
    const first = new Testbed({ commands: { make: writes({ "a.txt": "x" }), look: dumpStaged } });
    const before = await first.run(plan);
    expect(rowOf(before, "look").output).toEqual({ staged: ["inputs/make/a.txt"] });
    const bed = first.successor({ commands: { make: second, look: dumpStaged } });
    const run = await bed.engine.rerun(before.run.id, { from: ["make"] });
    await bed.finish(run);
    const log = bed.disk.log({ run: run.id, execution: run.execution });
    expect(rowOf({ log }, "make").files).toBe(undefined);
    expect(rowOf({ log }, "look").output).toEqual({ staged: [] });
  });
});

describe("a set", () => {
  const plan = planOf([
    command("make", { ...declares("a.txt", "b.txt"), required: false }),
    command("read", { dependsOn: ["make"], join: "settled" }),
  ]);

  it("FILE-046: of two files of which one is missing, none is staged", async () => {
    for (const code of [0, 1]) {
      const bed = new Testbed({
        commands: { make: writes({ "a.txt": "x" }, code), read: dumpStaged },
      });
      const finished = await bed.run(plan);
      expect(rowOf(finished, "make").status).toBe("fail");
      expect(rowOf(finished, "make").files).toBe(undefined);
      expect(rowOf(finished, "read").output).toEqual({ staged: [] });
    }
  });

  it.each([
    ["blobs.put", 1],
    ["blobs.put done", 1],
    ["blobs.put", 2],
    ["blobs.put done", 2],
  ])("FILE-047: a crash at %s, call %i leaves no half of it", async (operation, call) => {
    const commands = { make: writes({ "a.txt": "x", "b.txt": "y" }), read: dumpStaged };
    const bed = new Testbed({ commands });
    bed.faults.plan(operation, call, { kind: "crash" });
    const run = await bed.start(plan);
    await bed.clock.advance(1_000);
    expect(bed.faults.crashed).toBe(true);
    const id = { run: run.id, execution: run.execution };
    expect(bed.disk.log(id).some(({ kind }) => kind === "task_result")).toBe(false);
    const next = bed.successor();
    await next.finish(await next.engine.resume(run.id));
    const log = next.disk.log(id);
    expect(rowOf({ log }, "make").files?.map(({ path }) => path)).toEqual(["a.txt", "b.txt"]);
    expect(rowOf({ log }, "read").output).toEqual({
      staged: ["inputs/make/a.txt", "inputs/make/b.txt"],
    });
  });
});
