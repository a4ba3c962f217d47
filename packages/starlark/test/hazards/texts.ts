/** Texts and integers that grow, searches that repeat themselves, and odd characters. */
import { type Hazard, times } from "./hazard.js";

export const strings: readonly Hazard[] = [
  { title: "repeating a string", source: 'x = "a" * 1000000000', code: "bound-string-length" },
  {
    title: "repeating a string beyond any number",
    source: 'x = "ab" * (1 << 60)',
    code: "bound-string-length",
  },
  {
    title: "doubling a string",
    source: 'x = "a"\nfor i in range(60):\n  x = x + x',
    code: "bound-string-length",
  },
  {
    title: "doubling a string in place",
    source: 'x = "a"\nfor i in range(60):\n  x += x',
    code: "bound-string-length",
  },
  {
    title: "many large strings",
    source: 'x = "a" * 1000000\ny = []\nfor i in range(100000):\n  y.append(x + str(i))',
    code: "bound-heap-bytes",
  },
  {
    title: "replacing",
    source: 'x = "a" * 100000\ny = x.replace("a", x)',
    code: "bound-string-length",
  },
  {
    title: "replacing nothing",
    source: 'x = "a" * 100000\ny = x.replace("", x)',
    code: "bound-string-length",
  },
  {
    title: "joining",
    source: 'x = "a" * 100000\ny = "".join([x] * 100000)',
    code: "bound-string-length",
  },
  {
    title: "joining by a large separator",
    source: 'x = "a" * 100000\ny = x.join([""] * 100000)',
    code: "bound-string-length",
  },
  {
    title: "formatting by percent",
    source: 'x = "a" * 1000000\ny = ("%s" * 10000) % tuple([x] * 10000)',
    code: "bound-string-length",
  },
  {
    title: "formatting by fields",
    source: 'x = "a" * 1000000\ny = ("{0}" * 10000).format(x)',
    code: "bound-string-length",
  },
  {
    title: "printing many references",
    source: 'x = "a" * 1000000\ny = str([x] * 1000)',
    code: "bound-string-length",
  },
  {
    title: "splitting",
    source: 'x = "," * 16000000\ny = x.split(",")',
    code: "bound-container-length",
  },
  {
    title: "searching a large string again and again",
    source: 'x = "a" * 16000000\nfor i in range(1000000):\n  y = "b" in x',
    code: "bound-ticks",
  },
  {
    title: "counting in a large string again and again",
    source: 'x = "a" * 16000000\nfor i in range(1000000):\n  y = x.count("b")',
    code: "bound-ticks",
  },
  {
    title: "comparing large strings again and again",
    source: 'x = "a" * 8000000\ny = "a" * 7999999 + "a"\nfor i in range(1000000):\n  z = x == y',
    code: "bound-ticks",
  },
  {
    title: "large strings as keys",
    source: 'x = {"a" * 8000000: 1}\ny = "a" * 7999999 + "a"\nfor i in range(1000000):\n  z = x[y]',
    code: "bound-ticks",
  },
  {
    title: "changing the case of a large string",
    source: 'x = "é" * 8000000\nfor i in range(1000):\n  y = x.upper()',
    code: "bound-heap-bytes",
  },
  {
    title: "the length of a large string beyond the first plane",
    source: 'x = "😀" * 4000000\nfor i in range(1000000):\n  y = len(x)',
    code: "bound-ticks",
  },
  {
    title: "walking over a large string by index",
    source: 'x = "😀" * 4000000\nfor i in range(len(x)):\n  y = x[i]',
    code: "bound-ticks",
  },
  { title: "a surrogate by escape", source: 'x = "\\ud83d"', code: "invalid-escape" },
  { title: "half a pair in the source", source: 'x = "\ud83d"', code: "unexpected-character" },
  {
    title: "half a pair by slicing",
    source: 'x = "😀"[:1]\nprint(x == "😀", len(x))',
    prints: "True 1",
  },
  { title: "half a pair by chr", source: "x = chr(0xd83d) + chr(0xde00)", code: "invalid-value" },
  {
    title: "reaching into an object by format",
    source: 'x = "{0.__class__}".format(1)',
    code: "invalid-format",
  },
  {
    title: "a message that quotes a large value",
    source: 'x = {}["a" * 16000000]',
    code: "missing-key",
  },
];

/** Texts and needles that make a search compare the same characters again and again. */
const periodic = 'a = "a" * 4000000\nn = "a" * 1000000 + "b" + "a" * 1000000\n';

