/** Reading results: the last line of a process's output, bounded, as data that nothing later can trip over. */
import { describe, expect, it } from "vitest";
import { maskOf } from "../../src/driver/journal/mask.js";
import { readJson } from "../../src/driver/result/bounded-json.js";
import { lastLine } from "../../src/driver/result/last-line.js";
import { readResultText } from "../../src/driver/result/read-result.js";
import { stderrTailNote } from "../../src/driver/result/stderr-tail.js";

/** A process that printed these bytes and counts how many were read. */
function printed(text: string | Uint8Array): {
  readonly bytes: number;
  readonly process: { stdout(from: number, bytesMax: number): Promise<Uint8Array> };
  read: number;
} {
  const whole = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const observed = {
    bytes: whole.length,
    read: 0,
    process: {
      stdout: async (from: number, bytesMax: number): Promise<Uint8Array> => {
        const piece = whole.subarray(from, from + bytesMax);
        observed.read += piece.length;
        return piece;
      },
    },
  };
  return observed;
}

async function last(text: string | Uint8Array, lineBytesMax = 1_048_576): Promise<unknown> {
  const { process, bytes } = printed(text);
  return lastLine(process, bytes, lineBytesMax);
}

describe("the last line", () => {
  it("EXEC-044: is the last one that is not blank", async () => {
    const line = { kind: "line", text: '{"n":2}' };
    expect(await last('{"n":1}\n{"n":2}')).toEqual(line);
    expect(await last('{"n":1}\n{"n":2}\n')).toEqual(line);
    expect(await last('{"n":1}\r\n{"n":2}\r\n \t\n\n')).toEqual(line);
    expect(await last('  {"n":2}  ')).toEqual(line);
  });

  it("is none when everything is blank", async () => {
    expect(await last("")).toEqual({ kind: "none" });
    expect(await last(" \n\t\n")).toEqual({ kind: "none" });
  });

  it("may be exactly as long as the bound, and no longer", async () => {
    expect(await last(`x\n${"y".repeat(10)}\n`, 10)).toEqual({ kind: "line", text: "yyyyyyyyyy" });
    expect(await last("y".repeat(10), 10)).toEqual({ kind: "line", text: "yyyyyyyyyy" });
    const refused = { kind: "refused", problem: "is longer than 10 bytes" };
    expect(await last(`x\n${"y".repeat(11)}`, 10)).toEqual(refused);
    expect(await last("y".repeat(11), 10)).toEqual(refused);
  });

  it("reads no more than the end of a long output", async () => {
    const output = printed(`${"noise\n".repeat(1_000_000)}{"n":1}\n`);
    expect(await lastLine(output.process, output.bytes, 1_000)).toEqual({
      kind: "line",
      text: '{"n":1}',
    });
    expect(output.read).toBeLessThan(100_000);
  });

  it("passes over a bounded stretch of blank bytes and says so past it", async () => {
    expect(await last(`1\n${"\n".repeat(1_000_000)}`)).toEqual({ kind: "line", text: "1" });
    expect(await last(`1\n${"\n".repeat(2_000_000)}`)).toEqual({
      kind: "refused",
      problem: "ends in more than 1048576 blank bytes",
    });
  });

  it("decodes what is no UTF-8 instead of failing", async () => {
    expect(await last(Uint8Array.from([0xff, 0x41]))).toEqual({ kind: "line", text: "\ufffdA" });
  });
});

