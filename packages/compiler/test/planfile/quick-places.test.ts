/** Places found quickly are the places that the text's own arithmetic gives. */
import { SourceText } from "@crucible/starlark";
import fc from "fast-check";
import { expect, test } from "vitest";
import { withQuickPlaces } from "../../src/planfile/quick-places.js";

test("every place of a text is the same as found slowly", () => {
  const piece = fc.constantFrom("a", "é", "🜂", "\n", "\r\n", "\r", "\ufeff", "x".repeat(4_095));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.nat(60_000), (pieces, at) => {
      const source = new SourceText("f", pieces.join(""));
      const root = { kind: "null", start: 0, end: 0 } as const;
      const document = withQuickPlaces({ root, source, range: (span) => source.range(span) });
      const start = at % (source.text.length + 1);
      const span = { start, end: source.text.length };
      expect(document.range(span)).toEqual(source.range(span));
    }),
    { numRuns: 500 },
  );
});
