import { bindArguments, type Leftover } from "../calls/bind.js";
import { type Frame, frameOf } from "../calls/frame.js";
import type { FunctionCode } from "../calls/function-code.js";
import type { Site } from "../calls/site.js";
import type { Thread } from "../calls/thread.js";
import type { Capture } from "../resolve/scope.js";
import { Callable, type NamedValues } from "./callable.js";
import { Cell } from "./cell.js";
import { StarlarkDict } from "./dict.js";
import { EMPTY_TUPLE, StarlarkTuple } from "./tuple.js";
import type { Value } from "./value.js";

/** A function that a source defines. */
export class StarlarkFunction extends Callable {
  override readonly typeName = "function";
  readonly code: FunctionCode;
  /** By parameter; undefined where the parameter must be given. */
  readonly defaults: readonly (Value | undefined)[];
  /** The outer variables it uses. */
  readonly cells: readonly Cell[];

  constructor(
    code: FunctionCode,
    defaults: readonly (Value | undefined)[],
    cells: readonly Cell[],
  ) {
    super();
    this.code = code;
    this.defaults = defaults;
    this.cells = cells;
  }

  override get name(): string {
    return this.code.name;
  }

  override describe(): string {
    return `<function ${this.code.name}>`;
  }

  /** Everything the function keeps alive. */
  references(): Value[] {
    const values: Value[] = [];
    for (const value of this.defaults) if (value !== undefined) values.push(value);
    for (const { value } of this.cells) if (value !== undefined) values.push(value);
    return values;
  }

  override call(thread: Thread, positional: Value[], named: NamedValues): Value {
    const frame = this.bind(thread, positional, named);
    return runFunction(this, frame, thread.site ?? this.code.site, thread);
  }

  /** The frame of a call with the given arguments. */
  bind(thread: Thread, positional: readonly Value[], named: NamedValues): Frame {
    const { code, defaults } = this;
    const frame = frameOf(code.slotCount);
    const leftover = bindArguments(code.signature, positional, named, frame as Value[]);
    for (let index = 0; index < defaults.length; index++) {
      if (frame[index] === undefined) frame[index] = defaults[index];
    }
    this.bindRest(thread, frame, leftover);
    return frame;
  }

  private bindRest(thread: Thread, frame: Frame, { rest, named }: Leftover): void {
    const { restSlot, namedRestSlot } = this.code;
    const { budget } = thread;
    if (restSlot >= 0) {
      budget.spendContainer(rest.length);
      frame[restSlot] = rest.length === 0 ? EMPTY_TUPLE : new StarlarkTuple(rest);
    }
    if (namedRestSlot < 0) return;
    const dict = new StarlarkDict();
    for (let index = 0; index < named.names.length; index++) {
      dict.put(named.names[index] as string, named.values[index] as Value, budget);
    }
    frame[namedRestSlot] = dict;
  }
}

/**
 * Runs a function on a frame that holds its arguments. `site` is where it was called; the bounds on steps and on the
 * running stack are charged here, for every call there is.
 */
export function runFunction(
  target: StarlarkFunction,
  frame: Frame,
  site: Site,
  thread: Thread,
): Value {
  const { code } = target;
  const { budget } = thread;
  if (!code.ready) code.prepare();
  if (code.usesCells) placeCells(target, frame);
  budget.ticksUsed += code.ticks;
  if (budget.ticksUsed > budget.limits.ticks) {
    throw thread.located(budget.ticksExceeded(), site);
  }
  const levels = budget.stackLevelsUsed;
  budget.stackLevelsUsed = levels + code.levels;
  if (budget.stackLevelsUsed > thread.levelsAdmitted) thread.deepen(site);
  thread.sites[thread.depth++] = site;
  const result = code.body(frame);
  thread.depth--;
  budget.stackLevelsUsed = levels;
  return result === undefined ? null : result;
}

function placeCells(target: StarlarkFunction, frame: Frame): void {
  const { cellSlots, captures } = target.code;
  for (let index = 0; index < cellSlots.length; index++) {
    const slot = cellSlots[index] as number;
    frame[slot] = new Cell(frame[slot] as Value | undefined);
  }
  for (let index = 0; index < captures.length; index++) {
    frame[(captures[index] as Capture).to] = target.cells[index];
  }
}
