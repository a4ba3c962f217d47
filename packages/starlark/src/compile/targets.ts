/** Targets of assignments, loops and comprehensions. */

import type { Budget } from "../budget/budget.js";
import type { Frame } from "../calls/frame.js";
import { Fault } from "../errors/fault.js";
import { setAttribute } from "../methods/attributes.js";
import { setIndexValue } from "../operations/index-value.js";
import { isIterable, iterateValue, knownLength } from "../operations/iterate.js";
import type {
  AttributeExpression,
  Expression,
  IndexExpression,
  ListExpression,
  TupleExpression,
} from "../syntax/nodes.js";
import { HostValue } from "../values/host-value.js";
import { StarlarkList } from "../values/list.js";
import { StarlarkTuple } from "../values/tuple.js";
import { typeName } from "../values/type-name.js";
import type { Value } from "../values/value.js";
import type { Context } from "./context.js";
import type { Assigner } from "./evaluator.js";
import { compileNameAssigner } from "./names.js";

export function compileTarget(target: Expression, context: Context): Assigner {
  switch (target.kind) {
    case "Identifier":
      return compileNameAssigner(target, context);
    case "Index":
      return compileIndexTarget(target, context);
    case "Attribute":
      return compileAttributeTarget(target, context);
    case "Tuple":
    case "List":
      return compileUnpacking(target, context);
    default:
      throw new TypeError(`the parser let a ${target.kind} be assigned`);
  }
}

function compileIndexTarget(target: IndexExpression, context: Context): Assigner {
  const { budget } = context;
  const object = context.expression(target.object);
  const index = context.expression(target.index);
  return (frame, value) => {
    const container = object(frame);
    const key = index(frame);
    try {
      setIndexValue(container, key, value, budget);
    } catch (error) {
      throw context.locate(error, target);
    }
  };
}

function compileAttributeTarget(target: AttributeExpression, context: Context): Assigner {
  const object = context.expression(target.object);
  const name = target.name.text;
  return (frame, value) => {
    const container = object(frame);
    try {
      setAttribute(container, name, value);
    } catch (error) {
      throw context.locate(error, target.name);
    }
  };
}

function compileUnpacking(target: TupleExpression | ListExpression, context: Context): Assigner {
  const { elements } = target;
  const assigners: Assigner[] = new Array(elements.length);
  for (let index = 0; index < elements.length; index++) {
    assigners[index] = compileTarget(elements[index] as Expression, context);
  }
  return unpacking(assigners, target, context);
}

function unpacking(
  assigners: readonly Assigner[],
  target: TupleExpression | ListExpression,
  context: Context,
): Assigner {
  return (frame: Frame, value: Value) => {
    const { length } = assigners;
    const items = itemsIfExact(value, length) ?? unpackAt(value, length, target, context);
    for (let index = 0; index < length; index++) {
      (assigners[index] as Assigner)(frame, items[index] as Value);
    }
  };
}

function unpackAt(
  value: Value,
  wanted: number,
  node: Expression,
  context: Context,
): readonly Value[] {
  try {
    return unpackExactly(value, wanted, context.budget);
  } catch (error) {
    throw context.locate(error, node);
  }
}

/** The items of a sequence that has just as many as there are targets. */
function itemsIfExact(value: Value, length: number): readonly Value[] | undefined {
  if (value instanceof StarlarkTuple && value.items.length === length) return value.items;
  // A list may be changed by the assignments, so its items are taken aside.
  if (value instanceof StarlarkList && value.items.length === length) return value.items.slice();
  return undefined;
}

/** The elements of a value, which must be `wanted`; never asks an endless one for more than it needs. */
function unpackExactly(value: Value, wanted: number, budget: Budget): readonly Value[] {
  const known = knownLength(value);
  if (known !== undefined && known !== wanted) throw wrongCount(String(known), known, wanted);
  if (!(value instanceof HostValue || isIterable(value))) {
    throw new Fault(`got ${typeName(value)} in sequence assignment`, { code: "not-iterable" });
  }
  const items: Value[] = [];
  for (const item of iterateValue(value, budget)) {
    if (items.length === wanted) throw wrongCount(`more than ${wanted}`, wanted + 1, wanted);
    items.push(item);
  }
  if (items.length < wanted) throw wrongCount(String(items.length), items.length, wanted);
  return items;
}

function wrongCount(shown: string, got: number, wanted: number): Fault {
  const relation = got > wanted ? "too many" : "too few";
  return new Fault(`${relation} values to unpack: ${wanted} wanted, got ${shown}`, {
    code: "unpacking",
  });
}
