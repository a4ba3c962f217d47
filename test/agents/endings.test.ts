/**
 * How turns of the real agents end that do not go well: ended from outside at different moments, answers that are cut off
 * at different places, slow ones, and what an agent was denied. No such turn is taken to have cost nothing.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type HarnessEvent, nanoFromUsd } from "@crucible/core";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { ModelScript, ScriptStep } from "./fake-model/script.js";
import { type FakeModel, startFakeModel } from "./fake-model/server.js";
import { type AgentName, findAgent, type InstalledAgent } from "./support/agents.js";
import { type Turns, turnsWith } from "./support/turns.js";

vi.setConfig({ testTimeout: 120_000 });

const CLAUDES: readonly AgentName[] = ["claude", "claude 2.1.197"];
const NAMES: readonly AgentName[] = [...CLAUDES, "codex"];

async function modelWith(...steps: readonly ScriptStep[]): Promise<FakeModel> {
  return scripted({ turns: [{ steps }] });
}

async function scripted(script: ModelScript): Promise<FakeModel> {
  const model = await startFakeModel(script);
  onTestFinished(() => model.close());
  return model;
}

async function until(holds: () => boolean): Promise<void> {
  await vi.waitUntil(holds, { timeout: 60_000, interval: 50 });
}

/** Live processes whose environment holds this text. */
function runningWith(text: string): number {
  const environments = readdirSync("/proc").map((pid) => {
    try {
      return /^\d+$/.test(pid) ? readFileSync(`/proc/${pid}/environ`, "latin1") : "";
    } catch {
      return "";
    }
  });
  return environments.filter((environment) => environment.includes(text)).length;
}

function lastUsage(events: readonly HarnessEvent[]): HarnessEvent | undefined {
  return events.findLast(({ kind }) => kind === "usage");
}

const SAYS: ScriptStep = { shell: "echo hi" };
/** A tool that is at work until it is ended. */
const WAITS: ScriptStep = { shell: "touch started; tail -f /dev/null" };
const MANY_WORDS = "word ".repeat(1_000);

