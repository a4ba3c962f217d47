/** Arithmetic where at least one operand is a float, and `/`, whose result always is. */
import { Fault } from "../errors/fault.js";
import type { ArithmeticOperator } from "../syntax/nodes.js";

/** `a operator b`, or undefined when floats do not have the operator. */
export function combineFloats(
  operator: ArithmeticOperator,
  a: number,
  b: number,
): number | undefined {
  switch (operator) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
      checkDivisor(b, "floating-point division");
      return a / b;
    case "//":
      checkDivisor(b, "floating-point floored division");
      return Math.floor(a / b);
    case "%":
      checkDivisor(b, "floating-point modulo");
      return moduloFloats(a, b);
    default:
      return undefined;
  }
}

function checkDivisor(divisor: number, operation: string): void {
  if (divisor === 0) throw new Fault(`${operation} by zero`, { code: "division-by-zero" });
}

/** The remainder with the sign of `b`. */
function moduloFloats(a: number, b: number): number {
  const remainder = a % b;
  return remainder !== 0 && remainder < 0 !== b < 0 ? remainder + b : remainder;
}
