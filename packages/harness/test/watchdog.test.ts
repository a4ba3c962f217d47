import { describe, expect, it } from "vitest";
import { TURN_LIMITS_DEFAULT } from "../src/turn/limits.js";
import { Watchdog } from "../src/turn/watchdog.js";

const LIMITS = { ...TURN_LIMITS_DEFAULT, startupMs: 60_000, retryMs: 120_000, stallMs: 600_000 };

const dog = (remainingMs = 3_600_000): Watchdog => new Watchdog(LIMITS, remainingMs, 0);

describe("a turn that gets nowhere", () => {
  it("is ended when it says nothing at all", () => {
    const watchdog = dog();
    expect(watchdog.verdict(false, 59_999)).toBeUndefined();
    expect(watchdog.verdict(false, 60_000)).toBe("it said nothing for 60 s");
  });

  it("is ended when it only tries again, and says why", () => {
    const watchdog = dog();
    watchdog.heard("presence", "", 0);
    watchdog.heard("retry", "429", 1_000);
    watchdog.heard("presence", "", 2_000);
    watchdog.heard("retry", "connection refused", 90_000);
    expect(watchdog.verdict(false, 120_999)).toBeUndefined();
    expect(watchdog.verdict(false, 121_000)).toBe("it tried in vain for 120 s: connection refused");
  });

  it("may try again after it came on", () => {
    const watchdog = dog();
    watchdog.heard("retry", "429", 1_000);
    watchdog.heard("progress", "", 100_000);
    watchdog.heard("retry", "429", 110_000);
    expect(watchdog.verdict(false, 130_000)).toBeUndefined();
  });

  it("is ended before the attempt's own limit, however short that is", () => {
    const short = dog(30_000);
    short.heard("retry", "refused", 5_000);
    expect(short.verdict(false, 19_999)).toBeUndefined();
    expect(short.verdict(false, 20_000)).toBeDefined();
    const late = dog(30_000);
    late.heard("progress", "", 20_000);
    late.heard("retry", "refused", 25_000);
    expect(late.verdict(false, 26_999)).toBeUndefined();
    expect(late.verdict(false, 27_000)).toBeDefined();
    expect(dog(30_000).verdict(false, 27_000)).toBeDefined();
  });

  it("is ended when it falls silent, but not while a tool is at work", () => {
    const watchdog = dog();
    watchdog.heard("progress", "", 1_000);
    expect(watchdog.verdict(true, 10_000_000)).toBeUndefined();
    expect(watchdog.verdict(false, 600_999)).toBeUndefined();
    expect(watchdog.verdict(false, 601_000)).toBe("it said nothing more for 600 s");
  });

  it("may take as long as it likes while it comes on", () => {
    const watchdog = dog(10_000_000);
    for (let ms = 0; ms < 3_000_000; ms += 500_000) {
      watchdog.heard("progress", "", ms);
      expect(watchdog.verdict(false, ms + 400_000)).toBeUndefined();
    }
  });
});
