/**
 * Every bound of the language, by name.
 *
 * A source may come from anyone, so each way to make the engine work, hold memory or recurse has a number here. The
 * bounds belong to the language and not to the machine: the same source passes or fails everywhere alike, which is why
 * none of them is a time. An error that a bound causes names it as it is spelled here.
 */

/** The bounds of one evaluation. All are inclusive: a value equal to its bound is allowed. */
export interface Limits {
  /** Bytes of UTF-8 in one source. */
  readonly sourceBytes: number;
  /** Brackets, prefix operators, conditionals and lambdas that are open around one place of an expression. */
  readonly nestingDepth: number;
  /** Indented blocks around one statement. */
  readonly blockDepth: number;
  /** Levels of one expression's tree; a chain such as `a + b + c` is as deep as it is long. */
  readonly expressionDepth: number;
  /**
   * One per call, loop turn and comprehension turn, and one more for every 32 tokens of what is called or repeated; one
   * per element or 64 characters that a built-in visits, four per element that is printed.
   */
  readonly ticks: number;
  /** Bytes charged for the values an evaluation makes; nothing is given back when a value is dropped. */
  readonly heapBytes: number;
  /** UTF-16 units of one string. */
  readonly stringLength: number;
  /** Elements of one list, tuple, dict or set. */
  readonly containerLength: number;
  /** Bits of one integer, without its sign. */
  readonly integerBits: number;
  /** Levels of running calls: each call counts the depth of its function's statements and expressions. */
  readonly stackLevels: number;
  /** Containers inside containers that printing, comparing, ordering and hashing will follow. */
  readonly valueDepth: number;
}

/** The name of a bound, as options and errors spell it. */
export type LimitName = keyof Limits;

/** The bounds that hold when nobody says otherwise. */
export const DEFAULT_LIMITS: Limits = Object.freeze({
  sourceBytes: 262_144,
  nestingDepth: 128,
  blockDepth: 64,
  expressionDepth: 1_000,
  ticks: 10_000_000,
  heapBytes: 134_217_728,
  stringLength: 16_777_216,
  containerLength: 1_000_000,
  integerBits: 4_096,
  stackLevels: 2_500,
  valueDepth: 128,
});

/** The language's bounds with the given ones in their place; see {@link resolveBounds}. */
export function resolveLimits(overrides: Partial<Limits> = {}): Limits {
  return resolveBounds(DEFAULT_LIMITS, overrides);
}

/** Defaults with the given bounds in their place; throws TypeError on one that is not a safe, non-negative integer. */
export function resolveBounds<Bounds extends Readonly<Record<keyof Bounds, number>>>(
  defaults: Bounds,
  overrides: Partial<Bounds>,
): Bounds {
  const bounds = { ...defaults };
  for (const name of Object.keys(defaults) as (keyof Bounds & string)[]) {
    const value = overrides[name];
    if (value === undefined) continue;
    if (!Number.isSafeInteger(value) || value < 0) {
      throw new TypeError(`the bound ${name} must be a non-negative integer, got ${String(value)}`);
    }
    bounds[name] = value;
  }
  return Object.freeze(bounds);
}

/** The diagnostic code of an error that the bound caused: `bound-` and the bound's name in kebab case. */
export function boundCode(name: LimitName): string {
  return `bound-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** What follows every message about a bound, so that a reader knows which option to turn. */
export function boundClause(name: LimitName, maximum: number): string {
  return `maximum is ${maximum} (bound \`${name}\`)`;
}
