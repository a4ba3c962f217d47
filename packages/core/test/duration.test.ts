/** Durations as authors write them, and the one spelling each has. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatDuration, readDuration } from "../src/index.js";

describe("readDuration", () => {
  test.each<[string, number, string]>([
    ["90s", 90_000, "90s"],
    ["90 sec", 90_000, "90s"],
    ["60s", 60_000, "1m"],
    ["3600", 3_600_000, "1h"],
    ["1.5h", 5_400_000, "90m"],
    ["20 min", 1_200_000, "20m"],
    ["  2 hr ", 7_200_000, "2h"],
    ["0.25s", 250, "0.25s"],
    ["0.001", 1, "0.001s"],
    ["61.5m", 3_690_000, "3690s"],
    ["87840h", 316_224_000_000, "87840h"],
  ])("PLAN-019: reads %s", (text, ms, canonical) => {
    expect(readDuration(text)).toEqual({ ok: true, ms });
    expect(formatDuration(ms)).toBe(canonical);
  });

  test.each<[string, string]>([
    ["0m", 'must be positive, got "0m"'],
    ["0.0001s", 'must be positive, got "0.0001s"'],
    ["-1s", '"-1s" is not a duration (try `90s`, `10m`, `2h`)'],
    ["soon", '"soon" is not a duration (try `90s`, `10m`, `2h`)'],
    ["", '"" is not a duration (try `90s`, `10m`, `2h`)'],
    ["1e3s", '"1e3s" is not a duration (try `90s`, `10m`, `2h`)'],
    ["5 days", '"5 days" is not a duration (try `90s`, `10m`, `2h`)'],
    ["1h30m", '"1h30m" is not a duration (try `90s`, `10m`, `2h`)'],
    ["NaN", '"NaN" is not a duration (try `90s`, `10m`, `2h`)'],
    ["٣s", '"٣s" is not a duration (try `90s`, `10m`, `2h`)'],
    ["100000h", '"100000h" is longer than ten years'],
    [
      " ".repeat(100_000),
      `${JSON.stringify(`${" ".repeat(40)}…`)} is not a duration (try \`90s\`, \`10m\`, \`2h\`)`,
    ],
  ])("PLAN-019: refuses %j", (text, message) => {
    expect(readDuration(text)).toEqual({ ok: false, message });
  });

  test("reads every canonical spelling back to the same milliseconds", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 316_224_000_000 }), (ms) => {
        expect(readDuration(formatDuration(ms))).toEqual({ ok: true, ms });
      }),
      { numRuns: 1000 },
    );
  });
});
