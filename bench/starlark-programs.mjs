/** Programs that stress one part of the language each. They end by printing one line, which says that they ran right. */
import { CHOSEN_KEYS, ORDINARY_KEYS } from "./dict-keys.mjs";

const SOURCE_LENGTH = 200_000;

/** @typedef {{ readonly source: string, readonly prints: string }} Program */

/** Those that are held against another implementation. @type {Readonly<Record<string, Program>>} */
export const COMPARED_PROGRAMS = {
  loops: {
    source: `
def spiral(size):
    sum = 0
    for row in range(size):
        for column in range(size):
            cell = row * size + column
            if cell % 3 == 0:
                sum += cell // 3
            else:
                sum += (cell ^ row) & 63
    return sum

print(spiral(500))
`,
    prints: "3477486389",
  },
  texts: {
    source: `
def build(count):
    parts = []
    for index in range(count):
        parts.append("item-%d:%s" % (index, "x" * (index % 7)))
    joined = ";".join(parts)
    seen = 0
    for piece in joined.split(";"):
        if piece.endswith("xx") and not piece.startswith("item-1"):
            seen += len(piece.replace("x", "yy"))
        seen += len("{}/{}".format(piece[:4], piece[-2:]))
    return seen

print(build(20000))
`,
    prints: "253564",
  },
  comprehensions: {
    source: `
def table(size):
    squares = {(x, y): x * y for x in range(size) for y in range(size) if (x + y) % 2}
    rows = [[squares.get((x, y), 0) for y in range(size)] for x in range(size)]
    return len(squares) + max([max(row) for row in rows])

print(table(200))
`,
    prints: "59402",
  },
  sorting: {
    source: `
def shuffle(count):
    state = 7
    values = []
    for _ in range(count):
        state = (state * 1103515245 + 12345) % 2147483648
        values.append(state)
    return values

def ranks(values):
    by_last = sorted(values, key = lambda value: value % 1000)
    pairs = sorted(zip(by_last, range(len(by_last))), reverse = True)
    return [place for _, place in pairs][:3]

print(len(ranks(shuffle(30000))))
`,
    prints: "3",
  },
  functions: {
    source: `
def adder(step):
    return lambda value, *rest, scale = 1: (value + step + len(rest)) * scale

def chain(count):
    steps = [adder(step) for step in range(5)]
    total = 0
    for index in range(count):
        step = steps[index % 5]
        total += step(index, 1, 2, scale = 2) if index % 2 else step(index)
    return total

print(chain(100000))
`,
    prints: "7500450000",
  },
  tasks: {
    source: `
def layer(number, before):
    made = []
    for place in range(100):
        made.append(task(
            name = "task-%d-%d" % (number, place),
            run = "make step-{}".format(place),
            after = [before[place], before[(place + 1) % 100]] if before else [],
            env = {"LAYER": str(number), "PLACE": str(place)},
        ))
    return made

def grow(layers):
    last = []
    for number in range(layers):
        last = layer(number, last)
    return last

print(len(grow(100)))
`,
    prints: "100",
  },
  sum: {
    source:
      "def add(count):\n    total = 0\n    for index in range(count):\n        total += index\n    return total\n\nprint(add(1000000))\n",
    prints: "499999500000",
  },
  calls: {
    source:
      "def least(a, b):\n    return a if a < b else b\n\ndef repeat(count):\n    kept = 9\n    for index in range(count):\n        kept = least(kept, index + 4)\n    return kept\n\nprint(repeat(1000000))\n",
    prints: "4",
  },
  "200 KB of literals": literals(),
  "200 KB of code": code(),
};

/** @type {Readonly<Record<string, Program>>} */
export const PROGRAMS = {
  ...COMPARED_PROGRAMS,
  "ordinary keys": ORDINARY_KEYS,
  "chosen keys": CHOSEN_KEYS,
};

/** @returns {Program} */
function literals() {
  let source = "DATA = [\n";
  let count = 0;
  for (; source.length < SOURCE_LENGTH; count++) {
    source += `    {"id": ${count}, "name": "entry-${count}", "tags": ["a", "b${count % 9}"], "pair": (${count * 7}, None), "on": ${count % 2 ? "True" : "False"}},\n`;
  }
  return { source: `${source}]\nprint(len(DATA))\n`, prints: String(count) };
}

/** @returns {Program} */
function code() {
  let source = "";
  let count = 0;
  for (; source.length < SOURCE_LENGTH; count++) {
    source += `
def rule_${count}(values, limit = ${count % 50}, *rest, **options):
    chosen = [value * 2 for value in values if value > limit and value not in rest]
    for index, value in enumerate(chosen):
        if index % 3 == 0:
            chosen[index] = value // (limit + 1)
        elif options.get("deep"):
            chosen[index] += len(rest) - value
        else:
            continue
    return {"name": "rule-%d" % ${count}, "sum": len(chosen), "best": max(chosen or [0])}
`;
  }
  return { source: `${source}\nprint(rule_0([1, 2, 3])["sum"])\n`, prints: "3" };
}
