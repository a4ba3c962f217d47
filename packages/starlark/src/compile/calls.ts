/**
 * Calls.
 *
 * Calls with up to three arguments, all by place, are the bulk of any program: for a function of the language that takes
 * exactly so many they build its frame directly. A call on a built-in method reads the method from a table and makes no
 * value for `object.method`. All other calls collect their arguments and bind them.
 */
import { frameOf } from "../calls/frame.js";
import { type Native, runNative } from "../calls/native.js";
import type { Site } from "../calls/site.js";
import { callValue, type Thread } from "../calls/thread.js";
import { attributeOf, methodFinder } from "../methods/attributes.js";
import type { AttributeExpression, CallExpression, Name } from "../syntax/nodes.js";
import { type NamedValues, NO_NAMED } from "../values/callable.js";
import { runFunction, StarlarkFunction } from "../values/function.js";
import type { Value } from "../values/value.js";
import { type CompiledArguments, compileArguments } from "./arguments.js";
import type { Context } from "./context.js";
import type { Evaluator } from "./evaluator.js";

export function compileCall(node: CallExpression, callee: Evaluator, context: Context): Evaluator {
  if (node.callee.kind === "Attribute")
    return compileMethodCall(node, node.callee, callee, context);
  const site = context.site(node);
  const { thread } = context;
  const simple = node.arguments.every((argument) => argument.form === "positional");
  const args = node.arguments.map((argument) => argument.value);
  if (!simple || args.length > 3) {
    return callMany(callee, compileArguments(node, context), site, thread);
  }
  const [first, second, third] = context.expressions(args);
  if (first === undefined) return call0(callee, site, thread);
  if (second === undefined) return call1(callee, first, site, thread);
  if (third === undefined) return call2(callee, first, second, site, thread);
  return call3(callee, first, second, third, site, thread);
}

function call0(callee: Evaluator, site: Site, thread: Thread): Evaluator {
  return (frame) => {
    const target = callee(frame);
    if (target instanceof StarlarkFunction && target.code.exactPlaces === 0) {
      return runFunction(target, frameOf(target.code.slotCount), site, thread);
    }
    return callAny(target, [], NO_NAMED, site, thread);
  };
}

function call1(callee: Evaluator, first: Evaluator, site: Site, thread: Thread): Evaluator {
  return (frame) => {
    const target = callee(frame);
    const a = first(frame);
    if (target instanceof StarlarkFunction && target.code.exactPlaces === 1) {
      return runFunction(target, frameOf(target.code.slotCount, a), site, thread);
    }
    return callAny(target, [a], NO_NAMED, site, thread);
  };
}

function call2(
  callee: Evaluator,
  first: Evaluator,
  second: Evaluator,
  site: Site,
  thread: Thread,
): Evaluator {
  return (frame) => {
    const target = callee(frame);
    const a = first(frame);
    const b = second(frame);
    if (target instanceof StarlarkFunction && target.code.exactPlaces === 2) {
      return runFunction(target, frameOf(target.code.slotCount, a, b), site, thread);
    }
    return callAny(target, [a, b], NO_NAMED, site, thread);
  };
}

function call3(
  callee: Evaluator,
  first: Evaluator,
  second: Evaluator,
  third: Evaluator,
  site: Site,
  thread: Thread,
): Evaluator {
  return (frame) => {
    const target = callee(frame);
    const a = first(frame);
    const b = second(frame);
    const c = third(frame);
    if (target instanceof StarlarkFunction && target.code.exactPlaces === 3) {
      return runFunction(target, frameOf(target.code.slotCount, a, b, c), site, thread);
    }
    return callAny(target, [a, b, c], NO_NAMED, site, thread);
  };
}

function callMany(
  callee: Evaluator,
  args: CompiledArguments,
  site: Site,
  thread: Thread,
): Evaluator {
  return (frame) => {
    const target = callee(frame);
    const positional = args.positional(frame);
    const named = args.named(frame);
    return callAny(target, positional, named, site, thread);
  };
}

/** Calls any value with any arguments. A function of the language runs outside the guard: its errors have a place. */
function callAny(
  target: Value,
  positional: Value[],
  named: NamedValues,
  site: Site,
  thread: Thread,
): Value {
  thread.site = site;
  if (target instanceof StarlarkFunction) {
    const frame = bindFunction(target, positional, named, site, thread);
    return runFunction(target, frame, site, thread);
  }
  try {
    thread.budget.spendTicks(1);
    return callValue(target, thread, positional, named);
  } catch (error) {
    throw thread.locate(error, site);
  }
}

function bindFunction(
  target: StarlarkFunction,
  positional: Value[],
  named: NamedValues,
  site: Site,
  thread: Thread,
): ReturnType<typeof frameOf> {
  try {
    return target.bind(thread, positional, named);
  } catch (error) {
    throw thread.locate(error, site);
  }
}

function compileMethodCall(
  node: CallExpression,
  callee: AttributeExpression,
  object: Evaluator,
  context: Context,
): Evaluator {
  const { thread } = context;
  const site = context.site(node);
  const methodOf = methodFinder(callee.name.text);
  const args = compileArguments(node, context);
  return (frame) => {
    const receiver = object(frame);
    const method = methodOf(receiver);
    const target = method === undefined ? attributeAt(receiver, callee.name, context) : null;
    const positional = args.positional(frame);
    const named = args.named(frame);
    return method === undefined
      ? callAny(target, positional, named, site, thread)
      : callMethod(method, receiver, positional, named, site, thread);
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
