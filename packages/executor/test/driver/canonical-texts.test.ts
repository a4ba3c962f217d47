import { canonicalJson, type JsonValue } from "@crucible/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CanonicalTexts } from "../../src/driver/inputs/canonical-texts.js";

const json = fc.jsonValue() as fc.Arbitrary<JsonValue>;

function withoutMinusZero(value: JsonValue): JsonValue {
  return JSON.parse(JSON.stringify(value)) as JsonValue;
}

describe("the text of inputs", () => {
  it("is the canonical JSON of the whole object, whatever was printed before it", () => {
    const values = fc.array(json.map(withoutMinusZero), { minLength: 1, maxLength: 60 });
    const names = fc.array(fc.uniqueArray(fc.string(), { maxLength: 6 }), { maxLength: 20 });
    fc.assert(
      fc.property(values, names, (outputs, consumers) => {
        const texts = new CanonicalTexts();
        let next = 0;
        for (const consumer of consumers) {
          const inputs = Object.create(null) as { [key: string]: JsonValue };
          for (const name of consumer) inputs[name] = outputs[next++ % outputs.length] ?? null;
          expect(texts.of(inputs)).toBe(canonicalJson(inputs));
        }
      }),
    );
  });

  it("is that of the newest values when more are met than are remembered", () => {
    const texts = new CanonicalTexts();
    const lists = Array.from({ length: 100 }, (_, index) => [index]);
    for (const list of [...lists, ...lists]) {
      expect(texts.of({ b: list, a: 1 })).toBe(`{"a":1,"b":[${list.join(",")}]}`);
    }
  });

  it("refuses what has no canonical JSON, at any time", () => {
    const texts = new CanonicalTexts();
    const broken = ["\ud800"];
    expect(() => texts.of({ list: broken })).toThrow("lone surrogate");
    expect(() => texts.of({ list: broken })).toThrow("lone surrogate");
  });
});
