import {
  Budget,
  binaryOperation,
  callFunction,
  evaluate,
  Fault,
  floatText,
  type HostCall,
  type HostOperator,
  HostValue,
  hostFunction,
  type NumberUse,
  type OperandSide,
  parse,
  refuse,
  StarlarkError,
  StarlarkFloat,
  StarlarkFunction,
  StarlarkList,
  type TextUse,
  type UnaryOperator,
  unaryOperation,
  type Value,
} from "@crucible/starlark";
import { describe, expect, test } from "vitest";
import { onlyDiagnostic, runSource } from "./run-source.js";

/** The text that a diagnostic's range covers, as `line:column text`. */
function place(source: string, predeclared: ReadonlyMap<string, Value>): string {
  const { range } = onlyDiagnostic(source, { predeclared });
  if (range === undefined) throw new Error("the diagnostic has no range");
  const { start, end } = range;
  return `${start.line}:${start.column} ${source.slice(start.offset, end.offset)}`;
}

function names(...functions: { readonly name: string }[]): ReadonlyMap<string, Value> {
  return new Map(functions.map((value) => [value.name, value as unknown as Value]));
}

describe("host functions", () => {
  const seen: HostCall[] = [];
  const task = hostFunction({
    name: "task",
    parameters: [
      { name: "kind", kind: "positional" },
      { name: "title" },
      { name: "needs", kind: "named", default: "any" },
      { name: "note", kind: "named", optional: true },
    ],
    call: (call) => {
      seen.push(call);
      if (call.get("title") === "bad") call.fail("bad title", { argument: "title", code: "bad" });
      if (call.get("note") === "bad") call.fail("bad note", { argument: "note" });
      if (call.get("needs") === "bad") refuse("bad needs", { argument: "needs" });
      return call.get("title") as Value;
    },
  });
  const predeclared = names(task);

  test("get their arguments by place and by name, defaults filled in", () => {
    seen.length = 0;
    const outcome = runSource('x = task("k", "t")\ny = task("k", title = "u", note = None)', {
      predeclared,
    });
    expect(outcome.ok).toBe(true);
    const [first, second] = seen;
    expect(["kind", "title", "needs", "note"].map((name) => first?.get(name))).toEqual([
      "k",
      "t",
      "any",
      undefined,
    ]);
    expect(first?.given("note")).toBe(false);
    expect(second?.given("note")).toBe(true);
    expect(second?.get("title")).toBe("u");
  });

  test.each([
    ["task()", "1:1 task()", 'task() is missing the required arguments "kind", "title"'],
    ['task("k")', '1:1 task("k")', 'task() is missing the required argument "title"'],
    ['task("k", "t", "x")', '1:16 "x"', "task() takes at most 2 positional arguments, got 3"],
    [
      'task("k", titel = "t")',
      '1:11 titel = "t"',
      'task() has no argument "titel"; did you mean "title"?',
    ],
    [
      'task("k", "t", title = 1)',
      "1:16 title = 1",
      'task() got multiple values for parameter "title"',
    ],
    [
      'task(kind = "k", title = "t")',
      '1:6 kind = "k"',
      'task() has no argument "kind"; it is given by position only',
    ],
    ['task("k", "bad")', '1:11 "bad"', "bad title"],
    ['task("k", title = "bad")', '1:11 title = "bad"', "bad title"],
    ['task("k", "t", note = "bad")', '1:16 note = "bad"', "bad note"],
    ['task("k", "t", needs = "bad")', '1:16 needs = "bad"', "bad needs"],
    ['task(*["k", "bad"])', '1:6 *["k", "bad"]', "bad title"],
    ['task("k", **{"title": "bad"})', '1:11 **{"title": "bad"}', "bad title"],
    [
      'task("k", **{"titel": "bad"})',
      '1:11 **{"titel": "bad"}',
      'task() has no argument "titel"; did you mean "title"?',
    ],
  ])("point at what is wrong: %s", (source, where, message) => {
    expect(place(source, predeclared)).toBe(where);
    expect(onlyDiagnostic(source, { predeclared }).message).toBe(message);
  });

  test("say where each argument stands", () => {
    const found: string[] = [];
    const source = 'where("a", b = [1, 2])';
    const where = hostFunction({
      name: "where",
      parameters: [{ name: "a" }, { name: "b" }, { name: "c", optional: true }],
      call: (call) => {
        for (const name of ["a", "b", "c"]) {
          const { start, end } = call.rangeOf(name);
          found.push(source.slice(start.offset, end.offset));
        }
        const list = call.expressionOf("b");
        if (list?.kind === "List" && list.elements[1] !== undefined) {
          const { start, end } = call.rangeOfNode(list.elements[1]);
          found.push(source.slice(start.offset, end.offset));
        }
        return null;
      },
    });
    runSource(source, { predeclared: names(where) });
    expect(found).toEqual(['"a"', "b = [1, 2]", source, "2"]);
  });

  test("take further arguments when they say so", () => {
    const all = hostFunction({
      name: "all_of",
      rest: true,
      namedRest: true,
      call: (call) => new StarlarkList([...call.rest, ...[...call.namedRest].flat()]),
    });
    const outcome = runSource("print(all_of(1, 2, b = 3, a = 4))", { predeclared: names(all) });
    expect(outcome.ok && outcome.printed).toEqual(['[1, 2, "b", 3, "a", 4]']);
  });

  test("check every call anew, however alike the calls before were", () => {
    const source = [
      "def ask(extra):",
      "    for given in [{}, {}, extra]:",
      '        task("k", title = "t", **given)',
      '        task("k", title = "t")',
    ].join("\n");
    const failing = `${source}\nask({"titel": 1})`;
    expect(runSource(`${source}\nask({"note": 1})`, { predeclared }).ok).toBe(true);
    expect(onlyDiagnostic(failing, { predeclared }).message).toContain('no argument "titel"');
  });

  test("keep what they were given, arguments beyond the declared ones in place", () => {
    const kept: HostCall[] = [];
    const keep = hostFunction({
      name: "keep",
      parameters: [{ name: "first" }, { name: "second", default: 0 }],
      rest: true,
      namedRest: true,
      call: (call) => {
        kept.push(call);
        return null;
      },
    });
    runSource(
      "[keep(i, i + 1, i + 2, far = i + 3) for i in range(2)]\nkeep(second = 8, first = 9)",
      {
        predeclared: names(keep),
      },
    );
    const shown = kept.map((call) => [
      call.get("first"),
      call.get("second"),
      [...call.rest],
      [...call.namedRest],
    ]);
    expect(shown).toEqual([
      [0, 1, [2], [["far", 3]]],
      [1, 2, [3], [["far", 4]]],
      [9, 8, [], []],
    ]);
  });

  test("call functions of the source, whose errors keep their place", () => {
    const apply = hostFunction({
      name: "apply",
      parameters: [{ name: "function" }],
      call: (call) => call.call(call.get("function") as Value, [21]),
    });
    const predeclared = names(apply);
    const outcome = runSource("print(apply(lambda x: x * 2))", { predeclared });
    expect(outcome.ok && outcome.printed).toEqual(["42"]);
    const failing = "def f(x):\n    return x[0]\napply(f)";
    expect(place(failing, predeclared)).toBe("2:12 x[0]");
    const { notes } = onlyDiagnostic(failing, { predeclared });
    expect(notes.map((note) => [note.message, note.range?.start.line])).toEqual([
      ["f was called here", 3],
    ]);
  });

  test("that a built-in calls back have no arguments of their own to point at", () => {
    const picky = hostFunction({
      name: "picky",
      parameters: [{ name: "item" }],
      call: (call) => call.fail("bad item", { argument: "item" }),
    });
    const source = "x = sorted([2, 1], key = picky)";
    expect(place(source, names(picky))).toBe("1:5 sorted([2, 1], key = picky)");
  });

  test("may not be exhausted around: a caught bound refuses again", () => {
    let caught = 0;
    const retry = hostFunction({
      name: "retry",
      parameters: [{ name: "function" }],
      call: (call) => {
        try {
          return call.call(call.get("function") as Value);
        } catch (error) {
          if (!(error instanceof StarlarkError)) throw error;
          caught++;
          return null;
        }
      },
    });
    const source = "def f():\n    for i in range(1 << 40):\n        pass\nretry(f)\nretry(f)\n";
    const { code } = onlyDiagnostic(source, { predeclared: names(retry), limits: { ticks: 1000 } });
    expect(code).toBe("bound-ticks");
    expect(caught).toBe(1);
  });

  test("that break are bugs of the host and no errors of the source", () => {
    const broken = hostFunction({
      name: "broken",
      call: () => {
        throw new RangeError("host bug");
      },
    });
    expect(() => runSource("broken()", { predeclared: names(broken) })).toThrow("host bug");
  });
});

