import type { HarnessEvent } from "@crucible/core";
import { describe, expect, it } from "vitest";
import { TurnLines } from "../src/follow/turn-lines.js";

const tokens = { input: 2_000, cacheRead: 90, cacheWrite: 0, output: 10 };

function linesOf(...events: readonly HarnessEvent[]): readonly (string | undefined)[] {
  const lines = new TurnLines();
  return events.map((event) =>
    lines.after({ run: "run-1", task: "draft", attempt: 1, elapsedMs: 12_400, event }),
  );
}

describe("what an agent does, for somebody who watches", () => {
  it("is a line a tool, with time, tokens and cost", () => {
    expect(
      linesOf(
        { kind: "started", session: "s" },
        { kind: "tool", name: "shell", detail: "ls" },
        { kind: "usage", tokens, costNano: 7_500_000, basis: "agent" },
        { kind: "tool", name: "shell", detail: "make\nall" },
      ),
    ).toEqual([
      undefined,
      "       draft (12s) shell: ls",
      undefined,
      expect.stringMatching(/^ {7}draft \(12s, 2100 tokens, \$0\.0075\) shell: make.*all$/),
    ]);
  });

  it("says what goes wrong, and that a cost is not known", () => {
    expect(
      linesOf(
        { kind: "usage", tokens, costNano: null, basis: "unknown" },
        { kind: "tool_result", name: "shell", failed: true, output: "no such file" },
        { kind: "denied", name: "Bash", detail: "rm" },
        { kind: "retry", detail: "429" },
        { kind: "warning", message: "odd" },
      ),
    ).toEqual([
      undefined,
      "       draft (12s, 2100 tokens, cost unknown) shell failed: no such file",
      "       draft (12s, 2100 tokens, cost unknown) was denied Bash: rm",
      "       draft (12s, 2100 tokens, cost unknown) tries again: 429",
      "       draft (12s, 2100 tokens, cost unknown) warning: odd",
    ]);
  });

  it("shows no escape of a terminal, and cuts what is long", () => {
    const [line = ""] = linesOf({
      kind: "tool",
      name: "shell",
      detail: `\u001b[31m${"x".repeat(500)}`,
    });
    expect(line).not.toContain("\u001b");
    expect(line.length).toBeLessThan(120);
  });

  it("leaves what an agent says to the transcript", () => {
    expect(
      linesOf(
        { kind: "text", text: "a" },
        { kind: "thinking", text: "b" },
        { kind: "unknown", raw: 1 },
      ),
    ).toEqual([undefined, undefined, undefined]);
  });
});