export const searches: readonly Hazard[] = [
  {
    title: "finding a needle like its text",
    source: `${periodic}print(a.find(n), n in a)`,
    prints: "-1 False",
  },
  {
    title: "finding a needle like its text from the right",
    source: `${periodic}print(a.rfind(n), a.rfind("a" * 2000000 + "b"))`,
    prints: "-1 -1",
  },
  {
    title: "counting a needle like its text",
    source: `${periodic}print(a.count(n), (n + n).count(n))`,
    prints: "0 2",
  },
  {
    title: "replacing a needle like its text",
    source: `${periodic}print(a.replace(n, "") == a, (n + "c" + n).replace(n, "x"))`,
    prints: "True xcx",
  },
  {
    title: "splitting by a needle like its text",
    source: `${periodic}print(len(a.split(n)), len(a.rsplit(n)), len((n + n).split(n)), len((n + n).rsplit(n)))`,
    prints: "1 1 3 3",
  },
  {
    title: "partitioning by a needle like its text",
    source: `${periodic}print(len(a.partition(n)[0]), len(a.rpartition(n)[2]))`,
    prints: "4000000 4000000",
  },
  {
    title: "many occurrences of a long needle",
    source:
      'n = "ab" * 50\nt = n * 50000\nprint(t.count(n), len(t.split(n)), len(t.rsplit(n)), len(t.replace(n, "c")))',
    prints: "50000 50001 50001 50000",
  },
  {
    title: "an int behind many spaces",
    source: 'x = int("1" + " " * 4000000 + "1")',
    code: "invalid-value",
  },
  {
    title: "an int between many spaces, which is none",
    source: 'print(int(" " * 4000000 + "1" + " " * 4000000))',
    code: "invalid-value",
  },
  {
    title: "a float of many digits and no float",
    source: 'x = float("1" * 4000000 + "x")',
    code: "invalid-value",
  },
  {
    title: "a float behind many spaces",
    source: 'x = float("1" + " " * 4000000 + "x")',
    code: "invalid-value",
  },
  {
    title: "stripping a large string again and again",
    source: 'x = " " * 16000000\nfor i in range(1000000):\n  y = x.strip()',
    code: "bound-ticks",
  },
];

export const integers: readonly Hazard[] = [
  {
    title: "squaring",
    source: "x = 3\nfor i in range(40):\n  x = x * x",
    code: "bound-integer-bits",
  },
  { title: "shifting", source: "x = 1 << 100000000", code: "bound-integer-bits" },
  { title: "shifting by a large int", source: "x = 1 << (1 << 100)", code: "bound-integer-bits" },
  { title: "a long literal", source: `x = ${times("9", 200_000)}`, code: "bound-integer-bits" },
  {
    title: "a long hexadecimal literal",
    source: `x = 0x${times("f", 200_000)}`,
    code: "bound-integer-bits",
  },
  { title: "parsing a long text", source: 'x = int("9" * 1000000)', code: "bound-integer-bits" },
  {
    title: "parsing a long text in base 36",
    source: 'x = int("z" * 1000000, 36)',
    code: "bound-integer-bits",
  },
  {
    title: "many large ints",
    source: "x = []\nfor i in range(1 << 40):\n  x.append((1 << 4000) + i)",
    code: "bound-heap-bytes",
  },
  {
    title: "dividing a negative zero",
    source: "print(0 * -1, 0 // -3, float(0 * -5))",
    prints: "0 0 0.0",
  },
];

export const texts: readonly Hazard[] = [
  { title: "a large source", source: `x = "${times("a", 262_144)}"`, code: "bound-source-bytes" },
  { title: "a long name", source: `${times("a", 200_000)} = 1\nprint(2)`, prints: "2" },
  { title: "a long unknown name", source: times("a", 200_000), code: "unknown-name" },
  {
    title: "many unknown names",
    source: Array.from({ length: 30_000 }, (_, i) => `a${i}`).join("\n"),
    code: "unknown-name",
  },
  { title: "a NUL", source: "x = 1\0", code: "unexpected-character" },
  { title: "a NUL in a string", source: 'print(len("\0"))', prints: "1" },
  { title: "a byte-order mark", source: "\ufeffprint(1)", prints: "1" },
  {
    title: "line ends of other systems",
    source: 'print(len("""a\r\nb\rc"""))\r\nprint(2)\r\n',
    prints: "5\n2",
  },
  {
    title: "tabs beside spaces",
    source: "def f():\n\tx = 1\n        return x",
    code: "mixed-indentation",
  },
  { title: "only closing brackets", source: times(")", 100_000), code: "unexpected-token" },
  { title: "only quotes", source: times('"', 99_999), code: "python-habit" },
  { title: "many comments", source: times("#\n", 100_000), prints: "" },
  { title: "many statements", source: `${times("x=1\n", 60_000)}print(x)`, prints: "1" },
];
