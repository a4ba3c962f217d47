/** Repeatable chance: a small generator of numbers from one seed. It is fair enough for tests and for nothing else. */
import { invariant } from "@crucible/core";

export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
  }

  /** A whole number from 0 up to, and without, the bound. */
  below(bound: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let value = this.#state;
    value = Math.imul(value ^ (value >>> 15), value | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) % bound;
  }

  /** A whole number between two bounds, both included. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  /** True once in so many times. */
  oneIn(times: number): boolean {
    return this.below(times) === 0;
  }

  /** One of the values. */
  pick<T>(values: readonly T[]): T {
    invariant(values.length > 0, "chance has nothing to pick from");
    return values[this.below(values.length)] as T;
  }
}

/** A number that depends on a seed and a text alone, for choices that must not depend on the order in which they are made. */
export function seedOf(seed: number, text: string): number {
  let value = Math.imul(2166136261 ^ seed, 16777619);
  for (let at = 0; at < text.length; at++) {
    value = Math.imul(value ^ text.charCodeAt(at), 16777619);
  }
  return (value ^ (value >>> 15)) >>> 0;
}
