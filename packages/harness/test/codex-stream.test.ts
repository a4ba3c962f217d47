import type { JsonObject } from "@crucible/core";
import { describe, expect, it } from "vitest";
import { codexFailure } from "../src/codex/codex-ending.js";
import { CodexStream, type CodexStreamOptions } from "../src/codex/codex-stream.js";
import { PRICES } from "../src/prices/prices.js";
import { recording, SERVER_FAILURES, tell } from "./recordings.js";

const VERSION = "codex-0.171.0";

function newStream(options: Partial<CodexStreamOptions> = {}): CodexStream {
  return new CodexStream({ model: "gpt-5.4", prices: PRICES, prompt: "Do it.", ...options });
}

function streamOf(name: string, options: Partial<CodexStreamOptions> = {}) {
  const stream = newStream(options);
  return { stream, told: tell(stream, recording(VERSION, name)) };
}

const item = (fields: JsonObject): JsonObject => ({ type: "item.completed", item: fields });

describe("a recorded stream of codex", () => {
  it("tells what was done, and its tokens are priced", () => {
    const { stream, told } = streamOf("completed", { version: "0.171.0" });
    expect(stream.ending).toEqual({ kind: "completed", text: "Fertig: é" });
    expect(stream.spend).toEqual({
      tokens: { input: 2_000, cacheRead: 0, cacheWrite: 0, output: 100 },
      costNano: 6_500_000,
      basis: "price_table",
    });
    expect(told.events.map(({ kind }) => kind)).toEqual([
      "started",
      "warning",
      "tool",
      "tool_result",
      "text",
    ]);
    expect(told.events).toContainEqual({
      kind: "tool_result",
      name: "shell",
      failed: false,
      output: "é\n",
    });
  });

  it("charges a second turn for what the conversation's count grew by", () => {
    const first = streamOf("first-turn").stream;
    const second = streamOf("second-turn", { before: first.total }).stream;
    expect(second.total.input).toBe(2_000);
    expect([first, second].map(({ spend }) => spend.costNano)).toEqual([3_250_000, 3_250_000]);
  });

  it.each(SERVER_FAILURES)("%s is told from its last event", (name, expected) => {
    const { stream } = streamOf(name);
    expect(stream.ending).toMatchObject(expected);
    // Of an answer that was cut off nobody tells, and it was paid for; a refused request was not.
    expect(stream.guess?.basis).toBe(name === "cut" ? "estimate" : undefined);
    expect((stream.guess ?? stream.spend).costNano === 0).toBe(name !== "cut");
  });

  it("knows the spend of a turn whose records tell it, and takes none for it", () => {
    const { stream } = streamOf("failed-late");
    expect(stream.guess).toMatchObject({ basis: "estimate" });
    expect(stream.guess?.costNano).toBeGreaterThan(0);
    stream.account({ input_tokens: 1_000, output_tokens: 50 });
    expect(stream.guess).toBeUndefined();
    expect(stream.spend.costNano).toBe(3_250_000);
  });

  it("leaves the spend unknown under a model without a price, for which a price a turn is stated", () => {
    const { stream } = streamOf("failed-late", { model: "nobody" });
    expect(stream.spend.costNano).toBeNull();
    expect(stream.guess).toBeUndefined();
  });

  it("takes what was sent for the spend of a turn that was ended before any word (HARNESS-014)", () => {
    const guessOf = (prompt: string): number => {
      const stream = newStream({ prompt });
      stream.take({ type: "thread.started", thread_id: "t" });
      expect(stream.guess).toBeUndefined();
      stream.take({ type: "turn.started" });
      expect(stream.guess).toMatchObject({ basis: "estimate" });
      return stream.guess?.costNano ?? 0;
    };
    // 100,000 tokens at two and a half dollars a million.
    expect(guessOf("x".repeat(400_000)) - guessOf("")).toBe(250_000_000);
  });

  it("takes every request of it that was sent again to have been paid for", () => {
    const costOf = (times: number): number => {
      const stream = newStream();
      stream.take({ type: "turn.started" });
      const message = "Reconnecting... 1/2 (stream disconnected before completion: reset)";
      for (let time = 0; time < times; time++) stream.take({ type: "error", message });
      return stream.guess?.costNano ?? 0;
    };
    expect(costOf(1)).toBeGreaterThan(costOf(0));
    expect(costOf(2) - costOf(1)).toBe(costOf(1) - costOf(0));
  });

  it("takes nothing for it while its server is out of reach", () => {
    const stream = newStream();
    stream.take({ type: "turn.started" });
    stream.take({ type: "error", message: "Reconnecting... waiting for network" });
    expect(stream.guess).toBeUndefined();
  });

  it("a failure after some requests cost what nobody told, which is not nothing", () => {
    const { stream } = streamOf("failed-late");
    expect(stream.ending).toMatchObject({ kind: "transport", retryable: false });
    expect(stream.spend).toMatchObject({ costNano: null, basis: "unknown" });
  });
});

