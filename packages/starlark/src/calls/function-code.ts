import type { Capture } from "../resolve/scope.js";
import type { Value } from "../values/value.js";
import type { Frame } from "./frame.js";
import type { Signature } from "./signature.js";
import type { Site } from "./site.js";

/** What all functions made by one `def` or `lambda` share. */
export interface FunctionCode {
  readonly name: string;
  readonly signature: Signature;
  /** Where the function is written. */
  readonly site: Site;
  /** How many arguments a call must give when all go by place and none may be left out; -1 for other functions. */
  readonly exactPlaces: number;
  readonly slotCount: number;
  /** The slots for `*rest` and `**rest`, or -1. */
  readonly restSlot: number;
  readonly namedRestSlot: number;
  /** Slots whose variables live in cells of this call. */
  readonly cellSlots: readonly number[];
  /** Which cells the function takes over, in the order of its `cells`. */
  readonly captures: readonly Capture[];
  /** Whether there is any slot of the two kinds above. */
  readonly usesCells: boolean;
  /** How many ticks a call takes. */
  readonly ticks: number;
  /** Whether `levels` and `body` are there: a body is compiled when it is called for the first time. */
  ready: boolean;
  /** How many levels of the running stack a call takes. */
  levels: number;
  /** Runs the body; undefined when it ended without `return`. */
  body: (frame: Frame) => Value | undefined;
  /** Compiles the body, unless that was done. */
  prepare(): void;
}
