/** Routes that a decision model or a person answers. */
import type { Decider, Question } from "@crucible/core";
import {
  command,
  type Program,
  planOf,
  printing,
  route,
  ScriptedDecider,
  Testbed,
} from "@crucible/testing";
import { describe, expect, it } from "vitest";
import { dumpInputs, rowOf, statuses } from "./support.js";

const urgent: Question = { id: "urgent", instructions: "Is it urgent?", type: "noul", drop: [] };

const when = (
  is: readonly string[],
): { when: { task: string; question: string; is: readonly string[] } } => ({
  when: { task: "triage", question: "urgent", is },
});

const branches = [
  command("act", { dependsOn: ["triage"], ...when(["yes"]) }),
  command("file", { dependsOn: ["triage"], ...when(["no", "uncertain"]) }),
];

describe("a route that a model answers", () => {
  const plan = planOf([
    command("read"),
    route("triage", {
      dependsOn: ["read"],
      needs: "decision",
      questions: [urgent],
      decider: { kind: "model", minConfidence: 0.8, files: [] },
    }),
    ...branches,
  ]);
  const commands = { read: printing({ text: "fire" }), act: printing(1), file: printing(2) };

  it("ROUTE-018: takes the label it is sure enough of", async () => {
    const bed = new Testbed({ commands, decide: () => ({ urgent: { yes: 0.9, no: 0.1 } }) });
    const finished = await bed.run(plan);
    expect(statuses(finished)).toEqual({
      read: "pass",
      triage: "pass",
      act: "pass",
      file: "not_taken",
    });
    expect(bed.decider.requests).toMatchObject([
      { task: "triage", inputs: { read: { text: "fire" } }, questions: [urgent] },
    ]);
  });

  it("ROUTE-018: is uncertain below the threshold", async () => {
    const bed = new Testbed({ commands, decide: () => ({ urgent: { yes: 0.7, no: 0.3 } }) });
    const finished = await bed.run(plan);
    expect(statuses(finished)).toMatchObject({ act: "not_taken", file: "pass" });
  });

  it("ROUTE-020: fails on an answer that the question does not have", async () => {
    const bed = new Testbed({ commands, decide: () => ({ urgent: { maybe: 1 } }) });
    expect(rowOf(await bed.run(plan), "triage").status).toBe("fail");
  });

  it("ROUTE-020: fails with what the model said when that is no answer at all", async () => {
    const bed = new Testbed({ commands, decide: () => ({ refused: "it has no opinion" }) });
    const finished = await bed.run(plan);
    expect(rowOf(finished, "triage")).toMatchObject({
      status: "fail",
      note: "it has no opinion",
      attempts: 1,
    });
    expect(statuses(finished)).toMatchObject({ act: "blocked", file: "blocked" });
  });

  it("ROUTE-021: a model that cannot be asked refuses the launch, and says why", async () => {
    const decider = new ScriptedDecider(() => ({}));
    decider.check = () => ["its key is missing"];
    const bed = new Testbed({ commands, setup: { decider } });
    await expect(bed.start(plan)).rejects.toThrow('task "triage": its key is missing');
    const without = planOf([command("read")]);
    expect(statuses(await bed.run(without))).toEqual({ read: "pass" });
  });

  it("ROUTE-021: a model out of reach is tried again", async () => {
    const bed = new Testbed({
      commands,
      decide: (_inputs, call) =>
        call < 3 ? { transport: "no route to host" } : { urgent: { yes: 1, no: 0 } },
    });
    expect(rowOf(await bed.run(plan), "triage")).toMatchObject({ status: "pass", attempts: 3 });
  });

  it("ROUTE-019: truncates where no model is configured", async () => {
    const bed = new Testbed({ commands });
    const finished = await bed.run(plan);
    expect(rowOf(finished, "triage").status).toBe("truncated");
    const vouched = bed.start(plan, { capabilities: ["decision"] });
    await expect(vouched).rejects.toThrow('task "triage": no decision model is configured');
  });

  it("RUN-027: names no model where none is told, also in a run with secrets", async () => {
    const silent: Decider = {
      metered: true,
      check: () => [],
      decide: async () => ({
        kind: "answered",
        probabilities: new Map([["urgent", new Map([["yes", 1]])]]),
        costNano: 0,
        model: null,
      }),
    };
    const bed = new Testbed({
      commands,
      capabilities: ["decision"],
      setup: { decider: silent, environment: { TOKEN: "hunter2hunter2" } },
    });
    const finished = await bed.run(plan, {}, { variables: ["TOKEN"] });
    expect(rowOf(finished, "triage").status).toBe("pass");
    const ends = finished.log.flatMap((line) => (line.kind === "attempt_ended" ? [line] : []));
    expect(ends.find(({ task }) => task === "triage")?.model).toBeUndefined();
  });

  it("chooses from what another task offers", async () => {
    const pick: Question = {
      id: "which",
      instructions: "Which?",
      type: "choice",
      options: { task: "read", field: "items" },
      multiple: false,
      drop: [],
    };
    const bed = new Testbed({
      commands: { read: printing({ items: ["a", "b"] }) },
      decide: () => ({ which: { a: 0.1, b: 0.9 } }),
    });
    const finished = await bed.run(
      planOf([
        command("read", { emits: [{ name: "items" }] }),
        route("choose", {
          dependsOn: ["read"],
          needs: "decision",
          questions: [pick],
          decider: { kind: "model", minConfidence: 0.5, files: [] },
        }),
      ]),
    );
    expect(rowOf(finished, "choose").output).toMatchObject({ which: { label: "b" } });
    expect(bed.decider.requests[0]?.questions).toMatchObject([
      { id: "which", options: [{ label: "a" }, { label: "b" }] },
    ]);
  });
});

