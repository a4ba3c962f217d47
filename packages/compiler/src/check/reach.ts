/**
 * Who depends on whom, through any number of tasks: a row of bits a task.
 *
 * Ten thousand tasks take 12.5 MB a direction and one pass over the edges; after that every question is one look. Built
 * only when a plan has sessions or loops.
 */
import { type Dependent, topologicalOrder } from "@crucible/core";

const WORD_BITS = 32;

export class Reach {
  readonly #position: ReadonlyMap<string, number>;
  readonly #names: readonly string[];
  readonly #words: number;
  readonly #ancestors: Uint32Array;
  readonly #descendants: Uint32Array;

  /** The tasks must have no cycle; positions follow topological order. */
  constructor(tasks: readonly Dependent[]) {
    const order = topologicalOrder(tasks);
    this.#names = order.map(({ name }) => name);
    this.#position = new Map(this.#names.map((name, position) => [name, position]));
    this.#words = Math.ceil(order.length / WORD_BITS);
    this.#ancestors = new Uint32Array(order.length * this.#words);
    this.#descendants = new Uint32Array(order.length * this.#words);
    const edges = order.map((task) => this.#positionsOf(task.dependsOn));
    for (const [position, dependencies] of edges.entries()) {
      for (const dependency of dependencies) this.#add(this.#ancestors, position, dependency);
    }
    for (const [position, dependencies] of [...edges.entries()].reverse()) {
      for (const dependency of dependencies) this.#add(this.#descendants, dependency, position);
    }
  }

  /** Whether `later` depends on `earlier`, directly or through other tasks. */
  depends(later: string, earlier: string): boolean {
    const row = this.#position.get(later);
    const column = this.#position.get(earlier);
    if (row === undefined || column === undefined) return false;
    return hasBit(this.#ancestors, row * this.#words, column);
  }

  /** The names in topological order. */
  inOrder(names: readonly string[]): readonly string[] {
    return [...names].sort((a, b) => (this.#position.get(a) ?? 0) - (this.#position.get(b) ?? 0));
  }

  /** In topological order, the tasks outside `body` that lie on a dependency path between two of its tasks. */
  between(body: readonly string[]): readonly string[] {
    const inside = new Set(body);
    const rows = this.#positionsOf(body);
    const found: string[] = [];
    for (let word = 0; word < this.#words; word++) {
      let above = 0;
      let below = 0;
      for (const row of rows) {
        above |= this.#ancestors[row * this.#words + word] ?? 0;
        below |= this.#descendants[row * this.#words + word] ?? 0;
      }
      for (let both = (above & below) >>> 0; both !== 0; both = (both & (both - 1)) >>> 0) {
        const bit = WORD_BITS - 1 - Math.clz32(both & -both);
        const name = this.#names[word * WORD_BITS + bit];
        if (name !== undefined && !inside.has(name)) found.push(name);
      }
    }
    return found;
  }

  #positionsOf(names: readonly string[]): readonly number[] {
    return names.flatMap((name) => this.#position.get(name) ?? []);
  }

  /** Adds one task and everything in its own row to the row of another. */
  #add(bits: Uint32Array, row: number, other: number): void {
    const to = row * this.#words;
    const from = other * this.#words;
    for (let word = 0; word < this.#words; word++) {
      bits[to + word] = (bits[to + word] ?? 0) | (bits[from + word] ?? 0);
    }
    const word = to + Math.floor(other / WORD_BITS);
    bits[word] = (bits[word] ?? 0) | (1 << (other % WORD_BITS));
  }
}

function hasBit(bits: Uint32Array, start: number, column: number): boolean {
  const word = bits[start + Math.floor(column / WORD_BITS)] ?? 0;
  return (word & (1 << (column % WORD_BITS))) !== 0;
}
