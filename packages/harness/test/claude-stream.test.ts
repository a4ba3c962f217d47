import type { JsonObject } from "@crucible/core";
import { describe, expect, it } from "vitest";
import { ClaudeStream, type ClaudeStreamOptions } from "../src/claude/claude-stream.js";
import { PRICES } from "../src/prices/prices.js";
import { recording, SERVER_FAILURES, tell } from "./recordings.js";

const VERSIONS = ["claude-2.1.197", "claude-2.1.332"] as const;

function newStream(options: Partial<ClaudeStreamOptions> = {}): ClaudeStream {
  return new ClaudeStream({
    prices: PRICES,
    model: "claude-sonnet-4-5",
    prompt: "Do it.",
    ...options,
  });
}

/** Tells a new stream one result, with what a test says about it. */
function resultOf(fields: JsonObject, resumed?: string): ClaudeStream {
  const stream = newStream(resumed === undefined ? {} : { resumed });
  stream.take({ type: "result", subtype: "success", is_error: false, ...fields });
  return stream;
}

describe.each(VERSIONS)("a recorded stream of %s", (version) => {
  const streamOf = (name: string): { stream: ClaudeStream; told: ReturnType<typeof tell> } => {
    const stream = newStream();
    return { stream, told: tell(stream, recording(version, name)) };
  };

  it("tells what was done and what it cost, by the agent's own account", () => {
    const { stream, told } = streamOf("completed");
    expect(stream.ending).toEqual({ kind: "completed", text: "Fertig: é" });
    expect(stream.model).toBe("claude-sonnet-4-5");
    expect(stream.session).toMatch(/^00000000-/);
    expect(stream.isBusy).toBe(false);
    expect(stream.spend).toEqual({
      tokens: { input: 2_000, cacheRead: 0, cacheWrite: 0, output: 100 },
      costNano: 7_500_000,
      basis: "agent",
    });
    expect(told.events.map(({ kind }) => kind)).toEqual(["started", "tool", "tool_result", "text"]);
    expect(told.events).toContainEqual({
      kind: "tool_result",
      name: "Bash",
      failed: false,
      output: "é",
    });
  });

  it("HARNESS-014: knows the spend of requests before the turn is over", () => {
    const stream = newStream();
    const events = recording(version, "completed");
    const seen = events.map((event) => {
      stream.take(event);
      return stream.spend.costNano;
    });
    const growing = [...new Set(seen)];
    expect(growing).toEqual([0, 3_000_000, 3_750_000, 6_750_000, 7_500_000]);
    expect(events.length).toBeGreaterThan(seen.indexOf(7_500_000) + 1);
  });

  it.each<readonly [string, object]>([
    ...SERVER_FAILURES,
    ["refusal", { kind: "failed" }],
    ["output-limit", { kind: "failed" }],
  ])("%s is told from its last event", (name, expected) => {
    const { stream } = streamOf(name);
    expect(stream.ending).toMatchObject(expected);
  });

  it.each(["status-401", "status-429", "status-500"])("%s shows that it tried again", (name) => {
    const { told } = streamOf(name);
    expect(told.signs.has("retry")).toBe(true);
    expect(told.events.filter(({ kind }) => kind === "retry").length).toBeGreaterThan(0);
  });

  it("a failure after some requests costs what those cost", () => {
    const { stream } = streamOf("failed-late");
    expect(stream.ending).toMatchObject({ kind: "transport", retryable: false });
    expect(stream.spend.costNano).toBe(3_750_000);
  });

  it("that was interrupted tells the cost of the whole turn (HARNESS-014)", () => {
    const { stream } = streamOf("interrupted");
    expect(stream.spend).toEqual({
      tokens: { input: 2_000, cacheRead: 0, cacheWrite: 0, output: 100 },
      costNano: 7_500_000,
      basis: "agent",
    });
    expect(stream.guess).toBeUndefined();
    expect(stream.isBusy).toBe(false);
  });

  it("names denied tools once", () => {
    const { stream, told } = streamOf("denied");
    expect(stream.ending).toMatchObject({ kind: "completed" });
    expect(stream.denials).toEqual(["Bash"]);
    const denied = told.events.filter(({ kind }) => kind === "denied");
    expect(denied).toEqual([expect.objectContaining({ kind: "denied", name: "Bash" })]);
  });

  it("goes on in the same conversation, and charges the second turn alone", () => {
    const { stream } = streamOf("second-turn");
    expect(stream.session).toMatch(/^00000000-/);
    expect(stream.spend.costNano).toBe(3_750_000);
  });
});

