/**
 * Calls.
 *
 * Calls with up to three arguments, all by place, are the bulk of any program: for a function of the language that takes
 * exactly so many they build its frame directly. All other calls collect their arguments and bind them.
 */
import { frameOf } from "../calls/frame.js";
import type { Site } from "../calls/site.js";
import type { Thread } from "../calls/thread.js";
import type { Argument, CallExpression } from "../syntax/nodes.js";
import { NO_NAMED } from "../values/callable.js";
import { runFunction, StarlarkFunction } from "../values/function.js";
import { type CompiledArguments, compileArguments } from "./arguments.js";
import { callAny } from "./call-any.js";
import type { Context } from "./context.js";
import type { Evaluator } from "./evaluator.js";
import { compileMethodCall } from "./method-calls.js";

export function compileCall(node: CallExpression, callee: Evaluator, context: Context): Evaluator {
  if (node.callee.kind === "Attribute") {
    return compileMethodCall(node, node.callee, callee, context);
  }
  const site = context.site(node);
  const { thread } = context;
  const { arguments: args } = node;
  // All are given by place when the last is: names and spreads come behind.
  const simple = args.length === 0 || args[args.length - 1]?.form === "positional";
  if (!simple || args.length > 3) {
    return callMany(callee, compileArguments(node, context), site, thread);
  }
  if (args.length === 0) return call0(callee, site, thread);
  const first = valueAt(args, 0, context);
  if (args.length === 1) return call1(callee, first, site, thread);
  const second = valueAt(args, 1, context);
  if (args.length === 2) return call2(callee, first, second, site, thread);
  return call3(callee, first, second, valueAt(args, 2, context), site, thread);
}

function valueAt(args: readonly Argument[], index: number, context: Context): Evaluator {
  return context.expression((args[index] as Argument).value);
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
    const named = args.named(frame, positional);
    return callAny(target, positional, named, site, thread);
  };
}