describe("JSON from outside", () => {
  it("nests 128 levels and not 129", () => {
    const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
    expect(readJson(nested(128)).kind).toBe("value");
    expect(readJson(nested(129))).toEqual({
      kind: "refused",
      problem: "nests deeper than 128 levels",
    });
  });

  it("nests no deeper behind a name or a text that is empty", () => {
    const deep = "[".repeat(200) + "]".repeat(200);
    expect(readJson(`{"":${deep}}`).kind).toBe("refused");
    expect(readJson(`["",${deep}]`).kind).toBe("refused");
  });

  it("does not count brackets inside strings", () => {
    const text = JSON.stringify({ text: `${"[{".repeat(500)}\\"` });
    expect(readJson(text)).toEqual({ kind: "value", value: JSON.parse(text) });
  });

  it("survives a million opening brackets", () => {
    expect(readJson("[".repeat(1_000_000)).kind).toBe("refused");
  });

  it("reads -0 as 0, as a log would give it back", () => {
    const reading = readJson('{"n":-0,"list":[-0.0]}');
    expect(reading).toEqual({ kind: "value", value: { n: 0, list: [0] } });
    expect(Object.is((reading as unknown as { value: { n: number } }).value.n, 0)).toBe(true);
  });

  it("refuses half of a surrogate pair, in values and in keys", () => {
    const refused = { kind: "refused", problem: "holds half of a surrogate pair" };
    expect(readJson('{"a":["\\ud800"]}')).toEqual(refused);
    expect(readJson('{"\\udc00":1}')).toEqual(refused);
    expect(readJson('"\\ud83d\\ude00"')).toEqual({ kind: "value", value: "😀" });
  });

  it("refuses a number that is JSON and too large for a number", () => {
    const refused = { kind: "refused", problem: "holds a number that is too large" };
    for (const text of ["1e999", '{"n":[-1e400]}', `[${"9".repeat(400)}]`]) {
      expect(readJson(text)).toEqual(refused);
    }
    expect(readJson("[1.7976931348623157e308]").kind).toBe("value");
  });

  it("keeps a field called __proto__ as a field", () => {
    const reading = readJson('{"__proto__":{"x":1}}');
    expect(Object.keys((reading as unknown as { value: object }).value)).toEqual(["__proto__"]);
  });

  it("says the same of every text that is none, whatever the platform says", () => {
    for (const text of ["hello", '{"secret":', "", "{", "1 2", "NaN"]) {
      expect(readJson(text)).toEqual({ kind: "not_json", error: "it does not parse" });
    }
  });
});

describe("the end of standard error in a note", () => {
  const plain = maskOf([]);

  it.each([
    ["cut at the end of a line", `${"x".repeat(230)}s3cret-value-of-many\n`],
    [
      "cut at the front",
      `s3cret-value-of-many${"y".repeat(200)}\n${`${"z".repeat(240)}\n`.repeat(16)}`,
    ],
    ["parted by escape sequences", "s3cret\u001b[0m-value-of-\u001b[1mmany"],
    ["parted by a mark of columns", "s3cret-value-of-many|s3cret-value-of-many"],
  ])("holds nothing of a secret that is %s", (_what, stderr) => {
    const note = stderrTailNote(stderr, maskOf(["s3cret-value-of-many"]));
    expect(note).not.toMatch(/s3cret|value|of-many/);
  });

  it("joins the last lines that are not blank", () => {
    expect(stderrTailNote(" one \n\n two\n", plain)).toBe("one ⏎ two");
    expect(stderrTailNote("", plain)).toBe("");
  });

  it("keeps 40 lines of 240 characters and escapes the column mark", () => {
    const lines = Array.from({ length: 50 }, (_, index) => `line ${index}`);
    expect(stderrTailNote(lines.join("\n"), plain).split(" ⏎ ")).toEqual(lines.slice(10));
    expect(stderrTailNote("x".repeat(300), plain)).toBe("x".repeat(240));
    expect(stderrTailNote("a|b", plain)).toBe("a\\|b");
  });

  it("is cut from the front to 4000 characters", () => {
    const note = stderrTailNote(
      Array.from({ length: 40 }, () => "y".repeat(240)).join("\n"),
      plain,
    );
    expect([...note]).toHaveLength(4_000);
    expect(note.startsWith("…")).toBe(true);
    expect(note.endsWith("y".repeat(240))).toBe(true);
  });

  it("takes out what a terminal would obey", () => {
    expect(stderrTailNote("\u001b[31mred\u001b[0m\u0007", plain)).toBe("red");
  });
});

describe("a result that is no JSON", () => {
  it.each(["x", "\u{1f701}"])(
    "is repeated up to 240 characters, however wide each is (%s)",
    (character) => {
      const read = (count: number): unknown =>
        readResultText(character.repeat(count), "line", maskOf([]));
      expect(read(240)).toMatchObject({ kind: "not_json", line: character.repeat(240) });
      expect(read(241)).toMatchObject({ line: `${character.repeat(240)}…` });
      expect(read(100_000)).toMatchObject({ line: `${character.repeat(240)}…` });
    },
  );
});
