/** The picture by which tests compare machines tells apart what they must not take for the same. */
import { describe, expect, it } from "vitest";
import { completes, fails, passes } from "./support/outcomes.js";
import { command, EPILOGUE, over, planOf } from "./support/plans.js";
import { Walk } from "./support/walk.js";

describe("a snapshot", () => {
  it("shows records, fan-outs and loops of a run in progress", () => {
    const plan = planOf([
      command("s"),
      command("m", over("s")),
      command("n", over("s")),
      command("author", { isolated: true }),
      command("review", { after: ["author"], revise: { targets: ["author"], maxRounds: 2 } }),
      command("late", { after: ["review"] }),
    ]);
    const walk = Walk.start(plan);
    walk.end("s", passes({ items: ["k"] }));
    const flight = { attempt: 1, spendNano: 0 };
    expect(walk.machine.snapshot()).toMatchObject({
      tasks: [
        {
          name: "s",
          result: { status: "pass", kept: [["items", ["k"]]] },
          instance: { flight: null },
          fan: null,
        },
        { name: "m", result: null, fan: { instances: [{ row: "m[k]" }] } },
        { name: "n", result: null, fan: { instances: [{ row: "n[k]" }] } },
        { name: "author", instance: null, fan: null },
        { name: "review" },
        { name: "late", state: "waiting", instance: null },
      ],
      open_fans: [1, 2],
      completion: null,
      verdict: null,
      loops: [{ members: [{ task: "author" }, { task: "review", last: null }] }],
    });
    walk.finish({ "review[round-1]": fails() });
    const ended = walk.machine.snapshot();
    expect(ended).toMatchObject({
      verdict: { verdict: "valid", outcome: "finished" },
      loops: [{ members: [{ last: { round: 2 } }, { last: { round: 2 } }] }],
    });
    const started = Walk.start(planOf([command("a")])).machine.snapshot();
    expect(started).toMatchObject({ tasks: [{ instance: { flight } }] });
  });

  it("shows what was said to complete the run, and how it came out", () => {
    const plan = planOf([command("a"), command("b"), command("e", EPILOGUE)]);
    const walk = Walk.start(plan);
    walk.end("a", completes("done"));
    expect(walk.machine.snapshot()).toMatchObject({
      phase: "epilogue",
      completion: { by: "a", reason: "done" },
      verdict: { verdict: "valid", outcome: "complete" },
    });
  });
});
