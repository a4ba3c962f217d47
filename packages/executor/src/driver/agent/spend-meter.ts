/**
 * Reports the spend of an attempt in flight as an absolute figure, often enough for ceilings and seldom enough for the
 * log: at once when it grew by a hundredth of the ceiling, else five seconds after the last report.
 */
import { NANO_PER_USD, type Timer, USD_MAX } from "@crucible/core";
import type { ExecutionContext } from "../execution/context.js";
import type { EngineTime } from "../time/engine-time.js";

const INTERVAL_MS = 5_000;
const CEILING_PARTS = 100;

/** Writes a figure down; resolves once it counts. */
export type SpendReport = (costNano: number) => Promise<unknown>;

export class SpendMeter {
  readonly #time: EngineTime;
  readonly #stepNano: number;
  readonly #report: SpendReport;
  #settledNano = 0;
  #turnNano = 0;
  #reportedNano = 0;
  #reportedMs: number;
  #reporting: Promise<unknown> | undefined;
  #timer: Timer | undefined;

  constructor(time: EngineTime, ceilingNano: number, report: SpendReport) {
    this.#time = time;
    this.#stepNano = ceilingNano / CEILING_PARTS;
    this.#report = report;
    this.#reportedMs = time.nowMs();
  }

  /** Everything the attempt is known to have spent. */
  get totalNano(): number {
    return this.#settledNano + this.#turnNano;
  }

  /** The turn under way has spent so much; a figure below an earlier one is not believed. */
  spent(turnNano: number): void {
    const known = believable(turnNano);
    if (known <= this.#turnNano) return;
    this.#turnNano = known;
    if (this.totalNano - this.#reportedNano >= this.#stepNano) this.#send();
    else this.#timer ??= this.#time.at(this.#reportedMs + INTERVAL_MS, () => this.#send());
  }

  /** Whether the turn under way has said anything of what it spent. */
  get turnIsTold(): boolean {
    return this.#turnNano > 0;
  }

  /**
   * The turn is over; `null` when its total cannot be known. Then the price of a turn counts, or what it was known to have
   * spent, or, where neither is there, `untoldNano`: an unknown cost is never nothing (HARNESS-015).
   */
  endTurn(costNano: number | null, priceNano: number | undefined, untoldNano: number): number {
    const unknownNano = priceNano ?? (this.turnIsTold ? 0 : untoldNano);
    const turnNano = Math.max(believable(costNano ?? unknownNano), this.#turnNano);
    this.#settledNano = Math.min(this.#settledNano + turnNano, USD_MAX * NANO_PER_USD);
    this.#turnNano = 0;
    return turnNano;
  }

  /** Resolves once everything spent so far counts against the run's ceiling. */
  async counted(): Promise<void> {
    if (this.totalNano > this.#reportedNano) this.#send();
    await this.#reporting;
  }

  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #send(): void {
    this.stop();
    this.#reportedNano = this.totalNano;
    this.#reportedMs = this.#time.nowMs();
    // A report that cannot be written ends the whole execution, which ends this attempt too.
    this.#reporting = this.#report(this.#reportedNano).catch(() => undefined);
  }
}

/** What is left of the cost ceiling, in nano-dollars. */
export function leftNano({
  launch,
  spentNano,
}: Pick<ExecutionContext, "launch" | "spentNano">): number {
  return Math.max(0, launch.ceilings.costNano - spentNano());
}

/** A figure that is no amount of money counts as the most that is counted, never as nothing. */
function believable(costNano: number): number {
  const most = USD_MAX * NANO_PER_USD;
  // A fraction of a nano-dollar is counted whole.
  return costNano >= 0 ? Math.min(Math.ceil(costNano), most) : most;
}
