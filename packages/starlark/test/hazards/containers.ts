/** Dicts and sets under chosen keys and removals, and containers that change while they are read. */
import type { Hazard } from "./hazard.js";

export const tables: readonly Hazard[] = [
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
    title: "numerals that look like indexes and those that do not",
    source:
      'x = {"0": 1, "00": 2, "07": 3, "7": 4, 7: 5, "4294967295": 6, "9007199254740992": 7, "9007199254740993": 8}\nprint(len(x), x["7"], x[7], x["07"], x["9007199254740993"], 0 in x)',
    prints: "8 4 5 3 8 False",
  },
  {
    title: "numbers by their bits",
    source:
      "x = {300: 1, 300.5: 2, -300: 3, 1 << 40: 4, 1 << 70: 5, 0.0: 6}\nprint(x[300.0], x[600.5 - 300], x[-300.0], x[float(1 << 40)], x[float(1 << 70)], x[-0.0], x[0])",
    prints: "1 2 3 4 5 6 6",
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

export const removals: readonly Hazard[] = [
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

export const mutation: readonly Hazard[] = [
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
