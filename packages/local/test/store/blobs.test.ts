import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BlobTooLarge, digestOfBytes, StoreLost } from "@crucible/core";
import { describe, expect, it } from "vitest";
import { fileBlobs } from "../../src/store/blobs.js";
import { temporaryFolder } from "../support/folder.js";

async function* pieces(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield new TextEncoder().encode(text);
}

async function textOf(content: AsyncIterable<Uint8Array> | undefined): Promise<string | undefined> {
  if (content === undefined) return undefined;
  const parts: Uint8Array[] = [];
  for await (const part of content) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}

const DIGEST = digestOfBytes(new TextEncoder().encode("hello"));

describe("blobs", () => {
  it("are found again by their digest", async () => {
    const blobs = fileBlobs(join(temporaryFolder(), "blobs"));
    expect(await blobs.put(pieces("he", "", "llo"), 5)).toEqual({ digest: DIGEST, size: 5 });
    expect(await blobs.put(pieces("hello"), 100)).toEqual({ digest: DIGEST, size: 5 });
    expect(await textOf(await blobs.get(DIGEST))).toBe("hello");
  });

  it("may be empty", async () => {
    const blobs = fileBlobs(temporaryFolder());
    const { digest, size } = await blobs.put(pieces(), 0);
    expect(size).toBe(0);
    expect(await textOf(await blobs.get(digest))).toBe("");
  });

  it("are refused whole above the bound, and nothing is kept (FILE-030)", async () => {
    const root = temporaryFolder();
    const blobs = fileBlobs(root);
    await expect(blobs.put(pieces("hel", "lo"), 4)).rejects.toThrow(BlobTooLarge);
    expect(readdirSync(root)).toEqual([]);
  });

  it("leave nothing behind when the content breaks off", async () => {
    const root = temporaryFolder();
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(10);
      throw new Error("broke off");
    }
    await expect(fileBlobs(root).put(broken(), 100)).rejects.toThrow("broke off");
    expect(readdirSync(root)).toEqual([]);
  });

  it.each(["sha256:00", "../../etc/hostname", "", DIGEST.toUpperCase(), DIGEST])(
    "are not there under %j",
    async (digest) => {
      expect(await fileBlobs(join(temporaryFolder(), "none")).get(digest)).toBeUndefined();
    },
  );

  it("are refused when their bytes have changed", async () => {
    const root = temporaryFolder();
    const blobs = fileBlobs(root);
    await blobs.put(pieces("hello"), 10);
    const name = DIGEST.slice("sha256:".length);
    const path = join(root, name.slice(0, 2), name);
    expect(existsSync(path)).toBe(true);
    writeFileSync(path, "jello");
    await expect(blobs.get(DIGEST).then(textOf)).rejects.toThrow(StoreLost);
  });
});
