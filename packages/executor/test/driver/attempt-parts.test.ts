/** The parts that attempts share, each by itself: what ends them, who may use the workspace, what is captured at once. */
import type { LogLine, Process, SpawnRequest, Workspace } from "@crucible/core";
import { VirtualClock } from "@crucible/testing";
import { describe, expect, it } from "vitest";
import { leftNano, SpendMeter } from "../../src/driver/agent/spend-meter.js";
import { AttemptControl } from "../../src/driver/attempt/attempt-control.js";
import { SharedWorkspace } from "../../src/driver/attempt/shared-workspace.js";
import { CaptureQuota } from "../../src/driver/files/capture-quota.js";
import { Journal } from "../../src/driver/journal/journal.js";
import { EngineTime } from "../../src/driver/time/engine-time.js";
import { endOfWork, GIVEN_UP } from "../../src/driver/time/grace.js";

/** Lets everything that is due happen. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

/** A promise with its end in the test's hand. */
class Held {
  end: () => void = () => undefined;
  readonly promise = new Promise<void>((resolve) => {
    this.end = resolve;
  });
}

describe("what ends an attempt", () => {
  it.each([
    ["task_limit", { kind: "deadline", limit: "task" }, false],
    ["wall_clock", { kind: "deadline", limit: "run" }, true],
    ["halt", { kind: "cancelled" }, false],
    ["stop", { kind: "cancelled" }, true],
    ["fault", { kind: "cancelled" }, false],
  ] as const)("CEIL-030, RUN-028: by %s is what it is told first", (cause, end, isFinal) => {
    const control = new AttemptControl("attempt-1");
    expect([control.abortedEnd, control.isFinal]).toEqual([undefined, false]);
    control.abort(cause);
    control.abort(cause === "halt" ? "wall_clock" : "halt");
    expect([control.abortedEnd, control.isFinal]).toEqual([end, isFinal]);
  });

  it("CEIL-033: is told by a signal, also to whoever asks for it afterwards", () => {
    const before = new AttemptControl("attempt-1");
    const { signal } = before;
    expect(signal.aborted).toBe(false);
    before.abort("task_limit");
    expect(signal.aborted).toBe(true);
    const after = new AttemptControl("attempt-2");
    after.abort("task_limit");
    expect(after.signal.aborted).toBe(true);
  });

  it("CEIL-033: ends every process that it started and that has not ended", async () => {
    const control = new AttemptControl("attempt-1");
    const killed: string[] = [];
    const ends = new Map<string, Held>();
    const start = (name: string): void => {
      const end = new Held();
      ends.set(name, end);
      const process = {
        ended: end.promise.then(() => ({ kind: "exited" })),
        kill: async () => void killed.push(name),
      } as unknown as Process;
      const workspace = { spawn: () => process } as unknown as Workspace;
      control.spawn(workspace, {} as SpawnRequest);
    };
    for (const name of ["first", "second", "third"]) start(name);
    ends.get("second")?.end();
    await settled();
    await control.endProcesses();
    expect(killed).toEqual(["first", "third"]);
    expect(control.isRunning).toBe(true);
    ends.get("first")?.end();
    ends.get("third")?.end();
    await settled();
    expect(control.isRunning).toBe(false);
    control.abort("halt");
    start("fourth");
    expect(killed).toEqual(["first", "third", "fourth"]);
  });
});

describe("waiting for the end of work", () => {
  const never = new Promise<never>(() => undefined);

  it.each([
    ["before", true],
    ["while it is waited for", false],
  ])("CEIL-024: is given up half a minute after a signal that came %s", async (_when, before) => {
    const clock = new VirtualClock();
    const abort = new AbortController();
    if (before) abort.abort();
    const ends: unknown[] = [];
    void endOfWork(never, abort.signal, new EngineTime(clock, 0)).then((end) => ends.push(end));
    abort.abort();
    await clock.advance(29_999);
    expect(ends).toEqual([]);
    await clock.advance(1);
    expect(ends).toEqual([GIVEN_UP]);
  });
});

