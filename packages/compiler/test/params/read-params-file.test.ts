import { describe, expect, test } from "vitest";
import { readParamsFile } from "../../src/index.js";
import { lines } from "../support/diagnostics.js";

function read(text: string): unknown {
  const reading = readParamsFile(text, { file: "p.json" });
  return reading.ok ? { ...reading.params } : lines(reading.diagnostics);
}

describe("a parameter file", () => {
  test("holds a value a parameter", () => {
    expect(read('{"topic": "x", "n": 3, "tags": ["a"], "draft.model": "m"}')).toEqual({
      topic: "x",
      n: 3,
      tags: ["a"],
      "draft.model": "m",
    });
  });

  test.each([
    ['{"topic": "first", "topic": "second"}', 'p.json:1:20: the key "topic" is written twice'],
    ["[]", "p.json:1:1: parameters are one JSON object with a value a parameter, got a list"],
    ["{", "p.json:1:2: expected a key in double quotes"],
  ])("%s is refused", (text, message) => {
    expect(read(text)).toEqual([message]);
  });
});
