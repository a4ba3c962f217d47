import { describe, expect, it } from "vitest";
import { newExecutionId, newRunId } from "../../src/identity/run-id.js";
import { isStorable } from "../../src/store/layout.js";

describe("identities", () => {
  it("can be read and sort by time", () => {
    const early = newRunId(Date.UTC(2026, 0, 31, 9, 45, 7, 999));
    const late = newRunId(Date.UTC(2026, 0, 31, 9, 45, 8));
    expect(early).toMatch(/^run-20260131-094507-[2-9a-z]{6}$/);
    expect(late > early).toBe(true);
    expect(newExecutionId(0)).toMatch(/^exec-19700101-000000-[2-9a-z]{6}$/);
  });

  it("differ within one second and can name folders", () => {
    const ids = Array.from({ length: 1_000 }, () => newRunId(0));
    expect(new Set(ids).size).toBe(1_000);
    expect(isStorable({ run: ids[0] ?? "", execution: newExecutionId(Date.now()) })).toBe(true);
  });
});