describe.each(NAMES)("%s", (name) => {
  const agent = findAgent(name) as InstalledAgent;
  const turnsOf = (model: FakeModel): Turns => turnsWith(agent.variables(model.url));
  const asked = (model: FakeModel): number => model.requests.filter(({ isSide }) => !isSide).length;

  describe.runIf(agent !== undefined)("ended from outside", () => {
    it("while a tool is at work cost all its requests, and leaves nothing (HARNESS-014, HARNESS-016)", async () => {
      const model = await modelWith(SAYS, WAITS);
      const turns = turnsOf(model);
      const turn = turns.begin(agent.harness(), { model: agent.model });
      const costNano = nanoFromUsd(2 * agent.requestUsd);
      await until(() => existsSync(join(turns.workspace, "started")));
      await until(() => turn.spent.at(-1) === costNano);
      await turn.abort();
      const { outcome, events } = await turn.end;
      expect(outcome).toMatchObject({ kind: "aborted", costNano });
      const basis = agent.name === "claude" ? "agent" : "price_table";
      expect(lastUsage(events)).toMatchObject({ basis });
      expect(runningWith(turns.marker)).toBe(0);
    });

    it("in the middle of an answer cost more than what was answered before", async () => {
      const model = await modelWith(SAYS, { text: MANY_WORDS, paceMs: 200 });
      const turns = turnsOf(model);
      const turn = turns.begin(agent.harness(), { model: agent.model });
      await until(() => asked(model) === 2);
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      await turn.abort();
      const { outcome } = await turn.end;
      expect(outcome.kind).toBe("aborted");
      // Codex tells of an answer only when it is whole.
      const least = nanoFromUsd(agent.requestUsd);
      if (agent.name === "claude") expect(outcome.costNano).toBeGreaterThan(least);
      else expect(outcome.costNano).toBeGreaterThanOrEqual(least);
      expect(runningWith(turns.marker)).toBe(0);
    });

    it("before the first answer is taken to have cost what it sent", async () => {
      const model = await modelWith({ text: "late", delayMs: 600_000 });
      const turns = turnsOf(model);
      const turn = turns.begin(agent.harness(), { model: agent.model });
      await until(() => asked(model) === 1);
      await turn.abort();
      const { outcome, events } = await turn.end;
      expect(outcome.kind).toBe("aborted");
      expect(outcome.costNano).toBeGreaterThan(0);
      expect(lastUsage(events)).toMatchObject({ basis: "estimate" });
    });
  });

  describe.runIf(agent !== undefined)("whose answer is cut off", () => {
    it.each([
      ["before its first event", { text: MANY_WORDS, cutAfter: 0 }],
      ["after its first event", { text: MANY_WORDS, cutAfter: 1 }],
      ["in its middle", { text: MANY_WORDS, cutAfter: 20 }],
      ["in the middle of a call", { shell: `echo ${"x".repeat(500)} > written`, cutAfter: 5 }],
    ] as const)("%s may be tried again, did nothing, and was paid for", async (_where, step) => {
      const model = await modelWith(step);
      const turns = turnsOf(model);
      const { outcome } = await turns.take(agent.harness(), { model: agent.model });
      expect(outcome).toMatchObject({ kind: "transport", cause: "provider", retryable: true });
      expect(outcome.costNano).toBeGreaterThan(0);
      expect(existsSync(join(turns.workspace, "written"))).toBe(false);
    });

    it("at its very end is done, or may be tried again, and was paid for", async () => {
      const model = await modelWith({ text: "hi", cutAfter: 5 });
      const { outcome } = await turnsOf(model).take(agent.harness(), { model: agent.model });
      // What still misses is the word that the answer is over, which not every version waits for.
      if (outcome.kind === "completed") expect(outcome.text).toBe("hi");
      else expect(outcome).toMatchObject({ kind: "transport", retryable: true });
      expect(outcome.costNano).toBeGreaterThanOrEqual(nanoFromUsd(agent.requestUsd));
    });

    it("after some work cost that work at least", async () => {
      const model = await modelWith(SAYS, { text: MANY_WORDS, cutAfter: 20 });
      const { outcome } = await turnsOf(model).take(agent.harness(), { model: agent.model });
      expect(outcome).toMatchObject({ kind: "transport", retryable: true });
      expect(outcome.costNano).toBeGreaterThanOrEqual(nanoFromUsd(agent.requestUsd));
    });
  });

  describe.runIf(agent !== undefined)("whose server is slow or busy", () => {
    it("hears an answer out that comes in drops", async () => {
      const text = "word ".repeat(60).trim();
      const model = await modelWith({ text, paceMs: 250 });
      const { outcome } = await turnsOf(model).take(
        agent.harness({ limits: { stallMs: 30_000 } }),
        { model: agent.model },
      );
      expect(outcome).toMatchObject({ kind: "completed", text });
    });

    it.each([429, 500])("completes after one %i, and pays for the answer alone", async (status) => {
      const model = await modelWith({ text: "Said.", fail: { status, times: 1 } });
      const { outcome } = await turnsOf(model).take(agent.harness(), { model: agent.model });
      // Codex does not try again itself when it is told to wait; the engine does.
      if (agent.name === "codex" && status === 429) {
        expect(outcome).toMatchObject({ kind: "transport", retryable: true, costNano: 0 });
        return;
      }
      expect(outcome).toMatchObject({
        kind: "completed",
        text: "Said.",
        costNano: nanoFromUsd(agent.requestUsd),
      });
    });
  });
});

