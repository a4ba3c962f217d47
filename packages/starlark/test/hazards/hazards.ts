/**
 * Sources that hurt other implementations, each with what must come of it: the one diagnostic's code, or the text that
 * the source prints. They run in a small process, so that a bound that came too late would end it.
 */
export interface Hazard {
  readonly title: string;
  readonly source: string;
  /** Code of the one diagnostic, or undefined when the source must run to its end. */
  readonly code?: string;
  readonly prints?: string;
}

const times = (text: string, count: number): string => text.repeat(count);
const blocks = (head: string, count: number): string =>
  Array.from({ length: count }, (_, depth) => `${" ".repeat(depth)}${head}\n`).join("");

const nesting: readonly Hazard[] = [
  { title: "parentheses", source: times("(", 100_000), code: "bound-nesting-depth" },
  { title: "lists", source: `x = ${times("[", 100_000)}`, code: "bound-nesting-depth" },
  { title: "dicts", source: `x = ${times("{1: ", 50_000)}`, code: "bound-nesting-depth" },
  { title: "calls", source: times("f(", 100_000), code: "bound-nesting-depth" },
  { title: "indexes", source: times("x[", 100_000), code: "bound-nesting-depth" },
  { title: "signs", source: `x = ${times("- ", 100_000)}1`, code: "bound-nesting-depth" },
  { title: "not", source: `x = ${times("not ", 50_000)}1`, code: "bound-nesting-depth" },
  { title: "complements", source: `x = ${times("~", 100_000)}1`, code: "bound-nesting-depth" },
  { title: "lambdas", source: `x = ${times("lambda: ", 25_000)}1`, code: "bound-nesting-depth" },
  {
    title: "conditionals",
    source: `x = ${times("1 if 0 else ", 20_000)}1`,
    code: "bound-nesting-depth",
  },
  {
    title: "comprehensions",
    source: `x = ${times("[y for y in ", 20_000)}[1]`,
    code: "bound-nesting-depth",
  },
  { title: "default values", source: times("lambda x = (", 20_000), code: "bound-nesting-depth" },
  {
    title: "nesting just under the bound",
    source: `x = ${times("(", 127)}1${times(")", 127)}\nprint(x)`,
    prints: "1",
  },
  {
    title: "indentation",
    source: `${blocks("if 1:", 500)}${times(" ", 500)}pass`,
    code: "bound-block-depth",
  },
  {
    title: "functions in functions",
    source: `${blocks("def f():", 500)}${times(" ", 500)}pass`,
    code: "bound-block-depth",
  },
  {
    title: "a long ladder of elif",
    source: `n = 19999\nif n < 0:\n  x = 0\n${Array.from({ length: 10_000 }, (_, i) => `elif n == ${i}:\n  x = 1\n`).join("")}else:\n  x = 2\nprint(x)`,
    prints: "2",
  },
  { title: "a long sum", source: `x = 1${times(" + 1", 50_000)}`, code: "bound-expression-depth" },
  {
    title: "a long conjunction",
    source: `x = 1${times(" and 1", 40_000)}`,
    code: "bound-expression-depth",
  },
  {
    title: "a long chain of attributes",
    source: `x = y${times(".a", 100_000)}`,
    code: "bound-expression-depth",
  },
  {
    title: "a long chain of calls",
    source: `f${times("()", 100_000)}`,
    code: "bound-expression-depth",
  },
  { title: "a sum just under the bound", source: `print(1${times(" + 1", 998)})`, prints: "999" },
  {
    title: "a long comprehension",
    source: `x = [1 ${times("for y in [1] ", 900)}]`,
    code: "bound-stack-levels",
  },
  {
    title: "a wide list",
    source: `x = [${times("1,", 100_000)}]\nprint(len(x))`,
    prints: "100000",
  },
  {
    title: "a wide call",
    source: `def f(*a):\n  return len(a)\nprint(f(${times("1,", 100_000)}))`,
    prints: "100000",
  },
];

const nested = "x = []\nfor i in range(100000):\n  x = [x]\n";
const shared = "x = []\nfor i in range(100):\n  x = [x, x]\n";
const cyclic = "x = []\nx.append(x)\ny = []\ny.append(y)\n";

