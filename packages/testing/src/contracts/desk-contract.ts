/** What every Desk must do. */
import type { Desk, DeskRequest, DeskRequestId, DeskState } from "@crucible/core";
import type { TestRunner } from "./test-runner.js";

export interface DeskUnderTest {
  readonly desk: Desk;
  /** A person answers this request. */
  answer(id: DeskRequestId, choices: Readonly<Record<string, readonly string[]>>): Promise<void>;
}

/** Registers the suite; `open` gives a fresh desk a test. */
export function deskContract(
  { describe, it, expect }: TestRunner,
  open: () => Promise<DeskUnderTest>,
): void {
  describe("a desk", () => {
    it("HUMAN-013, HUMAN-014: one request an execution and route, whose expiry stays", async () => {
      const { desk } = await open();
      const first = await desk.open(contractRequest(5_000));
      const again = await desk.open(contractRequest(9_000));
      expect(again).toEqual(first);
      expect(first.kind === "open" && first.expiresAtMs).toBe(5_000);
      const other = await desk.open({ ...contractRequest(9_000), route: "other" });
      const later = await desk.open({ ...contractRequest(9_000), execution: "execution-2" });
      expect(new Set([first.request, other.request, later.request]).size).toBe(3);
    });

    it("wakes the engine when a person answers, and keeps the answer", async () => {
      const { desk, answer } = await open();
      await desk.open(contractRequest(5_000));
      const waiting = desk.wait(REQUEST, new AbortController().signal);
      await answer(REQUEST, { go: ["yes"] });
      expect(choicesOf(await waiting)).toEqual([["go", ["yes"]]]);
      expect(choicesOf(await desk.open(contractRequest(9_000)))).toEqual([["go", ["yes"]]]);
      expect(choicesOf(await desk.wait(REQUEST, new AbortController().signal))).toEqual([
        ["go", ["yes"]],
      ]);
    });

    it("stops waiting when told to", async () => {
      const { desk } = await open();
      await desk.open(contractRequest(5_000));
      const ending = new AbortController();
      const waiting = desk.wait(REQUEST, ending.signal);
      ending.abort();
      expect((await waiting).kind).toBe("open");
      expect((await desk.wait(REQUEST, ending.signal)).kind).toBe("open");
    });

    it("HUMAN-035: a withdrawn request stays withdrawn", async () => {
      const { desk } = await open();
      await desk.open(contractRequest(5_000));
      await desk.withdraw(REQUEST);
      await desk.withdraw(REQUEST);
      expect((await desk.open(contractRequest(9_000))).kind).toBe("withdrawn");
    });

    it("a withdrawal does not undo an answer", async () => {
      const { desk, answer } = await open();
      await desk.open(contractRequest(5_000));
      await answer(REQUEST, { go: ["no"] });
      await desk.withdraw(REQUEST);
      expect(choicesOf(await desk.open(contractRequest(9_000)))).toEqual([["go", ["no"]]]);
    });
  });
}

const REQUEST: DeskRequestId = { run: "run-1", execution: "execution-1", route: "gate" };

function contractRequest(expiresAtMs: number): DeskRequest {
  return {
    ...REQUEST,
    questions: [{ id: "go", instructions: "Go on?", type: "noul", drop: [] }],
    offered: new Map(),
    evidence: {},
    evidenceDigest: `sha256:${"0".repeat(64)}`,
    expiresAtMs,
  };
}

function choicesOf(state: DeskState): unknown {
  return state.kind === "answered" ? [...state.answer.choices] : state.kind;
}