describe.each(CLAUDES)("%s", (name) => {
  const agent = findAgent(name) as InstalledAgent;

  describe.runIf(agent !== undefined)("and its own ways", () => {
    it.each([
      ["is not among those it may use", { tools: ["Read"] }],
      ["is denied by name", { disallowedTools: ["Bash"] }],
      ["is denied for some uses", { disallowedTools: ["Bash(touch:*)"] }],
      ["is denied for one use", { disallowedTools: ["WebFetch", "Bash(touch written)"] }],
    ])("names a tool that %s", async (_how, options) => {
      const call = { name: "Bash", input: { command: "touch written", description: "write" } };
      const model = await modelWith({ tool: call }, { text: "I could not." });
      const turns = turnsWith(agent.variables(model.url));
      const { outcome, events } = await turns.take(agent.harness(options), { model: agent.model });
      expect(outcome).toMatchObject({ kind: "completed", denials: ["Bash"] });
      const denied = events.filter(({ kind }) => kind === "denied");
      expect(denied).toEqual([expect.objectContaining({ name: "Bash" })]);
      expect(existsSync(join(turns.workspace, "written"))).toBe(false);
    });

    it("may use a tool otherwise than it is denied", async () => {
      const model = await modelWith({ shell: "touch written" }, { text: "Done." });
      const turns = turnsWith(agent.variables(model.url));
      const harness = agent.harness({ disallowedTools: ["Bash(rm:*)", "WebFetch"] });
      const { outcome } = await turns.take(harness, { model: agent.model });
      expect(outcome).toMatchObject({ kind: "completed", denials: [] });
      expect(existsSync(join(turns.workspace, "written"))).toBe(true);
    });

    it("waits for a helper that it starts, and pays for it too", async () => {
      const helper = { description: "d", prompt: "HELP.", subagent_type: "general-purpose" };
      const model = await scripted({
        turns: [
          { steps: [{ tool: { name: "Task", input: helper } }, { text: "It is done." }] },
          {
            when: "HELP.",
            // Longer than an agent may stay after it said that it is done.
            steps: [{ shell: "timeout 7 tail -f /dev/null; touch helped" }, { text: "I helped." }],
          },
        ],
      });
      const turns = turnsWith(agent.variables(model.url));
      const { outcome } = await turns.take(agent.harness(), { model: agent.model });
      expect(outcome).toMatchObject({
        kind: "completed",
        text: "It is done.",
        costNano: nanoFromUsd(4 * agent.requestUsd),
      });
      expect(existsSync(join(turns.workspace, "helped"))).toBe(true);
    });

    it("is given no tool that leads out of the turn", async () => {
      const input = { delaySeconds: 60, reason: "later", prompt: "Go on." };
      const model = await modelWith(
        { tool: { name: "ScheduleWakeup", input } },
        { text: "I could not." },
      );
      const { outcome } = await turnsWith(agent.variables(model.url)).take(agent.harness(), {
        model: agent.model,
      });
      expect(outcome).toMatchObject({ kind: "completed", denials: ["ScheduleWakeup"] });
    });

    it.each(["refusal", "max_tokens"])("%s is a failure of the task's own", async (stop) => {
      const model = await modelWith({ text: "No.", stop });
      const { outcome } = await turnsWith(agent.variables(model.url)).take(agent.harness(), {
        model: agent.model,
      });
      expect(outcome.kind).toBe("failed");
      expect(outcome.costNano).toBeGreaterThan(0);
    });

    it("tells what a turn cost under a model without a price when it is ended (HARNESS-014)", async () => {
      const model = await modelWith(SAYS, WAITS);
      const turns = turnsWith(agent.variables(model.url));
      const turn = turns.begin(agent.harness(), { model: "nobody-knows-this-one" });
      await until(() => existsSync(join(turns.workspace, "started")));
      await turn.abort();
      const { outcome, events } = await turn.end;
      expect(outcome.kind).toBe("aborted");
      expect(outcome.costNano).toBeGreaterThan(0);
      expect(lastUsage(events)).toMatchObject({ basis: "agent" });
    });
  });
});
