/** One value, one text; whatever JSON would bend silently is refused. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  CanonicalJsonError,
  canonicalJson,
  canonicalProblem,
  digestOf,
  digestOfBytes,
  digestOfText,
  type JsonValue,
} from "../src/index.js";

describe("canonicalJson", () => {
  test.each<[string, JsonValue, string]>([
    ["literals", [null, true, false], "[null,true,false]"],
    ["no spaces, keys sorted", { b: [1, { d: 2, c: 3 }], a: "" }, '{"a":"","b":[1,{"c":3,"d":2}]}'],
    [
      "keys by code unit",
      { "\u00e9": 1, z: 2, Z: 3, "10": 4, "9": 5, "": 6 },
      '{"":6,"10":4,"9":5,"Z":3,"z":2,"é":1}',
    ],
    [
      "an emoji before the end of the basic plane",
      { "\uff5e": 1, "\u{1f600}": 2 },
      '{"😀":2,"～":1}',
    ],
    [
      "whole and broken numbers",
      [5, -0.5, 1e21, 1e-7, 123456789012345680000],
      "[5,-0.5,1e+21,1e-7,123456789012345680000]",
    ],
    [
      "the shortest number that reads back",
      [0.1, 1 / 3, 5e-324],
      "[0.1,0.3333333333333333,5e-324]",
    ],
    [
      "escapes",
      ['"', "\\", "\n", "\u0001", "/", "é", "\u2028"],
      '["\\"","\\\\","\\n","\\u0001","/","é","\u2028"]',
    ],
    [
      "a key that objects inherit",
      JSON.parse('{"toString":1,"__proto__":{"a":2}}') as JsonValue,
      '{"__proto__":{"a":2},"toString":1}',
    ],
    ["a key called toJSON", { toJSON: 1 }, '{"toJSON":1}'],
    [
      "an object without a prototype",
      Object.assign(Object.create(null) as object, { a: 1 }) as JsonValue,
      '{"a":1}',
    ],
  ])("prints %s", (_, value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  test.each<[string, unknown, string]>([
    ["NaN", { a: [Number.NaN] }, "/a/0 is NaN, which JSON cannot hold"],
    ["infinity", [Number.POSITIVE_INFINITY], "/0 is Infinity, which JSON cannot hold"],
    ["-0", { "a/b": -0 }, "/a~1b is -0, which JSON cannot hold"],
    ["undefined", { "~": undefined }, "/~0 is undefined, which JSON cannot hold"],
    ["a hole", Object.assign(new Array(2), { 0: 1 }), "/1 is undefined, which JSON cannot hold"],
    ["a lone surrogate", "\ud800", "the value holds a lone surrogate"],
    ["a lone surrogate in a key", { a: { "\udc00": 1 } }, "/a has a key with a lone surrogate"],
    ["a bigint", [1n], "/0 is bigint, which JSON cannot hold"],
    ["a function", { toJSON: () => 1 }, "the value has a toJSON method"],
    ["a symbol", [Symbol("x")], "/0 is symbol, which JSON cannot hold"],
    ["a date", { at: new Date(0) }, "/at is not a plain object"],
    ["a map", new Map([["a", 1]]), "the value is not a plain object"],
  ])("refuses %s", (_, value, message) => {
    expect(() => canonicalJson(value as JsonValue)).toThrow(message);
    const { path = "", problem = "" } = canonicalProblem(value as JsonValue) ?? {};
    expect(`${path || "the value"} ${problem}`).toBe(message);
  });

  test("refuses a value that holds itself, without walking for ever", () => {
    const loop: { self?: JsonValue } = {};
    loop.self = loop as JsonValue;
    expect(() => canonicalJson(loop as JsonValue)).toThrow(/nests more than 512 levels/);
  });

  test("the deepest value prints, one level more does not", () => {
    const nested = (depth: number): JsonValue => {
      let value: JsonValue = 1;
      for (let level = 0; level < depth; level++) value = [value];
      return value;
    };
    expect(canonicalJson(nested(512))).toHaveLength(2 * 512 + 1);
    expect(() => canonicalJson(nested(513))).toThrow(CanonicalJsonError);
  });

  test("reads back to the same value, whatever order the keys came in", () => {
    const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as JsonValue);
    fc.assert(
      fc.property(json, (value) => {
        const text = canonicalJson(value);
        expect(JSON.parse(text)).toEqual(value);
        expect(canonicalJson(reversed(value))).toBe(text);
      }),
    );
  });
});

describe("digests", () => {
  test("are SHA-256 in lower-case hexadecimal behind their name", () => {
    const abc = "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    expect(digestOfText("abc")).toBe(abc);
    expect(digestOfBytes(new TextEncoder().encode("abc"))).toBe(abc);
  });

  test("of a value are over its canonical text in UTF-8", () => {
    expect(digestOf({ b: 1, a: "é" })).toBe(digestOfText('{"a":"é","b":1}'));
    expect(digestOf({ a: 1 })).toBe(digestOf(JSON.parse('{ "a" : 1.0 }') as JsonValue));
  });
});

function reversed(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item) => reversed(item as JsonValue));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).reverse();
  return Object.fromEntries(entries.map(([key, child]) => [key, reversed(child as JsonValue)]));
}
