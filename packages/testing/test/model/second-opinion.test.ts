/** The machine and the model, told the same facts about random plans, come to the same. */
import {
  Model,
  planByChance,
  SimulationFailed,
  verifyWalk,
  walkWithModel,
} from "@crucible/testing";
import { describe, expect, it } from "vitest";

/** Walks a run of this file; `npm run simulate` takes as many as asked for. */
const WALKS = 6_000;
const SHARDS = 6;
const MINUTES_MS = 60_000;

describe("machine and model", { timeout: 10 * MINUTES_MS }, () => {
  it.each(Array.from({ length: SHARDS }, (_, shard) => shard))(
    "agree on attempts in flight, rows, verdict and outcome, walks %i (EXEC-001 EXEC-010 CEIL-009)",
    async (shard) => {
      const walks = WALKS / SHARDS;
      for (let seed = shard * walks + 1; seed <= (shard + 1) * walks; seed++)
        await verifyWalk(seed);
    },
  );

  it("agree on plans of up to sixty tasks (EXEC-002 LOOP-014 MAP-022)", async () => {
    for (let seed = 1; seed <= 60; seed++) {
      await verifyWalk(seed, { tasksMin: 40, tasksMax: 60 });
    }
  });
});

describe("a walk", () => {
  it("is a function of its seed", () => {
    const walk = (): unknown => walkWithModel(planByChance(7, { tasksMin: 9 }), 7);
    expect(walk()).toEqual(walk());
  });

  it.each([
    ["another width", { width: 1 }],
    ["another budget", { ceilings: { costNano: 1, wallMs: 1 } }],
    ["no capabilities", { capabilities: [] }],
  ])(
    "notices an opinion under %s, and shows it in the smallest plan it finds",
    async (_, other) => {
      const failure = await firstFailure(
        (plan, launch) => new Model(plan, { ...launch, ...other }),
      );
      expect(failure).toBeInstanceOf(SimulationFailed);
      expect(failure?.message).toMatch(/^seed \d+:\n.*the machine .*\nin the plan\nt0 /s);
      expect(failure?.plan.tasks.length).toBeLessThanOrEqual(3);
    },
  );

  it("notices an opinion that has rows of its own", async () => {
    const failure = await firstFailure((plan, launch) => new Forgetful(plan, launch));
    expect(failure?.findings[0]).toMatch(/^row t\d+: the machine says .*, the model nothing/);
  });
});

/** Loses a row that came to nothing good. */
class Forgetful extends Model {
  override apply(fact: Parameters<Model["apply"]>[0]): void {
    super.apply(fact);
    if (this.verdict === undefined) return;
    for (const [name, row] of this.rows) if (row.status === "fail") this.rows.delete(name);
  }
}

async function firstFailure(
  opinionOf: NonNullable<Parameters<typeof verifyWalk>[2]>,
): Promise<SimulationFailed | undefined> {
  for (let seed = 1; seed <= 200; seed++) {
    try {
      await verifyWalk(seed, { tasksMin: 3, tasksMax: 12 }, opinionOf);
    } catch (error) {
      if (error instanceof SimulationFailed) return error;
      throw error;
    }
  }
  return undefined;
}
