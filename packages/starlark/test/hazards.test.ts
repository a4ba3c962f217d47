import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import type { HazardReport } from "./hazards/child.js";
import { HAZARDS } from "./hazards/hazards.js";

/** Only a guard against a bound that never comes. */
const CHILD_TIMEOUT_MS = 300_000;

/** A process with half the usual stack and a small heap: no bound may rest on what the engine happens to have. */
function runAll(): ReadonlyMap<string, HazardReport> {
  const child = spawnSync(
    process.execPath,
    [
      "--stack-size=500",
      "--max-old-space-size=256",
      "--conditions=@crucible/source",
      "--import=tsx",
      fileURLToPath(new URL("./hazards/child.ts", import.meta.url)),
    ],
    { encoding: "utf8", maxBuffer: 2 ** 26, timeout: CHILD_TIMEOUT_MS },
  );
  const lines = child.stdout.split("\n").filter((line) => line !== "");
  const reports = lines.map((line) => JSON.parse(line) as HazardReport);
  if (child.status !== 0) throw new Error(`ended after ${reports.at(-1)?.title}: ${child.stderr}`);
  return new Map(reports.map((report) => [report.title, report]));
}

const MESSAGE_LENGTH_MAX = 400;

describe("hostile sources end in one kind of located diagnostic or the right value (DSL-062, DSL-063)", () => {
  let reports: ReadonlyMap<string, HazardReport> = new Map();
  beforeAll(() => {
    reports = runAll();
  }, CHILD_TIMEOUT_MS);

  for (const hazard of HAZARDS) {
    test(hazard.title, () => {
      const report = reports.get(hazard.title);
      expect(report?.codes).toEqual(hazard.code === undefined ? [] : [hazard.code]);
      expect(report?.located).toBe(true);
      expect(report?.messageLength).toBeLessThan(MESSAGE_LENGTH_MAX);
      if (hazard.prints !== undefined) expect(report?.printed).toBe(hazard.prints);
    });
  }
});
