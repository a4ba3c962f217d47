/** Both variants of SHA-256 say the same. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { sha256Hex as ofNode } from "../src/digest/sha256-node.js";
import { sha256Hex as portable } from "../src/digest/sha256-portable.js";

test.each<[string, string]>([
  ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
])("the digest of %j", (text, hex) => {
  const bytes = new TextEncoder().encode(text);
  expect([ofNode(bytes), portable(bytes)]).toEqual([hex, hex]);
});

test("the digests of any bytes are equal", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(portable(bytes)).toBe(ofNode(bytes));
    }),
  );
});
