import type { Budget } from "../budget/budget.js";
import { Fault } from "../errors/fault.js";
import type { StarlarkError } from "../errors/starlark-error.js";
import { Callable, type NamedValues, NO_NAMED } from "../values/callable.js";
import { HostValue } from "../values/host-value.js";
import { typeName } from "../values/type-name.js";
import type { Value } from "../values/value.js";
import type { FunctionCode } from "./function-code.js";
import { locate } from "./locate.js";
import type { Site } from "./site.js";

/** Stack levels of a call that a built-in or the host makes: sorting and its kin stand between the two functions. */
const CALLBACK_LEVELS = 12;

/** Where the stack counts as deep. Up to here there is room for compiling whatever a source may hold. */
const SHALLOW_LEVELS = 400;

/**
 * The calls that run under one budget, across all modules that share it.
 *
 * A running call stands in `sites`; nothing takes it down when an error passes, because only the host can catch one, and
 * every way in from the host (`enter`) puts the stack back as it was.
 */
export class Thread {
  readonly budget: Budget;
  /** Where each running call was made, outermost first; only the first `depth` are meant. */
  readonly sites: Site[] = [];
  depth = 0;
  /** Levels of the stack that calls may take without asking `deepen`. */
  levelsAdmitted: number;
  /** Functions whose bodies are not compiled yet; `undefined` once bodies are compiled with their functions. */
  private waiting: FunctionCode[] | undefined = [];
  /** The operation that a built-in or the host is serving now. */
  site: Site | undefined;

  constructor(budget: Budget) {
    this.budget = budget;
    this.levelsAdmitted = Math.min(SHALLOW_LEVELS, budget.limits.stackLevels);
  }

  /** Takes note of a function; its body is compiled when it is called, or now when calls are deep already. */
  register(code: FunctionCode): void {
    if (this.waiting === undefined) code.prepare();
    else this.waiting.push(code);
  }

  /**
   * Called before the running stack gets deep: compiling takes stack of its own, so from here on nothing may be left to
   * compile. Refuses the call when the stack has no room for it.
   */
  deepen(site: Site): void {
    const { budget } = this;
    if (budget.stackLevelsUsed > budget.limits.stackLevels) {
      throw this.located(budget.stackExceeded(), site);
    }
    this.compileWaiting();
  }

  /** Compiles every body that waits, and those that they hold. */
  compileWaiting(): void {
    const { waiting } = this;
    this.waiting = undefined;
    this.levelsAdmitted = this.budget.limits.stackLevels;
    for (const code of waiting ?? []) code.prepare();
  }

  /** Gives a refusal its place; an error that has one passes through, and so does a bug. */
  locate(error: unknown, site: Site): unknown {
    return error instanceof Fault ? this.located(error, site) : error;
  }

  located(fault: Fault, site: Site): StarlarkError {
    return locate(fault, site, this.sites.slice(0, this.depth));
  }

  /** Runs `work` and leaves the stack as it found it, whatever happens. */
  enter<Result>(work: () => Result): Result {
    const { depth, site } = this;
    const levels = this.budget.stackLevelsUsed;
    try {
      return work();
    } finally {
      this.restore(depth, site, levels);
    }
  }

  private restore(depth: number, site: Site | undefined, levels: number): void {
    this.depth = depth;
    this.site = site;
    this.budget.stackLevelsUsed = levels;
  }

  /** Calls a value from a built-in or from the host; its errors point at the operation being served. */
  call(callee: Value, positional: Value[], named: NamedValues = NO_NAMED): Value {
    const { budget, depth, site } = this;
    const levels = budget.stackLevelsUsed;
    // As in `enter`, without a function for each call: sorting makes very many.
    try {
      this.site = site?.forCallback();
      budget.stackLevelsUsed += CALLBACK_LEVELS;
      if (budget.stackLevelsUsed > budget.limits.stackLevels) throw budget.stackExceeded();
      return callValue(callee, this, positional, named);
    } finally {
      this.restore(depth, site, levels);
    }
  }
}

/** Calls any value, or refuses one that is no function. */
export function callValue(
  callee: Value,
  thread: Thread,
  positional: Value[],
  named: NamedValues,
): Value {
  if (callee instanceof Callable) return callee.call(thread, positional, named);
  const own = callee instanceof HostValue ? callee.mismatch("a function") : undefined;
  throw new Fault(own ?? `${typeName(callee)} is not callable`, { code: "not-callable" });
}

const threads = new WeakMap<Budget, Thread>();

/** The one thread of a budget. */
export function threadOf(budget: Budget): Thread {
  const known = threads.get(budget);
  if (known !== undefined) return known;
  const made = new Thread(budget);
  threads.set(budget, made);
  return made;
}
