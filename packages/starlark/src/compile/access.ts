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
import { guarded, guarded2 } from "./guarded.js";

export function compileAttribute(
  node: AttributeExpression,
  object: Evaluator,
  context: Context,
): Evaluator {
  const name = node.name.text;
  const read = guarded(
    (value: Value) => attributeOf(value, name),
    context.site(node.name),
    context.thread,
  );
  return (frame) => read(object(frame));
}

export function compileIndex(
  node: IndexExpression,
  object: Evaluator,
  context: Context,
): Evaluator {
  const { budget } = context;
  const index = context.expression(node.index);
  const slow = guarded2(
    (value: Value, key: Value) => indexValue(value, key, budget),
    context.site(node),
    context.thread,
  );
  return (frame) => {
    const value = object(frame);
    const key = index(frame);
    if (typeof key === "number" && value instanceof StarlarkList) {
      const item = value.items[key];
      if (item !== undefined) return item;
    }
    return slow(value, key);
  };
}

export function compileSlice(
  node: SliceExpression,
  object: Evaluator,
  context: Context,
): Evaluator {
  const { budget, thread } = context;
  const lower = compileBound(node.lower, context);
  const upper = compileBound(node.upper, context);
  const step = compileBound(node.step, context);
  const site = context.site(node);
  return (frame) => {
    const value = object(frame);
    const from = lower(frame);
    const to = upper(frame);
    const by = step(frame);
    try {
      return sliceValue(value, from, to, by, budget);
    } catch (error) {
      throw thread.locate(error, site);
    }
  };
}

function compileBound(node: Expression | undefined, context: Context): Evaluator {
  return node === undefined ? () => null : context.expression(node);
}
