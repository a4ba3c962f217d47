/**
 * How many bytes of captured files are live in a run. A set counts while it is the newest of its task: a later round or
 * attempt replaces it and its bytes count once (FILE-031).
 */
export class CaptureQuota {
  readonly bytesMax: number;
  readonly #live = new Map<string, number>();
  #total = 0;
  #capturing: Promise<unknown> = Promise.resolve();

  constructor(bytesMax: number) {
    this.bytesMax = bytesMax;
  }

  /** Bytes that a new set of this owner may have. */
  available(owner: string): number {
    return this.bytesMax - this.#total + (this.#live.get(owner) ?? 0);
  }

  /** The owner's set is now of this size; 0 when it has none. */
  replace(owner: string, bytes: number): void {
    this.#total += bytes - (this.#live.get(owner) ?? 0);
    if (bytes === 0) this.#live.delete(owner);
    else this.#live.set(owner, bytes);
  }

  /** Runs one capture at a time, so that two never count on the same bytes. */
  async exclusively<T>(capture: () => Promise<T>): Promise<T> {
    const before = this.#capturing;
    const work = before.then(capture);
    this.#capturing = work.catch(() => undefined);
    return work;
  }
}
