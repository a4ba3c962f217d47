/** A decision server that is slow, down, impatient, hostile or picky: what each means for the attempt that asked. */
import type { DecisionOutcome } from "@crucible/core";
import { deciderContract, VirtualClock } from "@crucible/testing";
import { describe, expect, it, vi } from "vitest";
import type { DecisionProtocolName } from "../../src/decision/inference.js";
import {
  bindingTo,
  deciderTo,
  kind,
  requestOf,
  serverOf,
  untilEnded,
  urgent,
} from "../support/deciders.js";
import { deadOrigin, type Reaction, type Reply } from "../support/decision-server.js";

vi.setConfig({ testTimeout: 30_000 });

const ANSWER = { model: "jev-1", answers: { urgent: { type: "noul", noul: 0.9 } } };
const KEY = "sk-hunter2-secret";

/** What a decider makes of one reaction; the credential is bound. */
async function outcomeOf(reaction: Reaction): Promise<DecisionOutcome> {
  const server = await serverOf(() => reaction);
  const binding = bindingTo(`${server.origin}/v1/systemone?tag=private`, { keyVariable: "KEY" });
  const decider = deciderTo(binding, { environment: { KEY } });
  const outcome = await decider.decide(requestOf(urgent), untilEnded());
  expect(JSON.stringify(outcome)).not.toContain("hunter2");
  expect(JSON.stringify(outcome)).not.toContain("private");
  return JSON.parse(JSON.stringify(outcome).replaceAll(server.origin, "SERVER")) as DecisionOutcome;
}

const transport = (problem: string, retryable: boolean): DecisionOutcome => ({
  kind: "transport",
  cause: "provider",
  detail: `SERVER/v1/systemone: ${problem}`,
  retryable,
  costNano: null,
});

describe.each<[DecisionProtocolName, unknown]>([
  ["system_one", ANSWER],
  ["decisions", { answers: [{ type: "predicate", name: "urgent", probability: 0.9 }] }],
])("over HTTP, %s", (protocol, body) => {
  deciderContract({ describe, it, expect }, async () => {
    const server = await serverOf(() => ({ body }));
    return {
      reachable: deciderTo(bindingTo(server.origin, { protocol })),
      unreachable: deciderTo(bindingTo(await deadOrigin(), { protocol })),
    };
  });
});

describe("a request for a decision", () => {
  it("goes to the bound address with the bound credential, once a route", async () => {
    const server = await serverOf(() => ({ body: ANSWER }));
    const binding = bindingTo(`${server.origin}/a/b?c=d`, { keyVariable: "KEY" });
    const decider = deciderTo(binding, { environment: { KEY, OTHER: "x" } });
    expect(decider.check()).toEqual([]);
    await decider.decide(requestOf(urgent), untilEnded());
    expect(server.asked).toMatchObject([
      {
        method: "POST",
        path: "/a/b?c=d",
        headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
        body: { model: "jev" },
      },
    ]);
  });

  it("carries no credential where none is bound", async () => {
    const server = await serverOf(() => ({ body: ANSWER }));
    const decider = deciderTo(bindingTo(server.origin), { environment: { KEY } });
    await decider.decide(requestOf(urgent), untilEnded());
    expect(server.asked[0]?.headers.authorization).toBeUndefined();
    expect(JSON.stringify(server.asked)).not.toContain(KEY);
  });

  it.each<[string, Record<string, string | undefined>, string]>([
    ["is not set", {}, "is not set"],
    ["is empty", { KEY: "" }, "is not set"],
    ["ends in a line break", { KEY: `${KEY}\n` }, "holds a character that no header takes"],
    ["is not ASCII", { KEY: `${KEY}ü` }, "holds a character that no header takes"],
  ])("is not made when its credential %s", async (_what, environment, problem) => {
    const server = await serverOf(() => ({ body: ANSWER }));
    const binding = bindingTo(server.origin, { keyVariable: "KEY" });
    const decider = deciderTo(binding, { environment });
    const text = `the decision model's credential is to be in KEY, which ${problem}`;
    expect(decider.check()).toEqual([text]);
    expect(await decider.decide(requestOf(urgent), untilEnded())).toEqual({
      kind: "transport",
      cause: "provider",
      detail: text,
      retryable: false,
      costNano: 0,
    });
    expect(server.asked).toEqual([]);
  });
});

