/** Where attempts work: one shared workspace in turns, forks beside it, commits of what passed. */
import { command, exiting, type Program, planOf, printing, Testbed } from "@crucible/testing";
import { describe, expect, it } from "vitest";
import { rowOf, statuses } from "./support.js";

const writing = (path: string, text: string): Program => {
  return (run) => {
    run.write(path, text);
    run.print("{}\n");
  };
};

const reading = (path: string): Program => {
  return (run) => run.print(`${JSON.stringify({ text: run.read(path) ?? null })}\n`);
};

function eventsOf(bed: Testbed): readonly string[] {
  return bed.world.events.map(({ kind, detail }) => {
    return kind === "commit" || kind === "settle" ? `${kind} ${detail !== ""}` : kind;
  });
}

describe("the shared workspace", () => {
  it("EXEC-143, EXEC-146: a passing task's changes are committed under its name and seen by the next", async () => {
    const bed = new Testbed({
      commands: { write: writing("notes.txt", "kept"), read: reading("notes.txt") },
    });
    const finished = await bed.run(
      planOf([command("write"), command("read", { dependsOn: ["write"] })]),
    );
    expect(rowOf(finished, "read").output).toEqual({ text: "kept" });
    const commits = bed.world.events.filter(({ kind }) => kind === "commit");
    expect(commits.map(({ detail }) => detail)).toEqual(["task write", "task read"]);
    const named = ["write", "read"].map((name) => rowOf(finished, name).commit);
    expect(new Set(named).size).toBe(2);
    expect(named).not.toContain(undefined);
  });

  it("EXEC-144, EXEC-145: what a failing task changed is gone before the next", async () => {
    const spoil: Program = (run) => {
      run.write("notes.txt", "spoilt");
      return 1;
    };
    const bed = new Testbed({
      commands: { spoil, read: reading("notes.txt") },
      files: { "notes.txt": "pristine" },
    });
    const finished = await bed.run(
      planOf([command("spoil", { required: false }), command("read")]),
    );
    expect(rowOf(finished, "read").output).toEqual({ text: "pristine" });
    expect(rowOf(finished, "spoil").commit).toBe(undefined);
  });

  it("EXEC-096: a retry starts from the state the first attempt started from", async () => {
    let turn = 0;
    const bed = new Testbed({
      agent: (agentTurn) => {
        turn++;
        if (turn === 1) {
          agentTurn.write("half.txt", "half");
          return { transport: { detail: "overloaded" } };
        }
        agentTurn.answer({ half: agentTurn.read("half.txt") ?? null });
        return {};
      },
    });
    const { agent } = await import("@crucible/testing");
    const finished = await bed.run(planOf([agent("draft")]));
    expect(rowOf(finished, "draft")).toMatchObject({ attempts: 2, output: { half: null } });
  });

  it("EXEC-101: is held by one attempt at a time, settled before the next is staged", async () => {
    const bed = new Testbed({
      commands: { a: writing("a", "1"), b: exiting(1), c: writing("c", "3") },
    });
    await bed.run(
      planOf([command("a"), command("b", { required: false }), command("c", { required: false })]),
    );
    expect(eventsOf(bed)).toEqual([
      "open",
      ...["stage", "spawn", "end", "commit true", "settle true"],
      ...["stage", "spawn", "end", "settle false"],
      ...["stage", "spawn", "end", "commit true", "settle true"],
      "close",
    ]);
  });

  it("appends a row before it moves the workspace on", async () => {
    const bed = new Testbed({ commands: { a: writing("a", "1") } });
    bed.faults.plan("workspace.settle", 1, { kind: "crash" });
    const run = await bed.start(planOf([command("a")]));
    await expect(bed.finish(run)).rejects.toThrow("no timer is left");
    expect(statuses({ log: bed.disk.log({ run: run.id, execution: run.execution }) })).toEqual({
      a: "pass",
    });
  });

  it("a workspace that cannot be committed to is a transport failure, tried again", async () => {
    const bed = new Testbed({ commands: { a: writing("a", "1") } });
    bed.faults.plan("workspace.commit", 1, { kind: "fail", error: new Error("disk is full") });
    const finished = await bed.run(planOf([command("a")]));
    expect(rowOf(finished, "a")).toMatchObject({ status: "pass", attempts: 2 });
  });

  it("a workspace that cannot be staged blocks its task, with the reason", async () => {
    const bed = new Testbed({ commands: { a: printing(1) } });
    bed.faults.plan("workspace.stage", 1, { kind: "fail", error: new Error("inputs is a file") });
    const finished = await bed.run(planOf([command("a")]));
    expect(rowOf(finished, "a")).toMatchObject({
      status: "blocked",
      blocked: { reason: "staging_refused" },
      note: "inputs is a file",
    });
  });
});

