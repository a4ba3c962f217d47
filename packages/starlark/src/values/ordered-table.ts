/**
 * A hash table that keeps the order of insertion, for dicts and sets.
 *
 * Entries lie in an array in their order; a Map from keys to places finds them. A removed entry leaves a gap. Gaps at the
 * front are never looked at again, there are never many more gaps than entries, and a walk pays a tick for each gap it
 * passes: the engine's own Map skips removed entries one by one at every start of a walk, so that emptying one from the
 * front would take time that grows with the square of its size.
 */
import type { Budget } from "../budget/budget.js";
import type { DictKey } from "./key.js";

/** Gaps that are left alone however few entries there are. */
const GAPS_FREE = 32;

export class OrderedTable<Entry> {
  private readonly places: Map<DictKey, number> = new Map();
  private keys: DictKey[] = [];
  private entries: (Entry | undefined)[] = [];
  /** Everything before this place is a gap. */
  private front = 0;

  get size(): number {
    return this.places.size;
  }

  has(key: DictKey): boolean {
    return this.places.has(key);
  }

  find(key: DictKey): Entry | undefined {
    const place = this.places.get(key);
    return place === undefined ? undefined : this.entries[place];
  }

  /** Adds an entry under a key that has none. */
  add(key: DictKey, entry: Entry): void {
    this.places.set(key, this.entries.length);
    this.keys.push(key);
    this.entries.push(entry);
  }

  /** Takes out the entry of a key; nobody may be walking over the table. */
  remove(key: DictKey): Entry | undefined {
    const place = this.places.get(key);
    if (place === undefined) return undefined;
    const entry = this.entries[place];
    this.places.delete(key);
    this.entries[place] = undefined;
    while (this.front < this.entries.length && this.entries[this.front] === undefined) this.front++;
    if (this.entries.length - this.size > this.size + GAPS_FREE) this.closeGaps();
    return entry;
  }

  clear(): void {
    this.places.clear();
    this.keys = [];
    this.entries = [];
    this.front = 0;
  }

  /** The place of the first entry at `from` or later, or -1; pays for the gaps before it. */
  nextPlace(from: number, budget: Budget): number {
    const start = Math.max(from, this.front);
    let place = start;
    while (place < this.entries.length && this.entries[place] === undefined) place++;
    if (place > start) budget.spendTicks(place - start);
    return place < this.entries.length ? place : -1;
  }

  /** The entry at a place that `nextPlace` gave. */
  at(place: number): Entry {
    return this.entries[place] as Entry;
  }

  /** The key at a place that `nextPlace` gave. */
  keyAt(place: number): DictKey {
    return this.keys[place] as DictKey;
  }

  /** The entries in order, one after another as they are asked for. */
  *walk(budget: Budget): Generator<Entry> {
    for (
      let place = this.nextPlace(0, budget);
      place >= 0;
      place = this.nextPlace(place + 1, budget)
    ) {
      yield this.at(place);
    }
  }

  /** All entries in order. */
  all(): Entry[] {
    return this.entries.filter((entry) => entry !== undefined);
  }

  private closeGaps(): void {
    const keys: DictKey[] = [];
    const entries: Entry[] = [];
    for (let place = this.front; place < this.entries.length; place++) {
      const entry = this.entries[place];
      if (entry === undefined) continue;
      const key = this.keyAt(place);
      this.places.set(key, entries.length);
      keys.push(key);
      entries.push(entry);
    }
    this.keys = keys;
    this.entries = entries;
    this.front = 0;
  }
}