describe("a decision server", () => {
  it("ROUTE-021: that is down cannot have charged anything, and may be up later", async () => {
    const origin = await deadOrigin();
    const outcome = await deciderTo(bindingTo(origin)).decide(requestOf(urgent), untilEnded());
    expect(outcome).toEqual({
      kind: "transport",
      cause: "provider",
      detail: `${origin}/: the connection failed (ECONNREFUSED)`,
      retryable: true,
      costNano: 0,
    });
  });

  it.each([408, 425, 429, 500, 502, 503, 504, 529])(
    "ROUTE-021: that answers %d may do better next time",
    async (status) => {
      const outcome = await outcomeOf({ status, body: { error: { message: "too\nbusy" } } });
      expect(outcome).toEqual(transport(`it answers with status ${status}: too busy`, true));
    },
  );

  it.each([
    [401, "it answers with status 401 to the credential that KEY holds"],
    [403, "it answers with status 403 to the credential that KEY holds"],
    [404, "it answers no decisions at that address (status 404)"],
    [405, "it answers no decisions at that address (status 405)"],
    [501, "it answers no decisions at that address (status 501)"],
  ])("ROUTE-021: that answers %d will not do better", async (status, problem) => {
    expect(await outcomeOf({ status })).toEqual(transport(problem, false));
  });

  it("that wants a credential where none is bound is answered by how to bind one", async () => {
    const server = await serverOf(() => ({ status: 401 }));
    const outcome = await deciderTo(bindingTo(server.origin)).decide(
      requestOf(urgent),
      untilEnded(),
    );
    expect(outcome).toMatchObject({
      detail: `${server.origin}/: it answers with status 401 to no credential, since no key_env is bound`,
    });
  });

  it.each([400, 413, 415, 422, 451])(
    "ROUTE-020: that answers %d refuses the questions",
    async (status) => {
      const outcome = await outcomeOf({ status, body: { detail: "state is too long" } });
      const note = `the decision server refuses the questions with status ${status}: state is too long`;
      expect(outcome).toEqual({ kind: "refused", note, costNano: null, model: null });
    },
  );

  it.each([
    ["an error that is a text", { error: "no" }, ": no"],
    ["a message of its own", { message: "no" }, ": no"],
    ["a list of details", { detail: [{ msg: "no" }] }, ""],
    ["no JSON", "<html>no</html>", ""],
    ["nothing", "", ""],
    ["a credential that it repeats", { error: `bad key ${KEY} in` }, ": bad key *** in"],
    ["control characters", { error: "a\u001b[31m\u0000b" }, ": a [31m b"],
    ["much", { error: "x".repeat(500) }, `: ${"x".repeat(200)}…`],
    ["a prototype", '{"__proto__": {"message": "no"}}', ""],
  ])("says why it refuses: %s", async (_what, body, words) => {
    const note = `the decision server refuses the questions with status 422${words}`;
    expect(await outcomeOf({ status: 422, body })).toMatchObject({ kind: "refused", note });
  });

  it("says nothing about a credential, of which it may repeat parts", async () => {
    const outcome = await outcomeOf({ status: 401, body: { error: "no such key: sk-hun…ret" } });
    expect(JSON.stringify(outcome)).not.toContain("sk-hun");
  });

  it.each([301, 302, 303, 307, 308])("is not followed anywhere with %d", async (status) => {
    const elsewhere = await serverOf(() => ({ body: ANSWER }));
    const location = `${elsewhere.origin}/v1`;
    const outcome = await outcomeOf({ status, headers: { location } });
    const problem = `it answers with a redirect (${status}), and none is followed; bind the address itself`;
    expect(outcome).toEqual(transport(problem, false));
    expect(elsewhere.asked).toEqual([]);
  });

  it.each<[string, Reply, string]>([
    ["much", { body: "x".repeat(1_048_577) }, "is longer than 1048576 bytes"],
    ["no UTF-8", { body: new Uint8Array([0x7b, 0xff, 0x7d]) }, "is not UTF-8"],
    ["nothing", { status: 204 }, "is refused: the answer is not JSON at 1:1: the JSON ends early"],
  ])("ROUTE-020: that says %s is refused", async (_what, reply, problem) => {
    const note = `the decision server's answer ${problem}`;
    expect(await outcomeOf(reply)).toMatchObject({ kind: "refused", note, costNano: null });
  });

  it("ROUTE-021: that breaks off may have charged, and may do better next time", async () => {
    const outcome = await outcomeOf("cut");
    expect(outcome).toMatchObject({ kind: "transport", retryable: true, costNano: null });
  });

  it("that is silent is left when the attempt ends", async () => {
    const server = await serverOf(() => "silent");
    const ending = new AbortController();
    const decided = deciderTo(bindingTo(server.origin)).decide(requestOf(urgent), ending.signal);
    await vi.waitUntil(() => server.asked.length === 1);
    ending.abort();
    expect(await decided).toMatchObject({
      kind: "transport",
      detail: `${server.origin}/: the attempt has ended`,
      costNano: null,
    });
  });

  it("ROUTE-021: that is silent is left after the time that a decision may take", async () => {
    const server = await serverOf(() => "silent");
    const decider = deciderTo(bindingTo(server.origin), { bounds: { decisionMsMax: 50 } });
    expect(await decider.decide(requestOf(urgent), untilEnded())).toMatchObject({
      kind: "transport",
      detail: `${server.origin}/: it took longer than 50 ms`,
      retryable: true,
      costNano: null,
    });
  });

  it("names itself, in a form that fits a row", async () => {
    const outcome = await outcomeOf({ body: { ...ANSWER, model: `a\u001b${"m".repeat(400)}` } });
    const model = outcome.kind === "answered" ? outcome.model : null;
    expect(model).toMatch(/^"a\\u001bm{78}…"$/);
  });
});

