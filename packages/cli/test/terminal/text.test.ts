/** Text from outside reaches a terminal as something to read, and a listing stays within its width. */
import { describe, expect, it } from "vitest";
import { columnsOf } from "../../src/terminal/columns.js";
import { wantsColor } from "../../src/terminal/terminal.js";
import { visible, visibleJson, visibleLine } from "../../src/terminal/visible.js";
import { cut, wrapWords } from "../../src/terminal/wrap.js";

describe("visible", () => {
  it.each([
    ["plain é 漢 🙂", "plain é 漢 🙂"],
    ["\u001b[2Jgone", "\\u{1b}[2Jgone"],
    ["over\rwritten", "over\\u{d}written"],
    ["csi \u009b31m", "csi \\u{9b}31m"],
    ["abc\u202edcba", "abc\\u{202e}dcba"],
    ["tab\tand\nline\r\nend", "tab\tand\nline\nend"],
    ["lone \ud800 half", "lone \ufffd half"],
    ["ad\u200bmin \u2060\ufeff\u061c\u00ad", "ad\\u{200b}min \\u{2060}\\u{feff}\\u{61c}\\u{ad}"],
    ["tag \u{e0041}", "tag \\u{e0041}"],
    ["a\u200db a\ufe0f", "a\\u{200d}b a\\u{fe0f}"],
    [
      "\u0646\u200c\u0647 👩\u200d🚀 ❤\ufe0f\u200d🔥 1\ufe0f\u20e3",
      "\u0646\u200c\u0647 👩\u200d🚀 ❤\ufe0f\u200d🔥 1\ufe0f\u20e3",
    ],
    ["☺\ufe01\ufe02\ufe03", "☺\ufe01\\u{fe02}\\u{fe03}"],
  ])("%j", (text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  it("puts several lines on one", () => {
    expect(visibleLine("a\nb\tc")).toBe("a⏎b c");
  });

  it("keeps JSON what it was", () => {
    const value = { "k\u200b\u009b": "\u{e0041}\ufeff 👩\u200d🚀\u001b" };
    const text = visibleJson(value);
    expect(text).toBe('{"k\\u200b\\u009b":"\\udb40\\udc41\\ufeff 👩\u200d🚀\\u001b"}');
    expect(JSON.parse(text)).toEqual(value);
  });
});

describe("wrapWords", () => {
  it("breaks between words and indents what follows", () => {
    expect(wrapWords(["aaa", "bbb", "ccc"], "x: ", "   ", 10)).toEqual(["x: aaa bbb", "   ccc"]);
  });

  it("counts columns, of which some characters take two", () => {
    expect(wrapWords(["漢字漢字漢"], "- ", "  ", 6)).toEqual(["- 漢字", "  漢字", "  漢"]);
    expect(wrapWords(["a漢", "漢"], "", "", 5)).toEqual(["a漢", "漢"]);
  });

  it("breaks a word that fits no line", () => {
    expect(wrapWords(["abcdefghij"], "- ", "  ", 6)).toEqual(["- abcd", "  efgh", "  ij"]);
  });

  it("moves the first word down when the opening leaves no room", () => {
    expect(wrapWords(["word"], "opening ", "  ", 10)).toEqual(["opening", "  word"]);
  });

  it("gives the opening alone when there are no words", () => {
    expect(wrapWords([], "x", "  ", 10)).toEqual(["x"]);
  });
});

describe("cut", () => {
  it.each([
    ["short", 5, "short"],
    ["longer", 5, "long…"],
    ["🙂🙂🙂", 3, "🙂…"],
    ["漢字漢字", 5, "漢字…"],
    ["漢字", 4, "漢字"],
    ["ab漢字", 4, "ab…"],
    ["e\u0301e\u0301e\u0301", 2, "e\u0301…"],
  ])("%s to %i", (text, length, result) => {
    expect(cut(text, length)).toBe(result);
  });
});

describe("columnsOf", () => {
  it.each([
    ["", 0],
    ["plain text", 10],
    ["é e\u0301", 3],
    ["漢字", 4],
    ["カナ ｶﾅ", 7],
    ["한글", 4],
    ["🙂👩‍👩‍👧‍👦🇩🇪", 6],
    ["—…·", 3],
  ])("%j takes %i", (text, columns) => {
    expect(columnsOf(text)).toBe(columns);
  });

  it("lets no pile of marks be longer than it counts for", () => {
    const pile = `a${"\u0301".repeat(10_000)}`;
    expect(columnsOf(pile)).toBeGreaterThan(1_000);
    expect(cut(pile, 10)).toBe("…");
    expect(columnsOf("\u200b".repeat(50))).toBe(50);
  });
});

describe("wantsColor", () => {
  it.each([
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: "1" }, false],
    [true, { NO_COLOR: "" }, true],
    [true, { TERM: "dumb" }, false],
  ])("terminal %s, environment %j: %s", (isTTY, env, wanted) => {
    expect(wantsColor({ isTTY }, env)).toBe(wanted);
  });
});
