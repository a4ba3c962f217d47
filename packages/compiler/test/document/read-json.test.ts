import { describe, expect, test } from "vitest";
import { plainValue } from "../../src/document/node.js";
import { readJson } from "../../src/document/read-json.js";
import { firstLine } from "../support/diagnostics.js";

function meaning(text: string): unknown {
  const reading = readJson(text, "a.json");
  if (!reading.ok) throw new Error(firstLine(reading.diagnostics));
  return plainValue(reading.document.root);
}

function errorOf(text: string): string {
  const reading = readJson(text, "a.json");
  return reading.ok ? "no error" : firstLine(reading.diagnostics);
}

describe("a JSON text", () => {
  test.each([
    '{"a":[1,-2.5,1e3,true,false,null,"x"],"b":{}}',
    " [ ] ",
    '"\\u00e9\\ud83d\\ude00\\n\\/"',
    "-0",
    "100000000000000000000",
  ])("%s means what JSON says", (text) => {
    expect(JSON.stringify(meaning(text))).toBe(JSON.stringify(JSON.parse(text)));
  });

  test("a key named __proto__ is an ordinary key", () => {
    const value = meaning('{"__proto__": 1}') as object;
    expect(Object.keys(value)).toEqual(["__proto__"]);
  });

  test("a byte-order mark is no part of it", () => {
    expect(meaning("\ufeff1")).toBe(1);
  });

  test("integers and floats stay apart, and large integers stay exact", () => {
    const kinds = (text: string): unknown => {
      const reading = readJson(text, "a.json");
      return reading.ok && reading.document.root.kind;
    };
    expect([kinds("1"), kinds("1.0"), kinds("1e0")]).toEqual(["integer", "float", "float"]);
    const large = readJson("9007199254740993", "a.json");
    expect(large.ok && large.document.root).toMatchObject({ value: 9007199254740993n });
  });

  test.each([
    ['{"a": 1, "a": 2}', 'a.json:1:10: the key "a" is written twice'],
    ['{"a": 1, "\\u0061": 2}', 'a.json:1:10: the key "a" is written twice'],
    ["[1,]", "a.json:1:4: expected a JSON value"],
    ["{'a': 1}", "a.json:1:2: expected a key in double quotes"],
    ['{"a" 1}', "a.json:1:6: expected `:`"],
    ['{"a": 1 "b": 2}', "a.json:1:9: expected `,` or `}`"],
    ["[1 2]", "a.json:1:4: expected `,` or `]`"],
    ["1 2", "a.json:1:3: there is more text behind the JSON value"],
    ["", "a.json:1:1: the JSON ends early"],
    ["[\n  01]", "a.json:2:4: expected `,` or `]`"],
    ["NaN", "a.json:1:1: expected a JSON value"],
    ["1e999", "a.json:1:1: the number is too large"],
    ['"abc', "a.json:1:1: the string is not closed"],
    ['"\\x41"', "a.json:1:1: the string holds an unknown escape"],
    ['"\\ud800"', "a.json:1:1: the string holds a lone surrogate"],
    ['"a\tb"', "a.json:1:3: a control character in a string must be escaped"],
  ])("%j is refused in its place", (text, message) => {
    expect(errorOf(text)).toBe(message);
  });

  test("the first of two equal keys is pointed at", () => {
    const reading = readJson('{"a": 1,\n "a": 2}', "a.json");
    expect(!reading.ok && reading.diagnostics[0]?.notes[0]?.range?.start).toMatchObject({
      line: 1,
      column: 2,
    });
  });

  test("nesting is bounded before it can exhaust the stack", () => {
    expect(errorOf("[".repeat(200_000))).toBe(
      "a.json:1:129: the JSON nests too deep; maximum is 128 levels",
    );
    expect(meaning("[".repeat(128) + "]".repeat(128))).toBeDefined();
  });
});
