/** Rows of settled tasks, as printed after a run. */
import type { TaskResult } from "@crucible/core";
import pc from "picocolors";
import { describe, expect, it } from "vitest";
import { rowLine } from "../../src/show/rows.js";
import { result } from "../support/rows.js";

const plain = pc.createColors(false);

function row(own: Partial<TaskResult>): TaskResult {
  return result("check", own);
}

describe("rowLine", () => {
  it("prints name, status, attempts and cost", () => {
    expect(rowLine(row({}), plain)).toBe(
      "  check                pass       attempts=1 cost=$0.0000",
    );
  });

  it("adds the output as compact JSON, then the note", () => {
    const line = rowLine(
      row({ status: "fail", cost_usd: 0.0625, output: { ok: false, n: [1] }, note: "exit 1: no" }),
      plain,
    );
    expect(line).toBe(
      '  check                fail       attempts=1 cost=$0.0625  out={"ok":false,"n":[1]}  (exit 1: no)',
    );
  });

  it("keeps a null output apart from none", () => {
    expect(rowLine(row({ output: null }), plain)).toMatch(/cost=\$0\.0000 {2}out=null$/);
  });

  it("names the blob of an output that is too large for a line", () => {
    const line = rowLine(row({ output_blob: { digest: "sha256:ab", size: 131072 } }), plain);
    expect(line).toMatch(/ {2}out=sha256:ab 128 KiB$/);
  });

  it("stays one line and obeys nothing", () => {
    const line = rowLine(row({ note: "a\nb\u001b[31m", output: "\u009b" }), plain);
    expect(line).toMatch(/ {2}out="\\u\{9b\}" {2}\(a⏎b\\u\{1b\}\[31m\)$/);
  });

  it("colours the status only", () => {
    const line = rowLine(row({ status: "blocked" }), pc.createColors(true));
    expect(line).toContain("\u001b[33mblocked   \u001b[39m");
  });
});
