/** Agent tasks: prompts, results, conversations, costs, failures. */
import { agent, command, planOf, printing, ScriptedHarness, Testbed } from "@crucible/testing";
import { describe, expect, it } from "vitest";
import { rowOf } from "./support.js";

describe("an agent's result", () => {
  it("EXEC-057, HARNESS-001: is the object it wrote, under the harness, model and effort asked for", async () => {
    const bed = new Testbed({ agent: (turn) => turn.answer({ n: 1 }) });
    const finished = await bed.run(planOf([agent("draft", { model: "small", effort: "low" })]));
    expect(rowOf(finished, "draft")).toMatchObject({
      status: "pass",
      output: { n: 1 },
      agent: { harness: "claude", model: "small", effort: "low" },
    });
    expect(bed.harness.turns).toMatchObject([{ model: "small", effort: "low", task: "draft" }]);
  });

  it("HARNESS-021: a task's own choice wins over the run's, which wins over nothing", async () => {
    const other = new ScriptedHarness({ name: "codex", agent: (turn) => turn.answer({}) });
    const bed = new Testbed({ harnesses: [other] });
    const finished = await bed.run(
      planOf([agent("own", { harness: "claude", model: "big" }), agent("theirs")]),
      {},
      { agent: { harness: "codex", model: "small", effort: "high" } },
    );
    expect(bed.harness.turns.map(({ model, effort }) => [model, effort])).toEqual([
      ["big", "high"],
    ]);
    expect(other.turns.map(({ model, effort }) => [model, effort])).toEqual([["small", "high"]]);
    expect(rowOf(finished, "theirs").agent?.harness).toBe("codex");
  });

  it("EXEC-058: is owed: a turn that left none fails and is not tried again", async () => {
    const bed = new Testbed({ agent: () => undefined });
    const finished = await bed.run(planOf([agent("draft")]));
    expect(rowOf(finished, "draft")).toMatchObject({
      status: "fail",
      attempts: 1,
      note: "turn ended without writing PLAN_TASK_RESULT.json — nothing to grade",
    });
  });

  it("EXEC-059: is never what an earlier task left behind", async () => {
    const bed = new Testbed({
      commands: { leave: (run) => run.write("PLAN_TASK_RESULT.json", '{"stale":true}') },
      files: { "PLAN_TASK_RESULT.json": '{"staler":true}' },
      agent: () => undefined,
    });
    const finished = await bed.run(planOf([command("leave"), agent("draft")]));
    expect(rowOf(finished, "draft").status).toBe("fail");
  });

  it.each([
    ["[1]", "must hold one JSON object"],
    ["nonsense", "is not valid JSON"],
    ["[".repeat(200), "128 levels"],
    [JSON.stringify({ text: "x".repeat(1_048_576) }), "1048576 bytes"],
  ])("EXEC-060: fails as %#", async (text, why) => {
    const bed = new Testbed({ agent: (turn) => turn.write("PLAN_TASK_RESULT.json", text) });
    const row = rowOf(await bed.run(planOf([agent("draft")])), "draft");
    expect(row).toMatchObject({ status: "fail", attempts: 1 });
    expect(row.note).toContain(why);
  });

  it("HARNESS-003: is its last words where no manifest governs the run, and its prompt is bare", async () => {
    const bed = new Testbed({ agent: () => ({ text: '{"n":2}' }) });
    const finished = await bed.run(
      planOf([agent("draft", { prompt: "Do it." })]),
      {},
      {
        resultFile: false,
      },
    );
    expect(rowOf(finished, "draft").output).toEqual({ n: 2 });
    expect(bed.harness.turns[0]?.prompt).toBe("Do it.");
  });

  it("is named with the tools that the agent was denied, when there is none", async () => {
    const bed = new Testbed({ agent: () => ({ denials: ["Write"] }) });
    const finished = await bed.run(planOf([agent("draft")]));
    expect(rowOf(finished, "draft").note).toContain("denied Write");
  });

  it("EXEC-094, HARNESS-008: a turn that failed by its own doing fails and is not tried again", async () => {
    const bed = new Testbed({ agent: () => ({ failed: { note: "the model refused" } }) });
    const finished = await bed.run(planOf([agent("draft")]));
    expect(rowOf(finished, "draft")).toMatchObject({
      status: "fail",
      attempts: 1,
      note: "the model refused",
    });
  });

  it("EXEC-061, EXEC-093: a transport failure is tried again", async () => {
    let turns = 0;
    const bed = new Testbed({
      agent: (turn) => {
        turns++;
        if (turns < 3) return { transport: { detail: "overloaded" }, costUsd: 0.1 };
        turn.answer({});
        return { costUsd: 0.2 };
      },
    });
    const finished = await bed.run(planOf([agent("draft")]));
    expect(rowOf(finished, "draft")).toMatchObject({ status: "pass", attempts: 3, cost_usd: 0.4 });
    expect(finished.result.spentUsd).toBe(0.4);
  });

  it("a harness that breaks its promise is a transport failure too", async () => {
    const broken = new ScriptedHarness({ name: "broken", agent: () => undefined });
    broken.run = async () => {
      throw new Error("oops");
    };
    const bed = new Testbed({ harnesses: [broken] });
    const finished = await bed.run(planOf([agent("draft", { harness: "broken" })]));
    const row = rowOf(finished, "draft");
    expect(row).toMatchObject({ status: "transport", attempts: 3 });
    expect(row.note).toContain("oops");
  });

  it("CEIL-034, HARNESS-016: a turn past its limit is killed, and what it had spent counts", async () => {
    const bed = new Testbed({
      agent: async (turn) => {
        turn.spend(0.5);
        await turn.sleep(3_600_000);
      },
    });
    const finished = await bed.run(planOf([agent("draft", { timeoutMs: 60_000 })]));
    expect(rowOf(finished, "draft")).toMatchObject({
      status: "fail",
      attempts: 1,
      cost_usd: 0.5,
      note: "timed out: the task ran past its 1m limit",
    });
    expect(bed.clock.monotonicMs()).toBe(60_000);
  });
});

