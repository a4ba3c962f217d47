/** What the engine does when a harness does not keep its promises: it neither crashes nor waits for ever. */
import type { Harness, HarnessEvent, Transcript, TurnContext, TurnOutcome } from "@crucible/core";
import { decodeLogLine } from "@crucible/core/wire";
import {
  agent,
  command,
  type Finished,
  planOf,
  printing,
  Testbed,
  type TestbedOptions,
} from "@crucible/testing";
import { describe, expect, it } from "vitest";
import { dumpInputs, rowOf, statuses } from "./support.js";

type Turn = Harness["run"];

const sound = { costNano: 0, model: null, survivors: [] } as const;
const completed: TurnOutcome = { ...sound, kind: "completed", text: "{}", denials: [] };

function bedWith(run: Turn, options: TestbedOptions = {}, interrupts = true): Testbed {
  const broken: Harness = {
    name: "broken",
    metered: true,
    sessions: true,
    interrupts,
    check: () => [],
    run,
  };
  return new Testbed({
    commands: { after: printing(1) },
    ...options,
    setup: { harnesses: { broken }, ...options.setup },
  });
}

const draft = agent("draft", { harness: "broken", required: false });

function run(bed: Testbed): Promise<Finished> {
  return bed.run(planOf([draft, command("after")]), {}, { resultFile: false });
}

/** An outcome as a host without types may give it. */
function outcome(fields: Readonly<Record<string, unknown>>): TurnOutcome {
  return fields as unknown as TurnOutcome;
}

describe("a harness whose turn comes to no outcome", () => {
  it.each<[string, unknown, string]>([
    ["nothing", undefined, "gave no outcome"],
    ["null", null, "gave no outcome"],
    ["a text", "completed", "gave no outcome"],
    ["another kind", { ...sound, kind: "finished" }, "gave an outcome with a wrong kind"],
    ["no survivors", { kind: "aborted", model: null }, "gave an outcome with a wrong survivors"],
    ["no model", { kind: "aborted", survivors: [] }, "gave an outcome with a wrong model"],
    ["a cost in words", { ...completed, costNano: "5" }, "gave an outcome with a wrong costNano"],
    [
      "a cost of another kind",
      { ...completed, costNano: 5n },
      "gave an outcome with a wrong costNano",
    ],
    ["no text", { ...completed, text: undefined }, "gave an outcome with a wrong text"],
    ["one denial", { ...completed, denials: "rm" }, "gave an outcome with a wrong denials"],
    ["a cursor", { ...completed, cursor: { id: 1 } }, "gave an outcome with a wrong cursor"],
    [
      "no exit code",
      { ...sound, kind: "failed", note: "", text: "", exitCode: Number.NaN },
      "gave an outcome with a wrong exitCode",
    ],
    [
      "a cause of its own",
      { ...sound, kind: "transport", cause: "moon", detail: "", retryable: true },
      "gave an outcome with a wrong cause",
    ],
    [
      "no word of retrying",
      { ...sound, kind: "transport", cause: "agent", detail: "" },
      "gave an outcome with a wrong retryable",
    ],
  ])("EXEC-061, EXEC-093: %s is a transport failure, tried again", async (_name, said, problem) => {
    const finished = await run(bedWith(async () => said as TurnOutcome));
    expect(rowOf(finished, "draft")).toMatchObject({
      status: "transport",
      attempts: 3,
      transport: "agent",
      note: `transport retries exhausted (3 attempts): the harness ${problem}`,
    });
    expect(rowOf(finished, "after").status).toBe("pass");
  });

  it.each<[string, unknown, string]>([
    ["an error", new Error("oops"), "the harness failed: oops"],
    ["something that is no error", 7, "the harness failed: 7"],
  ])("EXEC-061: %s thrown at once is one as well", async (_name, thrown, detail) => {
    const finished = await run(
      bedWith(() => {
        throw thrown;
      }),
    );
    expect(rowOf(finished, "draft").note).toContain(detail);
  });
});

