/** What must hold for all values: ints against bigint, strings against arrays of code points, sorting, printing. */

import { StarlarkList, StarlarkTuple, type Value } from "@crucible/starlark";
import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { interestingInt, quoted, text } from "./arbitraries.js";
import { evaluated } from "./run-source.js";

/** The one form of an int: a number while it is safe. */
function form(value: bigint): number | bigint {
  return value >= -(2n ** 53n - 1n) && value <= 2n ** 53n - 1n ? Number(value) : value;
}

function floorDivide(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
}

describe("ints are exact", () => {
  test.prop([interestingInt, interestingInt])("+ - * and the bit operators", (a, b) => {
    expect(evaluated(`(${a}) + (${b})`)).toBe(form(a + b));
    expect(evaluated(`(${a}) - (${b})`)).toBe(form(a - b));
    expect(evaluated(`(${a}) * (${b})`)).toBe(form(a * b));
    expect(evaluated(`(${a}) & (${b})`)).toBe(form(a & b));
    expect(evaluated(`(${a}) | (${b})`)).toBe(form(a | b));
    expect(evaluated(`(${a}) ^ (${b})`)).toBe(form(a ^ b));
  });

  test.prop([interestingInt, interestingInt.filter((b) => b !== 0n)])("// and %", (a, b) => {
    const quotient = floorDivide(a, b);
    expect(evaluated(`(${a}) // (${b})`)).toBe(form(quotient));
    expect(evaluated(`(${a}) % (${b})`)).toBe(form(a - quotient * b));
  });

  test.prop([interestingInt, fc.integer({ min: 0, max: 200 })])("shifts", (a, count) => {
    expect(evaluated(`(${a}) << ${count}`)).toBe(form(a << BigInt(count)));
    expect(evaluated(`(${a}) >> ${count}`)).toBe(form(a >> BigInt(count)));
  });

  test.prop([interestingInt])("signs, text and back", (a) => {
    expect(evaluated(`-(${a})`)).toBe(form(-a));
    expect(evaluated(`~(${a})`)).toBe(form(~a));
    expect(evaluated(`abs(${a})`)).toBe(form(a < 0n ? -a : a));
    expect(evaluated(`str(${a})`)).toBe(String(a));
    expect(evaluated(`int("${a}")`)).toBe(form(a));
    expect(evaluated(`int("${a.toString(36)}", 36)`)).toBe(form(a));
    expect(evaluated(`int("%x" % (${a}), 16)`)).toBe(form(a));
    expect(evaluated(`0x${(a < 0n ? -a : a).toString(16)}`)).toBe(form(a < 0n ? -a : a));
  });

  test.prop([interestingInt, interestingInt])("comparison", (a, b) => {
    expect(evaluated(`(${a}) < (${b})`)).toBe(a < b);
    expect(evaluated(`(${a}) <= (${b})`)).toBe(a <= b);
    expect(evaluated(`(${a}) == (${b})`)).toBe(a === b);
    expect(evaluated(`(${a}) in {${b}: 1}`)).toBe(a === b);
  });
});

