/** A Desk in memory: a test is the person who answers. */
import {
  type Clock,
  type Desk,
  type DeskAnswer,
  type DeskRequest,
  type DeskRequestId,
  type DeskState,
  StoreLost,
} from "@crucible/core";
import type { Faults } from "../faults/faults.js";

interface OpenRequest {
  readonly request: DeskRequest;
  readonly id: string;
  state: DeskState;
}

export class MemoryDesk implements Desk {
  /** Every request that was opened, in order. */
  readonly opened: DeskRequest[] = [];
  readonly #requests = new Map<string, OpenRequest>();
  readonly #waiting = new Set<() => void>();
  readonly #listeners: ((request: DeskRequest) => void)[] = [];
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Calls back for each request that is opened, as someone who is notified would be. */
  onOpened(listener: (request: DeskRequest) => void): void {
    this.#listeners.push(listener);
  }

  /** Whether a request waits for its answer. */
  isOpen(id: DeskRequestId): boolean {
    return this.#requests.get(keyOf(id))?.state.kind === "open";
  }

  /** The same desk as one process reaches it, over a line with faults of its own. */
  over(faults: Faults): Desk {
    return {
      open: async (request) => {
        await faults.reach("desk.open");
        return this.open(request);
      },
      wait: async (id, signal) => {
        await faults.reach("desk.wait");
        return this.wait(id, signal);
      },
      withdraw: async (id) => {
        await faults.reach("desk.withdraw");
        return this.withdraw(id);
      },
    };
  }

  async open(request: DeskRequest): Promise<DeskState> {
    const known = this.#requests.get(keyOf(request));
    if (known) return known.state;
    const id = `request-${this.#requests.size + 1}`;
    const { expiresAtMs, evidenceDigest } = request;
    const state: DeskState = { kind: "open", request: id, expiresAtMs, evidenceDigest };
    this.#requests.set(keyOf(request), { request, id, state });
    this.opened.push(request);
    for (const listener of this.#listeners) listener(request);
    this.#wake();
    return state;
  }

  async wait(id: DeskRequestId, signal: AbortSignal): Promise<DeskState> {
    const known = this.#get(id);
    if (known.state.kind !== "open" || signal.aborted) return known.state;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        this.#waiting.delete(done);
        signal.removeEventListener("abort", done);
        resolve();
      };
      this.#waiting.add(done);
      signal.addEventListener("abort", done);
    });
    return known.state;
  }

  async withdraw(id: DeskRequestId): Promise<void> {
    const known = this.#get(id);
    if (known.state.kind !== "open") return;
    known.state = { kind: "withdrawn", request: known.id };
    this.#wake();
  }

  /** A person answers; refused unless the request is open. */
  answer(
    id: DeskRequestId,
    choices: Readonly<Record<string, readonly string[]>>,
    options: { readonly by?: string; readonly note?: string } = {},
  ): void {
    const known = this.#get(id);
    if (known.state.kind !== "open") throw new Error(`the request is ${known.state.kind}`);
    const answer: DeskAnswer = {
      choices: new Map(Object.entries(choices)),
      decidedBy: options.by ?? "ada",
      decidedAt: new Date(this.#clock.wallMs()).toISOString(),
      evidenceDigest: known.request.evidenceDigest,
      note: options.note ?? null,
    };
    known.state = { kind: "answered", request: known.id, answer };
    this.#wake();
  }

  #get(id: DeskRequestId): OpenRequest {
    const known = this.#requests.get(keyOf(id));
    if (known === undefined) throw new StoreLost(`there is no request for route ${id.route}`);
    return known;
  }

  #wake(): void {
    for (const done of [...this.#waiting]) done();
  }
}

function keyOf(id: DeskRequestId): string {
  return `${id.run}/${id.execution}/${id.route}`;
}
