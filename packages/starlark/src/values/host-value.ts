import type { ArithmeticOperator, ComparisonOperator, UnaryOperator } from "../syntax/nodes.js";
import type { StarlarkFloat } from "./float.js";
import type { Value } from "./value.js";

/** Operators that a host value may give a meaning to; `and` and `or` only ask for its truth. */
export type HostOperator = ArithmeticOperator | ComparisonOperator;

/** Which operand of a binary operator the host value was. */
export type OperandSide = "left" | "right";

/** Why a value is being turned into text. A container is asked for the text of its elements for the same reason. */
export type TextUse = "str" | "repr" | "%" | "format" | "print" | "fail" | "join";

/**
 * What a number is wanted for: a bound of `range`; a place or a count, as in `xs[value]`, slices, `pop`, `find`; the
 * result of `int`, `float`, `chr` or `ord`; the sign that `abs` looks at; text, as in `"%d"`.
 */
export type NumberUse = "range" | "index" | "conversion" | "sign" | "text";

/**
 * A value that the host makes and the language cannot look into.
 *
 * Every way to use a value is a method here with an answer that suits an opaque token: it is true, equal to itself only,
 * hashable by identity, printed as `<type>`, and everything else is unsupported. A subclass overrides what it supports,
 * and throws a `Fault` (see `refuse`) from whatever it wants to forbid in its own words; the engine adds the place.
 * `undefined` means "not supported" and gives the ordinary error.
 */
export abstract class HostValue {
  /** What `type()` says. */
  abstract readonly typeName: string;

  /** `if value`, `not value`, `and`, `or`, `bool(value)`, `any`, `all`. */
  truth(): boolean {
    return true;
  }

  /** `==` and `!=` when `binary` gave no answer, membership in a list, and comparison inside containers. */
  equals(other: Value): boolean {
    return this === other;
  }

  /** A negative, zero or positive number: `<` and its kin when `binary` gave no answer, `sorted`, `min`, `max`. */
  order(_other: Value): number | undefined {
    return undefined;
  }

  /** The value's text in `str`, `repr`, formatting, `print` and `fail`, also from inside a container. */
  text(_use: TextUse): string {
    return `<${this.typeName}>`;
  }

  /** Throws when the value may be neither a dict key, a set element nor an argument of `hash`. */
  checkHashable(): void {}

  /** `+value`, `-value`, `~value`, and `not value`, whose default is the opposite of `truth()`. */
  unary(_operator: UnaryOperator): Value | undefined {
    return undefined;
  }

  /** Every binary operator with this value on one side, `in` included: asked before the language's own rules. */
  binary(_operator: HostOperator, _other: Value, _side: OperandSide): Value | undefined {
    return undefined;
  }

  /** `value.name`; `undefined` is the error "has no attribute", with a suggestion from `attributeNames`. */
  attribute(_name: string): Value | undefined {
    return undefined;
  }

  /** What `dir(value)` lists and suggestions are drawn from. */
  attributeNames(): readonly string[] {
    return [];
  }

  /** `value.name = content`; false when not supported. */
  setAttribute(_name: string, _content: Value): boolean {
    return false;
  }

  /** `value[key]` */
  index(_key: Value): Value | undefined {
    return undefined;
  }

  /** `value[key] = content`; false when not supported. */
  setIndex(_key: Value, _content: Value): boolean {
    return false;
  }

  /** `value[lower:upper:step]`; an absent bound is `None`. */
  slice(_lower: Value, _upper: Value, _step: Value): Value | undefined {
    return undefined;
  }

  /** `len(value)` */
  length(): number | undefined {
    return undefined;
  }

  /** `for`, comprehensions, unpacking, `*value`, and every built-in that takes an iterable; may be endless. */
  iterate(): Iterable<Value> | undefined {
    return undefined;
  }

  /** Where a built-in, an index or a format wants a number. */
  number(_use: NumberUse): number | bigint | StarlarkFloat | undefined {
    return undefined;
  }

  /** The message when a built-in or a method wanted `wanted` (such as `a string`) and got this value. */
  mismatch(_wanted: string): string | undefined {
    return undefined;
  }

  /** Values this one holds, so that freezing reaches them. */
  references(): Iterable<Value> {
    return [];
  }

  /** Called once when a module that holds the value ends; a mutable host value refuses changes from then on. */
  freeze(): void {}
}
