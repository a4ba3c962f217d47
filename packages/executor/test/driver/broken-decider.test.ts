/** What the engine does when a decision model's port does not keep its promises. */
import type { Decider, DecisionOutcome, Question } from "@crucible/core";
import { decodeLogLine } from "@crucible/core/wire";
import { command, type Finished, planOf, route, Testbed } from "@crucible/testing";
import { describe, expect, it } from "vitest";
import { dumpInputs, rowOf } from "./support.js";

const urgent: Question = { id: "urgent", instructions: "Is it urgent?", type: "noul", drop: [] };

const triage = route("triage", {
  needs: "decision",
  questions: [urgent],
  decider: { kind: "model", minConfidence: 0.5, files: [] },
  required: false,
});

const plan = planOf([triage, command("reader", { dependsOn: ["triage"], join: "settled" })]);

function bedWith(decide: Decider["decide"]): Testbed {
  const decider: Decider = { metered: true, check: () => [], decide };
  return new Testbed({
    commands: { reader: dumpInputs },
    capabilities: ["decision"],
    setup: { decider },
  });
}

/** Under a price a turn, so that a model of unknown cost may be asked again. */
function run(bed: Testbed): Promise<Finished> {
  return bed.run(plan, { turnPriceUsd: 0.5 });
}

const yes = new Map([["urgent", new Map([["yes", 1]])]]);
const answered = { kind: "answered", probabilities: yes, costNano: 0, model: null } as const;

describe("a decision model that breaks its promise", () => {
  it.each<[string, unknown, string]>([
    ["nothing", undefined, "gave no outcome"],
    ["another kind", { ...answered, kind: "perhaps" }, "gave an outcome with a wrong kind"],
    [
      "an object in place of a map",
      { ...answered, probabilities: { urgent: { yes: 1 } } },
      "gave an outcome with a wrong probabilities",
    ],
    [
      "a probability in words",
      { ...answered, probabilities: new Map([["urgent", new Map([["yes", "likely"]])]]) },
      "gave an outcome with a wrong probabilities",
    ],
    ["positions", { ...answered, positions: [0] }, "gave an outcome with a wrong positions"],
    ["a cost in words", { ...answered, costNano: "5" }, "gave an outcome with a wrong costNano"],
    ["no model", { ...answered, model: undefined }, "gave an outcome with a wrong model"],
    ["no note", { ...answered, kind: "refused" }, "gave an outcome with a wrong note"],
    [
      "no cause",
      { kind: "transport", detail: "", retryable: true, costNano: 0 },
      "gave an outcome with a wrong cause",
    ],
  ])("ROUTE-021: %s counts as out of reach, and is asked again", async (_name, said, problem) => {
    const finished = await run(bedWith(async () => said as DecisionOutcome));
    expect(rowOf(finished, "triage")).toMatchObject({
      status: "transport",
      attempts: 3,
      transport: "provider",
      note: `transport retries exhausted (3 attempts): the decision model ${problem}`,
      cost_usd: 1.5,
    });
  });

  it("ROUTE-021, HARNESS-015: by throwing, which may have cost all that was left", async () => {
    const bed = bedWith(async () => {
      throw new Error("no line");
    });
    const finished = await bed.run(plan);
    expect(rowOf(finished, "triage")).toMatchObject({
      status: "transport",
      attempts: 1,
      cost_usd: 10,
      note: "budget ceiling reached after transport attempt: the decision model failed: no line",
    });
  });

  it("CEIL-037: by never answering, and is not waited for past the ceiling", async () => {
    const bed = bedWith(() => new Promise(() => undefined));
    const finished = await bed.run(plan, { maxTimeMs: 60_000 });
    expect(rowOf(finished, "triage").note).toBe(
      "timed out: the run reached its 1m wall-clock ceiling",
    );
    expect(bed.clock.monotonicMs()).toBe(90_000);
  });
});

describe("what a decision model says", () => {
  it("ROUTE-018: reads in the log as it was used: -0 is 0", async () => {
    const probabilities = new Map([
      [
        "urgent",
        new Map([
          ["yes", 1],
          ["no", -0],
        ]),
      ],
    ]);
    const finished = await run(bedWith(async () => ({ ...answered, probabilities })));
    expect(rowOf(finished, "reader").status).toBe("pass");
    const { output } = rowOf(finished, "triage");
    expect(output).toMatchObject({ urgent: { probabilities: { yes: 1, no: 0 } } });
  });

  it("WIRE-033: makes no line that a reader refuses, whatever halves of characters are in it", async () => {
    const half = "\ud800";
    const said: DecisionOutcome[] = [
      { kind: "transport", cause: "provider", detail: half, retryable: true, costNano: 0 },
      { kind: "refused", note: half, costNano: 0, model: half },
    ];
    const finished = await run(bedWith(async () => said.shift() ?? answered));
    expect(rowOf(finished, "triage")).toMatchObject({ status: "fail", note: "\ufffd" });
    expect(rowOf(finished, "reader").status).toBe("pass");
    for (const line of finished.log) {
      expect(decodeLogLine(JSON.stringify(line))).toMatchObject({ ok: true });
    }
  });
});
