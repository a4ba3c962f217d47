/** Whatever a source holds, it ends in a value or in errors of the language, each with its place. */
import { fc, test } from "@fast-check/vitest";
import { expect } from "vitest";
import { chunkedFiles } from "./chunked.js";
import { ASSERTIONS, runSource } from "./run-source.js";

const SMALL = {
  ticks: 20_000,
  heapBytes: 2_000_000,
  stringLength: 100_000,
  containerLength: 10_000,
  stackLevels: 400,
} as const;

const WORDS = [
  ..."+-*/%~&|^.,=;:()[]{}<>\\\"'#\n\t \u0000\u00e9\ufeff",
  ..."and break continue def elif else for if in lambda load not or pass return while is".split(
    " ",
  ),
  ..."x y f 0 1 2.5 0x1f 'a' \"b\" None True len range sorted str list dict set print fail".split(
    " ",
  ),
  ...[
    "//",
    "**",
    "<<",
    ">>",
    "==",
    "!=",
    "+=",
    "\n    ",
    "\n        ",
    '"""',
    "😀",
    "1e9",
    "1 << 70",
  ],
  ...[".append(", ".format(", ".items()", "[0]", "[1:]", "(x)", "for x in y", "if x", "lambda: x"],
];

/** Programs that run, as material to damage. */
const PROGRAMS = chunkedFiles("language").flatMap((file) =>
  file.chunks
    .filter((chunk) => chunk.expectations.length === 0)
    .map((chunk) => chunk.source.trim()),
);

function expectOnlyLanguageErrors(source: string): void {
  const outcome = runSource(source, { limits: SMALL, predeclared: ASSERTIONS });
  if (outcome.ok) return;
  expect(outcome.diagnostics.length).toBeGreaterThan(0);
  for (const { code, message, range } of outcome.diagnostics) {
    expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(message).not.toMatch(/(?<!^)undefined|\[object|internal error/);
    expect(range?.file).toBe("test.star");
    expect(range?.start.offset).toBeLessThanOrEqual(source.length);
    expect(range?.end.offset).toBeGreaterThanOrEqual(range?.start.offset ?? 0);
  }
}

test.prop([fc.string({ unit: "binary", maxLength: 200 })], { numRuns: 300 })(
  "random text",
  (source) => expectOnlyLanguageErrors(source),
);

test.prop([fc.uint8Array({ maxLength: 200 })], { numRuns: 300 })("random bytes", (bytes) =>
  expectOnlyLanguageErrors(String.fromCharCode(...bytes)),
);

test.prop([fc.array(fc.constantFrom(...WORDS), { maxLength: 60 })], { numRuns: 1000 })(
  "random words",
  (words) => expectOnlyLanguageErrors(words.join(" ")),
);

interface Damage {
  readonly kind: "remove" | "insert" | "replace" | "repeat";
  readonly at: number;
  readonly length: number;
  readonly word: string;
}

const damage: fc.Arbitrary<Damage> = fc.record({
  kind: fc.constantFrom("remove", "insert", "replace", "repeat"),
  at: fc.nat(10_000),
  length: fc.integer({ min: 1, max: 8 }),
  word: fc.constantFrom(...WORDS),
});

function damaged(source: string, { kind, at, length, word }: Damage): string {
  const start = source.length === 0 ? 0 : at % source.length;
  const [before, hit, after] = [
    source.slice(0, start),
    source.slice(start, start + length),
    source.slice(start + length),
  ];
  switch (kind) {
    case "remove":
      return before + after;
    case "insert":
      return before + word + hit + after;
    case "replace":
      return before + word + after;
    case "repeat":
      return before + hit + hit + after;
  }
}

test.prop([fc.constantFrom(...PROGRAMS), fc.array(damage, { minLength: 1, maxLength: 4 })], {
  numRuns: 1500,
})("damaged programs", (program, damages) =>
  expectOnlyLanguageErrors(damages.reduce(damaged, program)),
);
