/** Asks of a whole run: what is recorded of them, and what is refused. */
import type { JsonValue } from "@crucible/core";
import { agent, command, type Finished, planOf, printing, Testbed } from "@crucible/testing";
import { describe, expect, it } from "vitest";
import { rowOf } from "./support.js";

const ask = { key: "issue-7", workflow: "triage", params: { issue: 7, labels: ["a"] } };

function emitted({ log }: Pick<Finished, "log">): readonly JsonValue[] {
  return log.flatMap((line) => (line.kind === "asks_emitted" ? line.asks : []));
}

async function asking(asks: JsonValue): Promise<Finished> {
  const bed = new Testbed({ commands: { scan: printing({ asks }) } });
  return bed.run(planOf([command("scan")]));
}

describe("WIRE-030: every emitted ask is in the log", () => {
  it("and in the row's output, as the task said it", async () => {
    const finished = await asking([ask]);
    expect(emitted(finished)).toEqual([ask]);
    expect(rowOf(finished, "scan").output).toEqual({ asks: [ask] });
    expect(finished.result.verdict).toBe("valid");
  });

  it("once, however often the run is resumed and rerun", async () => {
    const bed = new Testbed({ commands: { scan: printing({ asks: [ask] }), later: () => 1 } });
    const plan = planOf([command("scan"), command("later", { dependsOn: ["scan"] })]);
    const failed = await bed.run(plan);
    const revived = await bed.engine.resume(failed.run.id);
    await bed.finish(revived);
    const rerun = await bed.engine.rerun(failed.run.id, { from: ["later"] });
    await bed.finish(rerun);
    const all = await bed.store.list();
    expect(all).toHaveLength(3);
    const logs = all.map((id) => ({ log: bed.disk.log(id) }));
    expect(logs.flatMap(emitted)).toEqual([ask]);
  });

  it("and no other run is started for it", async () => {
    const bed = new Testbed({ commands: { scan: printing({ asks: [ask, ask] }) } });
    await bed.run(planOf([command("scan")]));
    expect(await bed.engine.list()).toHaveLength(1);
  });

  it.each([
    [["triage"], "ask 1 is no object with a key, a workflow and params"],
    [[ask, { ...ask, key: undefined }], "ask 2 has no key"],
    [[{ ...ask, key: " " }], "ask 1 has no key"],
    [[{ ...ask, workflow: 5 }], "ask 1 has no workflow"],
    [[{ ...ask, params: [] }], "ask 1 has no params"],
    [[{ ...ask, file: "x" }], 'ask 1 has a field "file"; an ask is a key, a workflow and params'],
  ])("an ask that is none fails its task and is never left out silently: %j", async (asks, why) => {
    const finished = await asking(asks as unknown as JsonValue);
    expect(rowOf(finished, "scan")).toMatchObject({
      status: "fail",
      note: `output field "asks": ${why}`,
    });
    expect(emitted(finished)).toEqual([]);
    expect(finished.result.verdict).toBe("invalid");
  });

  it("more of them than a line holds fail their task, naming the bound", async () => {
    const asks = Array.from({ length: 2_000 }, (_, index) => ({ ...ask, key: `issue-${index}` }));
    const finished = await asking(asks);
    expect(rowOf(finished, "scan").note).toBe(
      'output field "asks" is longer than the 65536 characters allowed',
    );
    expect(emitted(finished)).toEqual([]);
  });

  it("an agent may correct its own in a repair", async () => {
    let turns = 0;
    const bed = new Testbed({
      agent: (turn) => {
        turns++;
        turn.answer({ asks: [turns === 1 ? { ...ask, key: "" } : ask] });
      },
    });
    const finished = await bed.run(planOf([agent("scan", { repair: 1 })]));
    expect(rowOf(finished, "scan").repairs).toMatchObject([
      { notes: ['output field "asks": ask 1 has no key'] },
    ]);
    expect(emitted(finished)).toEqual([ask]);
  });

  it("values that are masked are masked in it too", async () => {
    const bed = new Testbed({
      commands: { scan: printing({ asks: [{ ...ask, params: { token: "hunter22hunter22" } }] }) },
      setup: { environment: { TOKEN: "hunter22hunter22" } },
    });
    const run = await bed.start(planOf([command("scan")]), {}, { secrets: ["TOKEN"] });
    await bed.finish(run);
    expect(bed.disk.text({ run: run.id, execution: run.execution })).not.toContain("hunter22");
  });
});
