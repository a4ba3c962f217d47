/** What a turn is given to go by, how it is read when it does not complete, and what of it is kept. */
import type { TurnContext, TurnOutcome, TurnRequest } from "@crucible/core";
import { agent, command, planOf, printing, ScriptedHarness, Testbed } from "@crucible/testing";
import { describe, expect, it } from "vitest";
import { rowOf } from "./support.js";

const owing = { emits: [{ name: "n", type: { kind: "token", token: "integer" } }] } as const;

describe("what a turn is given", () => {
  it("HARNESS-002, HARNESS-006: variables for what was chosen, and none for what was not", async () => {
    const bed = new Testbed();
    await bed.run(
      planOf([agent("plain"), agent("pinned", { model: "small", effort: "low" })]),
      {},
      { agent: { harness: "claude" } },
    );
    const figures = ["CRUCIBLE_HARNESS", "CRUCIBLE_MODEL", "CRUCIBLE_EFFORT"];
    const given = bed.harness.turns.map(({ env }) =>
      figures.flatMap((name) => (env.has(name) ? [[name, env.get(name)]] : [])),
    );
    expect(given).toEqual([
      [["CRUCIBLE_HARNESS", "claude"]],
      [
        ["CRUCIBLE_HARNESS", "claude"],
        ["CRUCIBLE_MODEL", "small"],
        ["CRUCIBLE_EFFORT", "low"],
      ],
    ]);
  });

  it("EXEC-057: the path of the file that its result goes to, where one does", async () => {
    const bed = new Testbed();
    await bed.run(planOf([agent("draft")]));
    await bed.run(planOf([agent("draft")]), {}, { resultFile: false });
    expect(bed.harness.turns.map(({ env }) => env.get("CRUCIBLE_TASK_RESULT"))).toEqual([
      "PLAN_TASK_RESULT.json",
      undefined,
    ]);
  });

  it("CEIL-028, CEIL-030: the time that is left to its attempt", async () => {
    const bed = new Testbed({ commands: { wait: (run) => run.sleep(5_000) } });
    await bed.run(
      planOf([
        command("wait"),
        agent("bound", { dependsOn: ["wait"], timeoutMs: 60_000 }),
        agent("free", { dependsOn: ["bound"] }),
      ]),
      { maxTimeMs: 100_000 },
    );
    expect(bed.harness.turns.map(({ remainingMs }) => remainingMs)).toEqual([60_000, 95_000]);
  });

  it("HARNESS-018: the one field that it owes", async () => {
    const bed = new Testbed({ agent: (turn) => turn.answer({ n: 1 }) });
    await bed.run(planOf([agent("draft", owing)]));
    expect(bed.harness.turns[0]?.prompt).toContain(
      "The object must have these fields:\n- n: integer",
    );
  });
});

describe("a turn that ends by itself without completing", () => {
  it("EXEC-093: is tried again when it says that it was ended, and nobody ended it", async () => {
    let turns = 0;
    class Ending extends ScriptedHarness {
      override async run(turn: TurnRequest, context: TurnContext): Promise<TurnOutcome> {
        turns += 1;
        if (turns > 1) return super.run(turn, context);
        return { kind: "aborted", costNano: 0, model: null, survivors: [] };
      }
    }
    const ending = new Ending({ name: "ending", agent: (turn) => turn.answer({}) });
    const bed = new Testbed({ harnesses: [ending] });
    const finished = await bed.run(planOf([agent("draft", { harness: "ending" })]));
    expect(rowOf(finished, "draft")).toMatchObject({ status: "pass", attempts: 2 });
  });

  it("HARNESS-015: costs nothing where the harness started nothing", async () => {
    const failing = new ScriptedHarness({ name: "failing", agent: () => undefined });
    failing.run = async () => {
      throw new Error("oops");
    };
    const bed = new Testbed({ harnesses: [failing] });
    const finished = await bed.run(planOf([agent("draft", { harness: "failing" })]));
    expect(rowOf(finished, "draft")).toMatchObject({ status: "transport", cost_usd: 0 });
    expect(finished.result.spentUsd).toBe(0);
  });
});

describe("a turn that passes without a file that it owes", () => {
  it("FILE-010, FILE-011: fails its task, in the words for a first turn", async () => {
    const bed = new Testbed();
    const finished = await bed.run(planOf([agent("draft", { emitsFiles: [{ path: "a.txt" }] })]));
    expect(rowOf(finished, "draft")).toMatchObject({
      status: "fail",
      note: 'declared file "a.txt" is absent after a passing attempt',
    });
  });
});

describe("a turn of which the total cannot be known", () => {
  const warnings = (bed: Testbed): readonly string[] =>
    [...bed.disk.transcripts.values()].filter((text) => text.includes('"warning"'));

  it("HARNESS-015: counts for what it told on the way, without a warning", async () => {
    const bed = new Testbed({
      agent: (turn) => {
        turn.spend(0.25);
        turn.answer({});
        return { costUsd: null };
      },
    });
    const finished = await bed.run(planOf([agent("a"), agent("b")]), { maxCostUsd: 1 });
    expect(finished.result).toMatchObject({ verdict: "valid", spentUsd: 0.5 });
    expect(warnings(bed)).toEqual([]);
  });

  it("HARNESS-015: counts for the price of a turn where one was stated, without a warning", async () => {
    const bed = new Testbed({
      agent: (turn) => {
        turn.answer({});
        return { costUsd: null };
      },
    });
    const plan = planOf([agent("a"), agent("b")]);
    const finished = await bed.run(plan, { maxCostUsd: 1, turnPriceUsd: 0.25 });
    expect(finished.result).toMatchObject({ verdict: "valid", spentUsd: 0.5 });
    expect(warnings(bed)).toEqual([]);
  });
});

describe("a transcript", () => {
  it("cuts a text of more than 262,144 characters, and says how many it left out", async () => {
    const bed = new Testbed({ agent: () => ({ text: "{}" }) });
    const whole = `ab${"c".repeat(262_142)}`;
    await bed.run(
      planOf([agent("whole", { prompt: whole }), agent("cut", { prompt: `${whole}de` })]),
      {},
      { resultFile: false },
    );
    const prompts = [...bed.disk.transcripts.values()].map(
      (text): string => JSON.parse(text.split("\n")[0] ?? "").text,
    );
    expect(prompts.map((text) => text.startsWith(whole))).toEqual([true, true]);
    const left = prompts.map((text) => text.slice(whole.length));
    expect(left).toEqual(["", "… (2 characters left out)"]);
  });
});

describe("a result of one character", () => {
  it("EXEC-044: is read as any other last line, also without an end of line", async () => {
    const bed = new Testbed({ commands: { count: (run) => run.print("7"), after: printing(1) } });
    const finished = await bed.run(planOf([command("count"), command("after")]));
    expect(rowOf(finished, "count")).toMatchObject({ status: "pass", output: 7 });
  });
});