/** A value that refuses every way of looking into it. */
class Sealed extends HostValue {
  override readonly typeName = "sealed";
  readonly content: string;

  constructor(content: string) {
    super();
    this.content = content;
  }

  private closed(what: string): never {
    return refuse(`a sealed value has no ${what}`, { code: "sealed" });
  }

  override truth(): boolean {
    return this.closed("truth");
  }
  override equals(other: Value): boolean {
    return this.content === (other instanceof Sealed ? other.content : other);
  }
  override order(): number {
    return this.closed("order");
  }
  override text(use: TextUse): string {
    return this.closed(`text for ${use}`);
  }
  override checkHashable(): void {
    this.closed("hash");
  }
  override binary(operator: HostOperator, other: Value, side: OperandSide): Value | undefined {
    if (operator !== "+" || typeof other !== "string") return undefined;
    return new Sealed(side === "left" ? this.content + other : other + this.content);
  }
  override attribute(name: string): Value {
    return this.closed(`attribute ${name}`);
  }
  override index(): Value {
    return this.closed("elements");
  }
  override slice(): Value {
    return this.closed("parts");
  }
  override length(): number {
    return this.closed("length");
  }
  override iterate(): Iterable<Value> {
    return this.closed("elements");
  }
  override mismatch(wanted: string): string {
    return `a sealed value is not ${wanted}`;
  }
}

