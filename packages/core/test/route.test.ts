/** Which answers a condition takes. */
import { describe, expect, test } from "vitest";
import { isAnswered } from "../src/index.js";

describe("HUMAN-038: a condition", () => {
  test.each([
    [["yes"], ["yes"], true],
    [["yes"], ["no"], false],
    [["yes", "no"], ["no", "other"], true],
    [["yes"], [], false],
    [["*"], ["anything"], true],
    [["*"], [], false],
    [["*"], ["uncertain"], false],
    [["*", "uncertain"], ["uncertain"], true],
    [["*"], ["uncertain", "anything"], true],
    [["yes"], ["uncertain"], false],
  ])("on %j takes %j: %s", (listed, labels, taken) => {
    expect(isAnswered(listed, labels)).toBe(taken);
  });
});
