/** A walk notices when machine and model do not come to the same; that they do is tested beside, many times. */
import {
  Model,
  planByChance,
  SimulationFailed,
  verifyWalk,
  walkWithModel,
} from "@crucible/testing";
import { describe, expect, it } from "vitest";

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
