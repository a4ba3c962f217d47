import { appendFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LogDamaged, type LogLine } from "@crucible/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LogFile } from "../../src/store/log-file.js";
import { LogReader, takeOverLog } from "../../src/store/log-reader.js";
import { readLogBytes } from "../../src/store/log-reading.js";
import { temporaryFolder } from "../support/folder.js";
import { line } from "../support/stores.js";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (lines: readonly LogLine[]): string =>
  lines.map((one) => `${JSON.stringify(one)}\n`).join("");
const numbers = (lines: readonly LogLine[]): number[] => lines.map((one) => one.seq);
const read = (text: string): LogLine[] => [...readLogBytes(bytes(text), 0, "log").lines];

describe("reading a log", () => {
  it("drops half a last line and keeps those before it (RESUME-002)", () => {
    const text = textOf([line(0), line(1)]);
    expect(numbers(read(text.slice(0, -10)))).toEqual([0]);
  });

  it("counts a whole last line that only misses its newline", () => {
    const text = textOf([line(0), line(1)]);
    const reading = readLogBytes(bytes(text.slice(0, -1)), 0, "log");
    expect(numbers(reading.lines)).toEqual([0, 1]);
    expect(reading.unended).toBe(true);
  });

  it("drops an incomplete last batch whole", () => {
    const batch = [line(1, { more: true }), line(2, { more: true }), line(3)];
    const text = textOf([line(0), ...batch]);
    const withoutLast = text.slice(0, text.length - textOf([line(3)]).length);
    expect(numbers(read(text))).toEqual([0, 1, 2, 3]);
    expect(numbers(read(withoutLast))).toEqual([0]);
  });

  it.each([
    ["text that is no JSON", "{oops\n", "line 2 cannot be read: it is not JSON"],
    ["an empty line", "\n", "line 2 cannot be read: it is not JSON"],
    ["a list", "[]\n", "line 2 cannot be read: it is not an object"],
    [
      "an object without a kind",
      `${JSON.stringify({ ...line(1), kind: undefined })}\n`,
      "line 2 cannot be read: /kind: must be a text",
    ],
    [
      "a line without an envelope",
      '{"v":1,"seq":1,"kind":"heartbeat"}\n',
      "line 2 cannot be read: /ts: ",
    ],
    [
      "a cost below zero",
      textOf([{ ...line(1), kind: "spend", task: "a", attempt: 1, cost_usd: -1 }]),
      "line 2 cannot be read: /cost_usd: ",
    ],
    [
      "a task that is no text",
      textOf([{ ...line(1), kind: "fan_out", task: {}, keys: [] } as unknown as LogLine]),
      "line 2 cannot be read: /task: ",
    ],
    [
      "a number that is too large for a number",
      textOf([
        { ...line(1), kind: "history_entry", entry: { task: "a", status: null, output: [1] } },
      ]).replace("[1]", "[1e999]"),
      "line 2 cannot be read: /entry/output/0: is Infinity, which JSON cannot hold",
    ],
    [
      "a line out of order",
      textOf([line(5)]),
      "line 2 cannot be read: it is numbered 5, and 1 is due",
    ],
    [
      "two lines that were fused",
      `${textOf([line(1)]).trim()}${textOf([line(2)])}`,
      "line 2 cannot be read: it is not JSON",
    ],
  ])("refuses %s that was ended, naming the line", (_what, damage, message) => {
    const text = textOf([line(0)]) + damage;
    expect(() => read(text)).toThrow(LogDamaged);
    expect(() => read(text)).toThrow(message);
    expect(() => read(text + textOf([line(2)]))).toThrow(message);
  });

  it("refuses bytes that are no UTF-8", () => {
    const damaged = Buffer.concat([
      bytes('{"v":1,"seq":0,"kind":"'),
      Buffer.from([0xff]),
      bytes('"}\n'),
    ]);
    expect(() => readLogBytes(damaged, 0, "log")).toThrow(LogDamaged);
  });

  it("ignores fields and kinds that it does not know (WIRE-033)", () => {
    const future = {
      ...line(0),
      v: 2,
      kind: "novelty",
      extra: { deep: [1] },
    } as unknown as LogLine;
    expect(read(textOf([future]))).toEqual([future]);
  });

  it("finds, wherever the file is cut, whole batches only and all of those before the cut", () => {
    const batches = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(batches, fc.double({ min: 0, max: 1, noNaN: true }), (sizes, part) => {
        const ends: number[] = [];
        let text = "";
        let seq = 0;
        for (const size of sizes) {
          for (let index = 1; index <= size; index++) {
            text += textOf([line(seq++, index < size ? { more: true } : {})]);
          }
          ends.push(text.length);
        }
        const cut = Math.round(part * text.length);
        // The last byte of a batch is its newline, which may be missing.
        const whole = ends.filter((end) => end - 1 <= cut).length;
        const lines = sizes.slice(0, whole).reduce((sum, size) => sum + size, 0);
        expect(read(text.slice(0, cut)).length).toBe(lines);
      }),
    );
  });
});

