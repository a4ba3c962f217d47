/** The real engine over ports in memory, from seeds: rules hold whatever dies, and the same seed writes the same log. */
import {
  appendsOf,
  Chance,
  command,
  isComparable,
  planOf,
  rowDifferences,
  type Simulation,
  SimulationFailed,
  seedOf,
  simulate,
  simulateCalmly,
  simulateInterrupted,
  verifySimulation,
} from "@crucible/testing";
import { describe, expect, it } from "vitest";

const MINUTES_MS = 60_000;

describe("simulated runs", { timeout: 10 * MINUTES_MS }, () => {
  it("write the same log for the same seed, byte for byte (EXEC-002)", async () => {
    for (let seed = 1; seed <= 25; seed++) {
      const first = await simulate(seed);
      expect(first.text).not.toBe("");
      expect((await simulate(seed)).text).toBe(first.text);
    }
  });

  it("come to the same rows when interrupted after any append and resumed (RESUME-002 RESUME-003 RESUME-027)", async () => {
    let compared = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const calm = await simulateCalmly(seed);
      const chance = new Chance(seedOf(seed, "appends"));
      for (let times = 0; times < 6; times++) {
        const append = chance.between(1, appendsOf(calm.log));
        const kept = chance.pick([0, 1, 1_000]);
        const interrupted = await simulateInterrupted(seed, append, kept);
        const where = `seed ${seed}, append ${append}, ${kept} kept`;
        expect(interrupted.struck, where).toBe(1);
        if (!isComparable(interrupted)) continue;
        compared += 1;
        expect(rowDifferences(calm, interrupted), where).toEqual([]);
      }
    }
    // Of 360; the others had two attempts in flight when they died.
    expect(compared).toBeGreaterThan(300);
  });
});

describe("a simulation", () => {
  const plan = planOf([command("a"), command("b", { dependsOn: ["a"] })]);

  it("runs the plan, the launch and the disturbances that it is given", async () => {
    const simulation = await simulate(3, {
      plan,
      launch: { maxCostUsd: 1, maxTimeMs: 3_600_000, width: 2 },
      disturbances: [{ kind: "crash", operation: "store.append done", call: 2, kept: 0 }],
    });
    expect(simulation.plan).toBe(plan);
    expect(simulation.launch.width).toBe(2);
    expect([simulation.struck, simulation.processes]).toEqual([1, 2]);
    expect(simulation.log.some((line) => line.kind === "recovery")).toBe(true);
  });

  it.each([
    ["halt", "halted"],
    ["stop", "stop_requested"],
  ] as const)("carries out a %s", async (kind, line) => {
    const seed = await seedWhoseFirstTaskTakesTime();
    const simulation = await simulate(seed, { plan, disturbances: [{ kind, afterMs: 1 }] });
    expect(simulation.log.map((entry) => entry.kind)).toContain(line);
    expect(simulation.log.at(-1)?.kind).toBe("shutdown");
  });

  it("names its seed and the plan when what it was given cannot run", async () => {
    const request = { plan, launch: { maxCostUsd: -1 } };
    await expect(verifySimulation(9, request)).rejects.toThrow(SimulationFailed);
    await expect(verifySimulation(9, request)).rejects.toThrow(
      /^seed 9:\n(.|\n)*in the plan\na command/,
    );
  });

  it("tells rows apart", async () => {
    const calm = await simulateCalmly(1, { plan });
    const [other] = await Promise.all([simulateCalmly(2, { plan: planOf([command("a")]) })]);
    expect(rowDifferences(calm, other as Simulation)).not.toEqual([]);
  });

  async function seedWhoseFirstTaskTakesTime(): Promise<number> {
    for (let seed = 1; ; seed++) {
      const { log } = await simulateCalmly(seed, { plan });
      const row = log.find((entry) => entry.kind === "task_result");
      if (row?.kind === "task_result" && row.secs > 1) return seed;
    }
  }
});
