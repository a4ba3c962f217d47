import type { Budget } from "../budget/budget.js";
import { combineFloats } from "../floats/float-arithmetic.js";
import {
  addIntegers,
  combineBits,
  floorDivide,
  floorModulo,
  type Integer,
  multiplyIntegers,
  shiftLeft,
  shiftRight,
  subtractIntegers,
  toFloat,
} from "../integers/integer.js";
import type { ArithmeticOperator } from "../syntax/nodes.js";
import { StarlarkFloat } from "../values/float.js";
import type { Value } from "../values/value.js";

/** An operator between two numbers; undefined when an operand is none or the operator does not suit them. */
export function combineNumbers(
  operator: ArithmeticOperator,
  a: Value,
  b: Value,
  budget: Budget,
): Value | undefined {
  if (isInteger(a) && isInteger(b)) return combineIntegers(operator, a, b, budget);
  if (!isNumber(a) || !isNumber(b)) return undefined;
  const combined = combineFloats(operator, floatOf(a), floatOf(b));
  return combined === undefined ? undefined : new StarlarkFloat(combined);
}

function isInteger(value: Value): value is Integer {
  return typeof value === "number" || typeof value === "bigint";
}

function isNumber(value: Value): value is Integer | StarlarkFloat {
  return isInteger(value) || value instanceof StarlarkFloat;
}

function floatOf(value: Integer | StarlarkFloat): number {
  return value instanceof StarlarkFloat ? value.value : toFloat(value);
}

function combineIntegers(
  operator: ArithmeticOperator,
  a: Integer,
  b: Integer,
  budget: Budget,
): Value | undefined {
  switch (operator) {
    case "+":
      return addIntegers(a, b, budget);
    case "-":
      return subtractIntegers(a, b, budget);
    case "*":
      return multiplyIntegers(a, b, budget);
    case "/": {
      const quotient = combineFloats("/", toFloat(a), toFloat(b));
      return quotient === undefined ? undefined : new StarlarkFloat(quotient);
    }
    case "//":
      return floorDivide(a, b, budget);
    case "%":
      return floorModulo(a, b, budget);
    case "&":
    case "|":
    case "^":
      return combineBits(operator, a, b, budget);
    case "<<":
      return shiftLeft(a, b, budget);
    case ">>":
      return shiftRight(a, b, budget);
  }
}
