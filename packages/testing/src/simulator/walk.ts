/** Walks of a plan under a seed: the run, and where it comes to that, a rerun of it. */
import type { Entry, Launch, Plan, Task } from "@crucible/core";
import { type Fact, planRerun, type RerunPlan } from "@crucible/executor/machine";
import { Chance, seedOf } from "../arbitraries/chance.js";
import { changedIn, rerunOf } from "../model/reuse.js";
import type { ModelRow } from "../model/state.js";
import { planOf } from "../plans/plans.js";
import { ModelWalk, modelOf, type OpinionOf, type StagedSets } from "./model-walk.js";
import { nodeOf } from "./row-names.js";
import { launchByChance } from "./walk-world.js";

export interface WalkResult {
  readonly plan: Plan;
  readonly launch: Launch;
  readonly facts: readonly Fact[];
  readonly log: readonly Entry[];
  /** How often something struck: an interruption, a halt, a stop, the wall clock. */
  readonly faults: number;
  /** Of each attempt that found any. */
  readonly staged: readonly StagedSets[];
  /** Where the two differ, the rerun included; `undefined` when they agree. */
  readonly difference: string | undefined;
  /** The rerun of the finished walk, where there was one. */
  readonly rerun?: WalkResult;
  /** Whether a rerun was refused, because something that it would have reused was edited. */
  readonly rerunRefused?: true;
}

/** Walks a plan under a launch that the seed chooses. */
export function walkWithModel(
  plan: Plan,
  seed: number,
  opinionOf: OpinionOf = modelOf,
): WalkResult {
  const launch = launchByChance(seed);
  const walk = new ModelWalk({ plan, launch, seed, reused: [], opinionOf });
  const difference = walk.run();
  const { facts, log, faults, staged } = walk;
  const result = { plan, launch, facts, log, faults, staged, difference };
  const chance = new Chance(seedOf(seed, "rerun"));
  if (difference !== undefined || plan.lane !== "playbook" || !chance.oneIn(4)) return result;
  return { ...result, ...rerunOfWalk(result, walk.model.rows, { chance, seed, opinionOf }) };
}

interface Again {
  readonly chance: Chance;
  readonly seed: number;
  readonly opinionOf: OpinionOf;
}

/** Selects tasks, asks both what runs again, and walks that. */
function rerunOfWalk(
  parent: WalkResult,
  rows: ReadonlyMap<string, ModelRow>,
  { chance, seed, opinionOf }: Again,
): Partial<WalkResult> {
  const plan = editedByChance(parent.plan, chance);
  const main = plan.tasks.filter((task) => task.stage === "iteration").map(({ name }) => name);
  if (main.length === 0) return {};
  const selected = [chance.pick(main), ...(chance.oneIn(2) ? [chance.pick(main)] : [])];
  const log = parent.log;
  const planned = planRerun({ plan, parent: { run: "run", execution: "one" }, log, selected });
  const difference = differenceInSelection(planned, { plan, parent, rows, selected });
  if (difference !== undefined) return { difference: `rerun of ${selected}: ${difference}` };
  if (planned.kind === "refused") return { rerunRefused: true };
  const launch = launchByChance(seed, "rerun");
  const again = seedOf(seed, "again");
  const walk = new ModelWalk({ plan, launch, seed: again, reused: planned.reused, opinionOf });
  const found = walk.run();
  const { facts, faults, staged } = walk;
  const rerun = { plan, launch, facts, log: walk.log, faults, staged, difference: found };
  return { rerun, difference: found && `rerun of ${selected}: ${found}` };
}

function differenceInSelection(
  planned: RerunPlan,
  asked: {
    readonly plan: Plan;
    readonly parent: WalkResult;
    readonly rows: ReadonlyMap<string, ModelRow>;
    readonly selected: readonly string[];
  },
): string | undefined {
  const { plan, parent, rows, selected } = asked;
  const again = rerunOf(plan, rows, selected);
  const changed = changedIn(plan, parent.plan).filter((name) => !again.includes(name));
  if (planned.kind === "refused") {
    const why = planned.problems.map(({ message }) => message).join("; ");
    return changed.length === planned.problems.length
      ? undefined
      : `the machine refuses (${why}), the model finds ${changed.join(", ") || "nothing"} changed`;
  }
  if (changed.length > 0) return `the machine accepts it, the model finds ${changed} changed`;
  if (planned.rerun.join() !== again.join())
    return `the machine runs ${planned.rerun} again, the model ${again}`;
  const kept = new Set(plan.tasks.map(({ name }) => name).filter((name) => !again.includes(name)));
  const left = planned.reused.flatMap((entry) =>
    entry.kind === "task_result" ? [entry.task] : [],
  );
  const right = [...rows.keys()].filter((row) => {
    const task = plan.tasks.find(({ name }) => name === nodeOf(row));
    return task?.stage === "iteration" && kept.has(task.name);
  });
  return left.sort().join() === right.sort().join()
    ? undefined
    : `the machine reuses ${left}, the model ${right}`;
}

/** The plan as it was, with one task edited, or with one more. */
function editedByChance(plan: Plan, chance: Chance): Plan {
  const at = chance.below(plan.tasks.length);
  const task = plan.tasks[at] as Task;
  const bounded = task.kind === "command" || task.kind === "evaluate" || task.kind === "agent";
  if (!bounded || chance.oneIn(2)) return plan;
  const edited = { ...task, timeoutMs: (task.timeoutMs ?? 60_000) + 1_000 };
  const added = { ...edited, name: "added", emitsFiles: [] };
  const { session: _, revise: __, ...alone } = added;
  const tasks = chance.oneIn(3) ? [...plan.tasks, alone as Task] : plan.tasks.with(at, edited);
  return planOf(tasks, { lane: plan.lane });
}
