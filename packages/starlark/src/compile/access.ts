import { attributeOf } from "../methods/attributes.js";
import { indexValue } from "../operations/index-value.js";
import { sliceValue } from "../operations/slice.js";
import type {
  AttributeExpression,
  Expression,
  IndexExpression,
  SliceExpression,
} from "../syntax/nodes.js";
import { StarlarkList } from "../values/list.js";
import type { Value } from "../values/value.js";
import type { Context } from "./context.js";
import type { Evaluator } from "./evaluator.js";

export function compileAttribute(
  node: AttributeExpression,
  object: Evaluator,
  context: Context,
): Evaluator {
  const name = node.name.text;
  return (frame) => {
    const value = object(frame);
    try {
      return attributeOf(value, name);
    } catch (error) {
      throw context.locate(error, node.name);
    }
  };
}

export function compileIndex(
  node: IndexExpression,
  object: Evaluator,
  context: Context,
): Evaluator {
  const index = context.expression(node.index);
  return (frame) => {
    const value = object(frame);
    const key = index(frame);
    if (typeof key === "number" && value instanceof StarlarkList) {
      const item = value.items[key];
      if (item !== undefined) return item;
    }
    return indexAt(value, key, node, context);
  };
}

function indexAt(value: Value, key: Value, node: IndexExpression, context: Context): Value {
  try {
    return indexValue(value, key, context.budget);
  } catch (error) {
    throw context.locate(error, node);
  }
}

export function compileSlice(
  node: SliceExpression,
  object: Evaluator,
  context: Context,
): Evaluator {
  const { budget } = context;
  const lower = compileBound(node.lower, context);
  const upper = compileBound(node.upper, context);
  const step = compileBound(node.step, context);
  return (frame) => {
    const value = object(frame);
    const from = lower(frame);
    const to = upper(frame);
    const by = step(frame);
    try {
      return sliceValue(value, from, to, by, budget);
    } catch (error) {
      throw context.locate(error, node);
    }
  };
}

function compileBound(node: Expression | undefined, context: Context): Evaluator {
  return node === undefined ? absent : context.expression(node);
}

const absent: Evaluator = () => null;
