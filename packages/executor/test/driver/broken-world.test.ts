/** What the engine does when a World, or a clock, does not keep its promises. */
import type { Clock, Process, Workspace, World } from "@crucible/core";
import { command, planOf, printing, Testbed, VirtualClock } from "@crucible/testing";
import { describe, expect, it } from "vitest";
import { EngineTime } from "../../src/driver/time/engine-time.js";
import { rowOf } from "./support.js";

/** A testbed whose workspaces are changed before the engine sees them. */
function bedWith(change: (workspace: Workspace) => Partial<Workspace>): Testbed {
  const commands = { work: printing({}) };
  const first = new Testbed({ commands });
  const world: World = {
    capabilities: () => first.world.capabilities(),
    open: async (start) => {
      const workspace = await first.world.open(start);
      return new Proxy(workspace, {
        get: (target, name) => {
          const changed: unknown = Reflect.get(change(target), name);
          if (changed !== undefined) return changed;
          const value: unknown = Reflect.get(target, name);
          return typeof value === "function" ? value.bind(target) : value;
        },
      });
    },
  };
  return new Testbed({ commands, setup: { world } }, first.machine);
}

const gone = (): Promise<never> => Promise.reject(new Error("the line is cut"));

function processWith(fields: Partial<Process>): Process {
  return {
    ended: new Promise(() => undefined),
    kill: async () => undefined,
    stdout: async () => new Uint8Array(),
    feedback: async () => new Uint8Array(),
    ...fields,
  };
}

describe("a process of whose end nothing can be learnt", () => {
  it("EXEC-093: is a transport failure of the workspace, and is ended before the next try", async () => {
    let kills = 0;
    const bed = bedWith(() => ({
      spawn: () =>
        processWith({
          ended: gone(),
          kill: async () => {
            kills++;
          },
        }),
    }));
    expect(rowOf(await bed.run(planOf([command("work")])), "work")).toMatchObject({
      status: "transport",
      attempts: 3,
      transport: "workspace",
      note: "transport retries exhausted (3 attempts): the line is cut",
    });
    expect(kills).toBe(3);
  });

  it("ends the engine's work on the run when it cannot be ended either", async () => {
    const bed = bedWith(() => ({ spawn: () => processWith({ ended: gone(), kill: gone }) }));
    await expect(bed.run(planOf([command("work")]))).rejects.toThrow("the line is cut");
  });
});

describe("a process that cannot be killed", () => {
  it("CEIL-033: crashes nothing: the deadline waits for its end", async () => {
    let exit: () => void = () => undefined;
    const ended: Process["ended"] = new Promise((resolve) => {
      exit = () =>
        resolve({
          kind: "exited",
          exitCode: 0,
          signal: null,
          stdoutBytes: 0,
          stderrTail: "",
          survivors: [],
        });
    });
    const bed = bedWith(() => ({ spawn: () => processWith({ ended, kill: gone }) }));
    const run = await bed.start(planOf([command("work", { timeoutMs: 1_000 })]));
    await bed.clock.advance(60_000);
    exit();
    const result = await bed.finish(run);
    expect(result.tasks).toMatchObject([
      { status: "fail", note: "timed out: the task ran past its 1s limit" },
    ]);
  });
});

describe("a commit that is not made in time", () => {
  it("CEIL-033: is given up with its attempt, which has run past its limit and is not tried again", async () => {
    const bed = bedWith(() => ({
      commit: (_label, attempt) =>
        new Promise((_resolve, reject) => {
          attempt?.signal.addEventListener("abort", () => reject(new Error("given up")));
        }),
    }));
    const run = await bed.start(planOf([command("work", { timeoutMs: 1_000 })]));
    await bed.clock.advance(60_000);
    const { tasks } = await bed.finish(run);
    expect(tasks).toMatchObject([
      { status: "fail", attempts: 1, note: "timed out: the task ran past its 1s limit" },
    ]);
  });
});

describe("a workspace that does not close", () => {
  it("EXEC-016: takes nothing back of a run that is over", async () => {
    const { result } = await bedWith(() => ({ close: gone })).run(planOf([command("work")]));
    expect(result).toMatchObject({ state: "succeeded", verdict: "valid" });
  });
});

describe("a clock that is no clock", () => {
  it.each([
    ["jumps back", 5_000],
    ["says what is no time", Number.NaN],
  ])("CEIL-030: makes engine time stand still when it %s", (_name, readingMs) => {
    const virtual = new VirtualClock();
    let monotonicMs = 0;
    const clock: Clock = {
      wallMs: () => virtual.wallMs(),
      monotonicMs: () => monotonicMs,
      at: (ms, callback) => virtual.at(ms, callback),
    };
    const time = new EngineTime(clock, 100);
    monotonicMs = 10_000;
    expect(time.nowMs()).toBe(10_100);
    monotonicMs = readingMs;
    expect(time.nowMs()).toBe(10_100);
    monotonicMs = 10_001;
    expect(time.nowMs()).toBe(10_101);
  });
});
