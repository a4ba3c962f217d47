/** `target operator= value`: the parts of the target are evaluated once. */
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
import type { Assigner, Evaluator, Executor } from "./evaluator.js";
import { compileIdentifier, compileNameAssigner } from "./names.js";

const SAFE = Number.MAX_SAFE_INTEGER;

export function compileAugmented(node: AugmentedAssignStatement, context: Context): Executor {
  const { target } = node;
  switch (target.kind) {
    case "Identifier":
      return augmentName(node, target, context);
    case "Index":
      return augmentIndex(node, target, context);
    case "Attribute":
      return augmentAttribute(node, target, context);
    default:
      throw new TypeError(`the parser let a ${target.kind} be assigned`);
  }
}

/** The new content of the target; sums of safe integers take no detour. */
function combineAt(
  before: Value,
  value: Value,
  node: AugmentedAssignStatement,
  context: Context,
): Value {
  if (node.operator === "+" && typeof before === "number" && typeof value === "number") {
    const sum = before + value;
    if (sum <= SAFE && sum >= -SAFE) return sum;
  }
  try {
    return combineInPlace(node.operator, before, value, context.budget);
  } catch (error) {
    throw context.locate(error, node);
  }
}

function augmentName(
  node: AugmentedAssignStatement,
  target: Identifier,
  context: Context,
): Executor {
  const read = compileIdentifier(target, context);
  const value = context.expression(node.value);
  const assign = compileNameAssigner(target, context);
  const meaning = context.meaning(target);
  return meaning.kind === "local" && !meaning.captured
    ? augmentSlot(read, value, meaning.slot, node, context)
    : augmentVariable(read, value, assign, node, context);
}

function augmentSlot(
  read: Evaluator,
  value: Evaluator,
  slot: number,
  node: AugmentedAssignStatement,
  context: Context,
): Executor {
  return (frame) => {
    const before = read(frame);
    frame[slot] = combineAt(before, value(frame), node, context);
    return undefined;
  };
}

function augmentVariable(
  read: Evaluator,
  value: Evaluator,
  assign: Assigner,
  node: AugmentedAssignStatement,
  context: Context,
): Executor {
  return (frame) => {
    const before = read(frame);
    assign(frame, combineAt(before, value(frame), node, context));
    return undefined;
  };
}

function augmentIndex(
  node: AugmentedAssignStatement,
  target: IndexExpression,
  context: Context,
): Executor {
  const { budget } = context;
  const object = context.expression(target.object);
  const index = context.expression(target.index);
  const value = context.expression(node.value);
  return (frame) => {
    const container = object(frame);
    const key = index(frame);
    try {
      const before = indexValue(container, key, budget);
      setIndexValue(container, key, combineAt(before, value(frame), node, context), budget);
    } catch (error) {
      throw context.locate(error, target);
    }
    return undefined;
  };
}

function augmentAttribute(
  node: AugmentedAssignStatement,
  target: AttributeExpression,
  context: Context,
): Executor {
  const object = context.expression(target.object);
  const value = context.expression(node.value);
  const name = target.name.text;
  return (frame) => {
    const container = object(frame);
    try {
      const before = attributeOf(container, name);
      setAttribute(container, name, combineAt(before, value(frame), node, context));
    } catch (error) {
      throw context.locate(error, target.name);
    }
    return undefined;
  };
}
