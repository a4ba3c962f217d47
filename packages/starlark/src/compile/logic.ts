import type { Frame } from "../calls/frame.js";
import { truthOf } from "../operations/truth.js";
import { applyUnary } from "../operations/unary.js";
import type {
  BinaryExpression,
  ConditionalExpression,
  Expression,
  UnaryExpression,
} from "../syntax/nodes.js";
import { HostValue } from "../values/host-value.js";
import type { Value } from "../values/value.js";
import type { Context } from "./context.js";
import type { Evaluator } from "./evaluator.js";
import { guarded } from "./guarded.js";

/** Whether an expression is true, for conditions: without making a bool where none is kept. */
export function compileTest(node: Expression, context: Context): (frame: Frame) => boolean {
  const evaluator = context.expression(node);
  const slow = guarded(truthOf, context.site(node), context.thread);
  return (frame) => {
    const value = evaluator(frame);
    return typeof value === "boolean" ? value : slow(value);
  };
}

export function compileConditional(node: ConditionalExpression, context: Context): Evaluator {
  const test = compileTest(node.test, context);
  const consequent = context.expression(node.consequent);
  const alternate = context.expression(node.alternate);
  return (frame) => (test(frame) ? consequent(frame) : alternate(frame));
}

export function compileAnd(node: BinaryExpression, left: Evaluator, context: Context): Evaluator {
  const right = context.expression(node.right);
  const truth = guarded(truthOf, context.site(node.left), context.thread);
  return (frame) => {
    const value = left(frame);
    return (typeof value === "boolean" ? value : truth(value)) ? right(frame) : value;
  };
}

export function compileOr(node: BinaryExpression, left: Evaluator, context: Context): Evaluator {
  const right = context.expression(node.right);
  const truth = guarded(truthOf, context.site(node.left), context.thread);
  return (frame) => {
    const value = left(frame);
    return (typeof value === "boolean" ? value : truth(value)) ? value : right(frame);
  };
}

export function compileUnary(node: UnaryExpression, context: Context): Evaluator {
  const { operator } = node;
  const operand = context.expression(node.operand);
  const slow = guarded(
    (value: Value) => applyUnary(operator, value),
    context.site(node),
    context.thread,
  );
  if (operator !== "not") return (frame) => slow(operand(frame));
  return (frame) => {
    const value = operand(frame);
    if (typeof value === "boolean") return !value;
    return value instanceof HostValue ? slow(value) : !truthOf(value);
  };
}
