/** The same plan and the same facts give the same log, byte for byte. */
import {
  agent,
  command,
  evaluate,
  type Program,
  planOf,
  printing,
  Testbed,
} from "@crucible/testing";
import { expect, it } from "vitest";

it("EXEC-002: equal runs write equal logs", async () => {
  const slow = (ms: number): Program => {
    return async (run) => {
      await run.sleep(ms);
      run.write(`${run.env.get("CRUCIBLE_TASK")}.txt`, "x");
      run.print(`${JSON.stringify({ items: ["x", "y/z"], score: ms })}\n`);
    };
  };
  const plan = planOf([
    command("list", { emits: [{ name: "items" }] }),
    command("each", {
      dependsOn: ["list"],
      over: { task: "list", field: "items" },
      maxFanout: 4,
      isolation: "worktree",
    }),
    agent("draft", { dependsOn: ["each"], session: "writer", repair: 1, emits: [{ name: "n" }] }),
    evaluate("review", {
      dependsOn: ["draft"],
      threshold: 1,
      direction: "higher",
      revise: { targets: ["draft"], maxRounds: 2 },
    }),
    command("tail", { dependsOn: ["review"], required: false }),
  ]);
  const log = async (): Promise<string> => {
    let turns = 0;
    const bed = new Testbed({
      commands: {
        list: slow(1_000),
        each: slow(12_000),
        review: printing({ score: 0 }),
        tail: printing(1),
      },
      agent: async (turn) => {
        turns++;
        turn.spend(0.01 * turns);
        await turn.sleep(7_000);
        turn.spend(0.02 * turns);
        turn.answer(turns % 2 === 0 ? { n: turns } : {});
      },
    });
    const { run } = await bed.run(plan);
    return bed.disk.text({ run: run.id, execution: run.execution });
  };
  const first = await log();
  expect(first.split("\n").length).toBeGreaterThan(25);
  expect(await log()).toBe(first);
});
