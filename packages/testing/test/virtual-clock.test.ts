/** Time that moves only when nothing else can, and faults at the call they are planned for. */
import { describe, expect, it } from "vitest";
import { Faults, MemoryDisk, rest, VirtualClock } from "../src/index.js";

describe("a virtual clock", () => {
  it("moves from timer to timer until the work is done, in no real time", async () => {
    const clock = new VirtualClock();
    const sleep = (ms: number): Promise<void> =>
      new Promise((resolve) => {
        clock.at(clock.monotonicMs() + ms, resolve);
      });
    const work = (async () => {
      await sleep(3_600_000);
      await Promise.all([sleep(1_000), sleep(2_000)]);
      return clock.monotonicMs();
    })();
    expect(await clock.run(work)).toBe(3_602_000);
  });

  it("does not move while there is work that needs no time", async () => {
    const clock = new VirtualClock();
    clock.at(1_000, () => undefined);
    const work = (async () => {
      for (let step = 0; step < 1_000; step++) await Promise.resolve();
      return clock.monotonicMs();
    })();
    expect(await clock.run(work)).toBe(0);
  });

  it("says so when the work waits for something that no timer brings", async () => {
    await expect(new VirtualClock().run(new Promise(() => undefined))).rejects.toThrow(
      "no timer is left",
    );
  });

  it("gives the work's own error", async () => {
    const failing = Promise.reject(new Error("no luck"));
    await expect(new VirtualClock().run(failing)).rejects.toThrow("no luck");
  });

  it("keeps engine time when wall time jumps", () => {
    const clock = new VirtualClock({ wallMs: 1_000 });
    clock.jumpWall(-400);
    expect([clock.wallMs(), clock.monotonicMs()]).toEqual([600, 0]);
  });
});

describe("faults", () => {
  it("strike at the planned call, and only there", async () => {
    const faults = new Faults().plan("x", 2, { kind: "fail", error: new Error("second") });
    await faults.reach("x");
    await expect(faults.reach("x")).rejects.toThrow("second");
    await faults.reach("x");
    expect(faults.calls("x")).toBe(3);
  });

  it("a crash stops everything from there on", async () => {
    const faults = new Faults().plan("x", 1, { kind: "crash" });
    let returned = 0;
    const count = (): void => {
      returned++;
    };
    void Promise.resolve(faults.reach("x")).then(count);
    void Promise.resolve(faults.reach("y")).then(count);
    await rest();
    void Promise.resolve(faults.reach("y")).then(count);
    await rest();
    expect([returned, faults.crashed]).toEqual([0, true]);
  });
});

describe("a disk that loses power", () => {
  it("keeps what was durable and as much of the rest as asked", () => {
    const disk = new MemoryDisk();
    const id = { run: "r", execution: "e" };
    const lines = ["a", "b", "c", "d"];
    disk.executions.set("r/e", {
      id,
      header: "{}",
      order: 0,
      lines,
      durable: 1,
      epoch: 1,
      owner: "me",
      privates: new Map(),
      requests: [],
    });
    disk.crash(1);
    expect(disk.find(id)).toMatchObject({ lines: ["a", "b"], durable: 2, owner: undefined });
  });
});
