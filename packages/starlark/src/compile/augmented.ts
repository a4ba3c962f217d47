/** `target operator= value`: the parts of the target are evaluated once. */
import type { Frame } from "../calls/frame.js";
import { attributeOf, setAttribute } from "../methods/attributes.js";
import { combineInPlace } from "../operations/in-place.js";
import { indexValue, setIndexValue } from "../operations/index-value.js";
import type {
  AttributeExpression,
  AugmentedAssignStatement,
  Identifier,
  IndexExpression,
} from "../syntax/nodes.js";
import type { Value } from "../values/value.js";
import type { Context } from "./context.js";
import type { Executor } from "./evaluator.js";
import { guarded2 } from "./guarded.js";
import { compileIdentifier, compileNameAssigner } from "./names.js";

const SAFE = Number.MAX_SAFE_INTEGER;

type Combine = (a: Value, b: Value) => Value;

export function compileAugmented(node: AugmentedAssignStatement, context: Context): Executor {
  const { budget, thread } = context;
  const { operator, target } = node;
  const rule = guarded2(
    (a: Value, b: Value) => combineInPlace(operator, a, b, budget),
    context.site(node),
    thread,
  );
  const combine: Combine = operator === "+" ? withFastSum(rule) : rule;
  switch (target.kind) {
    case "Identifier":
      return augmentName(node, target, combine, context);
    case "Index":
      return augmentIndex(node, target, combine, context);
    case "Attribute":
      return augmentAttribute(node, target, combine, context);
    default:
      throw new TypeError(`the parser let a ${target.kind} be assigned`);
  }
}

function withFastSum(slow: Combine): Combine {
  return (a, b) => {
    if (typeof a === "number" && typeof b === "number") {
      const sum = a + b;
      if (sum <= SAFE && sum >= -SAFE) return sum;
    }
    return slow(a, b);
  };
}

function augmentName(
  node: AugmentedAssignStatement,
  target: Identifier,
  combine: Combine,
  context: Context,
): Executor {
  const read = compileIdentifier(target, context);
  const value = context.expression(node.value);
  const assign = compileNameAssigner(target, context);
  const meaning = context.meaning(target);
  if (meaning.kind === "local" && !meaning.captured) {
    const { slot } = meaning;
    return (frame: Frame) => {
      const before = read(frame);
      frame[slot] = combine(before, value(frame));
      return undefined;
    };
  }
  return (frame) => {
    const before = read(frame);
    assign(frame, combine(before, value(frame)));
    return undefined;
  };
}

function augmentIndex(
  node: AugmentedAssignStatement,
  target: IndexExpression,
  combine: Combine,
  context: Context,
): Executor {
  const { budget, thread } = context;
  const object = context.expression(target.object);
  const index = context.expression(target.index);
  const value = context.expression(node.value);
  const site = context.site(target);
  return (frame) => {
    const container = object(frame);
    const key = index(frame);
    try {
      const before = indexValue(container, key, budget);
      setIndexValue(container, key, combine(before, value(frame)), budget);
    } catch (error) {
      throw thread.locate(error, site);
    }
    return undefined;
  };
}

function augmentAttribute(
  node: AugmentedAssignStatement,
  target: AttributeExpression,
  combine: Combine,
  context: Context,
): Executor {
  const { thread } = context;
  const object = context.expression(target.object);
  const value = context.expression(node.value);
  const site = context.site(target.name);
  const name = target.name.text;
  return (frame) => {
    const container = object(frame);
    try {
      const before = attributeOf(container, name);
      setAttribute(container, name, combine(before, value(frame)));
    } catch (error) {
      throw thread.locate(error, site);
    }
    return undefined;
  };
}
