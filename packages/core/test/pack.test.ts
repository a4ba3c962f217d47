/** The digest of a pack's files. */
import { describe, expect, test } from "vitest";
import { digestOfBytes, digestOfText, type PackFile, packOf } from "../src/index.js";

const file = (path: string, text: string, executable = false): PackFile => {
  const bytes = new TextEncoder().encode(text);
  return { path, bytes, executable, digest: digestOfBytes(bytes) };
};

describe("packOf", () => {
  test("PACK-006, PACK-007: digests one line a file, in byte order of the paths", () => {
    const files = [
      file("\u{1f600}.txt", ""),
      file("\uff5e.txt", ""),
      file("b/a", "abc"),
      file("b-a", ""),
    ];
    const empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    const abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    const summary = [
      `${empty}  b-a\n`,
      `${abc}  b/a\n`,
      `${empty}  \uff5e.txt\n`,
      `${empty}  \u{1f600}.txt\n`,
    ].join("");
    const pack = packOf(files);
    expect(pack.digest).toBe(digestOfText(summary).replace("sha256:", "tree1:"));
    expect([...pack.files.keys()]).toEqual(["b-a", "b/a", "\uff5e.txt", "\u{1f600}.txt"]);
  });

  test("PACK-006: of no files is the digest of nothing", () => {
    expect(packOf([]).digest).toBe(
      "tree1:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    );
  });

  test("PACK-008: does not depend on modes or on the order files were read in", () => {
    const files = [file("a", "1"), file("b", "2")];
    const other = [file("b", "2", true), file("a", "1", true)];
    expect(packOf(other).digest).toBe(packOf(files).digest);
    expect(packOf([file("a", "2"), file("b", "1")]).digest).not.toBe(packOf(files).digest);
  });
});
