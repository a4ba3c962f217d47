/**
 * The real agents against a scripted model: what their turns come to, what they cost, and what becomes of conversations.
 * They run only where the agents are installed: `scripts/agents/install.mjs` says how.
 */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { nanoFromUsd } from "@crucible/core";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { ModelScript, ScriptStep } from "./fake-model/script.js";
import { type FakeModel, startFakeModel } from "./fake-model/server.js";
import { type AgentName, findAgent, type InstalledAgent } from "./support/agents.js";
import { nextTurn, type Turns, turnsWith } from "./support/turns.js";

// An agent is a large program, and the machine may have others to run.
vi.setConfig({ testTimeout: 120_000 });

const NAMES: readonly AgentName[] = ["claude", "claude 2.1.197", "codex"];

/** The model that says these steps, closed when the test ends. */
async function modelWith(...steps: readonly ScriptStep[]): Promise<FakeModel> {
  return scripted({ turns: [{ steps }] });
}

async function scripted(script: ModelScript): Promise<FakeModel> {
  const model = await startFakeModel(script);
  onTestFinished(() => model.close());
  return model;
}

function turnsOf(agent: InstalledAgent, url: string): Turns {
  return turnsWith(agent.variables(url));
}

const RESULT: ScriptStep = { shell: `printf '{"lines":3}' > PLAN_TASK_RESULT.json` };

