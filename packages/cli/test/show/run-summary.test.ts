/** The end of a run in print: rows in topological order, spend against the ceiling, and the verdict. */
import type { AdmittedTask, Entry, LogLine } from "@crucible/core";
import pc from "picocolors";
import { describe, expect, it } from "vitest";
import { progressLine } from "../../src/follow/progress.js";
import { exitOf, rowLines, runSummary } from "../../src/show/run-summary.js";
import { result } from "../support/rows.js";

const plain = pc.createColors(false);

function admitted(name: string, own: Partial<AdmittedTask> = {}): AdmittedTask {
  return {
    name,
    kind: "command",
    depends_on: [],
    session: "",
    needs: "any",
    required: true,
    join: "all",
    stage: "iteration",
    over: "",
    max_fanout: 0,
    when: "",
    revise: "",
    max_rounds: 0,
    keyed: [],
    timeout: "",
    history_depth: 0,
    definition_digest: "",
    ...own,
  };
}

function log(tasks: readonly AdmittedTask[], entries: readonly Entry[]): readonly LogLine[] {
  const plan: Entry = {
    kind: "plan_admitted",
    plan_version: 1,
    digest: "sha256:00",
    reason: "",
    budget_usd: 2.5,
    wall_clock_ms: 60_000,
    width: 8,
    capabilities: [],
    base: "base",
    tasks,
    history_record: "",
  };
  return [plan, ...entries].map((entry, seq) => ({ v: 1, seq, ts: "", ms: seq * 1500, ...entry }));
}

describe("runSummary", () => {
  it("prints own-name rows in topological order, not in the order they settled", () => {
    const lines = log(
      [admitted("a"), admitted("b"), admitted("c")],
      [
        result("a"),
        result("c", { output: { n: 1 } }),
        result("b[x]"),
        result("b[round-1]"),
        result("b", { status: "fail", note: "exit 1: no" }),
        {
          kind: "shutdown",
          outcome: "error",
          reason: "short-circuited at b",
          verdict: "invalid",
        },
      ],
    );
    expect(rowLines(lines, plain).split("\n")).toEqual([
      "  a                    pass       attempts=1 cost=$0.0000",
      "  b                    fail       attempts=1 cost=$0.0000  (exit 1: no)",
      '  c                    pass       attempts=1 cost=$0.0000  out={"n":1}',
    ]);
    expect(runSummary(lines, { spentUsd: 0.5, reusedUsd: 0 }, plain)).toBe(
      "plan v1: short-circuited at b — spent $0.5000 of $2.5",
    );
  });

  it("says that the verdict is valid, and only then", () => {
    const lines = log(
      [admitted("a")],
      [
        result("a"),
        { kind: "shutdown", outcome: "finished", reason: "completed", verdict: "valid" },
      ],
    );
    expect(runSummary(lines, { spentUsd: 0, reusedUsd: 0 }, plain)).toBe(
      "plan v1: completed — spent $0.0000 of $2.5\nverdict: valid",
    );
  });

  it("calls a run without a shutdown line halted", () => {
    const lines = log([admitted("a")], []);
    expect(exitOf(lines)).toBe("halted");
    expect(runSummary(lines, { spentUsd: 0, reusedUsd: 0 }, plain)).toBe(
      "plan v1: halted — spent $0.0000 of $2.5",
    );
  });

  it("puts a required report that failed at the head of the summary", () => {
    const lines = log(
      [admitted("a"), admitted("card", { kind: "report", stage: "epilogue" })],
      [
        result("a"),
        result("card", { status: "fail", note: "no destination" }),
        { kind: "shutdown", outcome: "finished", reason: "completed", verdict: "valid" },
      ],
    );
    expect(runSummary(lines, { spentUsd: 0, reusedUsd: 0 }, plain).split("\n")).toEqual([
      "required report card was not delivered: no destination",
      "plan v1: completed — spent $0.0000 of $2.5",
      "verdict: valid",
    ]);
  });
});

describe("progressLine", () => {
  const at = (ms: number, entry: Entry): LogLine => ({ v: 1, seq: 0, ts: "", ms, ...entry });

  it.each<[LogLine, string | undefined]>([
    [
      at(0, {
        kind: "attempt_started",
        task: "a",
        attempt: 1,
        isolated: false,
        deadline_ms: 9,
      }),
      "0s     a started",
    ],
    [
      at(61_999, {
        kind: "attempt_started",
        task: "a[k]",
        attempt: 2,
        isolated: true,
        deadline_ms: 9,
      }),
      "61s    a[k] started, attempt 2",
    ],
    [at(120_000, result("a", { cost_usd: 0.02 })), "2m     a pass, $0.0200"],
    [
      at(0, { kind: "ceiling_reached", ceiling: "wall_clock" }),
      "0s     wall-clock ceiling reached",
    ],
    [at(0, { kind: "heartbeat" }), undefined],
  ])("%j", (line, text) => {
    expect(progressLine(line)).toBe(text);
  });
});
