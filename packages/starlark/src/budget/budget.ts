import { Fault } from "../errors/fault.js";
import { boundClause, boundCode, type LimitName, type Limits, resolveLimits } from "./limits.js";

/** Charged for any value that has a body of its own, before its elements. */
const OBJECT_BYTES = 32;

/** Charged for each reference a container holds. */
const ELEMENT_BYTES = 8;

/** Characters a built-in may scan for one tick. */
const CHARACTERS_PER_TICK = 64;

/** Tokens of a body that run for one tick. */
const TOKENS_PER_TICK = 32;

/** The ticks of one call of a function, or of one turn of a loop, that is written with so many tokens. */
export function ticksOf(tokens: number): number {
  return 1 + Math.floor(tokens / TOKENS_PER_TICK);
}

/**
 * What an evaluation may use and has used; one object for a root source and everything it loads.
 *
 * Every operation charges before it works, so a refused operation has cost nothing but the refusal. Charges are never
 * given back, and an exhausted budget refuses everything that follows, so an error it raised cannot be worked around.
 * The fields are read in the evaluator's hottest loops; only the methods and the evaluator may change them.
 */
export class Budget {
  readonly limits: Limits;
  /** Ticks used so far. */
  ticksUsed = 0;
  /** Bytes charged so far. */
  heapBytesUsed = 0;
  /** Levels of the calls running now. */
  stackLevelsUsed = 0;

  constructor(limits: Partial<Limits> = {}) {
    this.limits = resolveLimits(limits);
  }

  /** Charges for `count` visits. */
  spendTicks(count: number): void {
    this.ticksUsed += count;
    if (this.ticksUsed > this.limits.ticks) throw this.ticksExceeded();
  }

  /** Charges for reading `length` characters; short texts ride with the operation's own tick. */
  spendScan(length: number): void {
    if (length >= CHARACTERS_PER_TICK) this.spendTicks(Math.floor(length / CHARACTERS_PER_TICK));
  }

  /** Charges `bytes` of memory. */
  spendHeap(bytes: number): void {
    this.heapBytesUsed += bytes;
    if (this.heapBytesUsed > this.limits.heapBytes) {
      throw exceeded("heapBytes", "the values made so far are too large together", this.limits);
    }
  }

  /** Admits a string of `length` UTF-16 units that is about to be made. */
  spendString(length: number): void {
    this.admitString(length);
    this.spendHeap(OBJECT_BYTES + length);
    this.spendScan(length);
  }

  /** Refuses a string of more units than one may have. */
  admitString(length: number): void {
    if (length > this.limits.stringLength) {
      throw exceeded("stringLength", `the string would be ${length} characters long`, this.limits);
    }
  }

  /** Admits a container of `length` elements that is about to be made, and the visits to fill it. */
  spendContainer(length: number): void {
    this.admitLength(length);
    this.spendHeap(OBJECT_BYTES + ELEMENT_BYTES * length);
    this.spendTicks(length);
  }

  /** Admits a container of `length` elements that are written out, so that the work of filling it is paid for. */
  spendLiteral(length: number): void {
    this.admitLength(length);
    this.spendHeap(OBJECT_BYTES + ELEMENT_BYTES * length);
  }

  /** Admits one container growing to `length` elements, `added` of them new. */
  spendGrowth(length: number, added: number): void {
    this.admitLength(length);
    this.spendHeap(ELEMENT_BYTES * added);
  }

  /** Refuses a container of more elements than one may hold. */
  admitLength(length: number): void {
    if (length > this.limits.containerLength) {
      throw exceeded("containerLength", `the value would hold ${length} elements`, this.limits);
    }
  }

  /** Admits an integer of `bits` bits that is about to be made. */
  spendInteger(bits: number): void {
    if (bits > this.limits.integerBits) {
      throw exceeded("integerBits", `the integer would need ${bits} bits`, this.limits);
    }
    this.spendHeap(OBJECT_BYTES + Math.ceil(bits / 8));
  }

  /** Refuses to follow containers deeper than `valueDepth`. */
  admitDepth(depth: number): void {
    if (depth > this.limits.valueDepth) {
      throw exceeded("valueDepth", "maximum recursion: the value nests too deep", this.limits);
    }
  }

  ticksExceeded(): Fault {
    return exceeded("ticks", "evaluation takes too many steps", this.limits);
  }

  stackExceeded(): Fault {
    return exceeded(
      "stackLevels",
      "Starlark stack overflow: calls and expressions nest too deep",
      this.limits,
    );
  }
}

function exceeded(name: LimitName, what: string, limits: Limits): Fault {
  return new Fault(`${what}; ${boundClause(name, limits[name])}`, { code: boundCode(name) });
}
