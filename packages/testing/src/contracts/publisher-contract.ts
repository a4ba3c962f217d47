/** What every Publisher must do. */
import type { Publisher, Report } from "@crucible/core";
import type { TestRunner } from "./test-runner.js";

export interface PublisherUnderTest {
  readonly publisher: Publisher;
  /** How many reports reached the destination. */
  delivered(): Promise<number>;
}

/** Registers the suite; `open` gives a fresh publisher a test. */
export function publisherContract(
  { describe, it, expect }: TestRunner,
  open: () => Promise<PublisherUnderTest>,
): void {
  const report: Report = {
    key: "execution-1/report",
    destination: "slack",
    payload: { text: "done" },
  };
  describe("a publisher", () => {
    it("delivers a report once, however often it is asked", async () => {
      const { publisher, delivered } = await open();
      expect(await publisher.publish(report)).toEqual({ kind: "delivered" });
      expect(await publisher.publish(report)).toEqual({ kind: "delivered" });
      expect(await delivered()).toBe(1);
    });

    it("delivers reports of different keys", async () => {
      const { publisher, delivered } = await open();
      await publisher.publish(report);
      await publisher.publish({ ...report, key: "execution-2/report" });
      expect(await delivered()).toBe(2);
    });
  });
}
