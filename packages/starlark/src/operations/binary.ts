/**
 * Every binary operator but `and` and `or`.
 *
 * Host values are asked first, the left one before the right one; what they leave open follows the language's rules.
 * The evaluator answers the common cases itself and comes here for the rest.
 */
import type { Budget } from "../budget/budget.js";
import { Fault } from "../errors/fault.js";
import type { ArithmeticOperator, ComparisonOperator } from "../syntax/nodes.js";
import { percentFormat } from "../text/percent-format.js";
import { HostValue } from "../values/host-value.js";
import { typeName } from "../values/type-name.js";
import type { Value } from "../values/value.js";
import { combineNumbers } from "./arithmetic.js";
import { equalValues } from "./equal.js";
import { contains } from "./membership.js";
import { ordered } from "./order.js";
import { concatenate, repeat } from "./sequence.js";
import { combineCollections } from "./union.js";

/** `a operator b` for an arithmetic operator. */
export function combine(operator: ArithmeticOperator, a: Value, b: Value, budget: Budget): Value {
  const result =
    askHosts(operator, a, b) ??
    combineNumbers(operator, a, b, budget) ??
    combineOthers(operator, a, b, budget);
  if (result !== undefined) return result;
  throw unsupported(operator, a, b);
}

/** `a operator b` for a comparison. */
export function compare(operator: ComparisonOperator, a: Value, b: Value, budget: Budget): Value {
  const own = askHosts(operator, a, b);
  if (own !== undefined) return own;
  switch (operator) {
    case "==":
      return equalValues(a, b, budget);
    case "!=":
      return !equalValues(a, b, budget);
    case "in":
      return contains(b, a, budget);
    case "not in":
      return !contains(b, a, budget);
    default:
      return ordered(operator, a, b, budget);
  }
}

function askHosts(
  operator: ArithmeticOperator | ComparisonOperator,
  a: Value,
  b: Value,
): Value | undefined {
  const left = a instanceof HostValue ? a.binary(operator, b, "left") : undefined;
  if (left !== undefined) return left;
  return b instanceof HostValue ? b.binary(operator, a, "right") : undefined;
}

function combineOthers(
  operator: ArithmeticOperator,
  a: Value,
  b: Value,
  budget: Budget,
): Value | undefined {
  switch (operator) {
    case "+":
      return concatenate(a, b, budget);
    case "*":
      return repeatEither(a, b, budget);
    case "%":
      return typeof a === "string" ? percentFormat(a, b, budget) : undefined;
    case "|":
    case "&":
    case "-":
    case "^":
      return combineCollections(operator, a, b, budget);
    default:
      return undefined;
  }
}

function repeatEither(a: Value, b: Value, budget: Budget): Value | undefined {
  if (typeof b === "number" || typeof b === "bigint") return repeat(a, b, budget);
  if (typeof a === "number" || typeof a === "bigint") return repeat(b, a, budget);
  return undefined;
}

function unsupported(operator: string, a: Value, b: Value): Fault {
  const [left, right] = [typeName(a), typeName(b)];
  const hint =
    operator === "+" && (left === "string") !== (right === "string")
      ? "; turn the other into text with str()"
      : "";
  return new Fault(`unknown binary op: ${left} ${operator} ${right}${hint}`, {
    code: "unsupported",
  });
}