describe("host values that refuse", () => {
  const predeclared: ReadonlyMap<string, Value> = new Map([["x", new Sealed("secret")]]);

  test.each([
    ["len(x)", "no length"],
    ["x[0]", "no elements"],
    ["x[1:]", "no parts"],
    ["[c for c in x]", "no elements"],
    ["list(x)", "no elements"],
    ["a, b = x", "no elements"],
    ["x < x", "no order"],
    ['"a" < x', "no order"],
    ["sorted([x, x])", "no order"],
    ["max(x, x)", "no order"],
    ["hash(x)", "no hash"],
    ["{x: 1}", "no hash"],
    ["{(1, x): 1}", "no hash"],
    ["set([x])", "no hash"],
    ['x in {"a": 1}', "no hash"],
    ["str(x)", "no text for str"],
    ["repr(x)", "no text for repr"],
    ["str([x])", "no text for str"],
    ["str({1: (x,)})", "no text for str"],
    ["print(x)", "no text for print"],
    ["fail(x)", "no text for fail"],
    ['"%s" % x', "no text for %"],
    ['"%s" % (x,)', "no text for %"],
    ['"%r" % [x]', "no text for %"],
    ['"{}".format(x)', "no text for format"],
    ['"{k}".format(k = [x])', "no text for format"],
    ["x.upper()", "no attribute upper"],
    ['getattr(x, "upper")', "no attribute upper"],
    ['hasattr(x, "upper")', "no attribute upper"],
    ['"".join([x])', "is not a string"],
    ['"".join(x)', "no elements"],
    ['"a".replace("a", x)', "is not a string"],
    ['"abc".startswith(x)', "is not a string"],
    ['"abc".split(x)', "is not a string"],
    ['x in "abc"', "is not a string"],
    ['"a" in x', "is not a container"],
    ["int(x)", "is not a number or a string"],
    ["float(x)", "is not a number or a string"],
    ["range(x)", "is not an int"],
    ["[1][x]", "is not an int"],
    ["ord(x)", "is not a string"],
    ["bool(x)", "no truth"],
    ["not x", "no truth"],
    ["1 if x else 2", "no truth"],
    ["x and 1", "no truth"],
    ["any([x])", "no truth"],
    ["[1 for i in [1] if x]", "no truth"],
    ["x()", "is not a function"],
    ["x * 2", "unknown binary op: sealed * int"],
    ["-x", "unknown unary op: -sealed"],
  ])("are refused, located, and show nothing: %s", (source, message) => {
    const diagnostic = onlyDiagnostic(source, { predeclared });
    expect(diagnostic.message).toContain(message);
    expect(JSON.stringify(diagnostic)).not.toContain("secret");
    expect(diagnostic.range?.start.line).toBe(1);
  });

  test.each([
    ["{}[1, x]", "missing-key"],
    ["[1].remove([x])", "missing-item"],
    ["1 + [x]", "unsupported"],
    ["[x] * x", "unsupported"],
  ])("never show in other errors: %s", (source, code) => {
    const diagnostic = onlyDiagnostic(source, { predeclared });
    expect([code, "sealed"]).toContain(diagnostic.code);
    expect(JSON.stringify(diagnostic)).not.toContain("secret");
  });

  test("support what they say: addition, equality, membership, type", () => {
    const source = `
print(type(x), x == "secret", x != "other", x in ["secret"], ["secret"] == [x], "no" == x)
y = "a" + x + "b"
print(y == "asecretb", x == x, [x].index("secret"))
`;
    const outcome = runSource(source, { predeclared });
    expect(outcome.ok && outcome.printed).toEqual([
      "sealed True True True True False",
      "True True 0",
    ]);
  });
});