describe("following a log", () => {
  const setUp = (): { path: string; reader: LogReader } => ({
    path: join(temporaryFolder(), "session.jsonl"),
    reader: new LogReader(),
  });

  it("gives what was added since, and nothing when nothing was", async () => {
    const { path, reader } = setUp();
    writeFileSync(path, textOf([line(0), line(1)]));
    expect(numbers(await reader.read(path, 0))).toEqual([0, 1]);
    expect(numbers(await reader.read(path, 2))).toEqual([]);
    appendFileSync(path, textOf([line(2)]));
    expect(numbers(await reader.read(path, 2))).toEqual([2]);
    expect(numbers(await reader.read(path, 1))).toEqual([1, 2]);
  });

  it("reads on after a line whose newline came later", async () => {
    const { path, reader } = setUp();
    const text = textOf([line(0), line(1)]);
    writeFileSync(path, text.slice(0, -1));
    expect(numbers(await reader.read(path, 0))).toEqual([0, 1]);
    appendFileSync(path, `\n${textOf([line(2)])}`);
    expect(numbers(await reader.read(path, 2))).toEqual([2]);
  });

  it("starts over when the log became another file", async () => {
    const { path, reader } = setUp();
    writeFileSync(path, textOf([line(0), line(1, { more: true }), line(2)]));
    await reader.read(path, 0);
    truncateSync(path, textOf([line(0), line(1)]).length + 5);
    await takeOverLog(path);
    appendFileSync(path, textOf([line(1)]));
    expect(numbers(await reader.read(path, 1))).toEqual([1]);
  });

  it("reads a log through many readers' places at once", async () => {
    const folder = temporaryFolder();
    const reader = new LogReader();
    for (let index = 0; index < 70; index++) {
      writeFileSync(join(folder, String(index)), textOf([line(0)]));
      await reader.read(join(folder, String(index)), 0);
    }
    appendFileSync(join(folder, "0"), textOf([line(1)]));
    expect(numbers(await reader.read(join(folder, "0"), 1))).toEqual([1]);
  });
});

describe("writing a log", () => {
  it("keeps the order of batches that are appended at once", async () => {
    const path = join(temporaryFolder(), "session.jsonl");
    const log = await LogFile.open(path);
    await Promise.all(Array.from({ length: 50 }, (_, seq) => log.append([line(seq)])));
    await log.flush();
    await log.close();
    expect(numbers(read(readFileSync(path, "utf8")))).toEqual(
      Array.from({ length: 50 }, (_, seq) => seq),
    );
  });

  it("resolves flushes that overlap with appends, each after its own", async () => {
    const log = await LogFile.open(join(temporaryFolder(), "session.jsonl"));
    const flushes: Promise<void>[] = [];
    for (let seq = 0; seq < 20; seq++) {
      void log.append([line(seq)]);
      flushes.push(log.flush());
    }
    await expect(Promise.all(flushes)).resolves.toHaveLength(20);
    await log.close();
  });

  it("is lost for good after a write that failed, and says why", async () => {
    const log = await LogFile.open("/dev/full");
    await expect(log.append([line(0)])).rejects.toMatchObject({
      name: "StoreLost",
      message: expect.stringContaining("ENOSPC"),
    });
    await expect(log.append([line(1)])).rejects.toMatchObject({ name: "StoreLost" });
    await log.close();
  });

  it("has a torn end repaired before the next owner appends", async () => {
    const path = join(temporaryFolder(), "session.jsonl");
    writeFileSync(path, `${textOf([line(0), line(1, { more: true })])}{"v":1,"se`);
    await takeOverLog(path);
    const log = await LogFile.open(path);
    await log.append([line(1)]);
    await log.close();
    expect(readFileSync(path, "utf8")).toBe(textOf([line(0), line(1)]));
  });

  it("has a missing newline added before the next owner appends", async () => {
    const path = join(temporaryFolder(), "session.jsonl");
    writeFileSync(path, textOf([line(0)]).trim());
    await takeOverLog(path);
    expect(readFileSync(path, "utf8")).toBe(textOf([line(0)]));
  });

  it("is not taken over, and stays as it is, when a line is damaged", async () => {
    const path = join(temporaryFolder(), "session.jsonl");
    const damaged = `${textOf([line(0)])}damage\n${textOf([line(2)])}`;
    writeFileSync(path, damaged);
    await expect(takeOverLog(path)).rejects.toThrow(LogDamaged);
    expect(readFileSync(path, "utf8")).toBe(damaged);
    expect(existsSync(path)).toBe(true);
  });
});
