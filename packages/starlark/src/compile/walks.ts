/**
 * The one loop behind `for` statements and comprehensions.
 *
 * A list, dict or set may not change while a walk is on, so it is locked and unlocked again on every way out. Ranges and
 * sequences are walked by index, without an iterator.
 */
import { type Budget, ticksOf } from "../budget/budget.js";
import type { Frame } from "../calls/frame.js";
import type { Site } from "../calls/site.js";
import type { Thread } from "../calls/thread.js";
import { iterateValue } from "../operations/iterate.js";
import type { Expression } from "../syntax/nodes.js";
import { StarlarkDict } from "../values/dict.js";
import { StarlarkList } from "../values/list.js";
import { Mutable } from "../values/mutable.js";
import type { OrderedTable } from "../values/ordered-table.js";
import { StarlarkRange } from "../values/range.js";
import { StarlarkTuple } from "../values/tuple.js";
import type { Value } from "../values/value.js";
import type { Context } from "./context.js";
import { BREAK, CONTINUE, type Completion } from "./evaluator.js";

/** One turn; `state` is handed through. */
export type Turn<State> = (frame: Frame, value: Value, state: State) => Completion;

/** Walks over a value; gives what a turn returned from the function, if one did. */
export type Walk<State> = (frame: Frame, value: Value, state: State) => Completion;

/** `tokens` is the size of what is repeated. */
export function compileWalk<State>(
  iterable: Expression,
  tokens: number,
  context: Context,
  turn: Turn<State>,
): Walk<State> {
  return walkOf(new Walker(context.site(iterable), context.thread, tokens, turn));
}

function walkOf<State>(walker: Walker<State>): Walk<State> {
  return (frame, value, state) => {
    if (value instanceof StarlarkRange) return walker.range(frame, value, state);
    if (value instanceof StarlarkTuple) return walker.items(frame, value.items, state);
    if (value instanceof Mutable) return walker.mutable(frame, value, state);
    return walker.elements(frame, value, state);
  };
}

class Walker<State> {
  private readonly site: Site;
  private readonly thread: Thread;
  private readonly budget: Budget;
  private readonly turn: Turn<State>;
  /** What one turn costs. */
  private readonly ticks: number;

  constructor(site: Site, thread: Thread, tokens: number, turn: Turn<State>) {
    this.ticks = ticksOf(tokens);
    this.site = site;
    this.thread = thread;
    this.budget = thread.budget;
    this.turn = turn;
  }

  range(frame: Frame, range: StarlarkRange, state: State): Completion {
    const { turn, budget, ticks } = this;
    const { start, step, length } = range;
    const ticksMax = budget.limits.ticks;
    let value = start;
    for (let index = 0; index < length; index++) {
      budget.ticksUsed += ticks;
      if (budget.ticksUsed > ticksMax) throw this.exhausted();
      const completion = turn(frame, value, state);
      if (completion !== undefined && completion !== CONTINUE) return ended(completion);
      value += step;
    }
    return undefined;
  }

  items(frame: Frame, items: readonly Value[], state: State): Completion {
    const { turn, budget, ticks } = this;
    const ticksMax = budget.limits.ticks;
    for (let index = 0; index < items.length; index++) {
      budget.ticksUsed += ticks;
      if (budget.ticksUsed > ticksMax) throw this.exhausted();
      const completion = turn(frame, items[index] as Value, state);
      if (completion !== undefined && completion !== CONTINUE) return ended(completion);
    }
    return undefined;
  }

  mutable(frame: Frame, container: Mutable, state: State): Completion {
    container.lock();
    try {
      if (container instanceof StarlarkList) return this.items(frame, container.items, state);
      if (container instanceof StarlarkDict) return this.keys(frame, container, state);
      return this.elements(frame, container as unknown as Value, state);
    } finally {
      container.unlock();
    }
  }

  private keys(frame: Frame, { table }: StarlarkDict, state: State): Completion {
    const { turn, budget, ticks } = this;
    const ticksMax = budget.limits.ticks;
    for (let place = this.next(table, 0); place >= 0; place = this.next(table, place + 1)) {
      budget.ticksUsed += ticks;
      if (budget.ticksUsed > ticksMax) throw this.exhausted();
      const completion = turn(frame, table.at(place).key, state);
      if (completion !== undefined && completion !== CONTINUE) return ended(completion);
    }
    return undefined;
  }

  /** The next entry of a table; passing gaps may exhaust the budget. */
  private next(table: OrderedTable<unknown>, from: number): number {
    try {
      return table.nextPlace(from, this.budget);
    } catch (error) {
      throw this.thread.locate(error, this.site);
    }
  }

  elements(frame: Frame, value: Value, state: State): Completion {
    const { turn, budget, ticks } = this;
    const ticksMax = budget.limits.ticks;
    const iterator = this.iterator(value);
    for (let next = this.advance(iterator); !next.done; next = this.advance(iterator)) {
      budget.ticksUsed += ticks;
      if (budget.ticksUsed > ticksMax) throw this.exhausted();
      const completion = turn(frame, next.value, state);
      if (completion !== undefined && completion !== CONTINUE) return ended(completion);
    }
    return undefined;
  }

  private iterator(value: Value): Iterator<Value> {
    try {
      return iterateValue(value, this.budget)[Symbol.iterator]();
    } catch (error) {
      throw this.thread.locate(error, this.site);
    }
  }

  /** A host's iterator may refuse at any element. */
  private advance(iterator: Iterator<Value>): IteratorResult<Value> {
    try {
      return iterator.next();
    } catch (error) {
      throw this.thread.locate(error, this.site);
    }
  }

  private exhausted(): Error {
    return this.thread.located(this.budget.ticksExceeded(), this.site);
  }
}

/** What the loop's end means outside it: `break` is spent, a value goes on out. */
function ended(completion: Completion): Completion {
  return completion === BREAK ? undefined : completion;
}
