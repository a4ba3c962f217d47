/** A resume that meets records which somebody changed refuses them or ends on a lost store, and never on a bug. */
import { type LogLine, StoreLost } from "@crucible/core";
import { ResumeRefused } from "@crucible/executor";
import { agent, command, type Program, planOf, Testbed } from "@crucible/testing";
import { describe, expect, it } from "vitest";

const hang: Program = (run) => run.sleep(24 * 3_600_000);

/** Waits until an attempt of a task began, so that what comes before it is in the log. */
async function began(run: { log(): AsyncIterable<LogLine> }, task: string): Promise<void> {
  for await (const line of run.log()) {
    if (line.kind === "attempt_started" && line.task === task) return;
  }
}

describe("a private record", () => {
  it.each([
    "",
    "{",
    "[]",
    '{"id":"x","turns":-1,"cursor":null}',
    '{"id":5,"turns":1,"cursor":null}',
    '{"id":"x","turns":1,"cursor":{}}',
  ])("of a conversation that is damaged ends the engine on a lost store (%s)", async (text) => {
    const plan = planOf([
      agent("one", { session: "s" }),
      command("wait", { dependsOn: ["one"] }),
      agent("two", { session: "s", dependsOn: ["wait"] }),
    ]);
    const bed = new Testbed({
      agent: (turn) => turn.answer({}),
      commands: { wait: hang },
    });
    const run = await bed.start(plan);
    await began(run, "wait");
    const next = bed.successor({ agent: (turn) => turn.answer({}), commands: { wait: () => {} } });
    const stored = next.disk.find({ run: run.id, execution: run.execution });
    expect([...(stored?.privates.keys() ?? [])]).toContain("session/s");
    stored?.privates.set("session/s", text);
    const resumed = await next.engine.resume(run.id);
    await expect(next.finish(resumed)).rejects.toThrow(StoreLost);
  });

  it.each(["", "{}", "[1]", '[["A"]]', '[["A",1]]'])(
    "of an agent's variables that is damaged refuses the resume (%s)",
    async (text) => {
      const bed = new Testbed({ commands: { a: hang } });
      const run = await bed.start(planOf([command("a")]));
      const next = bed.successor({ commands: { a: hang } });
      const stored = next.disk.find({ run: run.id, execution: run.execution });
      stored?.privates.set("agent-variables", text);
      await expect(next.engine.resume(run.id)).rejects.toThrow(ResumeRefused);
    },
  );
});

describe("a blob", () => {
  it("of an output that is gone ends the engine on a lost store", async () => {
    const large: Program = (run) => run.print(`${JSON.stringify({ text: "x".repeat(200_000) })}\n`);
    const plan = planOf([
      command("large"),
      command("wait", { dependsOn: ["large"] }),
      command("reads", { dependsOn: ["large", "wait"] }),
    ]);
    const bed = new Testbed({ commands: { large, wait: hang } });
    const run = await bed.start(plan);
    await began(run, "wait");
    const next = bed.successor({ commands: { wait: () => {}, reads: () => {} } });
    const lines = (next.disk.find({ run: run.id, execution: run.execution })?.lines ?? []).join();
    const [digest = ""] = /(?<="output_blob":\{"digest":")[^"]*/.exec(lines) ?? [];
    expect(next.disk.blobs.delete(digest)).toBe(true);
    const resumed = await next.engine.resume(run.id);
    await expect(next.finish(resumed)).rejects.toThrow("the output of large is not in the store");
  });
});