/** A number that stays of its own kind through arithmetic and comparison. */
class Metered extends HostValue {
  override readonly typeName = "metered";
  readonly value: number | boolean;

  constructor(value: number | boolean) {
    super();
    this.value = value;
  }

  override truth(): boolean {
    return Boolean(this.value);
  }
  override unary(operator: UnaryOperator): Value | undefined {
    if (operator === "not") return new Metered(!this.value);
    return operator === "-" ? new Metered(-this.value) : undefined;
  }
  override binary(operator: HostOperator, other: Value, side: OperandSide): Value | undefined {
    const right = other instanceof Metered ? other.value : other;
    if (typeof right !== "number" || typeof this.value !== "number") return undefined;
    const [a, b] = side === "left" ? [this.value, right] : [right, this.value];
    switch (operator) {
      case "+":
        return new Metered(a + b);
      case "-":
        return new Metered(a - b);
      case "<":
        return new Metered(a < b);
      case "==":
        return new Metered(a === b);
      default:
        return undefined;
    }
  }
  override number(): number {
    return Number(this.value);
  }
  override text(): string {
    return refuse("a metered number has no text");
  }
}

describe("host values that compute", () => {
  const predeclared: ReadonlyMap<string, Value> = new Map([["n", new Metered(3)]]);

  test.each([
    ["type(n + 1)", "metered"],
    ["type(1 - n)", "metered"],
    ["type(n < 4)", "metered"],
    ["type(not n)", "metered"],
    ["type(-n)", "metered"],
    ["type(abs(n))", "metered"],
    ["1 if n < 4 else 2", 1],
    ["1 if 4 < n else 2", 2],
    ["1 if n == 3 else 2", 1],
    ["[10, 20, 30, 40][n]", 40],
    ['"abcdef"[:n]', "abc"],
    ["len(range(n))", 3],
    ["[0] * int(n) == [0, 0, 0]", true],
    ['"%d" % n', "3"],
    ["len([i for i in range(10) if n < i])", 6],
  ])("%s", (source, expected) => {
    const outcome = runSource(source, { predeclared });
    expect(outcome.ok && outcome.module.lastValue).toEqual(expected);
  });

  test("are told what their number is wanted for", () => {
    const uses: string[] = [];
    class Asked extends HostValue {
      override readonly typeName = "asked";
      override number(use: NumberUse): number {
        uses.push(use);
        return 1;
      }
    }
    const source = `
[range(x), range(0, x), [5, 6][x], "ab"[x:], [1, 2].pop(x), "a a".split(" ", x), enumerate([], x)]
[int(x), float(x), chr(x), abs(x), "%d" % (x,), "%f" % (x,)]
`;
    const outcome = runSource(source, { predeclared: new Map([["x", new Asked()]]) });
    expect(outcome.ok).toBe(true);
    expect(uses).toEqual([
      ...["range", "range", "index", "index", "index", "index", "index"],
      ...["conversion", "conversion", "conversion", "sign", "text", "text"],
    ]);
  });

  test("may compute by the language's own operators", () => {
    const budget = new Budget();
    expect(binaryOperation("//", -7, 2, budget)).toBe(-4);
    expect(binaryOperation("<", 1n << 70n, new StarlarkFloat(1), budget)).toBe(false);
    expect(binaryOperation("*", 2 ** 40, 2 ** 40, budget)).toBe(2n ** 80n);
    expect(unaryOperation("-", 2 ** 53 - 1)).toBe(1 - 2 ** 53);
    expect(() => binaryOperation("+", 1, "a", budget)).toThrow(Fault);
    expect(() => unaryOperation("-", "a")).toThrow("unknown unary op: -string");
    expect([floatText(1.5), floatText(2), floatText(1e-7)]).toEqual(["1.5", "2.0", "1e-07"]);
  });

  test("may still refuse their text", () => {
    expect(onlyDiagnostic("str(n)", { predeclared }).message).toBe("a metered number has no text");
  });
});

