/** A min-heap of numbers. Entries are never removed from the middle: whoever pops checks whether one still counts. */
export class MinHeap {
  readonly #items: number[] = [];

  get size(): number {
    return this.#items.length;
  }

  peek(): number | undefined {
    return this.#items[0];
  }

  push(item: number): void {
    const items = this.#items;
    let at = items.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = items[parent] as number;
      if (above <= item) break;
      items[at] = above;
      at = parent;
    }
    items[at] = item;
  }

  pop(): number | undefined {
    const items = this.#items;
    const least = items[0];
    const last = items.pop();
    if (items.length > 0) this.#sink(last as number);
    return least;
  }

  /** Places an item from the root down. */
  #sink(item: number): void {
    const items = this.#items;
    const size = items.length;
    let at = 0;
    for (let child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && (items[child + 1] as number) < (items[child] as number)) child++;
      const below = items[child] as number;
      if (below >= item) break;
      items[at] = below;
      at = child;
    }
    items[at] = item;
  }
}
