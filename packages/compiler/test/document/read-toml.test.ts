import { describe, expect, test } from "vitest";
import type { DocumentNode, LocatedDocument } from "../../src/document/node.js";
import { readToml } from "../../src/document/read-toml.js";
import { firstLine } from "../support/diagnostics.js";

function documentOf(text: string): LocatedDocument {
  const reading = readToml(text, "a.toml");
  if (!reading.ok) throw new Error(firstLine(reading.diagnostics));
  return reading.document;
}

/** `path=text` of every key and scalar, with the text its range covers. */
function places(document: LocatedDocument): string[] {
  const lines: string[] = [];
  const { text } = document.source;
  const visit = (path: string, node: DocumentNode): void => {
    lines.push(`${path} = ${text.slice(node.start, node.end)}`);
    if (node.kind === "list") {
      for (const [index, item] of node.items.entries()) visit(`${path}.${index}`, item);
    }
    if (node.kind !== "table") return;
    for (const [key, entry] of node.entries) {
      const written = text.slice(entry.key.start, entry.key.end);
      visit(`${path}/${written === key ? key : `${key}<${written}>`}`, entry.value);
    }
  };
  visit("", document.root);
  return lines.slice(1);
}

describe("a TOML text", () => {
  test("a byte-order mark is no part of it", () => {
    const document = documentOf("\ufeffa = 1\n[t]\nb = 'x'\n");
    expect(places(document)).toEqual(["/a = 1", "/t = [t]", "/t/b = 'x'"]);
  });

  test("every key and value knows where it was written", () => {
    const text = [
      "a = 1 # one",
      'b."c d".e = "x # y" ',
      "[t] # table",
      "list = [1, # first",
      '  "two", [3.0, true], {k = \'v\', "l" = 2}]',
      'block = """one',
      ' " two"""',
      "[t.'sub']",
      "date = 1979-05-27 07:32:00 # when",
      "[[x.y]]",
      "n = 1",
      "[[x.y]]",
      "n = 2",
      "[x.y.z]",
      "deep = 0xff",
    ].join("\n");
    expect(places(documentOf(text))).toEqual([
      "/a = 1",
      "/b = b",
      '/b/c d<"c d"> = "c d"',
      '/b/c d<"c d">/e = "x # y"',
      "/t = [t]",
      '/t/list = [1, # first\n  "two", [3.0, true], {k = \'v\', "l" = 2}]',
      "/t/list.0 = 1",
      '/t/list.1 = "two"',
      "/t/list.2 = [3.0, true]",
      "/t/list.2.0 = 3.0",
      "/t/list.2.1 = true",
      "/t/list.3 = {k = 'v', \"l\" = 2}",
      "/t/list.3/k = 'v'",
      '/t/list.3/l<"l"> = 2',
      '/t/block = """one\n " two"""',
      "/t/sub<'sub'> = [t.'sub']",
      "/t/sub<'sub'>/date = 1979-05-27 07:32:00",
      "/x = x",
      "/x/y = y",
      "/x/y.0 = [[x.y]]",
      "/x/y.0/n = 1",
      "/x/y.1 = [[x.y]]",
      "/x/y.1/n = 2",
      "/x/y.1/z = [x.y.z]",
      "/x/y.1/z/deep = 0xff",
    ]);
  });

  test("integers, floats and dates are told apart", () => {
    const { root } = documentOf("i = 5\nf = 5.0\nd = 2020-01-01\nbig = 9223372036854775807");
    const kinds =
      root.kind === "table" ? [...root.entries.values()].map((entry) => entry.value.kind) : [];
    expect(kinds).toEqual(["integer", "float", "date", "integer"]);
  });

  test("keys that objects inherit are ordinary keys", () => {
    const { root } = documentOf("__proto__ = 1\nconstructor = 2\n[toString]\n");
    expect(root.kind === "table" && [...root.entries.keys()]).toEqual([
      "__proto__",
      "constructor",
      "toString",
    ]);
  });

  test.each([
    ["a = 1\nb = \n", "a.toml:2:5: not TOML: invalid value"],
    [
      "a = 1\na = 2\n",
      "a.toml:2:1: not TOML: trying to redefine an already defined table or value",
    ],
    ['a = "x', "a.toml:1:5: not TOML: unfinished string"],
  ])("%j is refused in its place", (text, message) => {
    const reading = readToml(text, "a.toml");
    expect(reading.ok ? "no error" : firstLine(reading.diagnostics)).toBe(message);
  });

  test.each([
    ["brackets", `a = ${"[".repeat(100_000)}`],
    ["dotted keys", `${"a.".repeat(100_000)}a = 1`],
    ["headers", `[${"a.".repeat(100_000)}a]\n`],
  ])("nesting by %s is bounded", (_, text) => {
    const reading = readToml(text, "a.toml");
    expect(!reading.ok && reading.diagnostics[0]?.message).toMatch(/nest/);
  });

  test.each([
    ["several lines", `"""${"x".repeat(10_000_000)}"""`],
    ["several lines, as they are", `'''${"x".repeat(10_000_000)}'''`],
    ["escapes", `"${"\\n".repeat(2_000_000)}"`],
    ["several lines with escapes", `"""${"\\n".repeat(2_000_000)}"""`],
    ["several lines with marks", `"""${'x""'.repeat(1_000_000)}"""`],
    ["several lines with apostrophes", `'''${"x''".repeat(1_000_000)}'''`],
  ])("a long text of %s keeps its place, and so does what follows", (_, written) => {
    const { root } = documentOf(`a = ${written}\nb = 1\n`);
    const [a, b] = root.kind === "table" ? [...root.entries.values()] : [];
    expect(a?.value).toMatchObject({ start: 4, end: 4 + written.length });
    expect(b?.key.start).toBe(5 + written.length);
  });

  test("a long row of comments hides no place", () => {
    const { root } = documentOf(
      `${"# x\n".repeat(2_500_000)}a = [${"# x\n".repeat(1_000_000)}1]\n`,
    );
    const [a] = root.kind === "table" ? [...root.entries.values()] : [];
    expect(a?.key.start).toBe(10_000_000);
    expect(a?.value).toMatchObject({ start: 10_000_004, end: 14_000_007 });
  });

  test.each(['""', "''", '""""""', "''''''", '"""x"""""', "'''x'''''", '"""""x"""', '"a\\"b"'])(
    "the text %s ends where it ends",
    (written) => {
      const { root } = documentOf(`a = ${written}\n"b\\"" = ${written}`);
      const [a, b] = root.kind === "table" ? [...root.entries.values()] : [];
      expect(a?.value).toMatchObject({ start: 4, end: 4 + written.length });
      expect(b?.key).toMatchObject({ start: 5 + written.length, end: 10 + written.length });
    },
  );

  test("nests 128 levels and not 129, by lists, by tables and by dotted keys", () => {
    // The innermost value is so many levels below the document.
    const nested = (depth: number): readonly string[] => [
      `a = ${"[".repeat(depth)}${"]".repeat(depth)}`,
      `a = ${"{ b = ".repeat(depth - 1)}1${" }".repeat(depth - 1)}`,
      `${"a.".repeat(depth - 1)}b = 1`,
    ];
    for (const text of nested(128)) expect(readToml(text, "a.toml").ok).toBe(true);
    for (const text of nested(129)) {
      const reading = readToml(text, "a.toml");
      expect(reading.ok ? text : firstLine(reading.diagnostics)).toMatch(/nest/);
    }
  });
});