describe("a result of claude", () => {
  it("whose total counts on over turns charges what was added since", () => {
    const stream = resultOf({
      total_cost_usd: 0.5,
      usage: { input_tokens: 10, output_tokens: 1 },
      model_usage_since_last_result: { a: { costUSD: 0.25 }, b: { costUSD: 0.125 } },
    });
    expect(stream.spend).toMatchObject({ costNano: 375_000_000, basis: "agent" });
  });

  it("whose total counts on charges nothing when nothing was added", () => {
    const stream = resultOf({
      is_error: true,
      api_error_status: 401,
      total_cost_usd: 0.5,
      model_usage_since_last_result: {},
    });
    expect(stream.spend.costNano).toBe(0);
  });

  it("that follows another adds what came since", () => {
    const stream = newStream();
    for (const costUSD of [0.25, 0.125]) {
      stream.take({
        type: "result",
        subtype: "success",
        is_error: false,
        total_cost_usd: 9,
        usage: { input_tokens: 10, output_tokens: 1 },
        model_usage_since_last_result: { a: { costUSD } },
      });
    }
    expect(stream.spend).toMatchObject({ costNano: 375_000_000, basis: "agent" });
  });

  it.each([
    [{ total_cost_usd: -5 }, 0],
    [{ total_cost_usd: "much" }, 0],
    [{ total_cost_usd: 1e300 }, 9_007_199_000_000_000],
    [{ total_cost_usd: null, usage: [] }, 0],
  ])("that says %j of its cost breaks nothing", (fields, costNano) => {
    expect(resultOf(fields).spend.costNano).toBe(costNano);
  });

  it("without a cost is charged what its requests come to", () => {
    const stream = newStream();
    const message = { model: "claude-opus-4-6", usage: { input_tokens: 1_000 } };
    stream.take({ type: "stream_event", event: { type: "message_start", message } });
    stream.take({ type: "result", subtype: "success", is_error: true, api_error_status: 500 });
    expect(stream.spend).toMatchObject({ costNano: 5_000_000, basis: "price_table" });
  });

  it("of requests whose model has no price is unknown until the agent tells", () => {
    const stream = newStream();
    const message = { model: "nobody", usage: { input_tokens: 1_000 } };
    stream.take({ type: "stream_event", event: { type: "message_start", message } });
    expect(stream.spend).toMatchObject({ costNano: null, basis: "unknown" });
  });

  it("that found no conversation names the one it was to go on with", () => {
    const stream = resultOf(
      {
        subtype: "error_during_execution",
        is_error: true,
        errors: ["No conversation found with session ID: 1"],
      },
      "review",
    );
    expect(stream.ending).toMatchObject({
      kind: "transport",
      retryable: false,
      detail: expect.stringContaining("cannot resume session review"),
    });
  });

  it("that asks for a sign-in is not tried again, and one without a reason is", () => {
    const said = { is_error: true, result: "Not logged in · Please run /login" };
    expect(resultOf(said).ending).toMatchObject({ kind: "transport", retryable: false });
    expect(resultOf({ is_error: true }).ending).toMatchObject({
      kind: "transport",
      retryable: true,
    });
    expect(resultOf({ is_error: true, subtype: "error_max_turns" }).ending).toMatchObject({
      kind: "failed",
    });
  });
});

