/** The driver's small parts: folders of file sets, masks, quotas, spend reports, engine time. */
import { VirtualClock } from "@crucible/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SpendMeter } from "../../src/driver/agent/spend-meter.js";
import { CaptureQuota } from "../../src/driver/files/capture-quota.js";
import { escapedKey, setDirectory } from "../../src/driver/files/set-directory.js";
import { maskOf } from "../../src/driver/journal/mask.js";
import { EngineTime } from "../../src/driver/time/engine-time.js";

describe("the folder of an instance", () => {
  it("FILE-023, FILE-025: escapes what would leave it or hide it, and nothing else", () => {
    expect(setDirectory("scan", "llm-d/router")).toBe("scan[llm-d%2Frouter]");
    expect(escapedKey("100%\\\0")).toBe("100%25%5C%00");
    expect(escapedKey("..")).toBe("%2E.");
    expect(escapedKey("a.b")).toBe("a.b");
    expect(setDirectory("build", undefined)).toBe("build");
  });

  it("FILE-024: is one path component, and distinct keys have distinct ones", () => {
    const keys = fc.string({
      unit: fc.constantFrom("%", "/", "\\", "\0", ".", "2", "5", "a", "F"),
    });
    fc.assert(
      fc.property(keys, keys, (a, b) => {
        expect(escapedKey(a)).not.toMatch(/[/\\\0]|^\./u);
        expect(escapedKey(a) === escapedKey(b)).toBe(a === b);
      }),
    );
  });
});

describe("a mask", () => {
  it("takes secrets of eight characters and more out of text, keys and values", () => {
    const mask = maskOf(["hunter2!", "short"]);
    expect(mask.text("a hunter2! and a short one")).toBe("a *** and a short one");
    expect(mask.value({ "hunter2!": ["x hunter2!", 1, null, true] })).toEqual({
      "***": ["x ***", 1, null, true],
    });
  });

  it("takes a secret that holds another whole, and reads no secret as a pattern", () => {
    const mask = maskOf(["password", "password.*[x]"]);
    expect(mask.text("password.*[x] passwordZZ")).toBe("*** ***ZZ");
  });

  it("takes a secret of any punctuation, as keys have it", () => {
    const secret = "sk-ant_a.b*c+d?(e)[f]{g}|h/i\\j^k$l-m";
    expect(maskOf([secret]).text(`key ${secret}!`)).toBe("key ***!");
  });

  it("keeps a field called __proto__", () => {
    const value = JSON.parse('{"__proto__":"hunter2!"}') as { readonly [key: string]: string };
    expect(JSON.stringify(maskOf(["hunter2!"]).value(value))).toBe('{"__proto__":"***"}');
  });
});

describe("the quota of captured files", () => {
  it("FILE-031: counts the newest set of each owner once", () => {
    const quota = new CaptureQuota(100);
    for (let round = 1; round <= 5; round++) {
      expect(quota.available("draft")).toBe(100);
      quota.replace("draft", 60);
    }
    expect(quota.available("other")).toBe(40);
    quota.replace("draft", 0);
    expect(quota.available("other")).toBe(100);
  });
});

describe("spend in flight", () => {
  function metered(): {
    readonly clock: VirtualClock;
    readonly meter: SpendMeter;
    readonly reports: number[];
  } {
    const clock = new VirtualClock();
    const reports: number[] = [];
    const time = new EngineTime(clock, 0);
    return {
      clock,
      reports,
      meter: new SpendMeter(time, 1_000, async (nano) => reports.push(nano)),
    };
  }

  it("is reported at once when it grew by a hundredth of the ceiling", () => {
    const { meter, reports } = metered();
    meter.spent(9);
    expect(reports).toEqual([]);
    meter.spent(10);
    expect(reports).toEqual([10]);
  });

  it("is reported five seconds after the last report otherwise, and only when it grew", async () => {
    const { clock, meter, reports } = metered();
    meter.spent(1);
    meter.spent(2);
    await clock.advance(4_999);
    expect(reports).toEqual([]);
    await clock.advance(1);
    expect(reports).toEqual([2]);
    await clock.advance(60_000);
    expect(reports).toEqual([2]);
  });

  it("is a figure for the whole attempt over several turns, and never falls", () => {
    const { meter, reports } = metered();
    meter.spent(50);
    expect(meter.endTurn(70, undefined, 900)).toBe(70);
    meter.spent(30);
    meter.spent(20);
    expect(meter.totalNano).toBe(100);
    expect(reports).toEqual([50, 100]);
  });

  it("HARNESS-015: a turn of unknown cost counts its price, and at least what was reported", () => {
    const { meter } = metered();
    expect(meter.endTurn(null, 40, 900)).toBe(40);
    meter.spent(60);
    expect(meter.endTurn(null, 40, 900)).toBe(60);
    meter.spent(5);
    expect(meter.endTurn(null, undefined, 900)).toBe(5);
  });

  it("HARNESS-015: a turn of which nobody told anything counts for what was left", () => {
    const { meter } = metered();
    expect(meter.endTurn(null, undefined, 900)).toBe(900);
    expect(meter.endTurn(0, undefined, 900)).toBe(0);
  });
});

describe("a cost that is no amount of money", () => {
  it.each([Number.NaN, -1, Number.POSITIVE_INFINITY])("%s counts as the most", (cost) => {
    const time = new EngineTime(new VirtualClock(), 0);
    const meter = new SpendMeter(time, 1_000, async () => undefined);
    meter.endTurn(cost, undefined, 900);
    expect(meter.totalNano).toBeGreaterThan(9_000_000_000_000_000);
    meter.endTurn(cost, undefined, 900);
    expect(Number.isSafeInteger(meter.totalNano)).toBe(true);
  });
});

it("a fraction of a nano-dollar is counted whole", () => {
  const meter = new SpendMeter(new EngineTime(new VirtualClock(), 0), 1_000, async () => undefined);
  meter.spent(0.25);
  expect(meter.endTurn(10.5, undefined, 900)).toBe(11);
});

describe("engine time", () => {
  it("goes on where the log ended, whatever wall time does", async () => {
    const clock = new VirtualClock();
    await clock.advance(5_000);
    const time = new EngineTime(clock, 70_000);
    clock.jumpWall(-3_600_000);
    await clock.advance(250);
    expect(time.nowMs()).toBe(70_250);
    let called = 0;
    time.at(71_000, () => {
      called = time.nowMs();
    });
    await clock.advance(10_000);
    expect(called).toBe(71_000);
  });
});