describe("isolated tasks", () => {
  const isolated = (name: string): ReturnType<typeof command> =>
    command(name, { isolation: "worktree" });

  it("EXEC-100, EXEC-103: run beside one another, and their edits are discarded", async () => {
    const slow = (path: string): Program => {
      return async (run) => {
        await run.sleep(60_000);
        run.write(path, "gone");
        run.print("{}\n");
      };
    };
    const bed = new Testbed({
      commands: { a: slow("a"), b: slow("b"), read: reading("a") },
    });
    const finished = await bed.run(
      planOf([isolated("a"), isolated("b"), command("read", { dependsOn: ["a", "b"] })]),
    );
    expect(bed.clock.monotonicMs()).toBe(60_000);
    expect(rowOf(finished, "read").output).toEqual({ text: null });
    const forks = bed.world.events.filter(({ kind }) => kind === "fork");
    const closed = bed.world.events.filter(({ kind, workspace }) => {
      return kind === "close" && workspace.includes("/");
    });
    expect([forks.length, closed.length]).toEqual([2, 2]);
  });

  it.each([1, 3])(
    "EXEC-100: %d that follow a shared task start from what it left",
    async (count) => {
      const names = Array.from({ length: count }, (_, index) => `look-${index}`);
      const bed = new Testbed({
        commands: {
          write: writing("draft.txt", "whole"),
          ...Object.fromEntries(names.map((name) => [name, reading("draft.txt")])),
        },
      });
      const looks = names.map((name) =>
        command(name, { isolation: "worktree", dependsOn: ["write"] }),
      );
      const finished = await bed.run(planOf([command("write"), ...looks]));
      const read = names.map((name) => rowOf(finished, name).output);
      expect(read).toEqual(names.map(() => ({ text: "whole" })));
    },
  );

  it("EXEC-100: run beside the shared workspace's task, from the last settled state", async () => {
    const shared: Program = async (run) => {
      run.write("draft.txt", "half");
      await run.sleep(60_000);
      run.print("{}\n");
    };
    const bed = new Testbed({ commands: { shared, look: reading("draft.txt") } });
    const finished = await bed.run(planOf([command("shared"), isolated("look")]));
    expect(rowOf(finished, "look").output).toEqual({ text: null });
    expect(bed.clock.monotonicMs()).toBe(60_000);
  });

  it("a fork that cannot be made is a transport failure, tried again", async () => {
    const bed = new Testbed({ commands: { a: printing({ n: 1 }) } });
    bed.faults.plan("workspace.fork", 1, { kind: "fail", error: new Error("no space") });
    const finished = await bed.run(planOf([isolated("a")]));
    expect(rowOf(finished, "a")).toMatchObject({ status: "pass", attempts: 2 });
  });

  it("CEIL-014: are never more at once than the width", async () => {
    let running = 0;
    let most = 0;
    const work: Program = async (run) => {
      running++;
      most = Math.max(most, running);
      await run.sleep(1_000);
      running--;
      run.print("{}\n");
    };
    const names = ["a", "b", "c", "d", "e"];
    const bed = new Testbed({ commands: Object.fromEntries(names.map((name) => [name, work])) });
    await bed.run(planOf(names.map(isolated)), { width: 2 });
    expect(most).toBe(2);
    expect(bed.clock.monotonicMs()).toBe(3_000);
  });
});
