/**
 * Finds one string in another in time that grows with their lengths, whatever they hold.
 *
 * The engine's own search compares a long needle again and again when text and needle repeat themselves, which turns a
 * single search among a few hundred thousand characters into minutes. Short needles go to the engine. For long ones the
 * engine finds where the needle may begin, and when that was in vain too often the search goes on by the table of
 * Knuth, Morris and Pratt, which never looks at a character of the text twice.
 */
import type { Budget } from "../budget/budget.js";

/** Needles up to this length cost the engine at most so many comparisons a character. */
const SHORT_LENGTH = 16;

/** Comparisons in vain, for each character passed, after which the engine is no longer asked. */
const PATIENCE = 8;

const TABLE_ELEMENT_BYTES = 4;

export class Matcher {
  private readonly needle: string;
  private readonly beginning: string;
  private readonly budget: Budget;
  private forwardTable: Int32Array | undefined = undefined;
  private backwardTable: Int32Array | undefined = undefined;

  /** `needle` is not empty. */
  constructor(needle: string, budget: Budget) {
    this.needle = needle;
    this.beginning = needle.slice(0, SHORT_LENGTH);
    this.budget = budget;
  }

  /** Pays for looking through a text once. */
  charge(text: string): void {
    this.budget.spendScan(this.needle.length === 1 ? text.length : 2 * text.length);
  }

  /** The first occurrence that begins at `from` or later, or -1. */
  next(text: string, from: number): number {
    const { needle, beginning } = this;
    if (needle.length <= SHORT_LENGTH) return text.indexOf(needle, from);
    let vain = 0;
    let at = text.indexOf(beginning, from);
    while (at >= 0 && vain <= PATIENCE * (at - from) + needle.length) {
      if (text.startsWith(needle, at)) return at;
      vain += needle.length;
      at = text.indexOf(beginning, at + 1);
    }
    return at < 0 ? -1 : this.nextByTable(text, at);
  }

  /** The last occurrence that ends at `end` or before, or -1. */
  previous(text: string, end: number): number {
    const { needle, beginning } = this;
    const latest = end - needle.length;
    if (latest < 0) return -1;
    if (needle.length <= SHORT_LENGTH) return text.lastIndexOf(needle, latest);
    let vain = 0;
    let at = text.lastIndexOf(beginning, latest);
    while (at >= 0 && vain <= PATIENCE * (latest - at) + needle.length) {
      if (text.startsWith(needle, at)) return at;
      vain += needle.length;
      at = at === 0 ? -1 : text.lastIndexOf(beginning, at - 1);
    }
    return at < 0 ? -1 : this.previousByTable(text, at + needle.length);
  }

  private nextByTable(text: string, from: number): number {
    const { needle } = this;
    this.forwardTable ??= this.makeTable((index) => needle.charCodeAt(index));
    const table = this.forwardTable;
    let matched = 0;
    for (let at = from; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      while (matched > 0 && needle.charCodeAt(matched) !== unit) matched = table[matched - 1] ?? 0;
      if (needle.charCodeAt(matched) === unit) matched++;
      if (matched === needle.length) return at - matched + 1;
    }
    return -1;
  }

  private previousByTable(text: string, end: number): number {
    const { needle } = this;
    const last = needle.length - 1;
    this.backwardTable ??= this.makeTable((index) => needle.charCodeAt(last - index));
    const table = this.backwardTable;
    let matched = 0;
    for (let at = end - 1; at >= 0; at--) {
      const unit = text.charCodeAt(at);
      while (matched > 0 && needle.charCodeAt(last - matched) !== unit) {
        matched = table[matched - 1] ?? 0;
      }
      if (needle.charCodeAt(last - matched) === unit) matched++;
      if (matched === needle.length) return at;
    }
    return -1;
  }

  /** For each length of a beginning of the needle, the longest shorter beginning that it ends in. */
  private makeTable(unitAt: (index: number) => number): Int32Array {
    const { length } = this.needle;
    this.budget.spendHeap(TABLE_ELEMENT_BYTES * length);
    const table = new Int32Array(length);
    let matched = 0;
    for (let index = 1; index < length; index++) {
      const unit = unitAt(index);
      while (matched > 0 && unitAt(matched) !== unit) matched = table[matched - 1] ?? 0;
      if (unitAt(matched) === unit) matched++;
      table[index] = matched;
    }
    return table;
  }
}