describe("a turn of claude that was ended before it told", () => {
  const INIT = { type: "system", subtype: "init", session_id: "s", model: "claude-sonnet-4-5" };
  const ASKED = { type: "system", subtype: "status", status: "requesting" };
  const RETRY = { type: "system", subtype: "api_retry", attempt: 1, error_status: 429 };
  const begun = (model: string): JsonObject => ({
    type: "stream_event",
    event: { type: "message_start", message: { model, usage: { input_tokens: 1_000 } } },
  });
  const told = (...events: readonly JsonObject[]): ClaudeStream => {
    const stream = newStream();
    tell(stream, events);
    return stream;
  };

  it("is taken to have cost what it sent, where a request was never answered (HARNESS-014)", () => {
    const { guess, spend } = told(INIT, ASKED);
    expect(spend.costNano).toBe(0);
    expect(guess).toMatchObject({ basis: "estimate" });
    expect(guess?.costNano).toBeGreaterThan(0);
    const longer = newStream({ prompt: "x".repeat(400_000) });
    tell(longer, [INIT, ASKED]);
    const more = (longer.guess?.costNano ?? 0) - (guess?.costNano ?? 0);
    // 100,000 tokens at three dollars a million, but for the six bytes of the other prompt.
    expect(more).toBeGreaterThan(299_000_000);
    expect(more).toBeLessThanOrEqual(300_000_000);
  });

  it.each([
    ["Unable to connect to API (ECONNRESET)", "estimate"],
    ["Connection dropped (ECONNRESET). Check the gateway set in ANTHROPIC_BASE_URL.", "estimate"],
    ["Connection closed mid-response. The response above may be incomplete.", "estimate"],
    ["Unable to connect to API (ConnectionRefused)", undefined],
    ["Connection refused — a firewall or proxy may be blocking it (ECONNREFUSED)", undefined],
    ["Can't reach the API server — check your internet or DNS (ENOTFOUND)", undefined],
  ])("and gave up with %j is taken so where its request arrived", (said, basis) => {
    const retry = { ...RETRY, error_status: null };
    const result = { type: "result", is_error: true, api_error_status: null };
    const stream = told(INIT, ASKED, retry, ASKED, { ...result, result: `API Error: ${said}` });
    expect(stream.guess?.basis).toBe(basis);
  });

  it("is taken so from its start on, since the first request may be out before it is told", () => {
    expect(told(INIT).guess).toMatchObject({ basis: "estimate" });
  });

  it.each([
    ["aborted_streaming", null, "estimate"],
    ["completed", 400, undefined],
    ["api_error", null, undefined],
  ])(
    "and ended with %s (%j) is taken so where it was interrupted alone",
    (terminal_reason, api_error_status, basis) => {
      const result = { type: "result", is_error: true, terminal_reason, api_error_status };
      const stream = told(INIT, ASKED, {
        ...result,
        total_cost_usd: 0,
        usage: { input_tokens: 0 },
      });
      expect(stream.guess?.basis).toBe(basis);
    },
  );

  it("cost nothing when it never started, or its request was refused", () => {
    expect(told().guess).toBeUndefined();
    expect(told(INIT, ASKED, RETRY).guess).toBeUndefined();
  });

  const said = (delta: JsonObject): JsonObject => ({
    type: "stream_event",
    event: { type: "content_block_delta", delta },
  });
  const ended: JsonObject = {
    type: "stream_event",
    event: { type: "message_delta", usage: { output_tokens: 50 } },
  };

  it("cost what its requests tell where they do", () => {
    expect(told(INIT, ASKED, begun("claude-sonnet-4-5"), said({ text: "x" }), ended).guess).toBe(
      undefined,
    );
  });

  it.each(["text", "thinking", "partial_json"])(
    "cost what had come of an answer too, as far as its %s goes",
    (field) => {
      const stream = told(
        INIT,
        ASKED,
        begun("claude-sonnet-4-5"),
        said({ [field]: "x".repeat(400) }),
      );
      // 1,000 tokens in at three dollars a million, and a hundred out at fifteen.
      expect(stream.guess).toMatchObject({ costNano: 4_500_000, basis: "estimate" });
    },
  );

  it.each([
    [0.001, "estimate", 4_500_000],
    [0.004, undefined, 4_000_000],
  ])("and told %f of it cost the larger of both", (total_cost_usd, basis, costNano) => {
    const stream = told(INIT, ASKED, begun("claude-sonnet-4-5"), said({ text: "x".repeat(400) }), {
      type: "result",
      subtype: "error_during_execution",
      is_error: true,
      total_cost_usd,
      usage: { input_tokens: 1_000 },
    });
    expect(stream.guess?.basis).toBe(basis);
    expect((stream.guess ?? stream.spend).costNano).toBe(costNano);
  });

  it("is taken at the dearest price when its model has none, until the agent tells", () => {
    const stream = told(INIT, ASKED, begun("nobody"));
    expect(stream.spend.costNano).toBeNull();
    expect(stream.guess).toMatchObject({ costNano: 5_000_000, basis: "estimate" });
    stream.take({
      type: "result",
      subtype: "error_during_execution",
      is_error: true,
      total_cost_usd: 0.5,
      usage: { input_tokens: 1_000 },
    });
    expect(stream.guess).toBeUndefined();
    expect(stream.spend).toMatchObject({ costNano: 500_000_000, basis: "agent" });
  });
});

describe("whatever claude streams", () => {
  it.each([
    {},
    { type: 5 },
    { type: "assistant" },
    { type: "assistant", message: { content: [null, 1, {}, { type: "text" }] } },
    { type: "user", message: { content: "text" } },
    { type: "system", subtype: "api_retry" },
    { type: "stream_event", event: { type: "message_delta", usage: { output_tokens: 5 } } },
    { type: "result" },
    { type: "__proto__" },
  ] as JsonObject[])("%j is read", (event) => {
    expect(() => newStream().take(event)).not.toThrow();
  });

  it("keeps what it does not know", () => {
    const { events } = tell(newStream(), [{ type: "novelty", n: 1 }]);
    expect(events).toEqual([{ kind: "unknown", raw: '{"type":"novelty","n":1}' }]);
  });

  it("is busy while a tool is at work", () => {
    const stream = newStream();
    const use = { type: "tool_use", id: "1", name: "Bash", input: {} };
    stream.take({ type: "assistant", message: { model: "m", content: [use] } });
    expect(stream.isBusy).toBe(true);
    const result = {
      type: "tool_result",
      tool_use_id: "1",
      content: [{ text: "a" }],
      is_error: true,
    };
    const taken = stream.take({ type: "user", message: { content: [result] } });
    expect(stream.isBusy).toBe(false);
    expect(taken.events).toEqual([
      { kind: "tool_result", name: "Bash", failed: true, output: "a" },
    ]);
  });
});
