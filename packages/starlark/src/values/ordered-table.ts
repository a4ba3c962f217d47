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

/** Places that are searched one by one before a Map is worth its making. */
const SEARCHED_MAX = 8;

export class OrderedTable<Entry> {
  /** Finds keys once there are more than a few; most tables never have one. */
  private places: Map<DictKey, number> | undefined = undefined;
  private keys: DictKey[] = [];
  private entries: (Entry | undefined)[] = [];
  /** Everything before this place is a gap. */
  private front = 0;

  /** How many entries there are. */
  size = 0;

  has(key: DictKey): boolean {
    return this.placeOf(key) >= 0;
  }

  find(key: DictKey): Entry | undefined {
    const place = this.placeOf(key);
    return place < 0 ? undefined : this.entries[place];
  }

  /** Where the entry of a key lies, or -1. */
  private placeOf(key: DictKey): number {
    const { places, keys } = this;
    if (places !== undefined) return places.get(key) ?? -1;
    for (let place = 0; place < keys.length; place++) {
      if (keys[place] === key && this.entries[place] !== undefined) return place;
    }
    return -1;
  }

  /** Adds an entry under a key that has none. */
  add(key: DictKey, entry: Entry): void {
    this.places?.set(key, this.entries.length);
    this.keys.push(key);
    this.entries.push(entry);
    this.size++;
    if (this.places === undefined && this.keys.length > SEARCHED_MAX) this.places = this.findAll();
  }

  private findAll(): Map<DictKey, number> {
    const places = new Map<DictKey, number>();
    for (const [place, entry] of this.entries.entries()) {
      if (entry !== undefined) places.set(this.keyAt(place), place);
    }
    return places;
  }

  /** Takes out the entry of a key; nobody may be walking over the table. */
  remove(key: DictKey): Entry | undefined {
    const place = this.placeOf(key);
    if (place < 0) return undefined;
    const entry = this.entries[place];
    this.places?.delete(key);
    this.entries[place] = undefined;
    this.size--;
    while (this.front < this.entries.length && this.entries[this.front] === undefined) this.front++;
    if (this.entries.length - this.size > this.size + GAPS_FREE) this.closeGaps();
    return entry;
  }

  clear(): void {
    this.places = undefined;
    this.size = 0;
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
      this.places?.set(key, entries.length);
      keys.push(key);
      entries.push(entry);
    }
    this.keys = keys;
    this.entries = entries;
    this.front = 0;
  }
}
