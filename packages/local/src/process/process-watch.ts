/**
 * What is known of the machine's processes, looked at again whenever somebody asks. Attempts that end in the same moment
 * share a look, and a look that follows another closely reads only the processes that are new since.
 */
import { setImmediate as endOfTurn } from "node:timers/promises";
import type { ProcessListing, ProcessTable, RunningProcess } from "./process-table.js";

export interface SeenProcess extends RunningProcess {
  /** The marker that it was started with, `null` without one; `undefined` until it can be read. */
  marker: string | null | undefined;
}

/** One look. */
export interface Sight {
  /** Everything that ran, by number; a few may have ended since they were first seen. */
  readonly processes: ReadonlyMap<number, SeenProcess>;
  readonly children: ReadonlyMap<number, readonly SeenProcess[]>;
  /** A process came and went, or is too young to tell: it may have been anybody's, and have left another one behind. */
  readonly unsure: boolean;
}

/**
 * A number is not given to another process while looks follow each other this closely: all the numbers of the machine
 * would have to be used up in between.
 */
const CLOSE_MS = 50;
/** So often at least everything is read anew. */
const WHOLE_EVERY_MS = 1_000;

export class ProcessWatch {
  readonly #table: ProcessTable;
  readonly #variable: string;
  #seen = new Map<number, SeenProcess | "nobody">();
  #lookedAtMs = Number.NEGATIVE_INFINITY;
  #wholeAtMs = Number.NEGATIVE_INFINITY;
  #next: Promise<Sight> | undefined;
  #looking: Promise<unknown> = Promise.resolve();

  constructor(table: ProcessTable, variable: string) {
    this.#table = table;
    this.#variable = variable;
  }

  /** A look that begins after this call; everybody who asks before it begins shares it. */
  look(): Promise<Sight> {
    if (this.#next === undefined) {
      const looking = this.#looking;
      this.#next = looking.then(async () => {
        await endOfTurn();
        this.#next = undefined;
        return await this.#look();
      });
      this.#looking = this.#next.catch(() => undefined);
    }
    return this.#next;
  }

  async #look(): Promise<Sight> {
    const nowMs = performance.now();
    const isWhole = nowMs - this.#lookedAtMs > CLOSE_MS || nowMs - this.#wholeAtMs > WHOLE_EVERY_MS;
    const before = this.#seen;
    const listing = await this.#table.list((pid) => isWhole || !before.has(pid));
    this.#lookedAtMs = nowMs;
    if (isWhole) this.#wholeAtMs = nowMs;
    const someGone = this.#take(listing);
    const someYoung = await this.#readMarkers();
    return { ...this.#sight(), unsure: someGone || someYoung };
  }

  /** Keeps what is listed still; tells whether a number had nothing behind it. */
  #take({ pids, looked }: ProcessListing): boolean {
    const before = this.#seen;
    this.#seen = new Map();
    let someGone = false;
    for (const pid of pids) {
      const known = before.get(pid);
      const one = looked.get(pid) ?? known;
      if (one === "gone") someGone ||= known === undefined;
      else if (one === "nobody") this.#seen.set(pid, one);
      else if (one !== undefined) this.#seen.set(pid, remembered(one, known));
    }
    return someGone;
  }

  async #readMarkers(): Promise<boolean> {
    let someYoung = false;
    for (const one of this.#seen.values()) {
      if (one === "nobody" || one.marker !== undefined) continue;
      const reading = this.#table.marker(one, this.#variable);
      const marker = reading instanceof Promise ? await reading : reading;
      if (marker === "unknown") someYoung = true;
      else one.marker = marker;
    }
    return someYoung;
  }

  #sight(): Pick<Sight, "processes" | "children"> {
    const processes = new Map<number, SeenProcess>();
    const children = new Map<number, SeenProcess[]>();
    for (const one of this.#seen.values()) {
      if (one === "nobody") continue;
      processes.set(one.pid, one);
      const siblings = children.get(one.parent);
      if (siblings === undefined) children.set(one.parent, [one]);
      else siblings.push(one);
    }
    return { processes, children };
  }
}

/**
 * The process as it is now. Its environment is read once only: it is inherited when a process begins, and one that is
 * replaced later by another program is still what its attempt started.
 */
function remembered(
  now: RunningProcess | SeenProcess,
  known: SeenProcess | "nobody" | undefined,
): SeenProcess {
  if (now === known) return known;
  const isKnown = known !== undefined && known !== "nobody" && known.started === now.started;
  return { ...now, marker: isKnown ? known.marker : undefined };
}
