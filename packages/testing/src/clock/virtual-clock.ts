/**
 * A clock that moves only when nothing else can: time jumps from one timer to the next once all work that was waiting has
 * come to rest. Runs under it take no real time and happen in the same order every time.
 *
 * It assumes that everything else in memory waits by promises alone. A real timer or real input and output under it is
 * not seen, and time would run past it.
 */
import { type Clock, InternalError, type Timer } from "@crucible/core";

export interface VirtualClockOptions {
  /** Wall time at the start, milliseconds since 1970; 2030-01-01T00:00:00Z unless given. */
  readonly wallMs?: number;
}

const WALL_START_MS = 1_893_456_000_000;

interface Scheduled {
  readonly atMs: number;
  readonly order: number;
  readonly callback: () => void;
}

export class VirtualClock implements Clock {
  #monotonicMs = 0;
  #wallOffsetMs: number;
  #order = 0;
  readonly #timers = new Set<Scheduled>();

  constructor(options: VirtualClockOptions = {}) {
    this.#wallOffsetMs = options.wallMs ?? WALL_START_MS;
  }

  wallMs(): number {
    return this.#wallOffsetMs + this.#monotonicMs;
  }

  monotonicMs(): number {
    return this.#monotonicMs;
  }

  at(monotonicMs: number, callback: () => void): Timer {
    const timer: Scheduled = { atMs: monotonicMs, order: this.#order++, callback };
    this.#timers.add(timer);
    return { cancel: () => void this.#timers.delete(timer) };
  }

  /** Moves wall time by so many milliseconds, forwards or backwards, as an operator's clock may jump. */
  jumpWall(byMs: number): void {
    this.#wallOffsetMs += byMs;
  }

  /** How many timers wait. */
  get pending(): number {
    return this.#timers.size;
  }

  /** Lets so many milliseconds pass, calling back everything that falls due on the way, in order. */
  async advance(byMs: number): Promise<void> {
    const untilMs = this.#monotonicMs + byMs;
    await rest();
    for (let next = this.#next(); next !== undefined && next.atMs <= untilMs; next = this.#next()) {
      this.#fire(next);
      await rest();
    }
    this.#monotonicMs = untilMs;
  }

  /** Lets time pass until the work settles, and gives what it gave. Throws when the work waits for something that no timer brings. */
  async run<T>(work: Promise<T>): Promise<T> {
    let settled = false;
    const watched = work.finally(() => {
      settled = true;
    });
    watched.catch(() => undefined);
    await rest();
    while (!settled) {
      const next = this.#next();
      if (next === undefined) throw new InternalError("the work waits and no timer is left");
      this.#fire(next);
      await rest();
    }
    return watched;
  }

  #next(): Scheduled | undefined {
    let earliest: Scheduled | undefined;
    for (const timer of this.#timers) {
      if (earliest === undefined || isEarlier(timer, earliest)) earliest = timer;
    }
    return earliest;
  }

  #fire(timer: Scheduled): void {
    this.#timers.delete(timer);
    this.#monotonicMs = Math.max(this.#monotonicMs, timer.atMs);
    timer.callback();
  }
}

function isEarlier(a: Scheduled, b: Scheduled): boolean {
  return a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);
}

/** A message port as every platform has it; where an open one keeps the process alive, it can be told not to. */
interface WebPort {
  onmessage: (() => void) | null;
  postMessage(message: unknown): void;
  ref?(): void;
  unref?(): void;
}

/** Those who rest, first come first served: one message each, over one channel, which is costly to open. */
class Resting {
  readonly #waiting: (() => void)[] = [];
  readonly #from: WebPort;
  readonly #to: WebPort;

  constructor() {
    const channel = new MessageChannel() as unknown as { port1: WebPort; port2: WebPort };
    this.#from = channel.port2;
    this.#to = channel.port1;
    this.#to.onmessage = () => this.#next();
    this.#to.unref?.();
  }

  add(resolve: () => void): void {
    if (this.#waiting.push(resolve) === 1) this.#to.ref?.();
    this.#from.postMessage(null);
  }

  #next(): void {
    const resolve = this.#waiting.shift();
    if (this.#waiting.length === 0) this.#to.unref?.();
    resolve?.();
  }
}

let resting: Resting | undefined;

/** Resolves once every promise that could settle has settled: a message arrives only after all of them. */
export function rest(): Promise<void> {
  resting ??= new Resting();
  const all = resting;
  return new Promise((resolve) => all.add(resolve));
}
