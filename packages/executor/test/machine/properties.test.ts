import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMachine, planRerun } from "../../src/machine/index.js";
import { checkLog } from "./support/checks.js";
import { CANCELLED, timesOut } from "./support/outcomes.js";
import { endOf, hash, plans } from "./support/random-plans.js";
import { launchOf, Walk, type WalkOptions } from "./support/walk.js";

const RUNS = { numRuns: 80 };

const options: fc.Arbitrary<WalkOptions> = fc.record({
  width: fc.integer({ min: 1, max: 4 }),
  cost: fc.constantFrom(0.3, 0.5, 100),
  capabilities: fc.constantFrom(["isolation.worktree"], ["isolation.worktree", "gpu"], []),
});

/** Ends attempts in a random, repeatable order. */
function finish(walk: Walk, seed: number): Walk {
  for (let step = 0; walk.machine.inFlight().length > 0; step++) {
    const flights = walk.inFlight();
    const row = flights[hash(seed, `${step}`) % flights.length] ?? "";
    if (hash(seed, `spend${step}`) % 3 === 0) walk.spend(row, 0.1);
    walk.end(row, endOf(seed, row));
    expect(step).toBeLessThan(2_000);
  }
  return walk;
}

describe("any plan, however its attempts end", { timeout: 120_000 }, () => {
  it("comes to an end that keeps the rules, and replays to the same state at every step (EXEC-024 WIRE-002 EXEC-001)", () => {
    fc.assert(
      fc.property(plans, options, fc.integer(), (plan, launch, seed) => {
        const walk = finish(Walk.start(plan, launch), seed);
        checkLog(plan, walk.log, launch.width ?? 8);
      }),
      RUNS,
    );
  });

  it("gives the same log for the same facts (EXEC-002)", () => {
    fc.assert(
      fc.property(plans, options, fc.integer(), (plan, launch, seed) => {
        const quick = { ...launch, compare: false };
        const logs = [0, 1].map(() => finish(Walk.start(plan, quick), seed).log);
        expect(logs[0]).toEqual(logs[1]);
      }),
      RUNS,
    );
  });

  it("keeps the rules over crashes and halts at any point (RESUME-001 RESUME-027 RESUME-019)", () => {
    fc.assert(
      fc.property(plans, options, fc.integer(), (plan, launch, seed) => {
        const walk = interrupted(plan, launch, seed);
        checkLog(plan, walk.log, launch.width ?? 8);
      }),
      RUNS,
    );
  });

  it("comes to the same rows over a crash, when one attempt runs at a time (RESUME-002 RESUME-003)", () => {
    fc.assert(
      fc.property(plans, fc.integer(), fc.nat(30), (plan, seed, crashAt) => {
        const launch = { width: 1, compare: false };
        const straight = finish(Walk.start(plan, launch), seed);
        let walk = Walk.start(plan, launch);
        for (let step = 0; step < crashAt && walk.machine.inFlight().length > 0; step++) {
          const [row = ""] = walk.inFlight();
          walk.end(row, endOf(seed, row));
        }
        // Once dispatch has stopped, an attempt that is lost is not started again (RESUME-017, RESUME-023).
        fc.pre(walk.machine.inFlight().length === 0 || !dispatchStopped(walk));
        if (walk.machine.phase !== "finished") walk = finish(walk.resume(launch), seed);
        // By name: a lost attempt takes its turn again, and what became ready beside it may be declared before it.
        const rows = (each: Walk): unknown[] =>
          each
            .entries("task_result")
            .map(({ task, status, note, output }) => ({ task, status, note, output }))
            .sort((a, b) => (a.task < b.task ? -1 : 1));
        expect(rows(walk)).toEqual(rows(straight));
        expect(walk.shutdown).toEqual(straight.shutdown);
      }),
      RUNS,
    );
  });

  it("stops at the wall clock and at an operator's stop, wherever they fall (CEIL-024 EXEC-150)", () => {
    fc.assert(
      fc.property(
        plans,
        options,
        fc.integer(),
        fc.nat(12),
        fc.boolean(),
        (plan, launch, seed, at, stop) => {
          const walk = Walk.start(plan, launch);
          for (let step = 0; step < at && walk.machine.inFlight().length > 0; step++) {
            const row = walk.inFlight()[step % walk.inFlight().length] ?? "";
            walk.end(row, endOf(seed, row));
          }
          if (walk.machine.phase === "finished") return;
          const started = walk.starts().length;
          walk.decide(
            stop ? { kind: "stop_requested", reason: "" } : { kind: "wall_clock_reached" },
          );
          walk.finish(
            Object.fromEntries(
              walk.inFlight().map((row) => [row, stop ? CANCELLED : timesOut("run")]),
            ),
          );
          expect(walk.starts()).toHaveLength(started);
          checkLog(plan, walk.log, launch.width ?? 8);
        },
      ),
      RUNS,
    );
  });

  it("can be rerun from any task: what is reused stays, the rest keeps the rules (RERUN-012 RERUN-025 RERUN-005)", () => {
    fc.assert(
      fc.property(plans, options, fc.integer(), fc.nat(9), (plan, launch, seed, pick) => {
        const parent = finish(Walk.start(plan, { ...launch, compare: false }), seed);
        const main = plan.tasks.filter((task) => task.stage === "iteration");
        const selected = main[pick % Math.max(1, main.length)]?.name;
        fc.pre(selected !== undefined);
        const rerun = planRerun({
          plan,
          parent: { run: "r", execution: "x" },
          log: parent.log,
          selected: [selected ?? ""],
        });
        if (rerun.kind === "refused") expect.unreachable("an unchanged plan can be rerun");
        else {
          const walk = new Walk(plan, launch);
          walk.decide({ kind: "started", base: rerun.base, reused: rerun.reused });
          finish(walk, seed + 1);
          checkLog(plan, walk.log, launch.width ?? 8);
          const again = new Set(rerun.rerun);
          for (const { task } of walk.entries("attempt_started")) {
            const node = task.replace(/\[.*$/, "");
            const epilogue = plan.tasks.find(({ name }) => name === node)?.stage === "epilogue";
            expect(again.has(node) || epilogue, `${task} was reused`).toBe(true);
          }
        }
      }),
      RUNS,
    );
  });

  it("stands the same after any prefix of whole batches, read afresh (WIRE-001 RESUME-002)", () => {
    fc.assert(
      fc.property(plans, options, fc.integer(), (plan, launch, seed) => {
        const live = createMachine(plan, launchOf(launch));
        const replayed = createMachine(plan, launchOf(launch));
        const follow = (entries: ReturnType<typeof live.decide>): void => {
          for (const entry of entries) replayed.evolve(entry);
          expect(replayed.inFlight()).toEqual(live.inFlight());
          expect(replayed.phase).toBe(live.phase);
        };
        follow(live.decide({ kind: "started", base: "", reused: [] }, 0));
        for (let flight = live.inFlight()[0]; flight; flight = live.inFlight()[0]) {
          const end = endOf(seed, flight.task);
          const fact = {
            kind: "attempt_ended",
            ...flight,
            costNano: 0,
            model: null,
            survivors: [],
            findings: [],
            files: null,
            captureProblems: [],
            commit: null,
            repairs: [],
            secs: 0,
            ...end,
          } as const;
          follow(live.decide(fact, 0));
        }
        expect(live.phase).toBe("finished");
      }),
      RUNS,
    );
  });
});

function dispatchStopped(walk: Walk): boolean {
  return walk.log.some(
    (entry) =>
      entry.kind === "completion" ||
      (entry.kind === "task_result" && entry.blocked?.reason === "required_task_failed"),
  );
}

/** Walks a plan with crashes and halts in between. */
function interrupted(
  plan: Parameters<typeof Walk.start>[0],
  launch: WalkOptions,
  seed: number,
): Walk {
  let walk = Walk.start(plan, launch);
  for (let step = 0; walk.machine.phase !== "finished"; step++) {
    expect(step).toBeLessThan(2_000);
    const roll = hash(seed, `step${step}`) % 8;
    const row = walk.inFlight()[hash(seed, `${step}`) % Math.max(1, walk.inFlight().length)];
    if (walk.machine.phase === "halted" || (roll === 0 && step < 30)) {
      walk = walk.resume(launch);
    } else if (roll === 1 && step < 30) {
      walk.decide({ kind: "halt_requested" });
    } else if (row !== undefined) {
      walk.end(row, roll === 2 && step < 30 ? CANCELLED : endOf(seed, row));
    }
  }
  return walk;
}