const values: readonly Hazard[] = [
  {
    title: "printing a value nested by a loop",
    source: `${nested}print(x)`,
    code: "bound-value-depth",
  },
  {
    title: "comparing values nested by a loop",
    source: `${nested}y = x\n${nested}print(x == y)`,
    code: "bound-value-depth",
  },
  {
    title: "ordering values nested by a loop",
    source: `${nested}y = x\n${nested}print(x < y)`,
    code: "bound-value-depth",
  },
  {
    title: "hashing a tuple nested by a loop",
    source: "x = ()\nfor i in range(100000):\n  x = (x,)\nd = {x: 1}",
    code: "bound-value-depth",
  },
  {
    title: "formatting a value nested by a loop",
    source: `${nested}y = "%s" % (x,)`,
    code: "bound-value-depth",
  },
  { title: "freezing a value nested by a loop", source: `${nested}print(len(x))`, prints: "1" },
  { title: "printing a shared value", source: `${shared}print(x)`, code: "bound-ticks" },
  {
    title: "comparing shared values",
    source: `${shared}y = x\n${shared}print(x == y)`,
    code: "bound-ticks",
  },
  {
    title: "ordering shared values",
    source: `${shared}y = x\n${shared}print(x < y)`,
    code: "bound-ticks",
  },
  {
    title: "hashing a shared tuple",
    source: "x = ()\nfor i in range(100):\n  x = (x, x)\nd = {x: 1}",
    code: "bound-heap-bytes",
  },
  { title: "printing a value inside itself", source: `${cyclic}print(x)`, prints: "[[...]]" },
  {
    title: "comparing values inside themselves",
    source: `${cyclic}print(x == y)`,
    code: "bound-value-depth",
  },
];

