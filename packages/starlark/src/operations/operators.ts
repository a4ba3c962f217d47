/** The language's own operators, for host values that stand for ordinary ones. */
import type { Budget } from "../budget/budget.js";
import type { ArithmeticOperator, ComparisonOperator, UnaryOperator } from "../syntax/nodes.js";
import type { Value } from "../values/value.js";
import { combine, compare } from "./binary.js";
import { applyUnary } from "./unary.js";

/** `left operator right`; a refusal is a Fault, which the operation that asked gives its place. */
export function binaryOperation(
  operator: ArithmeticOperator | ComparisonOperator,
  left: Value,
  right: Value,
  budget: Budget,
): Value {
  return isComparison(operator)
    ? compare(operator, left, right, budget)
    : combine(operator, left, right, budget);
}

/** `operator value`; a refusal is a Fault. */
export function unaryOperation(operator: UnaryOperator, value: Value): Value {
  return applyUnary(operator, value);
}

function isComparison(
  operator: ArithmeticOperator | ComparisonOperator,
): operator is ComparisonOperator {
  switch (operator) {
    case "==":
    case "!=":
    case "<":
    case "<=":
    case ">":
    case ">=":
    case "in":
    case "not in":
      return true;
    default:
      return false;
  }
}
