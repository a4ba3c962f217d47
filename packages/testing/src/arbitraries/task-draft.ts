/**
 * The choices behind one task of a random plan. Every list of drafts makes a valid plan: what cannot stand in one is
 * dropped when the plan is made, so a plan shrinks by leaving drafts out or by making them plainer.
 */
import type { Join } from "@crucible/core";
import fc from "fast-check";
import type { Chance } from "./chance.js";

export interface TaskDraft {
  readonly kind: "command" | "agent" | "evaluate" | "route" | "top_k";
  /** Who answers it, where it is a route. */
  readonly decider: "output" | "model" | "human";
  /** Which earlier tasks of the same stage it depends on, counted back from it. */
  readonly links: readonly number[];
  readonly join: Join;
  readonly required: boolean;
  readonly isolated: boolean;
  readonly epilogue: boolean;
  /** Maps over the list of a dependency, where one has a list. */
  readonly maps: boolean;
  /** Runs under a condition, where a dependency is a route. */
  readonly conditional: boolean;
  /** How many of its dependencies are optional. */
  readonly optional: number;
  /** Sends so many dependencies back when it fails, where a loop may stand. */
  readonly reviews: number;
  readonly needsGpu: boolean;
  readonly limited: boolean;
  readonly threshold: "lower" | "higher" | null;
  /** Owes a file. */
  readonly files: boolean;
  /** Any number, for whatever else a kind of task has to choose. */
  readonly detail: number;
}

/** A plain command without dependencies: what every draft shrinks to. */
export const PLAINEST: TaskDraft = {
  kind: "command",
  decider: "output",
  links: [],
  join: "all",
  required: true,
  isolated: false,
  epilogue: false,
  maps: false,
  conditional: false,
  optional: 0,
  reviews: 0,
  needsGpu: false,
  limited: false,
  threshold: null,
  files: false,
  detail: 0,
};

const KINDS: readonly TaskDraft["kind"][] = [
  "command",
  "command",
  "command",
  "command",
  "agent",
  "agent",
  "agent",
  "evaluate",
  "route",
  "route",
  "top_k",
];
const DECIDERS: readonly TaskDraft["decider"][] = ["output", "output", "model", "human"];
const JOINS: readonly Join[] = ["all", "all", "passed", "settled"];
const LINKS_MAX = 3;
const DISTANCE_MAX = 6;

/** Drafts for fast-check, which shrinks them. */
export const taskDrafts: fc.Arbitrary<TaskDraft> = fc.record({
  kind: fc.constantFrom(...KINDS),
  decider: fc.constantFrom(...DECIDERS),
  links: fc.array(fc.nat(DISTANCE_MAX - 1), { maxLength: LINKS_MAX }),
  join: fc.constantFrom(...JOINS),
  required: fc.boolean(),
  isolated: fc.boolean(),
  epilogue: oneIn(6),
  maps: oneIn(3),
  conditional: fc.boolean(),
  optional: fc.nat(2),
  reviews: fc.constantFrom(0, 0, 0, 1, 2),
  needsGpu: oneIn(12),
  limited: fc.boolean(),
  threshold: fc.constantFrom(null, null, "lower", "higher"),
  files: oneIn(3),
  detail: fc.nat(11),
});

function oneIn(times: number): fc.Arbitrary<boolean> {
  return fc.nat(times - 1).map((value) => value === times - 1);
}

/** A draft by chance alone, many times faster. */
export function draftByChance(chance: Chance): TaskDraft {
  return {
    kind: chance.pick(KINDS),
    decider: chance.pick(DECIDERS),
    links: Array.from({ length: chance.below(LINKS_MAX + 1) }, () => chance.below(DISTANCE_MAX)),
    join: chance.pick(JOINS),
    required: chance.oneIn(4),
    isolated: chance.oneIn(2),
    epilogue: chance.oneIn(6),
    maps: chance.oneIn(3),
    conditional: chance.oneIn(2),
    optional: chance.below(3),
    reviews: chance.pick([0, 0, 0, 1, 2]),
    needsGpu: chance.oneIn(40),
    limited: chance.oneIn(2),
    threshold: chance.pick([null, null, "lower", "higher"]),
    files: chance.oneIn(3),
    detail: chance.below(12),
  };
}
