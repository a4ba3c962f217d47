/** The machine alone, without a driver: `node bench/machine.mjs machine <chain|wide> <tasks>`. */
import { createMachine } from "@crucible/executor/machine";
import { measure, wanted } from "./measure.mjs";
import { planOfNothing } from "./plans.mjs";

const LAUNCH = {
  ceilings: { costNano: 1e9, wallMs: 3_600_000 },
  width: 64,
  capabilities: ["isolation.worktree"],
  captureBytesMax: 1,
};

const { isChain, tasks } = wanted();

await measure(
  tasks,
  () => createMachine(planOfNothing(tasks, isChain), LAUNCH),
  async (machine) => {
    /** @type {{ readonly task: string, readonly attempt: number }[]} */
    const started = [];
    /** @param {ReturnType<typeof machine.decide>} entries */
    const follow = (entries) => {
      for (const entry of entries) {
        for (const effect of machine.effects(entry)) {
          if (effect.kind === "start_attempt") started.push(effect);
        }
      }
    };
    follow(machine.decide({ kind: "started", base: "", reused: [] }, 0));
    // Starting an attempt lets the list grow while it is gone through.
    for (const { task, attempt } of started) follow(machine.decide(passed(task, attempt), 0));
    return { ran: machine.phase === "finished" ? started.length : 0 };
  },
);

/**
 * @param {string} task
 * @param {number} attempt
 * @returns {Parameters<ReturnType<typeof createMachine>["decide"]>[0]}
 */
function passed(task, attempt) {
  return {
    kind: "attempt_ended",
    task,
    attempt,
    end: { kind: "exited", exitCode: 0, result: { kind: "none" }, stderrTail: "" },
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
