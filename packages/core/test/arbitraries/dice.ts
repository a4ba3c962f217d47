/** A list of numbers from 0 to 999, read one after another and then from the start again. */
export class Dice {
  readonly #rolls: readonly number[];
  #next = 0;

  constructor(rolls: readonly number[]) {
    this.#rolls = rolls;
  }

  /** A whole number below the bound. */
  below(bound: number): number {
    return this.#roll() % bound;
  }

  chance(percent: number): boolean {
    return this.#roll() % 100 < percent;
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }

  #roll(): number {
    const roll = this.#rolls[this.#next % this.#rolls.length] ?? 0;
    this.#next++;
    return roll;
  }
}
