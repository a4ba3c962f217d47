/** The table of runs: columns as wide as what stands in them, amounts at their right edge. */
import pc from "picocolors";
import { describe, expect, it } from "vitest";
import type { RunRecord } from "../../src/records/run-record.js";
import { elapsed } from "../../src/show/elapsed.js";
import { runsTable } from "../../src/show/runs-table.js";

function record(run: string, own: Partial<RunRecord> = {}): RunRecord {
  return {
    run,
    state: "running",
    verdict: null,
    reason: "",
    started_at: "2026-01-31T12:00:00Z",
    elapsed_ms: 400,
    spent_usd: 0,
    executions: 1,
    workflow: "",
    ...own,
  };
}

describe("the table of runs", () => {
  it("lines up", () => {
    const runs = [
      record("run-2", { workflow: "/w/pack/\u001b[2Jplan.toml" }),
      record("run-1", {
        state: "succeeded",
        verdict: "valid",
        elapsed_ms: 7_620_000,
        spent_usd: 12.5,
        workflow: "/w/crucible.toml",
      }),
      record("run-0", { state: "damaged", elapsed_ms: null, spent_usd: null }),
    ];
    const shown = (path: string): string => path.replace("/w/", "");
    expect(runsTable(runs, pc.createColors(false), shown)).toBe(
      [
        "RUN    STATUS     VERDICT  ELAPSED      COST  WORKFLOW",
        "run-2  running    -           0.4s   $0.0000  pack/\\u{1b}[2Jplan.toml",
        "run-1  succeeded  valid     2h 07m  $12.5000  crucible.toml",
        "run-0  damaged    -              -         -  -",
      ].join("\n"),
    );
  });
});

describe("time that has passed", () => {
  it.each([
    [0, "0.0s"],
    [9_999, "9.9s"],
    [10_000, "10s"],
    [59_999, "59s"],
    [60_000, "1m 00s"],
    [3_599_999, "59m 59s"],
    [3_600_000, "1h 00m"],
    [360_000_000, "100h 00m"],
  ])("%d ms is %s", (ms, text) => {
    expect(elapsed(ms)).toBe(text);
  });
});
