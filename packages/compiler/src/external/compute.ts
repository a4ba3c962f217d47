/**
 * Computes with plain numbers exactly as the language does: by letting it evaluate the operator.
 *
 * An external number must agree with an ordinary one in every corner (floored division, large ints, floats), so there
 * is no second arithmetic here. Errors keep their message and lose their place, which the caller's operation gives them.
 */

import { InternalError } from "@crucible/core";
import {
  type Budget,
  evaluate,
  type HostOperator,
  parse,
  refuse,
  StarlarkError,
  type SyntaxTree,
  type UnaryOperator,
  type Value,
} from "@crucible/starlark";

/** `left operator right` */
export function computeBinary(
  operator: HostOperator,
  left: Value,
  right: Value,
  budget: Budget,
): Value {
  return compute(
    `a ${operator} b`,
    new Map([
      ["a", left],
      ["b", right],
    ]),
    budget,
  );
}

/** `operator value` */
export function computeUnary(operator: UnaryOperator, value: Value, budget: Budget): Value {
  return compute(`${operator} a`, new Map([["a", value]]), budget);
}

const trees = new Map<string, SyntaxTree>();

function compute(
  expression: string,
  predeclared: ReadonlyMap<string, Value>,
  budget: Budget,
): Value {
  try {
    return evaluate(treeOf(expression), { budget, predeclared }).lastValue ?? null;
  } catch (error) {
    if (!(error instanceof StarlarkError)) throw error;
    const { message, code } = error.diagnostic;
    return refuse(message, { code });
  }
}

function treeOf(expression: string): SyntaxTree {
  const known = trees.get(expression);
  if (known) return known;
  const parsed = parse(expression, { file: "operator" });
  if (!parsed.ok) throw new InternalError(`internal error: ${expression} does not parse`);
  trees.set(expression, parsed.tree);
  return parsed.tree;
}
