import { describe, expect, it } from "vitest";
import { LINE_BYTES_MAX, lastWords } from "../src/command/last-words.js";
import { FakeProcess } from "./fake-process.js";

async function lastOf(text: string): Promise<string | undefined> {
  const process = new FakeProcess();
  process.print(text);
  return await lastWords(process, process.output.length);
}

describe("the last words of a stand-in", () => {
  it.each([
    ["", ""],
    ["\n \n\t\n", ""],
    ["only", "only"],
    ["one\ntwo\n", "two"],
    ["one\n two \r\n\n \n", "two"],
    ['one\n{"a": "ä"}', '{"a": "ä"}'],
    ["one\n  \ufefftwo\u00a0\n", "\ufefftwo\u00a0"],
  ])("of %j are %j (HARNESS-003)", async (text, words) => {
    expect(await lastOf(text)).toBe(words);
  });

  it("are found behind any amount of output, which is not read", async () => {
    const process = new FakeProcess();
    process.print(`${"x".repeat(9_000_000)}\n{"ok":1}\n`);
    expect(await lastWords(process, process.output.length)).toBe('{"ok":1}');
    const read = process.reads.reduce((sum, [, length]) => sum + length, 0);
    expect(read).toBeLessThanOrEqual(2 * LINE_BYTES_MAX);
  });

  it("may be as long as the bound and no longer", async () => {
    const longest = "y".repeat(LINE_BYTES_MAX);
    expect(await lastOf(`a\n${longest}\n`)).toBe(longest);
    expect(await lastOf(`a\n${longest}y\n`)).toBeUndefined();
    expect(await lastOf("z".repeat(5_000_000))).toBeUndefined();
  });
});
