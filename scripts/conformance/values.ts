/** Host values that starlark-go's programs are given: structs, a thing with fields, an endless sequence. */
import {
  type Budget,
  equalValues,
  type HostOperator,
  HostValue,
  hostFunction,
  type OperandSide,
  refuse,
  StarlarkList,
  type TextUse,
  textOf,
  type Value,
} from "@crucible/starlark";

/** Names with values. */
abstract class Fields extends HostValue {
  protected readonly content: ReadonlyMap<string, Value>;

  constructor(content: ReadonlyMap<string, Value>) {
    super();
    this.content = content;
  }

  override attribute(name: string): Value | undefined {
    return this.content.get(name);
  }

  override attributeNames(): readonly string[] {
    return [...this.content.keys()].sort();
  }

  override references(): Iterable<Value> {
    return this.content.values();
  }
}

/** A named collection of functions and constants. */
export class ModuleValue extends Fields {
  override readonly typeName = "module";
  private readonly name: string;

  constructor(name: string, content: ReadonlyMap<string, Value>) {
    super(content);
    this.name = name;
  }

  override text(_use: TextUse): string {
    return `<module "${this.name}">`;
  }

  override checkHashable(): void {
    refuse("unhashable: module");
  }
}

/** What `struct(…)` gives: compared by content, printed with its fields in order. */
class Struct extends Fields {
  override readonly typeName = "struct";
  readonly budget: Budget;

  constructor(content: ReadonlyMap<string, Value>, budget: Budget) {
    super(new Map([...content].sort(([a], [b]) => (a < b ? -1 : 1))));
    this.budget = budget;
  }

  override equals(other: Value): boolean {
    if (!(other instanceof Struct)) return false;
    if (this.content.size !== other.content.size) return false;
    return [...this.content].every(([name, value]) => {
      const theirs = other.content.get(name);
      return theirs !== undefined && equalValues(value, theirs, this.budget);
    });
  }

  override binary(operator: HostOperator, other: Value, side: OperandSide): Value | undefined {
    if (operator !== "+" || side !== "left" || !(other instanceof Struct)) return undefined;
    return new Struct(new Map([...this.content, ...other.content]), this.budget);
  }

  override text(_use: TextUse): string {
    const fields = [...this.content].map(
      ([name, value]) => `${name} = ${textOf(value, "repr", this.budget)}`,
    );
    return `struct(${fields.join(", ")})`;
  }
}

/** Fields that may be set until it is frozen; a name that begins with `no` is refused. */
class HasFields extends HostValue {
  override readonly typeName = "hasfields";
  private readonly fields: Map<string, Value> = new Map();
  private frozen = false;

  override text(_use: TextUse): string {
    return "hasfields";
  }

  override attribute(name: string): Value | undefined {
    return this.fields.get(name);
  }

  override attributeNames(): readonly string[] {
    return [...this.fields.keys()].sort();
  }

  override setAttribute(name: string, content: Value): boolean {
    if (this.frozen) return refuse("cannot set field on a frozen hasfields");
    if (name.startsWith("no")) return refuse(`no .${name} field`);
    this.fields.set(name, content);
    return true;
  }

  override binary(operator: HostOperator, other: Value): Value | undefined {
    return operator === "+" && other instanceof StarlarkList ? 42 : undefined;
  }

  override references(): Iterable<Value> {
    return this.fields.values();
  }

  override freeze(): void {
    this.frozen = true;
  }
}

/** 0, 1, 1, 2, 3, … without end. */
class Fibonacci extends HostValue {
  override readonly typeName = "fibonacci";

  override checkHashable(): void {
    refuse("fib is unhashable");
  }

  override *iterate(): Generator<Value> {
    let [a, b] = [0, 1];
    for (;;) {
      yield a;
      [a, b] = [b, a + b];
    }
  }
}

/** The names that starlark-go's programs find without loading them. */
export const GO_PREDECLARED: ReadonlyMap<string, Value> = new Map<string, Value>([
  ["hasfields", hostFunction({ name: "hasfields", call: () => new HasFields() })],
  ["fibonacci", new Fibonacci()],
  [
    "struct",
    hostFunction({
      name: "struct",
      namedRest: true,
      call: (call) => new Struct(call.namedRest, call.budget),
    }),
  ],
]);
