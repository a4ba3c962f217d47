/**
 * Binary operators.
 *
 * Each has a fast path for the operands that programs have nearly always, inline in its closure: safe integers, and
 * strings for `+` and `==`. Everything else, host values included, goes through the language's general rules.
 */
import { binaryOperation } from "../operations/operators.js";
import type { ArithmeticOperator, BinaryExpression, ComparisonOperator } from "../syntax/nodes.js";
import type { Value } from "../values/value.js";
import type { Context } from "./context.js";
import type { Evaluator } from "./evaluator.js";
import { compileAnd, compileOr } from "./logic.js";

const SAFE = Number.MAX_SAFE_INTEGER;

export function compileBinary(
  node: BinaryExpression,
  left: Evaluator,
  context: Context,
): Evaluator {
  const { operator } = node;
  if (operator === "and") return compileAnd(node, left, context);
  if (operator === "or") return compileOr(node, left, context);
  const right = context.expression(node.right);
  return FAST[operator](left, right, node, context);
}

/** The operator's general rules, its refusals placed at the node. */
function slow(a: Value, b: Value, node: BinaryExpression, context: Context): Value {
  const operator = node.operator as ArithmeticOperator | ComparisonOperator;
  try {
    return binaryOperation(operator, a, b, context.budget);
  } catch (error) {
    throw context.locate(error, node);
  }
}

type Fast = (
  left: Evaluator,
  right: Evaluator,
  node: BinaryExpression,
  context: Context,
) => Evaluator;

const FAST: Readonly<Record<ArithmeticOperator | ComparisonOperator, Fast>> = Object.freeze({
  "+": fastAdd,
  "-": fastSubtract,
  "*": fastMultiply,
  "/": noFastPath,
  "//": fastFloorDivide,
  "%": fastModulo,
  "&": fastAnd,
  "|": fastOr,
  "^": fastXor,
  "<<": noFastPath,
  ">>": noFastPath,
  "==": fastEqual,
  "!=": fastUnequal,
  "<": fastLess,
  "<=": fastAtMost,
  ">": fastMore,
  ">=": fastAtLeast,
  in: noFastPath,
  "not in": noFastPath,
});

function noFastPath(
  left: Evaluator,
  right: Evaluator,
  node: BinaryExpression,
  context: Context,
): Evaluator {
  return (frame) => slow(left(frame), right(frame), node, context);
}

function fastAdd(
  left: Evaluator,
  right: Evaluator,
  node: BinaryExpression,
  context: Context,
): Evaluator {
  return (frame) => {
    const a = left(frame);
    const b = right(frame);
    if (typeof a === "number" && typeof b === "number") {
      const sum = a + b;
      if (sum <= SAFE && sum >= -SAFE) return sum;
    }
    return slow(a, b, node, context);
  };
}

function fastSubtract(
  left: Evaluator,
  right: Evaluator,
  node: BinaryExpression,
  context: Context,
): Evaluator {
  return (frame) => {
    const a = left(frame);
    const b = right(frame);
    if (typeof a === "number" && typeof b === "number") {
      const difference = a - b;
      if (difference <= SAFE && difference >= -SAFE) return difference;
    }
    return slow(a, b, node, context);
  };
}

function fastMultiply(
  left: Evaluator,
  right: Evaluator,
  node: BinaryExpression,
  context: Context,
): Evaluator {
  return (frame) => {
    const a = left(frame);
    const b = right(frame);
    if (typeof a === "number" && typeof b === "number") {
      const product = a * b;
      // The sum turns -0 into 0: an int has no negative zero.
      if (product <= SAFE && product >= -SAFE) return product + 0;
    }
    return slow(a, b, node, context);
  };
}

function fastFloorDivide(
  left: Evaluator,
  right: Evaluator,
  node: BinaryExpression,
  context: Context,
): Evaluator {
  return (frame) => {
    const a = left(frame);
    const b = right(frame);
    if (typeof a === "number" && typeof b === "number" && a >= 0 && b > 0) {
      return (a - (a % b)) / b;
    }
    return slow(a, b, node, context);
  };
}

function fastModulo(
  left: Evaluator,
  right: Evaluator,
  node: BinaryExpression,
  context: Context,
): Evaluator {
  return (frame) => {
    const a = left(frame);
    const b = right(frame);
    if (typeof a === "number" && typeof b === "number" && a >= 0 && b > 0) return a % b;
    return slow(a, b, node, context);
  };
}

function fastAnd(
  left: Evaluator,
  right: Evaluator,
  node: BinaryExpression,
  context: Context,
): Evaluator {
  return (frame) => {
    const a = left(frame);
    const b = right(frame);
    return isInt32(a) && isInt32(b) ? a & b : slow(a, b, node, context);
  };
}

function fastOr(
  left: Evaluator,
  right: Evaluator,
  node: BinaryExpression,
  context: Context,
): Evaluator {
  return (frame) => {
    const a = left(frame);
    const b = right(frame);
    return isInt32(a) && isInt32(b) ? a | b : slow(a, b, node, context);
  };
}

function fastXor(
  left: Evaluator,
  right: Evaluator,
  node: BinaryExpression,
  context: Context,
): Evaluator {
  return (frame) => {
    const a = left(frame);
    const b = right(frame);
    return isInt32(a) && isInt32(b) ? a ^ b : slow(a, b, node, context);
  };
}

function isInt32(value: Value): value is number {
  return typeof value === "number" && (value | 0) === value;
}

/** Strings this short are compared without a charge of their own. */
const SHORT = 256;

function fastEqual(
  left: Evaluator,
  right: Evaluator,
  node: BinaryExpression,
  context: Context,
): Evaluator {
  return (frame) => {
    const a = left(frame);
    const b = right(frame);
    if (typeof a === "number" && typeof b === "number") return a === b;
    if (typeof a === "string" && typeof b === "string" && a.length < SHORT) return a === b;
    return slow(a, b, node, context);
  };
}

function fastUnequal(
  left: Evaluator,
  right: Evaluator,
  node: BinaryExpression,
  context: Context,
): Evaluator {
  return (frame) => {
    const a = left(frame);
    const b = right(frame);
    if (typeof a === "number" && typeof b === "number") return a !== b;
    if (typeof a === "string" && typeof b === "string" && a.length < SHORT) return a !== b;
    return slow(a, b, node, context);
  };
}

function fastLess(
  left: Evaluator,
  right: Evaluator,
  node: BinaryExpression,
  context: Context,
): Evaluator {
  return (frame) => {
    const a = left(frame);
    const b = right(frame);
    return typeof a === "number" && typeof b === "number" ? a < b : slow(a, b, node, context);
  };
}

function fastAtMost(
  left: Evaluator,
  right: Evaluator,
  node: BinaryExpression,
  context: Context,
): Evaluator {
  return (frame) => {
    const a = left(frame);
    const b = right(frame);
    return typeof a === "number" && typeof b === "number" ? a <= b : slow(a, b, node, context);
  };
}

function fastMore(
  left: Evaluator,
  right: Evaluator,
  node: BinaryExpression,
  context: Context,
): Evaluator {
  return (frame) => {
    const a = left(frame);
    const b = right(frame);
    return typeof a === "number" && typeof b === "number" ? a > b : slow(a, b, node, context);
  };
}

function fastAtLeast(
  left: Evaluator,
  right: Evaluator,
  node: BinaryExpression,
  context: Context,
): Evaluator {
  return (frame) => {
    const a = left(frame);
    const b = right(frame);
    return typeof a === "number" && typeof b === "number" ? a >= b : slow(a, b, node, context);
  };
}
