/** What a person is asked: a request at the desk that the engine opens, its evidence, and its digest. */
import { canonicalJson, digestOf, type Question, type RouteTask } from "@crucible/core";
import {
  agent,
  command,
  type Program,
  planOf,
  printing,
  route,
  Testbed,
  topK,
} from "@crucible/testing";
import { describe, expect, it } from "vitest";
import { rowOf } from "./support.js";

const sure: Question = { id: "sure", instructions: "Sure?", type: "noul", drop: [] };
const human = { decider: { kind: "human" }, needs: "human" } as const;
const id = { run: "run-1", execution: "execution-2", route: "gate" };

function gate(fields: Partial<RouteTask> = {}): RouteTask {
  return route("gate", { questions: [sure], ...human, ...fields });
}

describe("a request", () => {
  it("HUMAN-011: is opened when the route is dispatched, and not before", async () => {
    const slow: Program = async (run) => {
      await run.sleep(5_000);
      run.print("{}\n");
    };
    const bed = new Testbed({ desk: true, commands: { read: slow } });
    await bed.start(planOf([command("read"), gate({ dependsOn: ["read"] })]));
    await bed.clock.advance(4_000);
    expect(bed.desk.opened).toEqual([]);
    await bed.clock.advance(2_000);
    expect(bed.desk.opened).toMatchObject([{ ...id, questions: [sure] }]);
  });

  it("HUMAN-015: is answered at the desk, which the engine asks and which holds nothing of the engine", async () => {
    const bed = new Testbed({ desk: true });
    const asked: string[] = [];
    // Everything that the engine gives away of itself: arguments that a desk could keep and call later.
    const desk = bed.desk.over(bed.faults);
    const given: unknown[] = [];
    const closed = new Testbed({
      setup: {
        desk: {
          open: (request) => {
            asked.push("open");
            given.push(request);
            return desk.open(request);
          },
          wait: (request, signal) => {
            asked.push("wait");
            given.push(request);
            return desk.wait(request, signal);
          },
          withdraw: (request) => desk.withdraw(request),
        },
      },
    });
    const run = await closed.start(planOf([gate()]));
    await closed.clock.advance(1_000);
    bed.desk.answer(id, { sure: ["yes"] });
    expect((await closed.finish(run)).verdict).toBe("valid");
    expect(asked).toEqual(["open", "wait"]);
    // Values alone: nothing in them can be called.
    expect(() => structuredClone(given)).not.toThrow();
  });

  it("HUMAN-001: lets what depends on it go on at the moment of its answer", async () => {
    const bed = new Testbed({ desk: true, commands: { next: printing(1) } });
    const run = await bed.start(planOf([gate(), command("next", { dependsOn: ["gate"] })]));
    await bed.clock.advance(1_234);
    bed.desk.answer(id, { sure: ["yes"] });
    await bed.finish(run);
    expect(bed.clock.monotonicMs()).toBe(1_234);
  });

  it("HUMAN-033: keeps its first answer for good", async () => {
    const bed = new Testbed({ desk: true });
    const run = await bed.start(planOf([gate()]));
    await bed.clock.advance(1_000);
    bed.desk.answer(id, { sure: ["yes"] });
    expect(() => bed.desk.answer(id, { sure: ["no"] }, { by: "bo" })).toThrow("answered");
    await bed.finish(run);
    expect(() => bed.desk.answer(id, { sure: ["no"] }, { by: "bo" })).toThrow("answered");
    const log = bed.disk.log({ run: run.id, execution: run.execution });
    expect(rowOf({ log }, "gate").output).toMatchObject({
      sure: { label: "yes" },
      decision: { decided_by: "ada" },
    });
  });

  it("HUMAN-033: an answer that was given before a resume is the one that counts", async () => {
    const bed = new Testbed({ desk: true });
    const run = await bed.start(planOf([gate()]));
    await bed.clock.advance(1_000);
    const next = bed.successor();
    bed.desk.answer(id, { sure: ["no"] });
    await next.finish(await next.engine.resume(run.id));
    const log = next.disk.log({ run: run.id, execution: run.execution });
    expect(rowOf({ log }, "gate").output).toMatchObject({ sure: { label: "no" } });
    expect(log.filter((line) => line.kind === "attempt_started")).toHaveLength(2);
  });
});

