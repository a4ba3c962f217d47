/** An arithmetic progression, never stored: `start`, `start + step`, … `length` elements. All are safe integers. */
export class StarlarkRange {
  readonly start: number;
  readonly step: number;
  readonly length: number;

  constructor(start: number, step: number, length: number) {
    this.start = start;
    this.step = step;
    this.length = length;
  }

  /** The element at `index`, which must be inside. */
  at(index: number): number {
    return this.start + index * this.step;
  }

  /** The bound that `range()` was given or could have been given. */
  get stop(): number {
    return this.start + this.length * this.step;
  }

  includes(value: number): boolean {
    const distance = value - this.start;
    if (this.length === 0 || distance % this.step !== 0) return false;
    const index = distance / this.step;
    return index >= 0 && index < this.length;
  }
}
