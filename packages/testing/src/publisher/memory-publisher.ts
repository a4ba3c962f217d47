/** A Publisher in memory: it keeps what was delivered, once a key. */
import type { Delivery, Publisher, Report } from "@crucible/core";
import { Faults } from "../faults/faults.js";

export class MemoryPublisher implements Publisher {
  /** What was delivered, by key. */
  readonly delivered: Map<string, Report> = new Map();
  readonly #faults: Faults;

  constructor(faults: Faults = new Faults()) {
    this.#faults = faults;
  }

  async publish(report: Report): Promise<Delivery> {
    try {
      await this.#faults.reach("publisher.publish");
    } catch (error) {
      return { kind: "failed", detail: error instanceof Error ? error.message : String(error) };
    }
    if (!this.delivered.has(report.key)) this.delivered.set(report.key, report);
    return { kind: "delivered" };
  }
}
