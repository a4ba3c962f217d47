import fc from "fast-check";

/** Ints around the places where their form or their arithmetic changes. */
export const interestingInt: fc.Arbitrary<bigint> = fc.oneof(
  fc.bigInt({ min: -20n, max: 20n }),
  fc.bigInt({ min: -(2n ** 33n), max: 2n ** 33n }),
  fc
    .tuple(
      fc.constantFrom(31n, 32n, 52n, 53n, 54n, 63n, 64n, 100n),
      fc.bigInt({ min: -3n, max: 3n }),
    )
    .map(([bits, offset]) => 2n ** bits + offset),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
);

/** Well-formed strings with characters of every size. */
export const text: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "a",
        "b",
        " ",
        ",",
        "\n",
        "%",
        "{",
        "}",
        '"',
        "\\",
        "é",
        "ß",
        "\uffff",
        "😀",
        "𐀀",
      ),
      fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
    ),
    { maxLength: 12 },
  )
  .map((characters) => characters.join(""));

/** A string as the language writes it, every character escaped that could matter. */
export function quoted(value: string): string {
  const escaped = [...value].map((character) => {
    const code = character.codePointAt(0) ?? 0;
    return code < 0x80 && code > 0x1f && character !== '"' && character !== "\\"
      ? character
      : `\\U${code.toString(16).padStart(8, "0")}`;
  });
  return `"${escaped.join("")}"`;
}
