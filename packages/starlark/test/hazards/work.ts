/** Work that hides from counting, and calls with very many parameters. */
import { type Hazard, times } from "./hazard.js";

export const work: readonly Hazard[] = [
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

export const calls: readonly Hazard[] = [
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