describe("a decision server that asks for patience", () => {
  /** A decider over scripted responses, on a clock that passes only when somebody waits. */
  async function patiently(
    replies: readonly (readonly [status: number, retryAfter: string | null])[],
  ): Promise<{ readonly outcome: DecisionOutcome; readonly askedAtMs: readonly number[] }> {
    const clock = new VirtualClock();
    const start = clock.monotonicMs();
    const askedAtMs: number[] = [];
    const fetch: typeof globalThis.fetch = async () => {
      const [status, retryAfter] = replies[askedAtMs.length] ?? [200, null];
      askedAtMs.push(clock.monotonicMs() - start);
      const headers = new Headers(retryAfter === null ? {} : { "retry-after": retryAfter });
      return new Response(JSON.stringify(ANSWER), { status, headers });
    };
    const decider = deciderTo(bindingTo("http://h/v1"), { clock, fetch });
    const outcome = await clock.run(decider.decide(requestOf(urgent), untilEnded()));
    return { outcome, askedAtMs };
  }

  it("ROUTE-021: is asked again when it said", async () => {
    const { outcome, askedAtMs } = await patiently([
      [429, "20"],
      [503, "5"],
    ]);
    expect(outcome.kind).toBe("answered");
    expect(askedAtMs).toEqual([0, 20_000, 25_000]);
  });

  it("ROUTE-021: is asked no more than three times in one attempt", async () => {
    const { outcome, askedAtMs } = await patiently([
      [429, "0"],
      [429, "0"],
      [429, "0"],
    ]);
    expect(outcome).toMatchObject({ kind: "transport", retryable: true });
    expect(askedAtMs).toEqual([0, 0, 0]);
  });

  it("ROUTE-021: is not waited for beyond the time that a decision may take", async () => {
    const { outcome, askedAtMs } = await patiently([
      [429, "60"],
      [429, "61"],
    ]);
    expect(outcome).toMatchObject({ kind: "transport", retryable: true });
    expect(askedAtMs).toEqual([0, 60_000]);
  });

  it("may say a date", async () => {
    const clock = new VirtualClock();
    const at = new Date(clock.wallMs() + 30_000).toUTCString();
    const { askedAtMs } = await patiently([[503, at]]);
    expect(askedAtMs).toHaveLength(2);
    expect(askedAtMs[1]).toBeGreaterThan(28_000);
    expect(askedAtMs[1]).toBeLessThanOrEqual(30_000);
  });

  it.each(["", "soon", "-1", "1.5", "2030", "Mon, 99 Foo 2030 00:00:00 GMT", "1e3"])(
    "is tried as any other when it says %j",
    async (retryAfter) => {
      const { outcome, askedAtMs } = await patiently([[503, retryAfter]]);
      expect(outcome).toMatchObject({ kind: "transport", retryable: true });
      expect(askedAtMs).toEqual([0]);
    },
  );

  it.each([
    [400, "refused"],
    [404, "transport"],
    [501, "transport"],
  ])("gets none for status %d, which does not pass", async (status, ending) => {
    const { outcome, askedAtMs } = await patiently([[status, "1"]]);
    expect(outcome.kind).toBe(ending);
    expect(askedAtMs).toEqual([0]);
  });

  it("is left when the attempt ends meanwhile", async () => {
    const clock = new VirtualClock();
    const ending = new AbortController();
    const fetch: typeof globalThis.fetch = async () =>
      new Response("", { status: 429, headers: { "retry-after": "60" } });
    const decider = deciderTo(bindingTo("http://h/v1"), { clock, fetch });
    const decided = decider.decide(requestOf(kind), ending.signal);
    await new Promise((resolve) => setImmediate(resolve));
    ending.abort();
    expect(await decided).toMatchObject({ detail: "http://h/v1: the attempt has ended" });
  });
});
