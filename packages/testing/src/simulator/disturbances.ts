/** What goes wrong in a simulation, and when. */
import { StoreLost } from "@crucible/core";
import type { Chance } from "../arbitraries/chance.js";

export type Disturbance =
  /** The process dies on reaching an operation for the nth time; of what was not durable, so many lines are left. */
  | {
      readonly kind: "crash";
      readonly operation: string;
      readonly call: number;
      readonly kept: number;
    }
  /** An operation of the workspace or the desk fails once. */
  | { readonly kind: "port_fails"; readonly operation: string; readonly call: number }
  /** The store cannot be written; the engine gives up and the run is resumed. */
  | { readonly kind: "store_lost"; readonly operation: string; readonly call: number }
  /** The operator halts the run after so long, and resumes it. */
  | { readonly kind: "halt"; readonly afterMs: number }
  /** The operator stops the run for good. */
  | { readonly kind: "stop"; readonly afterMs: number }
  /** The host's wall clock is set. */
  | { readonly kind: "clock_set"; readonly byMs: number };

/** An append that took effect is the instant that everything after it hangs on, so most crashes fall on one. */
const CRASHES = [
  ...Array<string>(14).fill("store.append done"),
  "store.append",
  "store.append",
  "store.flush",
  "store.flush done",
  "blobs.put",
  "blobs.put done",
  "store.putPrivate",
  "workspace.fork",
  "workspace.stage",
  "workspace.fingerprint",
  "workspace.capture",
  "workspace.commit",
  "workspace.settle",
  "world.open",
  "desk.open",
  "desk.wait",
  "store.create",
  "store.claim",
];
const FAILURES = [
  "workspace.fork",
  "workspace.stage",
  "workspace.fingerprint",
  "workspace.capture",
  "workspace.commit",
  "desk.open",
];
const DISTURBED_MAX = 4;

/** Disturbances for one run after another of the same execution; none at all in a quarter of the runs. */
export function disturbancesByChance(chance: Chance): readonly Disturbance[] {
  if (chance.oneIn(6)) return [];
  const count = chance.between(1, DISTURBED_MAX);
  return Array.from({ length: count }, () => disturbanceByChance(chance));
}

function disturbanceByChance(chance: Chance): Disturbance {
  const call = chance.between(1, 3);
  switch (chance.below(12)) {
    case 0:
    case 1:
      return { kind: "port_fails", operation: chance.pick(FAILURES), call };
    case 2:
      return { kind: "store_lost", operation: chance.pick(["store.append", "store.flush"]), call };
    case 3:
    case 4:
      return { kind: "halt", afterMs: chance.below(30_000) };
    case 5:
      return { kind: "stop", afterMs: chance.below(60_000) };
    case 6:
      return { kind: "clock_set", byMs: chance.between(-3_600_000, 3_600_000) };
    default:
      return {
        kind: "crash",
        operation: chance.pick(CRASHES),
        call,
        kept: chance.pick([0, 1, 2, 1_000]),
      };
  }
}

/** The error of a store that is gone. */
export function storeLost(): StoreLost {
  return new StoreLost("the disk is full");
}
