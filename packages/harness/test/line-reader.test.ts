import { describe, expect, it } from "vitest";
import { LineReader } from "../src/stream/line-reader.js";

const TEXT = "é😀 ß\n\n漢字𝄞\r\nlast";
const LINES = ["é😀 ß", "", "漢字𝄞\r"];
const bytes = new TextEncoder().encode(TEXT);

describe("lines of a stream", () => {
  it.each(Array.from({ length: bytes.length + 1 }, (_, at) => at))(
    "are the same when it is cut at byte %i",
    (at) => {
      const reader = new LineReader(100);
      const lines = [...reader.push(bytes.subarray(0, at)), ...reader.push(bytes.subarray(at))];
      expect(lines).toEqual(LINES);
      expect(reader.rest()).toBe("last");
    },
  );

  it("are the same when each byte comes alone, in a buffer that is used again", () => {
    const reader = new LineReader(100);
    const one = new Uint8Array(1);
    const lines = [...bytes].flatMap((byte) => {
      one[0] = byte;
      return reader.push(one);
    });
    expect(lines).toEqual(LINES);
    expect(reader.rest()).toBe("last");
    expect(reader.rest()).toBeUndefined();
  });

  it("that are too long are skipped and counted, and those after them are read", () => {
    const reader = new LineReader(4);
    const lines = reader.push(new TextEncoder().encode("abcd\nabcde\nxy\nabcdefgh"));
    expect(lines).toEqual(["abcd", "xy"]);
    expect(reader.push(new TextEncoder().encode("ij\nz\n"))).toEqual(["z"]);
    expect(reader.skipped).toBe(2);
    expect(reader.rest()).toBeUndefined();
  });
});
