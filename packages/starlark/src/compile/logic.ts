import type { Frame } from "../calls/frame.js";
import { truthOf } from "../operations/truth.js";
import { applyUnary } from "../operations/unary.js";
import type {
  BinaryExpression,
  ConditionalExpression,
  Expression,
  SyntaxNode,
  UnaryExpression,
} from "../syntax/nodes.js";
import { HostValue } from "../values/host-value.js";
import type { Value } from "../values/value.js";
import type { Context } from "./context.js";
import type { Evaluator } from "./evaluator.js";

/** The truth of a value that is no bool; a host value may refuse to say. */
export function truthAt(value: Value, node: SyntaxNode, context: Context): boolean {
  try {
    return truthOf(value);
  } catch (error) {
    throw context.locate(error, node);
  }
}

/** A condition, ready to run. */
export type Test = (frame: Frame) => boolean;

/** Whether an expression is true, for conditions: without making a bool where none is kept. */
export function compileTest(node: Expression, context: Context): Test {
  const evaluator = context.expression(node);
  return (frame) => {
    const value = evaluator(frame);
    return typeof value === "boolean" ? value : truthAt(value, node, context);
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
  return (frame) => {
    const value = left(frame);
    const truth = typeof value === "boolean" ? value : truthAt(value, node.left, context);
    return truth ? right(frame) : value;
  };
}

export function compileOr(node: BinaryExpression, left: Evaluator, context: Context): Evaluator {
  const right = context.expression(node.right);
  return (frame) => {
    const value = left(frame);
    const truth = typeof value === "boolean" ? value : truthAt(value, node.left, context);
    return truth ? value : right(frame);
  };
}

export function compileUnary(node: UnaryExpression, context: Context): Evaluator {
  const operand = context.expression(node.operand);
  return node.operator === "not" ? negation(operand, node, context) : sign(operand, node, context);
}

function sign(operand: Evaluator, node: UnaryExpression, context: Context): Evaluator {
  return (frame) => applyAt(operand(frame), node, context);
}

function negation(operand: Evaluator, node: UnaryExpression, context: Context): Evaluator {
  return (frame) => {
    const value = operand(frame);
    if (typeof value === "boolean") return !value;
    return value instanceof HostValue ? applyAt(value, node, context) : !truthOf(value);
  };
}

function applyAt(value: Value, node: UnaryExpression, context: Context): Value {
  try {
    return applyUnary(node.operator, value);
  } catch (error) {
    throw context.locate(error, node);
  }
}