describe("evidence", () => {
  async function evidenceOf(
    tasks: Parameters<typeof planOf>[0],
    options: ConstructorParameters<typeof Testbed>[0] = {},
    launch: Parameters<Testbed["start"]>[1] = {},
  ): Promise<{ readonly [part: string]: unknown }> {
    const bed = new Testbed({ desk: true, ...options });
    await bed.start(planOf(tasks), launch);
    await bed.clock.advance(60_000);
    const [request] = bed.desk.opened;
    if (request === undefined) throw new Error("nobody was asked");
    expect(request.evidenceDigest).toBe(digestOf(request.evidence));
    return request.evidence;
  }

  it("HUMAN-046: holds spend, elapsed time and both ceilings as they stood at opening", async () => {
    const evidence = await evidenceOf(
      [agent("draft"), gate({ dependsOn: ["draft"] })],
      {
        agent: async (turn) => {
          turn.spend(0.75);
          await turn.sleep(7_000);
          turn.answer({});
        },
      },
      { maxCostUsd: 2.5, maxTimeMs: 90_000 },
    );
    expect(evidence).toMatchObject({
      spent_usd: 0.75,
      elapsed_ms: 7_000,
      ceilings: { cost_usd: 2.5, wall_clock_ms: 90_000 },
    });
  });

  it("HUMAN-046: gives the ceilings in force, which a resume may have raised", async () => {
    const slow: Program = (run) => run.sleep(40_000);
    const bed = new Testbed({ desk: true, commands: { read: slow } });
    const run = await bed.start(planOf([command("read"), gate({ dependsOn: ["read"] })]));
    await bed.clock.advance(20_000);
    const next = bed.successor({ commands: { read: printing({}) } });
    await next.engine.resume(run.id, { maxCostUsd: 30 });
    await next.clock.advance(1_000);
    expect(bed.desk.opened[0]?.evidence).toMatchObject({
      elapsed_ms: 20_000,
      ceilings: { cost_usd: 30, wall_clock_ms: 3_600_000 },
    });
  });

  it("HUMAN-045: shows what a selection kept", async () => {
    const scored = { emits: [{ name: "score" }] };
    const evidence = await evidenceOf(
      [
        command("a", scored),
        command("b", scored),
        topK("best", { dependsOn: ["a", "b"], k: 1, direction: "higher" }),
        gate({ dependsOn: ["best"] }),
      ],
      { commands: { a: printing({ score: 1 }), b: printing({ score: 2 }) } },
    );
    const { best } = evidence["dependencies"] as { readonly best: { readonly output: unknown } };
    expect(JSON.stringify(best.output)).toContain('"b"');
  });

  it("HUMAN-045, HUMAN-049: shows a fan-out whole, and nothing of what failed", async () => {
    const each = command("each", {
      dependsOn: ["list"],
      over: { task: "list", field: "items" },
      maxFanout: 4,
    });
    const evidence = await evidenceOf(
      [
        command("list", { emits: [{ name: "items" }] }),
        each,
        command("broken", { emits: [{ name: "n" }], required: false }),
        gate({ dependsOn: ["each", "broken"], join: "settled" }),
      ],
      {
        commands: {
          list: printing({ items: ["x"] }),
          each: printing({ n: 1 }),
          broken: (run) => {
            run.print('{"n":2}\n');
            return 1;
          },
        },
      },
    );
    expect(evidence["dependencies"]).toMatchObject({
      each: { status: "pass", output: { outputs: { x: { n: 1 } } } },
      broken: { status: "fail", output: null },
    });
  });

  it("HUMAN-047: lists what each answer leads to, and nothing that hangs on another route", async () => {
    const when = (task: string, is: readonly string[]) => ({
      dependsOn: [task],
      when: { task, question: "sure", is },
    });
    const evidence = await evidenceOf([
      gate(),
      route("other", { questions: [sure], ...human, dependsOn: ["gate"] }),
      agent("act", { ...when("gate", ["yes"]), needs: "gpu", required: false }),
      command("file", when("gate", ["no", "uncertain"])),
      command("elsewhere", when("other", ["yes"])),
      command("after", { dependsOn: ["gate"] }),
    ]);
    expect(evidence["leads_to"]).toEqual([
      { task: "act", kind: "agent", needs: "gpu", question: "sure", labels: ["yes"] },
      {
        task: "file",
        kind: "command",
        needs: "any",
        question: "sure",
        labels: ["no", "uncertain"],
      },
    ]);
  });

  it("HUMAN-048: holds what each pick offers, each value once and in order", async () => {
    const which: Question = {
      id: "which",
      instructions: "Which?",
      type: "pick",
      source: { task: "list", field: "items" },
      multiple: true,
      drop: [],
    };
    const evidence = await evidenceOf(
      [
        command("list", { emits: [{ name: "items" }] }),
        gate({ dependsOn: ["list"], questions: [sure, which] }),
      ],
      { commands: { list: printing({ items: ["b", "a/..", "b", "__proto__"] }) } },
    );
    expect(canonicalJson(evidence["offered"] as never)).toBe('{"which":["b","a/..","__proto__"]}');
  });
});

describe("HUMAN-054: the evidence digest", () => {
  const plan = planOf([
    command("read", { emitsFiles: [{ path: "a.txt" }], emits: [{ name: "n" }] }),
    gate({ dependsOn: ["read"] }),
  ]);

  async function askedOn(file: string, output: unknown): Promise<Testbed> {
    const bed = new Testbed({
      desk: true,
      commands: {
        read: (run) => {
          run.write("a.txt", file);
          run.print(`${JSON.stringify(output)}\n`);
        },
      },
    });
    await bed.start(plan);
    await bed.clock.advance(1_000);
    return bed;
  }

  async function digestFor(file: string, output: unknown): Promise<string> {
    return (await askedOn(file, output)).desk.opened[0]?.evidenceDigest ?? "";
  }

  it("covers every declared value and every byte of every file, and nothing else", async () => {
    const digest = await digestFor("evidence", { n: 1 });
    expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(await digestFor("evidence", { n: 1, undeclared: 2 })).toBe(digest);
    expect(await digestFor("evidencf", { n: 1 })).not.toBe(digest);
    expect(await digestFor("evidence", { n: 2 })).not.toBe(digest);
  });

  it("is recorded on the request, in the log and on the decision", async () => {
    const bed = await askedOn("evidence", { n: 1 });
    const digest = bed.desk.opened[0]?.evidenceDigest;
    bed.desk.answer(id, { sure: ["yes"] });
    await bed.clock.advance(1_000);
    const log = bed.disk.log({ run: id.run, execution: id.execution });
    const waits = log.flatMap((line) =>
      line.kind === "decision_wait" ? [line.evidence_digest] : [],
    );
    expect(waits).toEqual([digest]);
    expect(rowOf({ log }, "gate").output).toMatchObject({ decision: { evidence_digest: digest } });
  });
});
