/** An arithmetic progression, never stored: `start`, `start + step`, … before `stop`. All are safe integers. */
export class StarlarkRange {
  readonly start: number;
  readonly stop: number;
  readonly step: number;
  readonly length: number;

  /** `step` is not zero, and `stop - start` is safe. */
  constructor(start: number, stop: number, step: number) {
    this.start = start;
    this.stop = stop;
    this.step = step;
    const distance = step > 0 ? stop - start : start - stop;
    this.length = distance <= 0 ? 0 : Math.floor((distance - 1) / Math.abs(step)) + 1;
  }

  /** The element at `index`, which must be inside. */
  at(index: number): number {
    return this.start + index * this.step;
  }

  includes(value: number): boolean {
    const distance = value - this.start;
    if (this.length === 0 || distance % this.step !== 0) return false;
    const index = distance / this.step;
    return index >= 0 && index < this.length;
  }
}