describe("tokens of codex", () => {
  const usage = {
    input_tokens: 1_000,
    cached_input_tokens: 600,
    cache_write_input_tokens: 100,
    output_tokens: 10,
  };

  it("are counted apart where they were cached", () => {
    const stream = newStream();
    stream.take({ type: "turn.completed", usage });
    expect(stream.spend.tokens).toEqual({
      input: 300,
      cacheRead: 600,
      cacheWrite: 100,
      output: 10,
    });
  });

  it("whose model has no price have an unknown cost", () => {
    const stream = newStream({ model: "nobody" });
    stream.take({ type: "turn.completed", usage });
    expect(stream.spend).toMatchObject({ costNano: null, basis: "unknown" });
  });

  it("that are fewer than before were counted anew", () => {
    const before = { input: 9_000, cacheRead: 0, cacheWrite: 0, output: 9_000 };
    const stream = newStream({ before });
    stream.take({ type: "turn.completed", usage });
    expect(stream.spend.tokens.input).toBe(300);
  });
});

describe("what codex says of a failure", () => {
  it.each([
    ["unexpected status 403 Forbidden: no", { kind: "transport", retryable: false }],
    [
      "exceeded retry limit, last status: 503 Service Unavailable",
      { kind: "transport", retryable: true },
    ],
    ["You've hit your usage limit. Try again later.", { kind: "transport", retryable: false }],
    [
      "Quota exceeded. Check your plan and billing details.",
      { kind: "transport", retryable: false },
    ],
    ["Missing environment variable: `CODEX_API_KEY`.", { kind: "transport", retryable: false }],
    ["Codex ran out of room in the model's context window.", { kind: "failed" }],
    ["stream disconnected before completion", { kind: "transport", retryable: true }],
    ["", { kind: "transport", retryable: true }],
  ])("%s", (message, expected) => {
    expect(codexFailure(message)).toMatchObject(expected);
  });
});

describe("items of codex", () => {
  it.each([
    [
      {
        id: "1",
        type: "file_change",
        changes: [{ path: "a" }, { path: "b" }],
        status: "completed",
      },
      [
        { kind: "tool", name: "edit", detail: "a, b" },
        { kind: "tool_result", name: "edit", failed: false, output: "" },
      ],
    ],
    [
      {
        id: "1",
        type: "mcp_tool_call",
        server: "s",
        tool: "t",
        arguments: { a: 1 },
        status: "failed",
      },
      [
        { kind: "tool", name: "s.t", detail: '{"a":1}' },
        { kind: "tool_result", name: "s.t", failed: true, output: "" },
      ],
    ],
    [
      { id: "1", type: "command_execution", command: "rm", status: "declined" },
      [
        { kind: "tool", name: "shell", detail: "rm" },
        { kind: "denied", name: "shell", detail: "rm" },
      ],
    ],
    [{ id: "1", type: "reasoning", text: "hm" }, [{ kind: "thinking", text: "hm" }]],
  ] as const)("%j are shown", (fields, expected) => {
    expect(newStream().take(item(fields)).events).toEqual(expected);
  });

  it("that were declined are denials", () => {
    const stream = newStream();
    stream.take(item({ id: "1", type: "command_execution", command: "rm", status: "declined" }));
    expect(stream.denials).toEqual(["shell"]);
  });

  it("keep it busy until they are done", () => {
    const stream = newStream();
    stream.take({ type: "item.started", item: { id: "1", type: "command_execution" } });
    expect(stream.isBusy).toBe(true);
    stream.take(item({ id: "1", type: "command_execution", exit_code: 1 }));
    expect(stream.isBusy).toBe(false);
  });

  it.each([{}, { type: "item.completed" }, { type: "turn.failed" }, { type: "novelty" }])(
    "%j are read, whatever is missing",
    (event) => {
      expect(() => newStream().take(event)).not.toThrow();
    },
  );
});
