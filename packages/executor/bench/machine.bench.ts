/** What the machine costs a task: chains and wide plans of commands that do nothing, from admission to shutdown. */
import { type CommandTask, freezePlan, type Launch, type Plan } from "@crucible/core";
import { bench, describe } from "vitest";
import { createMachine, type Machine } from "../src/machine/index.js";

const LAUNCH: Launch = {
  ceilings: { costNano: 1e9, wallMs: 3_600_000 },
  width: 8,
  capabilities: ["isolation.worktree"],
  captureBytesMax: 1,
};

function planOf(size: number, chained: boolean): Plan {
  const tasks = Array.from(
    { length: size },
    (_, index): CommandTask => ({
      kind: "command",
      command: "true",
      name: `t${index}`,
      dependsOn: chained && index > 0 ? [`t${index - 1}`] : [],
      optional: [],
      needs: "any",
      required: true,
      isolation: chained ? null : "worktree",
      join: "all",
      stage: "iteration",
      emits: [],
      emitsFiles: [],
      keyed: [],
      repair: 0,
    }),
  );
  return freezePlan({ version: 1, lane: "playbook", reason: "", tasks, params: [], settings: [] });
}

function walk(plan: Plan): Machine {
  const machine = createMachine(plan, LAUNCH);
  const started: { readonly task: string; readonly attempt: number }[] = [];
  const follow = (entries: ReturnType<Machine["decide"]>): void => {
    for (const entry of entries) {
      for (const effect of machine.effects(entry)) {
        if (effect.kind === "start_attempt") started.push(effect);
      }
    }
  };
  follow(machine.decide({ kind: "started", base: "", reused: [] }, 0));
  for (let next = 0; next < started.length; next++) {
    const { task = "", attempt = 1 } = started[next] ?? {};
    follow(machine.decide(passed(task, attempt), 0));
  }
  return machine;
}

function passed(task: string, attempt: number): Parameters<Machine["decide"]>[0] {
  return {
    kind: "attempt_ended",
    task,
    attempt,
    end: { kind: "exited", exitCode: 0, result: { kind: "value", value: {} }, stderrTail: "" },
    costNano: 0,
    model: null,
    survivors: [],
    findings: [],
    files: null,
    captureProblems: [],
    commit: null,
    repairs: [],
    secs: 0,
  };
}

for (const [shape, chained] of [
  ["a chain", true],
  ["a wide plan", false],
] as const) {
  describe(shape, () => {
    for (const size of [1_000, 10_000]) {
      const plan = planOf(size, chained);
      bench(`of ${size} tasks`, () => {
        walk(plan);
      });
    }
  });
}