const strings: readonly Hazard[] = [
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

const searches: readonly Hazard[] = [
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
    title: "an int between many spaces",
    source: 'print(int(" " * 4000000 + "1" + " " * 4000000))',
    prints: "1",
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

const integers: readonly Hazard[] = [
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

const work: readonly Hazard[] = [
  { title: "an endless loop", source: "for i in range(1 << 50):\n  pass", code: "bound-ticks" },
  {
    title: "an endless loop in a function",
    source: "def f():\n  for i in range(1 << 50):\n    x = i * 2\nf()",
    code: "bound-ticks",
  },
  {
    title: "loops in loops",
    source: "for a in range(100000):\n  for b in range(100000):\n    pass",
    code: "bound-ticks",
  },
  {
    title: "an endless comprehension",
    source: "x = [0 for i in range(1 << 50) if False]",
    code: "bound-ticks",
  },
  {
    title: "comprehensions of many clauses",
    source: "x = [0 for a in range(1000) for b in range(1000) for c in range(1000) if False]",
    code: "bound-ticks",
  },
  {
    title: "a comprehension that keeps everything",
    source: "x = [0 for i in range(1 << 50)]",
    code: "bound-container-length",
  },
  {
    title: "a dict comprehension that keeps everything",
    source: "x = {i: 0 for i in range(1 << 50)}",
    code: "bound-container-length",
  },
  {
    title: "a list of a huge range",
    source: "x = list(range(1 << 40))",
    code: "bound-container-length",
  },
  {
    title: "a tuple of a huge range",
    source: "x = tuple(range(1 << 40))",
    code: "bound-container-length",
  },
  {
    title: "sorting a huge range",
    source: "x = sorted(range(1 << 40))",
    code: "bound-container-length",
  },
  {
    title: "reversing a huge range",
    source: "x = reversed(range(1 << 40))",
    code: "bound-container-length",
  },
  {
    title: "numbering a huge range",
    source: "x = enumerate(range(1 << 40))",
    code: "bound-container-length",
  },
  {
    title: "pairing huge ranges",
    source: "x = zip(range(1 << 40), range(1 << 40))",
    code: "bound-container-length",
  },
  {
    title: "a set of a huge range",
    source: "x = set(range(1 << 40))",
    code: "bound-container-length",
  },
  {
    title: "a call with a huge range",
    source: "def f(*a):\n  pass\nf(*range(1 << 40))",
    code: "bound-container-length",
  },
  {
    title: "extending by a huge range",
    source: "x = []\nx.extend(range(1 << 40))",
    code: "bound-container-length",
  },
  {
    title: "adding a huge range in place",
    source: "x = []\nx += range(1 << 40)",
    code: "bound-container-length",
  },
  { title: "unpacking a huge range", source: "a, b = range(1 << 40)", code: "unpacking" },
  {
    title: "the greatest of a huge range",
    source: "x = max(range(1 << 40))",
    code: "bound-container-length",
  },
  {
    title: "any of a huge range of zeros",
    source: "x = any([0] * 1000000)\nfor i in range(100):\n  x = any([0] * 1000000)",
    code: "bound-ticks",
  },
  {
    title: "membership in a huge range",
    source: "print((1 << 39) in range(1 << 40), 3.5 in range(1 << 40))",
    prints: "True False",
  },
  {
    title: "slicing a huge range",
    source: "print(list(range(1)[::4503599627370496]))",
    prints: "[0]",
  },
  { title: "repeating a list", source: "x = [1] * (1 << 33)", code: "bound-container-length" },
  {
    title: "doubling a list",
    source: "x = [1]\nfor i in range(60):\n  x = x + x",
    code: "bound-container-length",
  },
  {
    title: "doubling a list in place",
    source: "x = [1]\nfor i in range(60):\n  x += x",
    code: "bound-container-length",
  },
  {
    title: "extending a list by itself",
    source: "x = [1]\nfor i in range(60):\n  x.extend(x)",
    code: "bound-container-length",
  },
  {
    title: "searching a list again and again",
    source: "x = list(range(100000))\nfor i in range(100000):\n  y = -1 in x",
    code: "bound-ticks",
  },
  {
    title: "slicing again and again",
    source: "x = list(range(100000))\nfor i in range(100000):\n  y = x[:]",
    code: "bound-ticks",
  },
  {
    title: "sorting again and again",
    source: 'x = ["b", "a"] * 50000\nfor i in range(100000):\n  y = sorted(x)',
    code: "bound-ticks",
  },
  {
    title: "inserting at the front",
    source: "x = []\nfor i in range(1000000):\n  x.insert(0, i)",
    code: "bound-ticks",
  },
  {
    title: "removing from the front",
    source: "x = list(range(100000))\nfor i in range(100000):\n  x.pop(0)",
    code: "bound-ticks",
  },
  {
    title: "an endless recursion",
    source: "def f(n):\n  return f(n + 1)\nf(0)",
    code: "bound-stack-levels",
  },
  {
    title: "functions that call each other without end",
    source: "def f(n):\n  return g(n)\ndef g(n):\n  return f(n)\nf(0)",
    code: "bound-stack-levels",
  },
  {
    title: "recursion through itself as an argument",
    source: "def y(f):\n  return f(f)\ny(y)",
    code: "bound-stack-levels",
  },
  {
    title: "recursion through a key function",
    source: "def f(x):\n  return sorted([1, 2], key = f)\nf(0)",
    code: "bound-stack-levels",
  },
  {
    title: "recursion in a comprehension",
    source: "def f(x):\n  return [f(y) for y in [1]]\nf(0)",
    code: "bound-stack-levels",
  },
  {
    title: "exponential recursion",
    source: "def f(n):\n  return f(n - 1) + f(n - 1) if n else 1\nf(100)",
    code: "bound-ticks",
  },
];

const parameters = Array.from({ length: 30_000 }, (_, i) => `p${i}`);

const calls: readonly Hazard[] = [
  {
    title: "many parameters",
    source: `def f(${parameters.join(",")}): pass\nprint(1)`,
    prints: "1",
  },
  {
    title: "many parameters of one name",
    source: `def f(${parameters.join(",")},p0): pass`,
    code: "duplicate-parameter",
  },
  {
    title: "many named arguments again and again",
    source: `def f(${parameters.slice(0, 8000).join("=0,")}=0): pass\nd = {"p%d" % i: i for i in range(8000)}\nfor i in range(1000000):\n  f(**d)`,
    code: "bound-ticks",
  },
  {
    title: "many named fields",
    source: `d = {"p%d" % i: "" for i in range(20000)}\nt = "".join(["{p%d}" % i for i in range(20000)])\nprint(len(t.format(**d)))`,
    prints: "0",
  },
  {
    title: "a long body again and again",
    source: `def f():\n  for i in range(1 << 40):\n    x = 1${times("; x = 1", 30_000)}\nf()`,
    code: "bound-ticks",
  },
  {
    title: "a long function again and again",
    source: `def g():\n  x = 1${times("; x = 1", 30_000)}\ndef f():\n  for i in range(1 << 40):\n    g()\nf()`,
    code: "bound-ticks",
  },
  {
    title: "the places of many calls on one long line",
    source: `"${times("😀", 20_000)}"; ${times("here();", 20_000)}print(here())`,
    prints: "1",
  },
];

const tables: readonly Hazard[] = [
  {
    title: "ints that share a bucket",
    source: "x = {(i << 17) * 65536: 1 for i in range(20000)}\nprint(len(x))",
    prints: "20000",
  },
  {
    title: "large ints that share their low bits",
    source: "x = {(i << 64) + 5: 1 for i in range(20000)}\nprint(len(x))",
    prints: "20000",
  },
  {
    title: "texts that look like indexes",
    source: "x = {str(i * 16777216): 1 for i in range(20000)}\nprint(len(x))",
    prints: "20000",
  },
  {
    title: "tuples of ints",
    source: "x = {(i, i): 1 for i in range(20000)}\nprint(len(x))",
    prints: "20000",
  },
  {
    title: "names of JavaScript objects as keys",
    source:
      'x = {"__proto__": 1, "constructor": 2}\nprint(x["__proto__"], x["constructor"], x.get("toString"))',
    prints: "1 2 None",
  },
  {
    title: "names of JavaScript objects as arguments",
    source: "def f(**k):\n  return k\nprint(f(__proto__ = 1, constructor = 2))",
    prints: '{"__proto__": 1, "constructor": 2}',
  },
  {
    title: "names of JavaScript objects as attributes",
    source: 'x = "".constructor',
    code: "unknown-attribute",
  },
  {
    title: "names of JavaScript objects as variables",
    source: "x = __proto__",
    code: "unknown-name",
  },
  {
    title: "names of JavaScript objects by getattr",
    source: 'print(getattr([], "__proto__", 1), hasattr({}, "constructor"))',
    prints: "1 False",
  },
  {
    title: "names of JavaScript objects in formats",
    source: 'x = "{constructor}".format()',
    code: "invalid-format",
  },
];

const removals: readonly Hazard[] = [
  {
    title: "emptying a dict from the front",
    source: "d = {i: 0 for i in range(300000)}\nfor i in range(299999):\n  d.popitem()\nprint(d)",
    prints: "{299999: 0}",
  },
  {
    title: "emptying a set from the front",
    source: "d = set(range(300000))\nfor i in range(299999):\n  d.pop()\nprint(d)",
    prints: "set([299999])",
  },
  {
    title: "looking for the first key again and again",
    source:
      "d = {i: 0 for i in range(300000)}\nfor i in range(299999):\n  for k in d:\n    break\n  d.pop(k)\nprint(d)",
    prints: "{299999: 0}",
  },
  {
    title: "passing removed keys again and again",
    source:
      "d = {i: 0 for i in range(300000)}\nfor i in range(1, 140000):\n  d.pop(i)\nfor i in range(1000000):\n  a = 0\n  for k in d:\n    a += 1\n    if a == 2:\n      break",
    code: "bound-ticks",
  },
  {
    title: "adding and removing again and again",
    source:
      "d = {}\nfor i in range(500000):\n  d[i] = i\n  d.pop(i - 10, None)\nprint(len(d), d.keys()[0])",
    prints: "10 499990",
  },
];

const mutation: readonly Hazard[] = [
  {
    title: "growing a list in its loop",
    source: "x = [1]\nfor i in x:\n  x.append(i)",
    code: "changed-while-iterating",
  },
  {
    title: "emptying a list in its key function",
    source: "x = list(range(50))\ndef k(v):\n  x.clear()\n  return v\nmax(x, key = k)",
    code: "changed-while-iterating",
  },
  {
    title: "growing a dict in its loop",
    source: "x = {1: 1}\nfor i in x:\n  x[i + 1] = 1",
    code: "changed-while-iterating",
  },
  {
    title: "assigning to an element in its loop",
    source: "x = [0, 1]\nfor i in x:\n  x[i] = 9",
    code: "changed-while-iterating",
  },
];

const texts: readonly Hazard[] = [
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

export const HAZARDS: readonly Hazard[] = [
  ...nesting,
  ...values,
  ...strings,
  ...searches,
  ...integers,
  ...work,
  ...calls,
  ...tables,
  ...removals,
  ...mutation,
  ...texts,
];