describe.each(NAMES)("%s", (name) => {
  const agent = findAgent(name) as InstalledAgent;

  describe.runIf(agent !== undefined)("against a scripted model", () => {
    it("works in the workspace, says what it does, and is charged what it used (HARNESS-007, HARNESS-014)", async () => {
      const model = await modelWith(RESULT, { text: "Fertig: é" });
      const turns = turnsOf(agent, model.url);
      const { outcome, events, spent } = await turns.take(agent.harness(), {
        model: agent.model,
        effort: "high",
      });
      expect(outcome).toMatchObject({
        kind: "completed",
        text: "Fertig: é",
        denials: [],
        costNano: nanoFromUsd(2 * agent.requestUsd),
        model: agent.model,
      });
      expect(readFileSync(join(turns.workspace, "PLAN_TASK_RESULT.json"), "utf8")).toBe(
        '{"lines":3}',
      );
      expect(spent.at(-1)).toBe(nanoFromUsd(2 * agent.requestUsd));
      const kinds = events.map(({ kind }) => kind);
      expect(kinds).toEqual(
        expect.arrayContaining(["started", "tool", "tool_result", "text", "usage"]),
      );
      expect(events.find(({ kind }) => kind === "started")).toMatchObject({
        version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      });
      const asked = model.requests.filter(({ isSide }) => !isSide);
      expect(asked[0]).toMatchObject({ model: agent.model, asked: "Do it." });
    });

    it.each([
      [401, { kind: "transport", cause: "provider", retryable: false }],
      [404, { kind: "transport", cause: "provider", retryable: false }],
      [429, { kind: "transport", cause: "provider", retryable: true }],
      [500, { kind: "transport", cause: "provider", retryable: true }],
      [400, { kind: "failed", note: expect.stringContaining("scripted 400") }],
    ] as const)("HARNESS-009: settles a server's %i in its class", async (status, expected) => {
      const model = await modelWith({ fail: { status } });
      const { outcome } = await turnsOf(agent, model.url).take(agent.harness(), {
        model: agent.model,
      });
      expect(outcome).toMatchObject({ ...expected, costNano: 0 });
    });

    it("HARNESS-009: an answer that is cut off is a transport failure that may be tried again", async () => {
      const model = await modelWith({ text: "a text that is cut off in its middle", cutAfter: 3 });
      const { outcome } = await turnsOf(agent, model.url).take(agent.harness(), {
        model: agent.model,
      });
      expect(outcome).toMatchObject({ kind: "transport", retryable: true });
    });

    it("HARNESS-009: a server that is not there is a transport failure, told before the attempt's limit", async () => {
      const model = await startFakeModel({ turns: [{ steps: [RESULT] }] });
      await model.close();
      const { outcome } = await turnsOf(agent, model.url).take(agent.harness(), {
        model: agent.model,
        remainingMs: 20_000,
      });
      expect(outcome).toMatchObject({ kind: "transport", retryable: true, costNano: 0 });
    });

    it("HARNESS-009: a server that never answers is one too", async () => {
      const model = await modelWith({ fail: { status: "hang" } });
      const { outcome } = await turnsOf(agent, model.url).take(
        agent.harness({ limits: { stallMs: 2_000 } }),
        { model: agent.model },
      );
      expect(outcome).toMatchObject({
        kind: "transport",
        cause: "agent",
        retryable: true,
        detail: `${agent.name} was ended: it said nothing more for 2 s`,
      });
    });

    it("HARNESS-014: a turn that fails after a request cost what that request cost", async () => {
      const model = await modelWith(RESULT, { fail: { status: 401 } });
      const { outcome, events } = await turnsOf(agent, model.url).take(agent.harness(), {
        model: agent.model,
      });
      expect(outcome).toMatchObject({ kind: "transport", retryable: false });
      // Codex now and then ends before it has written down what it used; then it is taken for what was sent.
      const isTold = outcome.costNano === nanoFromUsd(agent.requestUsd);
      if (agent.name === "claude") expect(isTold).toBe(true);
      else if (!isTold)
        expect(events.findLast(({ kind }) => kind === "usage")).toMatchObject({
          basis: "estimate",
        });
      expect(outcome.costNano).toBeGreaterThan(0);
    });

    it("goes on with a conversation, and charges each turn once (HARNESS-010)", async () => {
      const model = await modelWith({ text: "Said." });
      const turns = turnsOf(agent, model.url);
      const harness = agent.harness();
      const take = (turn: number, before?: Parameters<typeof nextTurn>[1]) =>
        turns.take(harness, { model: agent.model, session: nextTurn(turn, before) });
      const first = await take(0);
      const second = await take(1, first.outcome);
      const third = await take(2, second.outcome);
      const outcomes = [first, second, third].map(({ outcome }) => outcome);
      expect(outcomes.map(({ costNano }) => costNano)).toEqual(
        [1, 1, 1].map(() => nanoFromUsd(agent.requestUsd)),
      );
      const sizes = model.requests.filter(({ isSide }) => !isSide).map(({ bytes }) => bytes);
      expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
      expect(new Set(sizes).size).toBe(3);
    });

    it("a turn that died half-way is not gone on with", async () => {
      const model = await scripted({
        turns: [
          { steps: [{ text: "Said." }] },
          { when: "FAIL", steps: [RESULT, { fail: { status: 401 } }] },
          { when: "REFUSE", steps: [{ fail: { status: 401 } }] },
        ],
      });
      const turns = turnsOf(agent, model.url);
      const harness = agent.harness();
      const common = { model: agent.model };
      const first = await turns.take(harness, { ...common, session: nextTurn(0) });
      const second = { ...common, session: nextTurn(1, first.outcome) };
      const dead = await turns.take(harness, { ...second, prompt: "FAIL please." });
      expect(dead.outcome.kind).toBe("transport");
      // What the conversation had cost before is not charged again.
      const refused = await turns.take(harness, { ...second, prompt: "REFUSE please." });
      expect(refused.outcome).toMatchObject({ kind: "transport", costNano: 0 });
      const again = await turns.take(harness, { ...second, prompt: "Once more." });
      expect(again.outcome.kind).toBe("completed");
      const { dialogue } = model.requests.at(-1) ?? {};
      expect(dialogue).toEqual(["Do it.", "Once more."]);
    });

    it("never begins anew when the conversation is lost", async () => {
      const model = await modelWith({ text: "Said." });
      const turns = turnsOf(agent, model.url);
      const harness = agent.harness();
      const first = await turns.take(harness, { model: agent.model, session: nextTurn(0) });
      const cursor = first.outcome.kind === "completed" ? (first.outcome.cursor ?? "") : "";
      const before = model.requests.length;
      const lost = cursor.replace(/kept-\d+/, "kept-99");
      const unknown = cursor.replace(/"id":"[^"]*"/, '"id":"99999999-9999-4999-8999-999999999999"');
      const foreign = cursor.replace(agent.name, "another");
      for (const wrong of [lost, unknown, foreign]) {
        const session = { ...nextTurn(1), cursor: wrong };
        const { outcome } = await turns.take(harness, { model: agent.model, session });
        expect(outcome).toMatchObject({
          kind: "transport",
          retryable: false,
          detail: expect.stringContaining("cannot resume session review"),
        });
      }
      expect(model.requests.length).toBe(before);
    });

    it("never begins anew when the files of the conversation are gone", async () => {
      const model = await modelWith({ text: "Said." });
      const turns = turnsOf(agent, model.url);
      const harness = agent.harness();
      const first = await turns.take(harness, { model: agent.model, session: nextTurn(0) });
      const kept = readdirSync(turns.folder, { recursive: true, encoding: "utf8" });
      const conversations = kept.filter((path) => /^\.homes\/.*\.jsonl$/.test(path));
      expect(conversations.length).toBeGreaterThan(0);
      for (const path of conversations) rmSync(join(turns.folder, path));
      const before = model.requests.length;
      const session = nextTurn(1, first.outcome);
      const { outcome } = await turns.take(harness, { model: agent.model, session });
      expect(outcome).toMatchObject({
        kind: "transport",
        retryable: false,
        detail: expect.stringContaining("cannot resume session review"),
        costNano: 0,
      });
      expect(model.requests.length).toBe(before);
    });

    it("takes a prompt of 300 KB whole", async () => {
      const model = await modelWith({ text: "Read." });
      const prompt = `${"Lies und prüfe das. ".repeat(15_000)}END`;
      const { outcome } = await turnsOf(agent, model.url).take(agent.harness(), {
        model: agent.model,
        prompt,
      });
      expect(outcome.kind).toBe("completed");
      expect(model.requests.some(({ asked }) => asked === prompt)).toBe(true);
    });

    it("loses nothing of a long answer to a slow reader", async () => {
      const text = `${"Zeile für Zeile. ".repeat(8_000)}ENDE`;
      const model = await modelWith({ text });
      const { outcome } = await turnsOf(agent, model.url).take(
        agent.harness({ limits: { pollMs: 5_000 } }),
        { model: agent.model },
      );
      expect(outcome).toMatchObject({ kind: "completed", text });
    });
  });
});
