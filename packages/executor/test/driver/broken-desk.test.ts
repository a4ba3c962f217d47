/** What the engine does when a desk does not keep its promises. */
import type { Desk, DeskAnswer, DeskState, Question } from "@crucible/core";
import { command, memoryPack, planOf, route, Testbed } from "@crucible/testing";
import { describe, expect, it } from "vitest";
import { dumpInputs, rowOf } from "./support.js";

const urgent: Question = { id: "urgent", instructions: "Is it urgent?", type: "noul", drop: [] };

const gate = route("gate", {
  needs: "human",
  questions: [urgent],
  decider: { kind: "human" },
  required: false,
  timeoutMs: 600_000,
});

const plan = planOf([gate, command("reader", { dependsOn: ["gate"], join: "settled" })]);

const never = (): Promise<never> => new Promise(() => undefined);

function bedWith(desk: Partial<Desk>): Testbed {
  const bed = new Testbed({ commands: { reader: dumpInputs }, capabilities: ["human"] });
  const whole: Desk = {
    open: (request) => bed.desk.open(request),
    wait: (id, signal) => bed.desk.wait(id, signal),
    withdraw: (id) => bed.desk.withdraw(id),
    ...desk,
  };
  return new Testbed(
    { commands: { reader: dumpInputs }, capabilities: ["human"], setup: { desk: whole } },
    bed.machine,
  );
}

const answer: DeskAnswer = {
  choices: new Map([["urgent", ["yes"]]]),
  decidedBy: "ada",
  decidedAt: "2030-01-01T00:00:00.000Z",
  evidenceDigest: "sha256:0",
  note: null,
};
const answered: DeskState = { kind: "answered", request: "r", answer };

describe("a desk that says what is no state", () => {
  it.each<[string, unknown, string]>([
    ["nothing", undefined, "gave no outcome"],
    ["another kind", { kind: "lost", request: "r" }, "gave an outcome with a wrong kind"],
    ["no request", { ...answered, request: 7 }, "gave an outcome with a wrong request"],
    ["no answer", { ...answered, answer: null }, "gave no outcome"],
    [
      "choices that are no map",
      { ...answered, answer: { ...answer, choices: { urgent: ["yes"] } } },
      "gave an outcome with a wrong choices",
    ],
    [
      "a choice that is no list",
      { ...answered, answer: { ...answer, choices: new Map([["urgent", "yes"]]) } },
      "gave an outcome with a wrong choices",
    ],
    [
      "nobody who decided",
      { ...answered, answer: { ...answer, decidedBy: undefined } },
      "gave an outcome with a wrong decidedBy",
    ],
    [
      "a note that is none",
      { ...answered, answer: { ...answer, note: 1 } },
      "gave an outcome with a wrong note",
    ],
    [
      "an expiry that is no moment",
      { kind: "open", request: "r", expiresAtMs: Number.NaN, evidenceDigest: "" },
      "gave an outcome with a wrong expiresAtMs",
    ],
    [
      "no digest",
      { kind: "open", request: "r", expiresAtMs: 0 },
      "gave an outcome with a wrong evidenceDigest",
    ],
  ])("HUMAN-016: %s is a transport failure, tried again", async (_name, said, problem) => {
    const finished = await bedWith({ open: async () => said as DeskState }).run(plan);
    expect(rowOf(finished, "gate")).toMatchObject({
      status: "transport",
      attempts: 3,
      transport: "orchestrator",
      note: `transport retries exhausted (3 attempts): the desk ${problem}`,
    });
  });

  it("HUMAN-016: what it fails with is masked like all that is written", async () => {
    const bed = bedWith({
      open: async () => {
        throw new Error("no line with token s3cret-value");
      },
    });
    const finished = await bed.run(plan, {}, { agentVariables: { TOKEN: "s3cret-value" } });
    expect(rowOf(finished, "gate").note).toContain("no line with token ***");
  });
});

describe("a desk that does not do what it was told", () => {
  it("HUMAN-023: by saying at once that nothing has changed, keeps no request from expiring", async () => {
    const waiting: Promise<DeskState>[] = [];
    const bed: Testbed = bedWith({
      wait: (id) => {
        const state = bed.desk.wait(id, AbortSignal.abort());
        waiting.push(state);
        return state;
      },
    });
    const finished = await bed.run(plan);
    expect(rowOf(finished, "gate")).toMatchObject({
      status: "pass",
      output: { urgent: { label: "uncertain" }, decision: { outcome: "expired" } },
    });
    expect(waiting.length).toBeGreaterThan(100);
    expect(waiting.length).toBeLessThan(10_000);
  });

  it.each<keyof Desk>(["open", "wait"])(
    "CEIL-037: by never answering to %s, is not waited for past the ceiling",
    async (method) => {
      const bed = bedWith({ [method]: never });
      const finished = await bed.run(planOf([{ ...gate, timeoutMs: 60_000 }]), {
        maxTimeMs: 60_000,
      });
      expect(rowOf(finished, "gate").note).toBe(
        "timed out: the run reached its 1m wall-clock ceiling",
      );
      expect(bed.clock.monotonicMs()).toBe(90_000);
    },
  );

  it.each<[string, () => Promise<never>]>([
    ["never withdrawing a request", never],
    ["failing to withdraw it", () => Promise.reject(new Error("no line"))],
  ])("HUMAN-024: by %s, leaves the end that the ceiling made", async (_name, withdraw) => {
    const bed = bedWith({ withdraw });
    const plain = { ...gate, timeoutMs: 60_000 };
    const finished = await bed.run(planOf([plain]), { maxTimeMs: 60_000 });
    expect(rowOf(finished, "gate")).toMatchObject({
      status: "fail",
      note: "timed out: the run reached its 1m wall-clock ceiling",
    });
  });
});

describe("what a desk says", () => {
  it("HUMAN-040: reaches what follows, whatever halves of characters are in it", async () => {
    const half: DeskAnswer = { ...answer, note: "so \ud800", decidedBy: "\udc00" };
    const bed = bedWith({ open: async () => ({ ...answered, answer: half }) });
    const finished = await bed.run(plan);
    expect(rowOf(finished, "reader")).toMatchObject({
      status: "pass",
      output: { gate: { output: { decision: { note: "so \ufffd", decided_by: "\ufffd" } } } },
    });
  });
});

describe("a run without a ceiling on its time", () => {
  it("HUMAN-021: asks a person until the last moment that can be written down", async () => {
    const bed = new Testbed({ desk: true });
    const { timeoutMs: _none, ...unlimited } = gate;
    const open = planOf([unlimited], { lane: "plan_file" });
    const run = await bed.engine.start(open, { maxCostUsd: 1 }, { pack: memoryPack({}) });
    await bed.clock.advance(1_000);
    const id = { run: run.id, execution: run.execution };
    expect(bed.disk.log(id)).toMatchObject([
      { kind: "plan_admitted" },
      { kind: "attempt_started" },
      { kind: "decision_wait", expires_at: "9999-12-31T23:59:59.999Z" },
    ]);
    bed.desk.answer({ ...id, route: "gate" }, { urgent: ["no"] });
    expect((await bed.finish(run)).verdict).toBe("valid");
  });
});
