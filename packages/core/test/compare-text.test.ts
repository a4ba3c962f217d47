/** The order of names: by code point, whatever a platform's own order is. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareText } from "../src/index.js";

/** "Ｚ" (U+FF3A) comes before "😀" (U+1F600), whose first UTF-16 unit is smaller. */
const ASCENDING = ["", "A", "Z", "a", "aa", "é", "\ud7ff", "\uff3a", "\uff3a1", "😀", "😀a", "😁"];

describe("compareText", () => {
  test("orders by code point", () => {
    expect(ASCENDING.toReversed().sort(compareText)).toEqual(ASCENDING);
  });

  test("is the order of the UTF-8 bytes", () => {
    const text = fc.string({ unit: "binary", maxLength: 8 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        const bytes = Buffer.compare(Buffer.from(a), Buffer.from(b));
        expect(Math.sign(compareText(a, b))).toBe(bytes);
      }),
    );
  });
});
