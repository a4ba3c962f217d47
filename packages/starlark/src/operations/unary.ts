import { Fault } from "../errors/fault.js";
import { complement, negate } from "../integers/integer.js";
import type { UnaryOperator } from "../syntax/nodes.js";
import { StarlarkFloat } from "../values/float.js";
import { HostValue } from "../values/host-value.js";
import { typeName } from "../values/type-name.js";
import type { Value } from "../values/value.js";
import { truthOf } from "./truth.js";

/** `+value`, `-value`, `~value`, `not value` */
export function applyUnary(operator: UnaryOperator, value: Value): Value {
  const own = value instanceof HostValue ? value.unary(operator) : undefined;
  if (own !== undefined) return own;
  if (operator === "not") return !truthOf(value);
  if (typeof value === "number" || typeof value === "bigint") {
    if (operator === "+") return value;
    return operator === "-" ? negate(value) : complement(value);
  }
  if (value instanceof StarlarkFloat && operator !== "~") {
    return operator === "+" ? value : new StarlarkFloat(-value.value);
  }
  throw new Fault(`unknown unary op: ${operator}${typeName(value)}`, { code: "unsupported" });
}
