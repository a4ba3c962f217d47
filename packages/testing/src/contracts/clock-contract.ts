/** What every Clock must do. */
import type { Clock } from "@crucible/core";
import type { TestRunner } from "./test-runner.js";

export interface ClockUnderTest {
  readonly clock: Clock;
  /** Lets at least so many milliseconds pass. */
  pass(ms: number): Promise<void>;
}

/** Registers the suite; `open` gives a fresh clock a test. */
export function clockContract(
  { describe, it, expect }: TestRunner,
  open: () => ClockUnderTest,
): void {
  describe("a clock", () => {
    it("never runs backwards", async () => {
      const { clock, pass } = open();
      const before = clock.monotonicMs();
      await pass(5);
      expect(clock.monotonicMs() - before).toBeGreaterThanOrEqual(5);
    });

    it("calls back once, and not early", async () => {
      const { clock, pass } = open();
      const calls: number[] = [];
      const dueMs = clock.monotonicMs() + 5;
      clock.at(dueMs, () => calls.push(clock.monotonicMs()));
      expect(calls).toEqual([]);
      await pass(30);
      expect(calls.length).toBe(1);
      expect(calls[0] ?? 0).toBeGreaterThanOrEqual(dueMs);
    });

    it("calls back in order of time, then of asking", async () => {
      const { clock, pass } = open();
      const calls: string[] = [];
      const now = clock.monotonicMs();
      clock.at(now + 20, () => calls.push("late"));
      clock.at(now + 1, () => calls.push("early"));
      clock.at(now + 1, () => calls.push("early too"));
      await pass(60);
      expect(calls).toEqual(["early", "early too", "late"]);
    });

    it("calls back for an instant that has passed, but never at once", async () => {
      const { clock, pass } = open();
      const calls: string[] = [];
      clock.at(clock.monotonicMs() - 1_000, () => calls.push("past"));
      expect(calls).toEqual([]);
      await pass(5);
      expect(calls).toEqual(["past"]);
    });

    it("keeps delays of any length, and drops cancelled ones", async () => {
      const { clock, pass } = open();
      const calls: string[] = [];
      const now = clock.monotonicMs();
      const far = clock.at(now + 100 * 24 * 3_600_000, () => calls.push("far"));
      const farther = clock.at(Number.MAX_SAFE_INTEGER, () => calls.push("farther"));
      const near = clock.at(now + 1, () => calls.push("near"));
      near.cancel();
      near.cancel();
      await pass(20);
      expect(calls).toEqual([]);
      far.cancel();
      farther.cancel();
    });
  });
}
