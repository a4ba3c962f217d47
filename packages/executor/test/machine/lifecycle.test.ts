/** The table of states is exactly what happens: every move that runs make is in it, and every edge in it is made. */
import type { Entry, Plan } from "@crucible/core";
import { describe, expect, it } from "vitest";
import {
  createMachine,
  RUN_EDGES,
  RUN_PHASES,
  TASK_EDGES,
  TASK_STATES,
} from "../../src/machine/index.js";
import { CANCELLED, fails, passes, transport } from "./support/outcomes.js";
import { ADVISORY, command, EPILOGUE, over, planOf } from "./support/plans.js";
import { launchOf, Walk } from "./support/walk.js";

interface Picture {
  readonly phase: string;
  readonly tasks: readonly {
    readonly name: string;
    readonly state: string;
    readonly fan: {
      readonly instances: readonly { readonly row: string; readonly state: string }[];
    } | null;
  }[];
}

/** `from > to` of tasks and items, and `from > to by entry` of the run, while a log is read. */
function movesOf(plan: Plan, log: readonly Entry[]): { tasks: Set<string>; run: Set<string> } {
  const machine = createMachine(plan, launchOf());
  const moves = { tasks: new Set<string>(), run: new Set<string>() };
  let before = pictureOf(machine.snapshot() as unknown as Picture);
  let phase: string = machine.phase;
  for (const entry of log) {
    machine.evolve(entry);
    const after = pictureOf(machine.snapshot() as unknown as Picture);
    for (const [row, state] of after) {
      const from = before.get(row);
      if (from !== undefined && from !== state) moves.tasks.add(`${from} > ${state}`);
    }
    if (machine.phase !== phase) moves.run.add(`${phase} > ${machine.phase} by ${entry.kind}`);
    before = after;
    phase = machine.phase;
  }
  return moves;
}

function pictureOf(picture: Picture): ReadonlyMap<string, string> {
  const tasks = picture.tasks.map((task) => [task.name, task.state] as const);
  const items = picture.tasks.flatMap((task) =>
    (task.fan?.instances ?? []).map((instance) => [instance.row, instance.state] as const),
  );
  return new Map([...tasks, ...items]);
}

function scenarios(): readonly Walk[] {
  const plan = planOf([
    command("s"),
    command("m", { ...over("s"), isolated: true }),
    command("author"),
    command("review", { after: ["author"], revise: { targets: ["author"], maxRounds: 2 } }),
    command("lazy", { ...ADVISORY, after: ["s"] }),
    command("e", EPILOGUE),
  ]);
  const through = Walk.through(plan, {
    s: [transport(), passes({ items: ["a", "b"] })],
    "review[round-1]": fails(),
    lazy: fails(),
  });
  const failing = Walk.through(plan, { s: fails() });
  const halted = Walk.start(plan);
  halted.decide({ kind: "halt_requested" });
  halted.end("s", CANCELLED);
  const resumed = halted.resume();
  resumed.finish({ s: passes({ items: [] }) });
  const late = Walk.start(planOf([command("a"), command("e", EPILOGUE)]));
  late.end("a");
  late.decide({ kind: "halt_requested" });
  late.end("e", CANCELLED);
  const lateResumed = late.resume().finish();
  const stopped = Walk.start(planOf([command("a")]));
  stopped.decide({ kind: "halt_requested" });
  stopped.end("a", CANCELLED);
  stopped.decide({ kind: "stop_requested", reason: "" });
  late.decide({ kind: "stop_requested", reason: "" });
  return [through, failing, resumed, late, lateResumed, stopped];
}

describe("the table of states", () => {
  const seen = scenarios().map((walk) => movesOf(walk.plan, walk.log));

  it("holds every move of a task and no other (EXEC-001 EXEC-010 RESUME-004)", () => {
    const made = new Set(seen.flatMap(({ tasks }) => [...tasks]));
    const table = TASK_EDGES.map(({ from, to }) => `${from} > ${to}`);
    expect([...made].sort()).toEqual([...table].sort());
  });

  it("holds every move of a run and no other (RUN-013 EPI-001 RESUME-018)", () => {
    const made = new Set(seen.flatMap(({ run }) => [...run]));
    const table = RUN_EDGES.map(({ from, to, entry }) => `${from} > ${to} by ${entry}`);
    expect([...made].sort()).toEqual([...table].sort());
  });

  it("speaks of known states, and reaches each of them", () => {
    const ofTasks = new Set(TASK_EDGES.flatMap(({ from, to }) => [from, to]));
    const ofRuns = new Set(RUN_EDGES.flatMap(({ from, to }) => [from, to]));
    expect([...ofTasks].sort()).toEqual([...TASK_STATES].sort());
    expect([...ofRuns].sort()).toEqual([...RUN_PHASES].sort());
    expect(TASK_EDGES.some(({ from }) => from === "settled")).toBe(false);
    expect(RUN_EDGES.some(({ from }) => from === "finished")).toBe(false);
  });
});