describe("the shared workspace", () => {
  function shared(fork: () => Promise<void>): readonly [SharedWorkspace, readonly string[]] {
    const told: string[] = [];
    const workspace = {
      fork: async (attempt: string) => {
        told.push(`forks ${attempt}`);
        await fork();
        told.push(`forked ${attempt}`);
        return {};
      },
      settle: async (commit: string | null) => void told.push(`settles ${commit}`),
    } as unknown as Workspace;
    return [new SharedWorkspace(workspace), told];
  }

  it("is forked at any time but while its holder's turn ends", async () => {
    const [workspace, told] = shared(async () => undefined);
    await workspace.fork("before");
    workspace.enter();
    await workspace.fork("beside");
    workspace.beginEnd();
    const waiting = workspace.fork("waiting");
    await settled();
    expect(told.at(-1)).toBe("forked beside");
    await workspace.settle("c1");
    await waiting;
    expect(told.slice(-3)).toEqual(["settles c1", "forks waiting", "forked waiting"]);
    await workspace.fork("after");
    expect(told.at(-1)).toBe("forked after");
  });

  it("settles once every fork that was begun is made", async () => {
    const forks = [new Held(), new Held()];
    const left = [...forks];
    const [workspace, told] = shared(() => (left.shift() as Held).promise);
    workspace.enter();
    const made = [workspace.fork("a"), workspace.fork("b")];
    workspace.beginEnd();
    const settling = workspace.settle("c1");
    await settled();
    expect(told).toEqual(["forks a", "forks b"]);
    forks[0]?.end();
    await settled();
    expect(told).toEqual(["forks a", "forks b", "forked a"]);
    forks[1]?.end();
    await Promise.all([...made, settling]);
    expect(told.slice(-2)).toEqual(["forked b", "settles c1"]);
  });
});

describe("captures", () => {
  it("FILE-027: are made one at a time, also after one that failed", async () => {
    const quota = new CaptureQuota(100);
    const first = new Held();
    const told: string[] = [];
    const failing = quota.exclusively(async () => {
      told.push("first");
      await first.promise;
      throw new Error("no room");
    });
    const second = quota.exclusively(async () => void told.push("second"));
    const third = quota.exclusively(async () => void told.push("third"));
    await settled();
    expect(told).toEqual(["first"]);
    first.end();
    await expect(failing).rejects.toThrow("no room");
    await Promise.all([second, third]);
    expect(told).toEqual(["first", "second", "third"]);
  });
});

describe("what is left of the cost ceiling", () => {
  it.each([
    [7, 5, 2],
    [5, 5, 0],
    [5, 7, 0],
  ])("CEIL-012: of %s after %s is %s", (costNano, spent, left) => {
    const launch = { ceilings: { costNano, wallMs: 1 } } as Parameters<
      typeof leftNano
    >[0]["launch"];
    expect(leftNano({ launch, spentNano: () => spent })).toBe(left);
  });
});

describe("reports of spend", () => {
  function metered(): readonly [VirtualClock, SpendMeter, readonly number[]] {
    const clock = new VirtualClock();
    const reports: number[] = [];
    const report = async (nano: number): Promise<number> => reports.push(nano);
    return [clock, new SpendMeter(new EngineTime(clock, 0), 1_000, report), reports];
  }

  it("are five seconds apart, also after one that could not wait", async () => {
    const [clock, meter, reports] = metered();
    meter.spent(1);
    await clock.advance(3_000);
    await meter.counted();
    expect(reports).toEqual([1]);
    meter.spent(2);
    await clock.advance(4_999);
    expect(reports).toEqual([1]);
    await clock.advance(1);
    expect(reports).toEqual([1, 2]);
  });

  it("end with their attempt", async () => {
    const [clock, meter, reports] = metered();
    meter.spent(1);
    meter.stop();
    await clock.advance(60_000);
    expect(reports).toEqual([]);
  });
});

describe("batches of the log", () => {
  async function batches(...decisions: readonly (readonly string[])[]): Promise<unknown[]> {
    const lines: LogLine[] = [];
    const claim = { append: async (appended: readonly LogLine[]) => void lines.push(...appended) };
    const time = new EngineTime(new VirtualClock(), 0);
    const journal = new Journal(claim as never, time, 0, () => undefined);
    await journal.append(
      decisions.map((kinds) => ({ ms: 0, entries: kinds.map((kind) => ({ kind }) as never) })),
    );
    return lines.map(({ seq, kind, more }) => [seq, kind, more]);
  }

  it("are what one fact led to: every line but the last says that more follows", async () => {
    expect(await batches(["run_started", "admitted", "heartbeat"], ["spend"])).toEqual([
      [0, "run_started", true],
      [1, "admitted", true],
      [2, "heartbeat", undefined],
      [3, "spend", undefined],
    ]);
  });

  it("end where a row was settled, before what goes on from there", async () => {
    const kinds = ["attempt_ended", "task_result", "attempt_started", "attempt_started"];
    expect(await batches(kinds)).toEqual([
      [0, "attempt_ended", true],
      [1, "task_result", undefined],
      [2, "attempt_started", true],
      [3, "attempt_started", undefined],
    ]);
    expect(await batches(["attempt_ended", "attempt_started"])).toEqual([
      [0, "attempt_ended", true],
      [1, "attempt_started", undefined],
    ]);
  });
});
