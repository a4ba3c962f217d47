/** The examples of `docs/guides/testing.md`, run as they stand there. */
import { readFileSync } from "node:fs";
import {
  agent,
  command,
  MemoryStore,
  planByChance,
  planOf,
  plans,
  storeContract,
  Testbed,
  verifySimulation,
} from "@crucible/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const plan = planOf([
  command("check", { command: "make test", required: false }),
  agent("publish", { dependsOn: ["check"], required: false }),
]);

function myRenderer(rendered: typeof plan): string {
  return rendered.tasks.map(({ name }) => name).join(" -> ");
}

it("runs a plan without a machine", async () => {
  const bed = new Testbed({
    commands: { "make test": (run) => run.print('{"ok": true}\n') },
    agent: async (turn) => {
      turn.spend(0.25);
      await turn.sleep(60_000);
      turn.answer({ summary: "done" });
    },
  });
  const { result, log } = await bed.run(plan, { maxCostUsd: 5, maxTimeMs: 3_600_000 });

  expect(result).toMatchObject({ verdict: "valid", spentUsd: 0.25 });
  expect(log.at(-1)?.kind).toBe("shutdown");
});

it("publishes nothing that was not checked", async () => {
  for (let seed = 1; seed <= 200; seed++) {
    const { log } = await verifySimulation(seed, { plan });
    const check = log.find((line) => line.kind === "task_result" && line.task === "check");
    const started = log.some((line) => line.kind === "attempt_started" && line.task === "publish");
    if (started) expect(check, `seed ${seed}`).toMatchObject({ status: "pass" });
  }
});

it("draws random plans", () => {
  fc.assert(
    fc.property(plans({ tasksMax: 10 }), (plan) => {
      expect(myRenderer(plan)).toContain(plan.tasks[0]?.name);
    }),
  );
  const plan = planByChance(42, { tasksMin: 5, tasksMax: 25 });

  expect(plan.tasks.length).toBeGreaterThanOrEqual(5);
});

storeContract({ describe, it, expect }, async () => {
  const store = new MemoryStore();
  return {
    store,
    another: async () => new MemoryStore({ disk: store.disk, owner: "another engine" }),
    close: async () => undefined,
  };
});

it("is what the guide shows", () => {
  const lines = (text: string): string[] => text.split("\n").map((line) => line.trim());
  const guide = readFileSync(new URL("../../../docs/guides/testing.md", import.meta.url), "utf8");
  const here = lines(readFileSync(new URL(import.meta.url), "utf8")).join("\n");
  const examples = [...guide.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code ?? "");
  expect(examples.length).toBe(4);
  for (const example of examples) {
    expect(here).toContain(lines(example).join("\n").trim());
  }
});