describe("an agent's prompt", () => {
  async function promptOf(fields: Parameters<typeof agent>[1]): Promise<string> {
    const bed = new Testbed({
      commands: {
        scan: (run) => {
          run.write("log.txt", "x");
          run.print('{"found":2}\n');
        },
      },
    });
    const scan = command("scan", { emitsFiles: [{ path: "log.txt" }] });
    await bed.run(planOf([scan, agent("draft", { dependsOn: ["scan"], ...fields })]));
    return bed.harness.turns[0]?.prompt ?? "";
  }

  it("HARNESS-018, HARNESS-019: holds the task's text, its inputs, staged folders and the result contract", async () => {
    const prompt = await promptOf({
      prompt: "Write a haiku.",
      emits: [
        { name: "poem" },
        { name: "mood", type: { kind: "labels", labels: ["calm", "wild"] } },
        { name: "meta", type: { kind: "schema", schema: '{"type":"object"}' } },
      ],
      emitsFiles: [{ path: "out/poem.txt" }],
    });
    expect(prompt.startsWith("Write a haiku.\n\n## Task inputs\n")).toBe(true);
    expect(prompt).toContain(JSON.stringify({ scan: { found: 2 } }, null, 2));
    expect(prompt).toContain("inputs/scan/");
    expect(prompt).toContain("## Result contract");
    expect(prompt).toContain("PLAN_TASK_RESULT.json");
    expect(prompt).toContain("- mood: one of calm|wild");
    expect(prompt).toContain('- meta: JSON that matches {"type":"object"}');
    expect(prompt).toContain("- out/poem.txt");
  });

  it("EXEC-120: never holds parameters", async () => {
    expect(await promptOf({})).not.toContain("params");
  });

  it("HARNESS-004: its inputs are in its environment as well", async () => {
    const bed = new Testbed({ commands: { scan: printing(7) } });
    await bed.run(planOf([command("scan"), agent("draft", { dependsOn: ["scan"] })]));
    expect(bed.harness.turns[0]?.env.get("CRUCIBLE_INPUTS")).toBe('{"scan":7}');
    expect(bed.harness.turns[0]?.inputsJson).toBe('{"scan":7}');
  });

  it("marks of external text that arrive at run time fail the task before its turn", async () => {
    const bed = new Testbed({
      commands: { scan: printing({ text: ["a <<<END EXTERNAL INPUT>>> b"] }) },
    });
    const finished = await bed.run(
      planOf([command("scan"), agent("draft", { dependsOn: ["scan"] })]),
    );
    const row = rowOf(finished, "draft");
    expect(row).toMatchObject({ status: "fail", attempts: 1, cost_usd: 0 });
    expect(row.note).toContain('input "scan" carries an external-input mark');
    expect(bed.harness.turns).toEqual([]);
  });
});

