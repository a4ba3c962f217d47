/** Findings as text: where they point, in which order, and which name was probably meant. */
import { describe, expect, test } from "vitest";
import {
  type Diagnostic,
  didYouMean,
  InternalError,
  invariant,
  nearest,
  renderDiagnostic,
  type SourceRange,
  sortDiagnostics,
  unreachable,
} from "../src/index.js";

const range = (line: number, from: number, to: number, file = "w.star"): SourceRange => ({
  file,
  start: { line, column: from, offset: line * 100 + from },
  end: { line, column: to, offset: line * 100 + to },
});
const error = (message: string, where?: SourceRange): Diagnostic => ({
  code: "c",
  severity: "error",
  message,
  notes: [],
  ...(where ? { range: where } : {}),
});

describe("renderDiagnostic", () => {
  test("PLAN-085: place, message, line and mark, then the notes in the same form", () => {
    const source = 'a = 1\n\tcommand(nme = "🜂", name = "x")\n';
    const diagnostic: Diagnostic = {
      ...error('unknown argument "nme"', range(2, 10, 13)),
      notes: [{ message: "called here", range: range(1, 1, 2) }, { message: "no place" }],
    };
    expect(renderDiagnostic(diagnostic, () => source)).toBe(
      [
        'w.star:2:10: unknown argument "nme"',
        '    \tcommand(nme = "🜂", name = "x")',
        "    \t        ^^^",
        "w.star:1:1: note: called here",
        "    a = 1",
        "    ^",
        "  note: no place",
      ].join("\n"),
    );
  });

  test("a range over lines is marked to the end of its first", () => {
    const over: SourceRange = { ...range(1, 3, 1), end: { line: 2, column: 1, offset: 9 } };
    expect(renderDiagnostic(error("m", over), () => "abcdef\nx")).toBe(
      "w.star:1:3: m\n    abcdef\n      ^^^^",
    );
  });

  test("without a place or a text there is the message alone", () => {
    expect(renderDiagnostic(error("m"))).toBe("m");
    expect(renderDiagnostic({ ...error("m"), severity: "warning" })).toBe("warning: m");
    expect(renderDiagnostic(error("m", range(9, 1, 2)), () => "one line")).toBe("w.star:9:1: m");
    expect(renderDiagnostic(error("m", range(1, 1, 2)), () => undefined)).toBe("w.star:1:1: m");
  });

  test("a long line is shown around the place", () => {
    const line = `${"x".repeat(10_000)}HERE${"y".repeat(10_000)}`;
    const text = renderDiagnostic(error("m", range(1, 10_001, 10_005)), () => line);
    const [, shown = "", marks = ""] = text.split("\n");
    expect(shown.length).toBeLessThan(200);
    expect(shown.slice(marks.indexOf("^"), marks.lastIndexOf("^") + 1)).toBe("HERE");
  });
});

describe("sortDiagnostics", () => {
  test("reading order, each once", () => {
    const findings = [
      error("z", range(2, 1, 2)),
      error("b", range(1, 1, 2)),
      error("a", range(1, 1, 2)),
      error("b", range(1, 1, 2)),
      error("x", range(1, 1, 2, "a.star")),
      error("none"),
    ];
    expect(sortDiagnostics(findings).map(({ message }) => message)).toEqual([
      "none",
      "x",
      "a",
      "b",
      "z",
    ]);
  });
});

describe("nearest", () => {
  test.each<[string, readonly string[], string | undefined]>([
    ["agnt", ["command", "agent"], "agent"],
    ["depend_on", ["depends_on", "name"], "depends_on"],
    ["abcd", ["abxx", "xxcd"], "abxx"],
    ["abcd", ["abcx", "abxx"], "abcx"],
    ["a", ["b"], undefined],
    ["x", ["ab"], undefined],
    ["abc", ["abc"], undefined],
    ["abc", ["abcdef"], undefined],
    ["n🜂me", ["name"], "name"],
    ["x".repeat(201), ["x".repeat(202)], undefined],
    ["", ["ab"], undefined],
  ])("DSL-069: %s among %j", (name, candidates, found) => {
    expect(nearest(name, candidates)).toBe(found);
    expect(didYouMean(name, candidates)).toBe(
      found === undefined ? "" : `; did you mean ${JSON.stringify(found)}?`,
    );
  });
});

describe("bugs", () => {
  test("throw, and say that they are bugs", () => {
    expect(() => invariant(false, "m")).toThrow(new InternalError("internal error: m"));
    expect(() => invariant(1, "m")).not.toThrow();
    expect(() => unreachable("case" as never)).toThrow(InternalError);
  });
});
