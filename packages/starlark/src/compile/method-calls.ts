/**
 * Calls of methods: `object.name(...)`.
 *
 * A method of the language's own types is found in a table and called with the object, without a value for the pair.
 * Methods with few arguments, all by place, are called without a collector between.
 */
import { type Native, runNative } from "../calls/native.js";
import type { Site } from "../calls/site.js";
import type { Thread } from "../calls/thread.js";
import { attributeOf, methodFinder } from "../methods/attributes.js";
import type { AttributeExpression, CallExpression, Name } from "../syntax/nodes.js";
import { type NamedValues, NO_NAMED } from "../values/callable.js";
import type { Value } from "../values/value.js";
import { compileArguments, gatherArguments } from "./arguments.js";
import { callAny } from "./call-any.js";
import type { Context } from "./context.js";
import type { Evaluator } from "./evaluator.js";

export function compileMethodCall(
  node: CallExpression,
  callee: AttributeExpression,
  object: Evaluator,
  context: Context,
): Evaluator {
  const args = node.arguments;
  if (args.length <= 2 && args.every(({ form }) => form === "positional")) {
    return compileFewArguments(node, callee, object, context);
  }
  const site = context.site(node);
  const methodOf = methodFinder(callee.name.text);
  const { positional, named } = compileArguments(node, context);
  return (frame) => {
    const receiver = object(frame);
    const method = methodOf(receiver);
    // The attribute is read before the arguments are, as its absence is an error of its own.
    const target = method === undefined ? attributeAt(receiver, callee.name, context) : null;
    const values = positional(frame);
    const names = named(frame, values);
    return method === undefined
      ? callAny(target, values, names, site, context.thread)
      : callMethod(method, receiver, values, names, site, context.thread);
  };
}

function compileFewArguments(
  node: CallExpression,
  callee: AttributeExpression,
  object: Evaluator,
  context: Context,
): Evaluator {
  const { thread } = context;
  const site = context.site(node);
  const methodOf = methodFinder(callee.name.text);
  const gather = gatherArguments(node.arguments, 0, node.arguments.length, context);
  return (frame) => {
    const receiver = object(frame);
    const method = methodOf(receiver);
    const target = method === undefined ? attributeAt(receiver, callee.name, context) : null;
    const values = gather(frame);
    return method === undefined
      ? callAny(target, values, NO_NAMED, site, thread)
      : callMethod(method, receiver, values, NO_NAMED, site, thread);
  };
}

function attributeAt(receiver: Value, name: Name, context: Context): Value {
  try {
    return attributeOf(receiver, name.text);
  } catch (error) {
    throw context.locate(error, name);
  }
}

function callMethod(
  method: Native<Value>,
  receiver: Value,
  positional: Value[],
  named: NamedValues,
  site: Site,
  thread: Thread,
): Value {
  thread.site = site;
  try {
    thread.budget.spendTicks(1);
    return runNative(method, receiver, thread, positional, named);
  } catch (error) {
    throw thread.locate(error, site);
  }
}