/** Fields that may be set until the value is frozen. */
class Fields extends HostValue {
  override readonly typeName = "fields";
  readonly fields: Map<string, Value> = new Map();
  frozen = false;

  override attribute(name: string): Value | undefined {
    return this.fields.get(name);
  }
  override attributeNames(): readonly string[] {
    return [...this.fields.keys()];
  }
  override setAttribute(name: string, content: Value): boolean {
    if (this.frozen) refuse("the fields are frozen");
    this.fields.set(name, content);
    return true;
  }
  override setIndex(key: Value, content: Value): boolean {
    return this.setAttribute(String(key), content);
  }
  override index(key: Value): Value | undefined {
    return this.fields.get(String(key));
  }
  override references(): Iterable<Value> {
    return this.fields.values();
  }
  override freeze(): void {
    this.frozen = true;
  }
}

describe("host values with attributes", () => {
  const make = hostFunction({ name: "fields", call: () => new Fields() });
  const predeclared = names(make);

  test("are read, written and listed", () => {
    const source = `
f = fields()
f.a = 1
f.a += 1
f["b"] = [3]
f["b"] += [4]
print(f.a, f.b, dir(f), hasattr(f, "a"), hasattr(f, "z"), getattr(f, "z", 9))
f.call = lambda x: x + 1
print(f.call(1))
`;
    const outcome = runSource(source, { predeclared });
    expect(outcome.ok && outcome.printed).toEqual(['2 [3, 4] ["a", "b"] True False 9', "2"]);
  });

  test("suggest a near attribute at the attribute's own place", () => {
    const source = "f = fields()\nf.colour = 1\nf.color";
    const diagnostic = onlyDiagnostic(source, { predeclared });
    expect(diagnostic.message).toBe('fields has no .color field or method; did you mean "colour"?');
    expect(diagnostic.suggestion).toBe("colour");
    expect(place(source, predeclared)).toBe("3:3 color");
  });

  test("are frozen with the module, and so is what they hold", () => {
    const outcome = runSource("f = fields()\nf.list = [1]", { predeclared });
    const fields = outcome.ok ? outcome.module.globals.get("f") : undefined;
    expect(fields instanceof Fields && fields.frozen).toBe(true);
    const list = fields instanceof Fields ? fields.fields.get("list") : undefined;
    expect(list instanceof StarlarkList && list.frozen).toBe(true);
  });
});

describe("an endless host iterable", () => {
  class Naturals extends HostValue {
    override readonly typeName = "naturals";
    override *iterate(): Generator<Value> {
      for (let number = 0; ; number++) yield number;
    }
  }
  const predeclared: ReadonlyMap<string, Value> = new Map([["naturals", new Naturals()]]);

  test("is read as far as it is needed", () => {
    const source = `
def first(n):
    out = []
    for x in naturals:
        if x == n:
            return out
        out.append(x)
print(first(3), zip(["a", "b"], naturals))
`;
    const outcome = runSource(source, { predeclared });
    expect(outcome.ok && outcome.printed).toEqual(['[0, 1, 2] [("a", 0), ("b", 1)]']);
  });

  test.each([
    ["list(naturals)", "bound-container-length"],
    ["set(naturals)", "bound-container-length"],
    ["for x in naturals: pass", "bound-ticks"],
    ["all(naturals) or any([0 for x in naturals if False])", "bound-ticks"],
    ["a, b = naturals", "unpacking"],
    ["max(naturals)", "bound-container-length"],
  ])("ends in a bound otherwise: %s", (source, code) => {
    expect(onlyDiagnostic(source, { predeclared }).code).toBe(code);
  });
});

test("a float given by the host stays a float", () => {
  const predeclared: ReadonlyMap<string, Value> = new Map([["x", new StarlarkFloat(2)]]);
  const outcome = runSource("print(x, x + 1)", { predeclared });
  expect(outcome.ok && outcome.printed).toEqual(["2.0 3.0"]);
});

test("a function outlives its evaluation and is called from outside under a budget", () => {
  const parsed = parse("def twice(x):\n    return x * 2\n", { file: "a.star" });
  if (!parsed.ok) throw new Error("no tree");
  const budget = new Budget();
  const twice = evaluate(parsed.tree, { budget }).globals.get("twice");
  expect(twice).toBeInstanceOf(StarlarkFunction);
  expect(callFunction(twice as Value, [4], undefined, { budget })).toBe(8);
});
