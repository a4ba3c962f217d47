/** Engine faults: a lost claim or a lost store ends the attempts first, writes nothing more, and rejects the result. */
import { Fenced, StoreLost } from "@crucible/core";
import { command, type Program, planOf, printing, Testbed } from "@crucible/testing";
import { describe, expect, it } from "vitest";

const hang: Program = (run) => run.sleep(24 * 3_600_000);

describe("an engine fault", () => {
  it("a lost claim ends every attempt and rejects the result", async () => {
    const bed = new Testbed({ commands: { a: hang, b: hang } });
    const run = await bed.start(planOf([command("a"), command("b", { isolation: "worktree" })]));
    const id = { run: run.id, execution: run.execution };
    const before = bed.disk.text(id);
    bed.disk.seize(id, "another engine");
    await expect(bed.finish(run)).rejects.toThrow(Fenced);
    expect(bed.disk.text(id)).toBe(before);
    const ended = bed.world.events.filter(({ kind }) => kind === "end");
    expect(ended).toHaveLength(2);
    expect(bed.clock.monotonicMs()).toBeLessThanOrEqual(10_000);
  });

  it("a store that cannot be written any more rejects the result and halts what runs", async () => {
    const bed = new Testbed({ commands: { a: printing(1), b: hang } });
    bed.faults.plan("store.append", 2, { kind: "fail", error: new StoreLost("disk is full") });
    const run = await bed.start(planOf([command("a"), command("b", { isolation: "worktree" })]));
    await expect(bed.finish(run)).rejects.toThrow("disk is full");
    expect(bed.world.events.filter(({ kind }) => kind === "spawn")).toHaveLength(
      bed.world.events.filter(({ kind }) => kind === "end").length,
    );
    expect((await bed.engine.list()).map(({ state }) => state)).toEqual(["interrupted"]);
  });

  it.each(["store.flush", "blobs.put", "workspace.settle", "workspace.close", "store.take"])(
    "%s failing never leaves the result waiting",
    async (operation) => {
      const write: Program = (run) => {
        run.write("a.txt", "x");
        run.print("{}\n");
      };
      const bed = new Testbed({ commands: { a: write, b: hang } });
      const run = await bed.start(
        planOf([command("a", { emitsFiles: [{ path: "a.txt" }] }), command("b")]),
      );
      const calls = bed.faults.calls(operation);
      bed.faults.plan(operation, calls + 1, { kind: "fail", error: new StoreLost("gone") });
      if (operation === "workspace.close") void run.halt().catch(() => undefined);
      await expect(bed.finish(run)).rejects.toThrow("gone");
    },
  );

  it("a run whose engine died is told from one that lives", async () => {
    const bed = new Testbed({ commands: { a: hang } });
    await bed.start(planOf([command("a")]));
    expect((await bed.engine.list()).map(({ state }) => state)).toEqual(["running"]);
    const next = bed.successor();
    expect((await next.engine.list()).map(({ state }) => state)).toEqual(["interrupted"]);
  });
});
