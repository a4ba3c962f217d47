import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UsageReader, UsageUnreadable } from "../src/command/usage.js";
import { FakeProcess } from "./fake-process.js";

async function costOf(text: string, pieceBytes = 1_048_576): Promise<number> {
  const process = new FakeProcess();
  process.pieceBytes = pieceBytes;
  process.spend(text);
  const usage = new UsageReader(process);
  await usage.read(true);
  return usage.costNano;
}

describe("the usage file of a stand-in", () => {
  it("costs nothing when nothing was written to it", async () => {
    expect(await costOf("")).toBe(0);
    expect(await costOf("\n \n")).toBe(0);
  });

  it("counts each line once, exactly, while it grows (HARNESS-014)", async () => {
    const process = new FakeProcess();
    const usage = new UsageReader(process);
    process.spend('{"cost_usd": 0.1}\n{"cost_usd"');
    await usage.read(false);
    expect(usage.costNano).toBe(100_000_000);
    process.spend(': 0.2, "model": "m"}\n');
    await usage.read(false);
    await usage.read(false);
    expect(usage.costNano).toBe(300_000_000);
    process.spend('{"cost_usd": 0}\n{"cost_usd": 1}');
    await usage.read(false);
    expect(usage.costNano).toBe(300_000_000);
    await usage.read(true);
    expect(usage.costNano).toBe(1_300_000_000);
  });

  it("sums to the same in pieces of any size", async () => {
    const costs = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(costs, fc.integer({ min: 1, max: 40 }), async (cents, pieceBytes) => {
        const text = cents.map((cent) => `{"cost_usd": ${cent / 100}, "ä": "ö"}\n`).join("");
        const sum = cents.reduce((total, cent) => total + cent, 0);
        expect(await costOf(text, pieceBytes)).toBe(sum * 10_000_000);
      }),
    );
  });

  it.each([
    ["text", "spent a lot\n", "line 1 is not"],
    ["half a line at the end", '{"cost_usd": 1}\n{"cost_us', "line 2 is not"],
    ["a list", "[0.25]\n", "line 1 is not"],
    ["a number alone", "0.25\n", "line 1 is not"],
    ["an object without the cost", '{"cost": 0.25}\n', "line 1 is not"],
    ["a cost as text", '{"cost_usd": "0.25"}\n', "line 1 is not"],
    ["a negative cost", '{"cost_usd": -1}\n', "line 1 is not"],
    ["no number", '{"cost_usd": null}\n', "line 1 is not"],
    ["more than can be counted", '{"cost_usd": 1e300}\n', "line 1 is not"],
    ["a sum beyond what can be counted", '{"cost_usd": 9000000}\n'.repeat(2), "line 2 makes"],
    ["an inherited field", '{"__proto__": {"cost_usd": 1}}\n', "line 1 is not"],
    ["a line without end", "x".repeat(70_000), "line 1 is longer"],
  ])("is not guessed at when it holds %s", async (_what, text, message) => {
    await expect(costOf(text)).rejects.toThrow(UsageUnreadable);
    await expect(costOf(text)).rejects.toThrow(message);
  });

  it("is unreadable when it cannot be opened any more", async () => {
    const usage = new UsageReader({ feedback: () => Promise.reject(new Error("gone")) });
    await expect(usage.read(true)).rejects.toThrow("cannot be read (gone)");
  });
});
