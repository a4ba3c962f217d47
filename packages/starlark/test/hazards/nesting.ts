/** Sources and values that nest, share or contain themselves. */
import { blocks, type Hazard, times } from "./hazard.js";

export const nesting: readonly Hazard[] = [
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

export const values: readonly Hazard[] = [
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
