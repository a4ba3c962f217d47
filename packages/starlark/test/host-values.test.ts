import {
  Budget,
  binaryOperation,
  callFunction,
  evaluate,
  Fault,
  floatText,
  type HostOperator,
  HostValue,
  hostFunction,
  type NumberUse,
  type OperandSide,
  parse,
  refuse,
  StarlarkFloat,
  StarlarkFunction,
  StarlarkList,
  type TextUse,
  type UnaryOperator,
  unaryOperation,
  type Value,
} from "@crucible/starlark";
import { describe, expect, test } from "vitest";
import { names, place } from "./host-support.js";
import { onlyDiagnostic, runSource } from "./run-source.js";

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
