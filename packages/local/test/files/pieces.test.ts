import { writeFileSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { giveBack, piecesOf } from "../../src/files/pieces.js";
import { temporaryFolder } from "../support/folder.js";

async function fileOf(bytes: Uint8Array): Promise<FileHandle> {
  const path = join(temporaryFolder(), "file");
  writeFileSync(path, bytes);
  const file = await open(path, "r");
  onTestFinished(async () => await file.close());
  return file;
}

/** Bytes that differ from piece to piece. */
const BYTES = Uint8Array.from(
  { length: 700_001 },
  (_, index) => (index * 31 + (index >> 12)) % 251,
);

describe("a file in pieces", () => {
  it("is whole when pieces are kept, while others are given back", async () => {
    const kept: Uint8Array[] = [];
    const reading = async (): Promise<void> => {
      for await (const piece of piecesOf(await fileOf(BYTES))) kept.push(piece);
    };
    const passing = async (): Promise<number> => {
      let length = 0;
      for await (const piece of piecesOf(await fileOf(BYTES))) {
        length += piece.length;
        giveBack(piece);
        // Once more is no harm: it is not lent twice.
        giveBack(piece);
      }
      return length;
    };
    const [, ...lengths] = await Promise.all([reading(), passing(), passing(), passing()]);
    expect(lengths).toEqual([BYTES.length, BYTES.length, BYTES.length]);
    expect(Buffer.concat(kept).equals(BYTES)).toBe(true);
  });

  it("leaves memory of others alone", async () => {
    const mine = Buffer.from("mine");
    giveBack(mine);
    for await (const piece of piecesOf(await fileOf(BYTES))) giveBack(piece);
    expect(mine.toString()).toBe("mine");
  });
});
