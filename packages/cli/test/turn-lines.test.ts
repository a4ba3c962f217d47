import type { HarnessEvent } from "@crucible/core";
import { describe, expect, it } from "vitest";
import { TurnLines } from "../src/follow/turn-lines.js";

const tokens = { input: 2_000, cacheRead: 90, cacheWrite: 0, output: 10 };

/** Lines of events, all of one moment or each at its own. */
function linesAt(
  ...events: readonly (readonly [elapsedMs: number, event: HarnessEvent, attempt?: number])[]
): readonly (string | undefined)[] {
  const lines = new TurnLines();
  return events.map(([elapsedMs, event, attempt = 1]) =>
    lines.after({ run: "run-1", task: "draft", attempt, elapsedMs, event }),
  );
}

function linesOf(...events: readonly HarnessEvent[]): readonly (string | undefined)[] {
  return linesAt(...events.map((event) => [12_400, event] as const));
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

  it("shows the command or the file of a call, not the JSON around it", () => {
    const tool = (detail: string): HarnessEvent => ({ kind: "tool", name: "t", detail });
    expect(
      linesOf(
        tool('{"command":"ls -la","description":"list"}'),
        tool('{"limit":5,"file_path":"/a/b"}'),
        tool('{"limit":5}'),
        tool("[1]"),
        tool('{"command":"cut'),
      ),
    ).toEqual([
      "       draft (12s) t: ls -la",
      "       draft (12s) t: /a/b",
      '       draft (12s) t: {"limit":5}',
      "       draft (12s) t: [1]",
      '       draft (12s) t: {"command":"cut',
    ]);
  });

  it("says what it says in a line, and leaves what it thinks to the transcript", () => {
    expect(
      linesOf(
        { kind: "text", text: " I look\nfirst. " },
        { kind: "text", text: " " },
        { kind: "thinking", text: "b" },
        { kind: "unknown", raw: 1 },
      ),
    ).toEqual([
      expect.stringMatching(/^ {7}draft \(12s\) says: I look.first\.$/),
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("tells a cost that is not told yet from one that was guessed", () => {
    const none = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 };
    const tool = { kind: "tool", name: "t", detail: "a" } as const;
    expect(
      linesOf(
        { kind: "usage", tokens: none, costNano: null, basis: "unknown" },
        tool,
        { kind: "usage", tokens, costNano: 7_500_000, basis: "estimate" },
        tool,
      ),
    ).toEqual([
      undefined,
      "       draft (12s, cost not told yet) t: a",
      undefined,
      "       draft (12s, about 2100 tokens, $0.0075) t: a",
    ]);
  });

  it("says when another attempt begins, whose figures are its own", () => {
    expect(
      linesAt(
        [9_000, { kind: "started" }],
        [9_000, { kind: "usage", tokens, costNano: 1, basis: "agent" }],
        [400, { kind: "started" }, 2],
      ),
    ).toEqual([undefined, undefined, "       draft (0.4s) begins attempt 2"]);
  });

  it("shows now and then that one works on of which there is nothing else to say", () => {
    const usage: HarnessEvent = { kind: "usage", tokens, costNano: 7_500_000, basis: "agent" };
    expect(
      linesAt(
        [0, { kind: "started" }],
        [29_000, usage],
        [31_000, usage],
        [32_000, usage],
        [61_000, usage],
      ),
    ).toEqual([
      undefined,
      undefined,
      "       draft (31s, 2100 tokens, $0.0075) works on",
      undefined,
      "       draft (1m 01s, 2100 tokens, $0.0075) works on",
    ]);
  });
});