describe("strings are sequences of code points", () => {
  test.prop([text])("literals mean what they say and repr reads back", (s) => {
    expect(evaluated(quoted(s))).toBe(s);
    const repr = evaluated(`repr(${quoted(s)})`);
    expect(evaluated(String(repr))).toBe(s);
  });

  test.prop([text, fc.integer({ min: -15, max: 15 })])("length and index", (s, index) => {
    const characters = [...s];
    expect(evaluated(`len(${quoted(s)})`)).toBe(characters.length);
    const character = characters.at(index);
    const got = evaluated(`${quoted(s)}[${index}]`);
    if (character === undefined) expect(got).toMatch(/^error: string index .* out of range/);
    else expect(got).toBe(character);
  });

  test.prop([
    text,
    fc.option(fc.integer({ min: -15, max: 15 })),
    fc.option(fc.integer({ min: -15, max: 15 })),
    fc.constantFrom(-3, -2, -1, 1, 2, 3),
  ])("slices", (s, lower, upper, step) => {
    const expected = sliceOf([...s], lower, upper, step).join("");
    expect(evaluated(`${quoted(s)}[${lower ?? ""}:${upper ?? ""}:${step}]`)).toBe(expected);
  });

  test.prop([text, text])("find, count, in, replace and split agree with each other", (s, part) => {
    const [a, b] = [quoted(s), quoted(part)];
    const place = s.indexOf(part);
    expect(evaluated(`${a}.find(${b})`)).toBe(place < 0 ? -1 : [...s.slice(0, place)].length);
    expect(evaluated(`${b} in ${a}`)).toBe(place >= 0);
    fc.pre(part !== "");
    const pieces = s.split(part);
    expect(evaluated(`${a}.count(${b})`)).toBe(pieces.length - 1);
    expect(evaluated(`${a}.replace(${b}, "$&x")`)).toBe(pieces.join("$&x"));
    expect(itemsOf(evaluated(`${a}.split(${b})`))).toEqual(pieces);
    expect(evaluated(`${b}.join(${a}.split(${b}))`)).toBe(s);
    expect(evaluated(`${b}.join(${a}.rsplit(${b}, 1))`)).toBe(s);
  });

  const repetitive = fc
    .array(fc.constantFrom("a", "a", "a", "aaaaaaaaaaaaaaaa", "b", "ab", "abab"), { maxLength: 40 })
    .map((parts) => parts.join(""));

  test.prop([repetitive, repetitive, fc.nat(60), fc.integer({ min: 17, max: 80 })])(
    "long needles in repetitive texts are found like short ones",
    (head, tail, start, length) => {
      const s = head + tail;
      const part = s.slice(start, start + length) || "a".repeat(length);
      const source = `
s = "${s}"
n = "${part}"
[s.find(n), s.rfind(n), s.count(n), s.split(n), s.rsplit(n), s.replace(n, "-"), n in s]
`;
      expect(plain(evaluated(source))).toEqual([
        s.indexOf(part),
        s.lastIndexOf(part),
        s.split(part).length - 1,
        s.split(part),
        splitFromRight(s, part),
        s.replaceAll(part, "-"),
        s.includes(part),
      ]);
    },
  );

  test.prop([text, text])("order is by code point", (s, t) => {
    expect(evaluated(`${quoted(s)} < ${quoted(t)}`)).toBe(compareCodePoints(s, t) < 0);
    expect(evaluated(`${quoted(s)} == ${quoted(t)}`)).toBe(s === t);
  });

  test.prop([text])("no operation yields half of a pair", (s) => {
    const source = `
s = ${quoted(s)}
parts = [s[:i] + "|" + s[i:] for i in range(len(s) + 1)] + list(s.elems()) + s.split() + [s[::-1]]
parts += [s.upper(), s.lower(), s.title(), s.capitalize(), s.strip(), s.replace("", "-"), repr(s)]
"".join(parts)
`;
    expect(String(evaluated(source))).not.toMatch(/\p{Surrogate}/u);
  });

  test.prop([text])("case maps one character to one and does so once", (s) => {
    const [upper, lower] = [evaluated(`${quoted(s)}.upper()`), evaluated(`${quoted(s)}.lower()`)];
    expect([...String(upper)].length).toBe([...s].length);
    expect(evaluated(`${quoted(String(upper))}.upper()`)).toBe(upper);
    expect(evaluated(`${quoted(String(lower))}.lower()`)).toBe(lower);
  });
});

describe("sorting", () => {
  const rows = fc.array(fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer()), { maxLength: 30 });

  test.prop([rows, fc.boolean()])("is stable, in reverse too", (pairs, reverse) => {
    const source = pairs.map(([key], place) => `(${key}, ${place})`).join(", ");
    const option = reverse ? "True" : "False";
    const sorted = evaluated(
      `repr(sorted([${source}], key = lambda p: p[0], reverse = ${option}))`,
    );
    const expected = pairs
      .map(([key], place) => ({ key, place }))
      .sort((a, b) => (reverse ? b.key - a.key : a.key - b.key) || a.place - b.place)
      .map(({ key, place }) => `(${key}, ${place})`);
    expect(sorted).toBe(`[${expected.join(", ")}]`);
  });

  test.prop([fc.array(interestingInt, { maxLength: 12 })])(
    "orders ints of every size",
    (values) => {
      const sorted = itemsOf(evaluated(`sorted([${values.join(", ")}])`));
      expect(sorted).toEqual([...values].sort((a, b) => (a < b ? -1 : Number(a > b))).map(form));
    },
  );
});

