/**
 * A hash table that keeps the order of insertion, for dicts and sets.
 *
 * Entries lie in an array in their order, each behind its key; a Map from keys to places finds them. A removed entry
 * leaves a gap. Gaps at the front are never looked at again, there are never many more gaps than entries, and a walk pays
 * a tick for each gap it passes: the engine's own Map skips removed entries one by one at every start of a walk, so that
 * emptying one from the front would take time that grows with the square of its size.
 *
 * Most tables are small and there are very many of them, so a small one takes no more room than it has entries.
 */
import type { Budget } from "../budget/budget.js";
import type { DictKey } from "./key.js";

/** Gaps that are left alone however few entries there are. */
const GAPS_FREE = 32;

/** Places that are searched one by one before a Map is worth its making. */
const SEARCHED_MAX = 8;

/** Keys at even indexes, each with its entry behind it; the entry of a gap is undefined. */
type Slots<Entry> = (DictKey | Entry | undefined)[];

export class OrderedTable<Entry> {
  /** Finds keys once there are more than a few; most tables never have one. */
  private places: Map<DictKey, number> | undefined = undefined;
  /** Room for the places in use and perhaps more; beyond the small sizes there is no room to spare. */
  private slots: Slots<Entry> = [undefined, undefined, undefined, undefined];
  /** How many places are in use, gaps included. */
  private used = 0;
  /** Everything before this place is a gap. */
  private front = 0;

  /** How many entries there are. */
  size = 0;

  has(key: DictKey): boolean {
    return this.placeOf(key) >= 0;
  }

  find(key: DictKey): Entry | undefined {
    const place = this.placeOf(key);
    return place < 0 ? undefined : this.at(place);
  }

  /** Where the entry of a key lies, or -1. */
  private placeOf(key: DictKey): number {
    const { places, slots, used } = this;
    if (places !== undefined) return places.get(key) ?? -1;
    for (let place = 0; place < used; place++) {
      if (slots[2 * place] === key && slots[2 * place + 1] !== undefined) return place;
    }
    return -1;
  }

  /** Adds an entry under a key that has none. */
  add(key: DictKey, entry: Entry): void {
    const place = this.used++;
    this.size++;
    this.places?.set(key, place);
    if (this.slots.length < 2 * this.used) this.slots = withRoom(this.slots);
    this.slots[2 * place] = key;
    this.slots[2 * place + 1] = entry;
    if (this.places === undefined && this.used > SEARCHED_MAX) this.places = this.findAll();
  }

  private findAll(): Map<DictKey, number> {
    const places = new Map<DictKey, number>();
    for (let place = 0; place < this.used; place++) {
      if (this.holds(place)) places.set(this.keyAt(place), place);
    }
    return places;
  }

  /** Takes out the entry of a key; nobody may be walking over the table. */
  remove(key: DictKey): Entry | undefined {
    const place = this.placeOf(key);
    if (place < 0) return undefined;
    const entry = this.at(place);
    this.places?.delete(key);
    this.slots[2 * place + 1] = undefined;
    this.size--;
    while (this.front < this.used && !this.holds(this.front)) this.front++;
    if (this.used - this.size > this.size + GAPS_FREE) this.closeGaps();
    return entry;
  }

  clear(): void {
    this.places = undefined;
    this.size = 0;
    this.slots = [undefined, undefined, undefined, undefined];
    this.used = 0;
    this.front = 0;
  }

  /** The place of the first entry at `from` or later, or -1; pays for the gaps before it. */
  nextPlace(from: number, budget: Budget): number {
    const start = Math.max(from, this.front);
    let place = start;
    while (place < this.used && !this.holds(place)) place++;
    if (place > start) budget.spendTicks(place - start);
    return place < this.used ? place : -1;
  }

  /** The entry at a place that `nextPlace` gave. */
  at(place: number): Entry {
    return this.slots[2 * place + 1] as Entry;
  }

  /** The key at a place that `nextPlace` gave. */
  keyAt(place: number): DictKey {
    return this.slots[2 * place] as DictKey;
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
    const entries: Entry[] = [];
    for (let place = this.front; place < this.used; place++) {
      if (this.holds(place)) entries.push(this.at(place));
    }
    return entries;
  }

  private holds(place: number): boolean {
    return this.slots[2 * place + 1] !== undefined;
  }

  private closeGaps(): void {
    const { slots } = this;
    let used = 0;
    for (let place = this.front; place < this.used; place++) {
      if (!this.holds(place)) continue;
      const key = this.keyAt(place);
      this.places?.set(key, used);
      slots[2 * used] = key;
      slots[2 * used + 1] = slots[2 * place + 1];
      used++;
    }
    slots.length = 2 * used;
    this.used = used;
    this.front = 0;
  }
}

/** The slots with room for one more place at least. Small sizes double; the engine sees to larger ones. */
function withRoom<Entry>(slots: Slots<Entry>): Slots<Entry> {
  const none = undefined;
  switch (slots.length) {
    case 4: {
      const [a, b, c, d] = slots;
      return [a, b, c, d, none, none, none, none];
    }
    case 8: {
      const [a, b, c, d, e, f, g, h] = slots;
      return [a, b, c, d, e, f, g, h, none, none, none, none, none, none, none, none];
    }
    default:
      slots.push(none, none);
      return slots;
  }
}
