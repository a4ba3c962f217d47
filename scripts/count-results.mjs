/**
 * Adds up one continuous integration run: `count-results.mjs <folder> <test code> <check code> <start code>` reads
 * `tests.json` (vitest's report) and `checks.json` from the folder and prints "<passed> <failed> <skipped>".
 *
 * A count may only be too pessimistic: a report that is missing, a suite that failed without a failing test, a program
 * that ended non-zero with nothing failed, and a run without any test all count as one failure.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const [folder = ".", ...codes] = process.argv.slice(2);
const [testCode, checkCode, startCode] = codes.map(Number);
const total = { passed: 0, failed: 0, skipped: 0 };

/** @param {string} name @returns {any} */
function report(name) {
  try {
    return JSON.parse(readFileSync(join(folder, name), "utf8"));
  } catch {
    return undefined;
  }
}

/** @param {{ passed: number, failed: number, skipped: number }} part @param {number | undefined} code */
function add(part, code) {
  const unexplained = code !== 0 && part.failed === 0;
  total.passed += part.passed;
  total.failed += part.failed + (unexplained ? 1 : 0);
  total.skipped += part.skipped;
}

const tests = report("tests.json");
if (tests === undefined || tests.numTotalTests === 0) {
  total.failed += 1;
} else {
  const brokenSuites = tests.testResults.filter(
    (/** @type {any} */ suite) =>
      suite.status === "failed" &&
      !suite.assertionResults.some((/** @type {any} */ one) => one.status === "failed"),
  );
  const failed = tests.numFailedTests + brokenSuites.length;
  const skipped = tests.numPendingTests + tests.numTodoTests;
  add({ passed: tests.numPassedTests, failed, skipped }, testCode);
}

const checks = report("checks.json");
add({ passed: checks?.passed ?? 0, failed: checks?.failed ?? 1, skipped: 0 }, checkCode);
add({ passed: startCode === 0 ? 1 : 0, failed: startCode === 0 ? 0 : 1, skipped: 0 }, startCode);

process.stdout.write(`${total.passed} ${total.failed} ${total.skipped}\n`);