describe("dicts", () => {
  const key = fc.oneof(
    interestingInt.map(String),
    text.map(quoted),
    fc.constantFrom("None", "True", "False", "1.5", "2.0", "()", '(1, "a")', "(1.0,)"),
  );

  test.prop([fc.array(key, { maxLength: 20 })])(
    "hold each key once, in the order of arrival",
    (keys) => {
      const source = `
d = {}
order = []
for k in [${keys.join(", ")}]:
    if not [o for o in order if o == k]:
        order.append(k)
    d[k] = True
(d.keys() == order, [o for o in order if o not in d], len(d) == len(order))
`;
      expect(plain(evaluated(source))).toEqual([true, [], true]);
    },
  );
});

describe("dicts and sets through additions and removals", () => {
  const step = fc.tuple(fc.constantFrom("add", "remove", "pop"), fc.nat(60));

  test.prop([fc.array(step, { maxLength: 400 })])(
    "keep the order that a Map would keep",
    (steps) => {
      const model = new Map<number, number>();
      const lines = ["d = {}", "s = set()", "out = []"];
      for (const [index, [kind, key]] of steps.entries()) {
        if (kind === "add") {
          lines.push(`d[${key}] = ${index}`, `s.add(${key})`);
          model.set(key, index);
        } else if (kind === "remove") {
          lines.push(`d.pop(${key}, None)`, `s.discard(${key})`);
          model.delete(key);
        } else if (model.size > 0) {
          lines.push("out.append(d.popitem())", "out.append(s.pop())");
          model.delete([...model.keys()][0] ?? -1);
        }
      }
      lines.push("[d.items(), [k for k in d], list(s), [d[k] for k in d], len(d) == len(s)]");
      expect(plain(evaluated(lines.join("\n")))).toEqual([
        [...model].map((pair) => [...pair]),
        [...model.keys()],
        [...model.keys()],
        [...model.values()],
        true,
      ]);
    },
  );
});

function plain(value: Value | undefined): unknown {
  const sequence = value instanceof StarlarkList || value instanceof StarlarkTuple;
  return sequence ? value.items.map(plain) : value;
}

function itemsOf(value: Value | undefined): readonly Value[] {
  if (value instanceof StarlarkList) return value.items;
  throw new Error(`expected a list, got ${String(value)}`);
}

/** The indices that a slice selects, worked out the long way. */
function sliceOf<Item>(
  items: readonly Item[],
  lower: number | null,
  upper: number | null,
  step: number,
): Item[] {
  const { length } = items;
  const place = (bound: number): number => (bound < 0 ? bound + length : bound);
  const from = lower === null ? (step > 0 ? 0 : length - 1) : place(lower);
  const to = upper === null ? (step > 0 ? length : -1) : place(upper);
  const selected: Item[] = [];
  const start = step > 0 ? Math.max(0, from) : Math.min(length - 1, from);
  const inside = (index: number): boolean =>
    step > 0
      ? index < Math.min(length, Math.max(0, to))
      : index > Math.max(-1, upper === null ? -1 : to) && index >= 0;
  for (let index = start; inside(index); index += step) selected.push(items[index] as Item);
  return selected;
}

function splitFromRight(s: string, part: string): string[] {
  const at = s.lastIndexOf(part);
  return at < 0 ? [s] : [...splitFromRight(s.slice(0, at), part), s.slice(at + part.length)];
}

function compareCodePoints(s: string, t: string): number {
  const a = [...s].map((character) => character.codePointAt(0) ?? 0);
  const b = [...t].map((character) => character.codePointAt(0) ?? 0);
  for (let index = 0; index < Math.min(a.length, b.length); index++) {
    if (a[index] !== b[index]) return (a[index] ?? 0) - (b[index] ?? 0);
  }
  return a.length - b.length;
}