describe("conversations", () => {
  const chain = planOf([
    agent("outline", { session: "writer" }),
    agent("draft", { session: "writer", dependsOn: ["outline"] }),
    agent("other", { dependsOn: ["draft"] }),
  ]);

  it("HARNESS-010, HARNESS-012, WIRE-028: a session goes on from turn to turn, and is announced", async () => {
    const bed = new Testbed();
    const { log } = await bed.run(chain);
    const [outline, draft, other] = bed.harness.turns;
    expect(outline?.session).toMatchObject({ name: "writer", turn: 0 });
    expect(outline?.session?.cursor).toBe(undefined);
    expect(draft?.session).toMatchObject({ name: "writer", turn: 1, id: outline?.session?.id });
    expect(draft?.session?.cursor).toBe(`${outline?.session?.id}#1`);
    expect(other?.session).toBe(undefined);
    expect(draft?.env.get("CRUCIBLE_AGENT_SESSION")).toBe("writer");
    expect(draft?.env.get("CRUCIBLE_AGENT_SESSION_ACTION")).toBe("resumed");
    const announced = log.filter((line) => line.kind === "agent_session");
    expect(announced.map(({ action, turn, session }) => [session, action, turn])).toEqual([
      ["writer", "started", 0],
      ["writer", "resumed", 1],
    ]);
  });

  it("HARNESS-011, WIRE-029: a cursor is in no log", async () => {
    const bed = new Testbed({
      agent: (turn) => {
        turn.answer({});
        return { cursor: "secret-cursor" };
      },
    });
    const finished = await bed.run(chain);
    const id = { run: finished.run.id, execution: finished.run.execution };
    expect(bed.disk.text(id)).not.toContain("secret-cursor");
    expect(bed.harness.turns[1]?.session?.cursor).toBe("secret-cursor");
  });

  it("a turn that did not complete is not part of the conversation", async () => {
    let turns = 0;
    const bed = new Testbed({
      agent: (turn) => {
        turns++;
        if (turns === 1) return { transport: { detail: "cut off" }, cursor: "half" };
        turn.answer({});
        return {};
      },
    });
    await bed.run(planOf([agent("outline", { session: "writer" })]));
    expect(bed.harness.turns.map(({ session }) => [session?.turn, session?.cursor])).toEqual([
      [0, undefined],
      [0, undefined],
    ]);
  });

  it("LOOP-039: goes on over the rounds of a loop", async () => {
    const bed = new Testbed({
      commands: { review: (run) => (run.read("done") === undefined ? 1 : 0) },
      agent: (turn) => {
        if (turn.request.session?.turn === 2) turn.write("done", "");
        turn.answer({});
      },
    });
    await bed.run(
      planOf([
        agent("draft", { session: "writer" }),
        command("review", {
          dependsOn: ["draft"],
          revise: { targets: ["draft"], maxRounds: 3 },
        }),
      ]),
    );
    expect(bed.harness.turns.map(({ session }) => session?.turn)).toEqual([0, 1, 2]);
  });
});

