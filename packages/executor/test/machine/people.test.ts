import { describe, expect, it } from "vitest";
import {
  answers,
  CANCELLED,
  chooses,
  fails,
  passes,
  refused,
  timesOut,
  transport,
} from "./support/outcomes.js";
import { choice, command, noul, over, pick, planOf, route } from "./support/plans.js";
import { Walk } from "./support/walk.js";

const PERSON = { kind: "human" } as const;
const OPTIONS = { capabilities: ["human"] };
const DECISION = {
  decided_by: "ada",
  decided_at: "2030-01-01T00:00:00Z",
  evidence_digest: "sha256:e",
};

function asked(...questions: Parameters<typeof route>[2]) {
  return planOf([
    command("s"),
    route("gate", PERSON, questions, { after: ["s"], needs: "human" }),
    command("launch", {
      after: ["gate"],
      when: { task: "gate", question: "go", is: ["approve", "force"] },
    }),
    command("other"),
  ]);
}

const GO = choice("go", ["approve", "deny", "force"]);
const EXPIRED = answers({ kind: "expired", evidenceDigest: "sha256:e" });

describe("a route that a person decides", () => {
  it("holds its dependents and nobody else, at no cost and without a slot (HUMAN-001 HUMAN-017 HUMAN-018)", () => {
    const walk = Walk.start(asked(GO), { ...OPTIONS, width: 1 });
    walk.end("s");
    expect(walk.inFlight()).toEqual(["gate", "other"]);
    walk.end("other");
    expect(walk.inFlight()).toEqual(["gate"]);
    walk.end("gate", chooses({ go: ["approve"] }));
    expect(walk.inFlight()).toEqual(["launch"]);
    expect(walk.machine.spentNano).toBe(0);
  });

  it("records each choice for certain, with the decision (HUMAN-036 HUMAN-040)", () => {
    const walk = Walk.through(asked(GO), { gate: chooses({ go: ["deny"] }, "not today") }, OPTIONS);
    expect(walk.row("gate").output).toEqual({
      go: { label: "deny", confidence: 1, probabilities: { deny: 1 } },
      decision: { ...DECISION, note: "not today" },
    });
    expect(walk.row("gate").note).toBe("");
    expect(walk.row("launch")).toMatchObject({
      status: "not_taken",
      note: "gate.go resolved to deny",
    });
  });

  it("records every choice of several in the order given; any of them takes a branch (HUMAN-037 HUMAN-038)", () => {
    const several = asked(choice("go", ["approve", "deny", "force"], true));
    const walk = Walk.through(several, { gate: chooses({ go: ["deny", "force"] }) }, OPTIONS);
    expect(walk.row("gate").output).toEqual({
      go: {
        label: "deny",
        confidence: 1,
        probabilities: { deny: 1, force: 1 },
        labels: ["deny", "force"],
      },
      decision: { ...DECISION, note: null },
    });
    expect(walk.row("launch").status).toBe("pass");
    const none = Walk.through(several, { gate: chooses({ go: ["deny"] }) }, OPTIONS);
    expect(none.row("launch").note).toBe("gate.go resolved to deny");
  });

  it("offers the values of a list, and records those picked; a task may map over them (HUMAN-039 MAP-019)", () => {
    const plan = planOf([
      command("beside", { isolated: true }),
      command("s"),
      route("gate", PERSON, [pick("nodes", "s", "names", true)], { after: ["s"], needs: "human" }),
      command("each", over("gate", "nodes")),
    ]);
    const place = { capabilities: ["human", "isolation.worktree"] };
    const walk = Walk.start(plan, place);
    walk.end("beside");
    walk.end("s", passes({ names: ["h", ".x", "a/b", "h"] }));
    expect(walk.inputs("gate").options).toEqual(new Map([["nodes", ["h", ".x", "a/b"]]]));
    walk.end("gate", chooses({ nodes: ["a/b", ".x"] }));
    expect(walk.row("gate").output).toMatchObject({ nodes: ["a/b", ".x"] });
    walk.finish();
    expect(walk.rows().slice(3)).toEqual(["each[a/b] pass", "each[.x] pass", "each pass"]);
    const expired = Walk.through(plan, { s: passes({ names: ["h"] }), gate: EXPIRED }, place);
    expect(expired.row("gate").output).toMatchObject({ nodes: [] });
    expect(expired.row("each")).toMatchObject({ status: "pass", attempts: 0 });
  });

  it.each([
    [{ names: [] }, "s.names is empty, so there is nothing to pick"],
    [{ names: "h" }, "s.names is not a list"],
    [{ names: ["h", 1] }, "s.names[1] is not a string"],
    [{}, "s.names is absent from what s emitted"],
  ])("fails before it asks when there is nothing to pick: %j (HUMAN-008)", (output, note) => {
    const plan = planOf([
      command("s"),
      route("gate", PERSON, [pick("nodes", "s", "names")], { after: ["s"], needs: "human" }),
    ]);
    const walk = Walk.through(plan, { s: passes(output) }, OPTIONS);
    expect(walk.row("gate")).toMatchObject({ status: "fail", attempts: 0, note });
  });

  it.each<[string, Record<string, string[]>, string]>([
    ["leaves a question out", {}, 'the answer leaves out question "go"'],
    ["chooses nothing", { go: [] }, 'the answer leaves out question "go"'],
    [
      "chooses what is not offered",
      { go: ["perhaps"] },
      'the answer gives question "go" "perhaps", which it does not offer',
    ],
    [
      "chooses uncertain",
      { go: ["uncertain"] },
      'the answer gives question "go" "uncertain", which it does not offer',
    ],
    [
      "chooses two of one",
      { go: ["approve", "deny"] },
      'the answer gives question "go" more than one option',
    ],
    [
      "answers what was not asked",
      { go: ["deny"], extra: ["x"] },
      'the answer names a question "extra" that the route does not ask',
    ],
  ])(
    "fails when an answer got through that %s (HUMAN-025 HUMAN-026 HUMAN-027)",
    (_, choices, note) => {
      const walk = Walk.through(asked(GO), { gate: chooses(choices) }, OPTIONS);
      expect(walk.row("gate")).toMatchObject({ status: "fail", note });
    },
  );

  it("fails when one option of several is chosen twice (HUMAN-025)", () => {
    const several = asked(choice("go", ["approve", "deny"], true));
    const walk = Walk.through(several, { gate: chooses({ go: ["deny", "deny"] }) }, OPTIONS);
    expect(walk.row("gate").note).toBe('the answer gives question "go" one option twice');
  });

  it("passes uncertain when the request expires (HUMAN-023 HUMAN-041)", () => {
    const walk = Walk.through(asked(GO), { gate: EXPIRED }, OPTIONS);
    expect(walk.row("gate")).toMatchObject({
      status: "pass",
      output: {
        go: { label: "uncertain", confidence: 0, probabilities: {} },
        decision: { outcome: "expired", decided_by: null, evidence_digest: "sha256:e" },
      },
    });
    expect(walk.row("launch").note).toBe("gate.go resolved to uncertain");
    expect(walk.verdict.verdict).toBe("valid");
  });

  it("expires too when its own limit is reported as a deadline, with the evidence it was asked on (HUMAN-023 WIRE-032)", () => {
    const walk = Walk.start(asked(GO), OPTIONS);
    walk.end("s");
    walk.decide({
      kind: "decision_opened",
      entry: {
        kind: "decision_wait",
        task: "gate",
        request: "q1",
        evidence_digest: "sha256:asked",
        expires_at: "2030-01-01T00:00:00Z",
      },
    });
    expect(walk.entries("decision_wait")).toHaveLength(1);
    walk.end("gate", timesOut("task"));
    expect(walk.row("gate").output).toMatchObject({
      decision: { outcome: "expired", evidence_digest: "sha256:asked" },
    });
  });

  it("waits until its own limit or the run's ceiling (HUMAN-020 HUMAN-021)", () => {
    const plan = planOf([
      route("a", PERSON, [noul("q")], { needs: "human", timeoutMs: 60_000 }),
      route("b", PERSON, [noul("q")], { needs: "human" }),
    ]);
    const walk = Walk.start(plan, { ...OPTIONS, wallMs: 90_000 });
    expect(walk.entries("attempt_started").map((entry) => entry.deadline_ms)).toEqual([
      60_000, 90_000,
    ]);
  });

  it("settles as the ceiling says when the run's ceiling falls first (HUMAN-019 HUMAN-024 CEIL-045)", () => {
    const walk = Walk.through(asked(GO), { gate: timesOut("run") }, { ...OPTIONS, wallMs: 60_000 });
    expect(walk.row("gate")).toMatchObject({
      status: "fail",
      note: "timed out: the run reached its 1m wall-clock ceiling",
    });
    expect(walk.ending).toBe("invalid budget: wall-clock ceiling reached");
  });

  it("tries again when the desk cannot be reached, and fails when the request is withdrawn (HUMAN-016 HUMAN-035)", () => {
    const again = [transport("desk down", "orchestrator"), chooses({ go: ["approve"] })];
    expect(Walk.through(asked(GO), { gate: again }, OPTIONS).row("gate")).toMatchObject({
      status: "pass",
      attempts: 2,
    });
    const withdrawn = { gate: refused("the decision request was withdrawn") };
    expect(Walk.through(asked(GO), withdrawn, OPTIONS).row("gate")).toMatchObject({
      status: "fail",
      note: "the decision request was withdrawn",
    });
  });

  it("is asked again on a resume without an answer, and never after one (HUMAN-042 HUMAN-043)", () => {
    const walk = Walk.start(asked(GO), OPTIONS);
    walk.end("s");
    walk.decide({ kind: "halt_requested" });
    walk.end("gate", CANCELLED);
    walk.end("other");
    const resumed = walk.resume(OPTIONS);
    expect(resumed.inFlight()).toEqual(["gate"]);
    resumed.end("gate", chooses({ go: ["approve"] }));
    const again = resumed.resume(OPTIONS);
    expect(again.inFlight()).toEqual(["launch"]);
  });

  it("keeps waiting after a required failure elsewhere (EXEC-013)", () => {
    const walk = Walk.start(asked(GO), OPTIONS);
    walk.end("s");
    walk.end("other", fails());
    expect(walk.inFlight()).toEqual(["gate"]);
    walk.end("gate", chooses({ go: ["approve"] }));
    expect(walk.statuses()).toMatchObject({ gate: "pass", launch: "blocked" });
  });
});
