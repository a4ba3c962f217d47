/** What every Decider must do. */
import type { Decider, DecisionRequest } from "@crucible/core";
import type { TestRunner } from "./test-runner.js";

/** Registers the suite; `open` gives a decider whose model is within reach, and one whose model is not. */
export function deciderContract(
  { describe, it, expect }: TestRunner,
  open: () => Promise<{ readonly reachable: Decider; readonly unreachable: Decider }>,
): void {
  const request: DecisionRequest = {
    attempt: "attempt-1",
    task: "triage",
    questions: [{ id: "urgent", instructions: "Is it urgent?", type: "noul", drop: [] }],
    inputs: { ticket: { text: "the house is on fire" } },
  };
  describe("a decider", () => {
    it("answers every question with a probability a label", async () => {
      const { reachable } = await open();
      const outcome = await reachable.decide(request, new AbortController().signal);
      const answers = outcome.kind === "answered" ? [...outcome.probabilities.keys()] : [];
      expect(answers).toEqual(["urgent"]);
      expect(outcome.costNano === null).toBe(!reachable.metered);
    });

    it("has nothing against answering where its model is within reach", async () => {
      const { reachable } = await open();
      expect(reachable.check()).toEqual([]);
    });

    it("resolves, whatever it says, when the attempt has ended", async () => {
      const { reachable } = await open();
      const outcome = await reachable.decide(request, AbortSignal.abort());
      expect(["answered", "refused", "transport"]).toContain(outcome.kind);
    });

    it("ROUTE-021: a model out of reach is a transport failure, not a rejection", async () => {
      const { unreachable } = await open();
      const outcome = await unreachable.decide(request, new AbortController().signal);
      expect(outcome.kind).toBe("transport");
    });
  });
}