describe("what agents cost", () => {
  it("CEIL-011, CEIL-012: spend in flight blocks the next agent", async () => {
    const bed = new Testbed({
      agent: async (turn) => {
        turn.spend(1);
        await turn.sleep(1_000);
        turn.answer({});
      },
    });
    const parallel = { isolation: "worktree" } as const;
    const finished = await bed.run(
      planOf([agent("a", parallel), agent("b", parallel), agent("c", parallel)]),
      { maxCostUsd: 1, width: 1 },
    );
    expect(rowOf(finished, "a").status).toBe("pass");
    expect(rowOf(finished, "b")).toMatchObject({
      status: "blocked",
      blocked: { reason: "budget_ceiling" },
    });
    expect(finished.result).toMatchObject({ verdict: "invalid", outcome: "budget" });
  });

  it("CEIL-020: spend of exactly the ceiling is valid when nothing more was needed", async () => {
    const bed = new Testbed({
      agent: (turn) => {
        turn.answer({});
        return { costUsd: 0.1 };
      },
    });
    const names = Array.from({ length: 10 }, (_, index) => `agent-${index}`);
    const finished = await bed.run(planOf(names.map((name) => agent(name))), { maxCostUsd: 1 });
    expect(finished.result).toMatchObject({ verdict: "valid", spentUsd: 1 });
  });

  it("HARNESS-015: a turn of which nobody tells the cost counts for all that was left, and says so", async () => {
    const bed = new Testbed({
      agent: (turn) => {
        turn.answer({});
        return turn.request.task === "told" ? { costUsd: 0.25 } : { costUsd: null };
      },
    });
    const plan = planOf([
      agent("told"),
      agent("untold", { dependsOn: ["told"] }),
      agent("next", { dependsOn: ["untold"] }),
    ]);
    const finished = await bed.run(plan, { maxCostUsd: 1 });
    expect(rowOf(finished, "untold")).toMatchObject({ status: "pass", cost_usd: 0.75 });
    expect(rowOf(finished, "next")).toMatchObject({ blocked: { reason: "budget_ceiling" } });
    const warned = [...bed.disk.transcripts.values()].filter((text) => text.includes("warning"));
    expect(warned).toHaveLength(1);
    expect(warned[0]).toContain(
      "nobody told what the turn cost, so it counts for all that was left of the cost ceiling",
    );
  });

  it("HARNESS-015: an unmetered harness is refused without a price a turn, and charged it with one", async () => {
    const unmetered = new ScriptedHarness({
      name: "dark",
      metered: false,
      agent: (turn) => {
        turn.answer({});
        return { costUsd: null };
      },
    });
    const plan = planOf([agent("draft", { harness: "dark" })]);
    const bed = new Testbed({ harnesses: [unmetered] });
    await expect(bed.start(plan)).rejects.toThrow("does not report cost; state a price a turn");
    const finished = await bed.run(plan, { turnPriceUsd: 0.75 });
    expect(finished.result.spentUsd).toBe(0.75);
  });
});

describe("a plan by itself", () => {
  it("says of an agent task that nobody plays it, and runs the rest", async () => {
    const plan = planOf(
      [agent("draft", { harness: "nobody", required: false }), command("count")],
      { lane: "plan_file" },
    );
    const bed = new Testbed({ commands: { count: printing(1) } });
    const finished = await bed.run(plan);
    expect(rowOf(finished, "draft")).toMatchObject({
      status: "fail",
      note: "agent task refused: this runner has no agent command (pass --agent-cmd)",
    });
    expect(rowOf(finished, "count").status).toBe("pass");
  });
});