describe("a route that a person answers", () => {
  const gate = route("triage", {
    dependsOn: ["read"],
    needs: "human",
    questions: [urgent],
    decider: { kind: "human" },
    timeoutMs: 600_000,
  });
  const read = command("read", { emits: [{ name: "text" }], emitsFiles: [{ path: "a.txt" }] });
  const plan = planOf([read, gate, ...branches, command("aside")]);
  const commands: Record<string, Program> = {
    read: (run) => {
      run.write("a.txt", "x");
      run.print('{"text":"fire","secret":"not declared"}\n');
    },
    act: dumpInputs,
    file: dumpInputs,
    aside: printing(1),
  };
  const id = { run: "run-1", execution: "execution-2", route: "triage" };

  it("HUMAN-001, HUMAN-018: holds what depends on it, and nothing else, until a person answers", async () => {
    const bed = new Testbed({ commands, desk: true });
    const run = await bed.start(plan);
    await bed.clock.advance(60_000);
    const log = bed.disk.log({ run: run.id, execution: run.execution });
    expect(statuses({ log })).toEqual({ read: "pass", aside: "pass" });
    expect((await bed.engine.list()).map(({ state }) => state)).toEqual(["blocked"]);
    bed.desk.answer(id, { urgent: ["yes"] }, { note: "go" });
    const result = await bed.finish(run);
    expect(result.verdict).toBe("valid");
    const row = result.tasks.find(({ name }) => name === "triage");
    expect(row?.output).toMatchObject({
      urgent: { label: "yes", confidence: 1, probabilities: { yes: 1 } },
      decision: { decided_by: "ada", note: "go" },
    });
  });

  it("HUMAN-012, HUMAN-045, HUMAN-049: shows its dependencies' declared outputs and files, and nothing undeclared", async () => {
    const bed = new Testbed({ commands, desk: true });
    await bed.start(plan);
    await bed.clock.advance(1_000);
    const [request] = bed.desk.opened;
    expect(request?.evidence["dependencies"]).toMatchObject({
      read: { status: "pass", output: { text: "fire" }, files: [{ path: "a.txt", size: 1 }] },
    });
    expect(JSON.stringify(request?.evidence)).not.toContain("not declared");
    expect(request?.evidence).toMatchObject({
      spent_usd: 0,
      ceilings: { cost_usd: 10, wall_clock_ms: 3_600_000 },
      leads_to: [
        { task: "act", kind: "command", needs: "any", question: "urgent", labels: ["yes"] },
        { task: "file", kind: "command", needs: "any", labels: ["no", "uncertain"] },
      ],
    });
    expect(request?.expiresAtMs).toBe(bed.clock.wallMs() - 1_000 + 600_000);
  });

  it("HUMAN-023, HUMAN-041, HUMAN-035: expires as uncertain, passing, and is withdrawn", async () => {
    const bed = new Testbed({ commands, desk: true });
    const finished = await bed.run(plan);
    expect(bed.clock.monotonicMs()).toBe(600_000);
    expect(rowOf(finished, "triage")).toMatchObject({
      status: "pass",
      output: {
        urgent: { label: "uncertain" },
        decision: { decided_by: null, outcome: "expired" },
      },
    });
    expect(statuses(finished)).toMatchObject({ act: "not_taken", file: "pass" });
    expect(() => bed.desk.answer(id, { urgent: ["yes"] })).toThrow("withdrawn");
  });

  it("HUMAN-019, HUMAN-024: the run's ceiling ends the waiting, and is no answer", async () => {
    const bed = new Testbed({ commands, desk: true });
    const unbounded = { ...gate };
    delete (unbounded as { timeoutMs?: number }).timeoutMs;
    const finished = await bed.run(planOf([read, unbounded, ...branches]), { maxTimeMs: 60_000 });
    expect(rowOf(finished, "triage")).toMatchObject({
      status: "fail",
      note: "timed out: the run reached its 1m wall-clock ceiling",
    });
    expect(finished.result.outcome).toBe("budget");
  });

  it("HUMAN-016: a desk out of reach is a transport failure, tried again", async () => {
    const bed = new Testbed({ commands, desk: true });
    bed.faults.plan("desk.open", 1, { kind: "fail", error: new Error("connection refused") });
    const run = await bed.start(plan);
    await bed.clock.advance(1_000);
    bed.desk.answer(id, { urgent: ["no"] });
    await bed.finish(run);
    const log = bed.disk.log({ run: run.id, execution: run.execution });
    expect(rowOf({ log }, "triage")).toMatchObject({ status: "pass", attempts: 2 });
  });

  it("HUMAN-014, HUMAN-022, HUMAN-043: a resume reopens the request, with its first expiry and any answer", async () => {
    const bed = new Testbed({ commands, desk: true });
    const run = await bed.start(plan);
    await bed.clock.advance(100_000);
    const second = bed.successor();
    await second.clock.advance(200_000);
    await second.engine.resume(run.id);
    await second.clock.advance(1_000);
    const waits = second.disk
      .log({ run: run.id, execution: run.execution })
      .flatMap((line) =>
        line.kind === "decision_wait" ? [`${line.expires_at} ${line.evidence_digest}`] : [],
      );
    expect(waits).toEqual([waits[0], waits[0]]);
    expect(bed.desk.opened).toHaveLength(1);
    const third = second.successor();
    bed.desk.answer(id, { urgent: ["yes"] });
    const result = await third.finish(await third.engine.resume(run.id));
    expect(result.tasks.find(({ name }) => name === "act")?.status).toBe("pass");
  });

  it("HUMAN-022: a request that expired while the engine was gone is expired on a resume", async () => {
    const bed = new Testbed({ commands, desk: true });
    const run = await bed.start(plan);
    await bed.clock.advance(100_000);
    const next = bed.successor();
    await next.clock.advance(700_000);
    const result = await next.finish(await next.engine.resume(run.id));
    expect(result.tasks.find(({ name }) => name === "file")?.status).toBe("pass");
  });

  it("HUMAN-053: evidence past its bound fails the route before anybody is asked", async () => {
    const bed = new Testbed({
      commands,
      desk: true,
      setup: { bounds: { evidenceBytesMax: 50 } },
    });
    const finished = await bed.run(plan);
    expect(rowOf(finished, "triage").status).toBe("fail");
    expect(rowOf(finished, "triage").note).toContain(
      "CRUCIBLE_DECISION_EVIDENCE_MAX_BYTES allows 50",
    );
    expect(bed.desk.opened).toEqual([]);
  });

  it("HUMAN-010: truncates where nobody takes answers", async () => {
    const finished = await new Testbed({ commands }).run(plan);
    expect(rowOf(finished, "triage").status).toBe("truncated");
  });
});
