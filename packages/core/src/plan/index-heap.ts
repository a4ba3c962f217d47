/** A binary min-heap of small integers: the ready tasks by declaration order, each push and pop in logarithmic time. */
export class IndexHeap {
  readonly #items: number[] = [];

  push(index: number): void {
    const items = this.#items;
    let at = items.length;
    items.push(index);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = items[parent] as number;
      if (above <= index) break;
      items[at] = above;
      at = parent;
    }
    items[at] = index;
  }

  /** Takes the smallest index, or `undefined` from an empty heap. */
  pop(): number | undefined {
    const items = this.#items;
    const smallest = items[0];
    const last = items.pop();
    if (smallest === undefined || last === undefined || items.length === 0) return smallest;
    let at = 0;
    for (let child = this.#smallerChild(at); child !== undefined; child = this.#smallerChild(at)) {
      const below = items[child] as number;
      if (below >= last) break;
      items[at] = below;
      at = child;
    }
    items[at] = last;
    return smallest;
  }

  #smallerChild(at: number): number | undefined {
    const left = 2 * at + 1;
    const leftItem = this.#items[left];
    if (leftItem === undefined) return undefined;
    const rightItem = this.#items[left + 1];
    return rightItem !== undefined && rightItem < leftItem ? left + 1 : left;
  }
}