describe("what a harness passes on", () => {
  it("WIRE-033: makes no line that a reader refuses, whatever halves of characters are in it", async () => {
    const half = "\ud800";
    const said = [
      outcome({ ...sound, kind: "transport", cause: "agent", detail: half, retryable: true }),
      outcome({
        ...sound,
        kind: "transport",
        cause: "agent",
        detail: half,
        retryable: true,
        model: half,
      }),
      outcome({ ...completed, text: `no JSON ${half}`, model: half, survivors: [half] }),
    ];
    const bed = bedWith(async () => said.shift() ?? completed, {
      commands: { reader: dumpInputs },
    });
    const reader = command("reader", { dependsOn: ["draft"], join: "settled" });
    const finished = await bed.run(planOf([draft, reader]), {}, { resultFile: false });
    expect(statuses(finished)).toEqual({ draft: "fail", reader: "pass" });
    expect(rowOf(finished, "reader").output).toMatchObject({
      draft: { note: expect.stringContaining("no JSON \ufffd") },
    });
    for (const line of finished.log) {
      expect(decodeLogLine(JSON.stringify(line))).toMatchObject({ ok: true });
    }
  });

  it("HARNESS-015: a cost that is no amount is the most, never nothing", async () => {
    const bed = bedWith(async () => outcome({ ...completed, costNano: Number.NaN }));
    const finished = await run(bed);
    expect(finished.result.verdict).toBe("invalid");
    expect(finished.result.spentUsd).toBeGreaterThan(10);
  });

  it("counts nothing and shows nothing once its turn is over, and starts nothing any more", async () => {
    const seen: string[] = [];
    const kept: TurnContext[] = [];
    const late = bedWith(
      async (_turn, context) => {
        kept.push(context);
        return outcome({ ...completed, costNano: 1_000_000_000 });
      },
      {
        commands: { after: (program) => program.sleep(60_000) },
        setup: { observe: ({ event }) => void seen.push(event.kind) },
      },
    );
    const started = await late.start(planOf([draft, command("after")]), {}, { resultFile: false });
    await late.clock.advance(1_000);
    const context = kept[0] as TurnContext;
    context.spent(5_000_000_000);
    context.event({ kind: "text", text: "still here" });
    expect(() =>
      context.spawn({
        attempt: "x",
        argv: ["sh"],
        env: new Map(),
        stdin: null,
        files: new Map(),
        feedback: [],
      }),
    ).toThrow("the turn is over");
    const result = await late.finish(started);
    expect(result.spentUsd).toBe(1);
    expect(seen).toEqual([]);
  });
});

describe("a harness that does not come to an end", () => {
  const never: Turn = () => new Promise(() => undefined);

  it("CEIL-024, CEIL-037: is not waited for past the run's wall-clock ceiling", async () => {
    const bed = bedWith(never);
    const finished = await bed.run(planOf([draft]), { maxTimeMs: 60_000 });
    expect(rowOf(finished, "draft").note).toBe(
      "timed out: the run reached its 1m wall-clock ceiling",
    );
    expect(bed.clock.monotonicMs()).toBe(90_000);
  });

  it("RUN-028: does not keep a run from halting, and its task is tried again", async () => {
    const bed = bedWith(never);
    const started = await bed.start(planOf([draft]));
    await bed.clock.advance(1_000);
    await bed.clock.run(started.halt());
    expect(bed.disk.log({ run: started.id, execution: started.execution }).at(-1)?.kind).toBe(
      "halted",
    );
  });

  it("RUN-029: is waited for when it said that nobody can interrupt its turns", async () => {
    let finish: () => void = () => undefined;
    const bed = bedWith(
      () =>
        new Promise((resolve) => {
          finish = () => resolve(completed);
        }),
      {},
      false,
    );
    const started = await bed.start(planOf([draft]), {}, { resultFile: false });
    await bed.clock.advance(1_000);
    const halting = started.halt();
    await bed.clock.advance(120_000);
    const id = { run: started.id, execution: started.execution };
    expect(bed.disk.log(id).at(-1)?.kind).not.toBe("halted");
    finish();
    await bed.clock.run(halting);
    expect(bed.disk.log(id).at(-1)?.kind).toBe("halted");
  });
});

describe("what a harness tells while its turn runs", () => {
  it("HARNESS-013: ends no turn, however deep it nests and whatever it holds", async () => {
    let deep: unknown = "core";
    for (let level = 0; level < 100_000; level++) deep = [deep];
    const seen: string[] = [];
    const bed = bedWith(
      async (_turn, context) => {
        context.event(deep as HarnessEvent);
        context.event({ kind: "unknown", raw: deep } as HarnessEvent);
        context.event({ kind: "unknown", raw: 1n } as unknown as HarnessEvent);
        context.event(null as unknown as HarnessEvent);
        context.event({ kind: "text", text: "done" });
        return completed;
      },
      { setup: { observe: ({ event }) => void seen.push(event.kind) } },
    );
    const secret = { agentVariables: { TOKEN: "s3cret-value" } };
    const finished = await bed.run(planOf([draft]), {}, { resultFile: false, ...secret });
    expect(rowOf(finished, "draft").status).toBe("pass");
    expect(seen).toEqual(["unknown", "text"]);
  });
});

describe("a store that keeps no transcript though it began one", () => {
  it.each<[string, () => unknown]>([
    ["rejects", () => Promise.reject(new Error("disk full"))],
    [
      "throws",
      () => {
        throw new Error("disk full");
      },
    ],
  ])("WIRE-029: takes nothing from the attempt when its end %s", async (_name, end) => {
    const bed = new Testbed({ agent: (turn) => turn.answer({}) });
    const create = bed.store.create.bind(bed.store);
    bed.store.create = async (header) => {
      const claim = await create(header);
      claim.transcribe = () =>
        ({
          add: () => {
            throw new Error("disk full");
          },
          end,
        }) as unknown as Transcript;
      return claim;
    };
    expect(rowOf(await bed.run(planOf([agent("draft")])), "draft").status).toBe("pass");
  });
});

describe("whoever watches agents", () => {
  it("HARNESS-013: changes nothing about their turns by throwing", async () => {
    const bed = new Testbed({
      agent: (turn) => {
        turn.answer({});
        return { costUsd: null };
      },
      setup: {
        observe: () => {
          throw new Error("the screen is gone");
        },
      },
    });
    expect(rowOf(await bed.run(planOf([agent("draft")])), "draft").status).toBe("pass");
  });
});
