/** Option values become amounts with a unit, or a usage error that names the option and the value. */
import { describe, expect, it } from "vitest";
import { UsageError } from "../../src/failure/failure.js";
import {
  readCapability,
  readCaptured,
  readCost,
  readNamedValue,
  readTime,
  readTurnPrice,
  readWidth,
} from "../../src/options/values.js";

describe("--param", () => {
  it.each([
    ["a=b", { name: "a", value: "b" }],
    ["a=", { name: "a", value: "" }],
    ["a=b=c", { name: "a", value: "b=c" }],
    ["draft.model=x", { name: "draft.model", value: "x" }],
    ["__proto__=x", { name: "__proto__", value: "x" }],
  ])("%s", (text, value) => {
    expect(readNamedValue(text)).toEqual(value);
  });

  it.each(["x", "", "=x"])("refuses %j", (text) => {
    expect(() => readNamedValue(text)).toThrow(
      new UsageError(`--param ${JSON.stringify(text)} is not name=value`),
    );
  });
});

describe("--max-cost", () => {
  it.each([
    ["1", 1_000_000_000],
    ["2.5", 2_500_000_000],
    ["$3", 3_000_000_000],
    ["0.1", 100_000_000],
  ])("%s is %i nano-dollars", (text, nano) => {
    expect(readCost(text)).toBe(nano);
  });

  it.each(["0", "-1", "1e3", "free", "", "NaN", "1 000", "99999999999"])("refuses %j", (text) => {
    expect(() => readCost(text)).toThrow(UsageError);
    expect(() => readCost(text)).toThrow(`--max-cost ${JSON.stringify(text)} is not an amount`);
  });
});

describe("--turn-price", () => {
  it.each([
    ["0.001", 1_000_000],
    ["$2", 2_000_000_000],
  ])("%s is %i nano-dollars", (text, nano) => {
    expect(readTurnPrice(text)).toBe(nano);
  });

  it.each(["0", "-1", "free"])("refuses %j", (text) => {
    expect(() => readTurnPrice(text)).toThrow(UsageError);
    expect(() => readTurnPrice(text)).toThrow(
      `--turn-price ${JSON.stringify(text)} is not an amount`,
    );
  });
});

describe("--max-captured", () => {
  it.each([
    ["0", 0],
    ["4096", 4_096],
    ["512MiB", 536_870_912],
    ["2 gib", 2_147_483_648],
  ])("%s is %i bytes", (text, bytes) => {
    expect(readCaptured(text)).toBe(bytes);
  });

  it.each(["", "MiB", "-1", "1.5GiB", "512MB", "9007199254740992", "9999999TiB"])(
    "refuses %j",
    (text) => {
      expect(() => readCaptured(text)).toThrow(
        `--max-captured ${JSON.stringify(text)} is not a size`,
      );
    },
  );
});

describe("--max-time", () => {
  it.each([
    ["90s", 90_000],
    ["5m", 300_000],
    ["1.5h", 5_400_000],
  ])("%s is %i milliseconds", (text, ms) => {
    expect(readTime(text)).toBe(ms);
  });

  it.each(["soon", "0m", "-5m"])("refuses %j", (text) => {
    expect(() => readTime(text)).toThrow(/^--max-time: /);
  });
});

describe("--max-concurrency", () => {
  it("takes a whole number", () => {
    expect(readWidth("12")).toBe(12);
  });

  it.each(["0", "-1", "1.5", "many", "100000"])("refuses %j", (text) => {
    expect(() => readWidth(text)).toThrow(/^--max-concurrency .* is not a whole number/);
  });
});

describe("--cap", () => {
  it("takes a name as it is", () => {
    expect(readCapability("gpu")).toBe("gpu");
  });

  it("refuses an empty one", () => {
    expect(() => readCapability(" ")).toThrow(UsageError);
  });
});
