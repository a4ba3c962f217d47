import { InternalError } from "@crucible/core/diagnostics";
import type { Capture, FunctionScope } from "../resolve/scope.js";
import type { Value } from "../values/value.js";
import type { Frame } from "./frame.js";
import type { Signature } from "./signature.js";
import type { Site } from "./site.js";

/** What compiling a body gives: how to run it, and the levels of the running stack that it takes. */
export interface CompiledBody {
  readonly run: (frame: Frame) => Value | undefined;
  readonly levels: number;
}

/** Levels of the running stack that a call takes beside its body. */
const CALL_LEVELS = 4;

/** What all functions made by one `def` or `lambda` share. */
export abstract class FunctionCode {
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
  ready = false;
  /** How many levels of the running stack a call takes. */
  levels = 0;
  /** Runs the body; undefined when it ended without `return`. */
  body: (frame: Frame) => Value | undefined = neverCompiled;

  constructor(signature: Signature, site: Site, scope: FunctionScope, ticks: number) {
    const { takesRest, takesNamedRest, placeCount } = signature;
    const ownSlots = signature.parameters.length;
    const simple = !takesRest && !takesNamedRest && placeCount === ownSlots;
    this.name = signature.functionName;
    this.signature = signature;
    this.site = site;
    this.exactPlaces = simple ? placeCount : -1;
    this.slotCount = scope.slotCount;
    this.restSlot = takesRest ? ownSlots : -1;
    this.namedRestSlot = takesNamedRest ? ownSlots + (takesRest ? 1 : 0) : -1;
    this.cellSlots = scope.cellSlots;
    this.captures = scope.captures;
    this.usesCells = scope.cellSlots.length + scope.captures.length > 0;
    this.ticks = ticks;
  }

  protected abstract compileBody(): CompiledBody;

  /** Compiles the body, unless that was done. */
  prepare(): void {
    if (this.ready) return;
    const { levels, run } = this.compileBody();
    this.levels = levels + CALL_LEVELS;
    this.body = run;
    this.ready = true;
  }
}

function neverCompiled(): never {
  throw new InternalError("a function ran before its body was compiled");
}
