/** The totals of continuous integration may be too pessimistic, never too good. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const script = join(dirname(import.meta.dirname), "scripts/count-results.mjs");

const passingSuite = { status: "passed", assertionResults: [{ status: "passed" }] };
const failingSuite = { status: "failed", assertionResults: [{ status: "failed" }] };
const brokenSuite = { status: "failed", assertionResults: [] };

/** vitest's report, as far as it is read. */
function tests(passed: number, failed: number, suites: readonly object[], pending = 0) {
  return {
    numTotalTests: passed + failed + pending,
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: pending,
    numTodoTests: 0,
    testResults: suites,
  };
}

const goodChecks = { passed: 7, failed: 0 };

describe("the totals of a run", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "crucible-totals-"));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  function count(testsReport: unknown, checksReport: unknown, codes: readonly number[]): string {
    if (testsReport) writeFileSync(join(folder, "tests.json"), JSON.stringify(testsReport));
    if (checksReport) writeFileSync(join(folder, "checks.json"), JSON.stringify(checksReport));
    const args = [script, folder, ...codes.map(String)];
    return execFileSync(process.execPath, args, { encoding: "utf8" }).trim();
  }

  it("adds tests, checks and the start", () => {
    expect(count(tests(5, 0, [passingSuite]), goodChecks, [0, 0, 0])).toBe("13 0 0");
  });

  it("adds failures of each kind", () => {
    const report = tests(5, 2, [failingSuite]);
    expect(count(report, { passed: 6, failed: 1 }, [1, 1, 1])).toBe("11 4 0");
  });

  it("counts a suite that never got to its tests", () => {
    expect(count(tests(5, 0, [passingSuite, brokenSuite]), goodChecks, [1, 0, 0])).toBe("13 1 0");
  });

  it("counts a non-zero end with nothing reported as failed", () => {
    expect(count(tests(5, 0, [passingSuite]), goodChecks, [1, 0, 0])).toBe("13 1 0");
    expect(count(tests(5, 0, [passingSuite]), goodChecks, [0, 1, 0])).toBe("13 1 0");
  });

  it("counts a run without any test as a failure", () => {
    expect(count(tests(0, 0, []), goodChecks, [0, 0, 0])).toBe("8 1 0");
  });

  it("counts missing reports as failures", () => {
    expect(count(undefined, undefined, [0, 0, 0])).toBe("1 2 0");
  });

  it("tells skipped tests apart", () => {
    expect(count(tests(5, 0, [passingSuite], 3), goodChecks, [0, 0, 0])).toBe("13 0 3");
  });
});
