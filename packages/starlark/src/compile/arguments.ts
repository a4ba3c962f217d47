import type { Budget } from "../budget/budget.js";
import type { Frame } from "../calls/frame.js";
import { clip } from "../errors/clip.js";
import { Fault, NotIterable } from "../errors/fault.js";
import { toArray } from "../operations/iterate.js";
import { mismatch } from "../operations/mismatch.js";
import { describe } from "../operations/value-text.js";
import type { Argument, CallExpression } from "../syntax/nodes.js";
import { type NamedValues, NO_NAMED } from "../values/callable.js";
import { StarlarkDict } from "../values/dict.js";
import type { Value } from "../values/value.js";
import type { Context } from "./context.js";
import type { Evaluator } from "./evaluator.js";
import { type Gatherer, gatherer } from "./gather.js";

/**
 * The arguments of one call, evaluated as the language orders them: places, names, what `*` adds to the places, what `**`
 * adds to the names. `named` comes after `positional` and is given its result to add to.
 */
export interface CompiledArguments {
  readonly positional: (frame: Frame) => Value[];
  readonly named: (frame: Frame, positional: Value[]) => NamedValues;
}

export function compileArguments(node: CallExpression, context: Context): CompiledArguments {
  // The parser lets the forms stand in this order only.
  const written = node.arguments;
  const namesFrom = endOfForm(written, 0, "positional");
  const namesTo = endOfForm(written, namesFrom, "named");
  const spread = written[namesTo]?.form === "spread" ? written[namesTo] : undefined;
  const namedSpread = written[spread === undefined ? namesTo : namesTo + 1];
  const named = compileNamed(node, namesFrom, namesTo, namedSpread, context);
  return {
    positional: gatherArguments(written, 0, namesFrom, context),
    named: spread === undefined ? named : compileSpread(named, spread, context),
  };
}

/** Where the arguments of one form end that begin at `from`. */
function endOfForm(written: readonly Argument[], from: number, form: Argument["form"]): number {
  let end = from;
  while (written[end]?.form === form) end++;
  return end;
}

/** The values of the arguments between two places, in order. */
export function gatherArguments(
  args: readonly Argument[],
  from: number,
  to: number,
  context: Context,
): Gatherer {
  const evaluators: Evaluator[] = new Array(to - from);
  for (let index = from; index < to; index++) {
    evaluators[index - from] = context.expression((args[index] as Argument).value);
  }
  return gatherer(evaluators);
}

const noNames: CompiledNames = (_frame, _positional, between) => {
  between?.();
  return NO_NAMED;
};

/** `between` runs when the written names have their values and before `**` is asked for its own. */
type CompiledNames = (frame: Frame, positional: Value[], between?: () => void) => NamedValues;

function compileNamed(
  node: CallExpression,
  from: number,
  to: number,
  namedSpread: Argument | undefined,
  context: Context,
): CompiledNames {
  if (from === to && namedSpread === undefined) return noNames;
  const names = namesBetween(node.arguments, from, to);
  const values = gatherArguments(node.arguments, from, to, context);
  return namedSpread === undefined
    ? writtenNames(names, values)
    : spreadAndWrittenNames(node, names, values, namedSpread, context);
}

function namesBetween(args: readonly Argument[], from: number, to: number): readonly string[] {
  const names: string[] = new Array(to - from);
  for (let index = from; index < to; index++) names[index - from] = args[index]?.name?.text ?? "";
  return Object.freeze(names);
}

function spreadAndWrittenNames(
  node: CallExpression,
  names: readonly string[],
  values: Gatherer,
  namedSpread: Argument,
  context: Context,
): CompiledNames {
  const operand = context.expression(namedSpread.value);
  const written = new Set(names);
  const callee = calleeName(node);
  return (frame, _positional, between) => {
    const own = values(frame);
    between?.();
    const further = spreadAt(operand(frame), written, callee, namedSpread, context);
    return { names: [...names, ...further.names], values: [...own, ...further.values] };
  };
}

function writtenNames(names: readonly string[], values: Gatherer): CompiledNames {
  return (frame, _positional, between) => {
    const evaluated = values(frame);
    between?.();
    return { names, values: evaluated };
  };
}

/** What the call names, as a message shows it. */
function calleeName({ callee }: CallExpression): string {
  if (callee.kind === "Identifier") return clip(callee.name);
  return callee.kind === "Attribute" ? clip(callee.name.text) : "the call";
}

function spreadAt(
  operand: Value,
  written: ReadonlySet<string>,
  callee: string,
  node: Argument,
  context: Context,
): NamedValues {
  try {
    return spreadNames(operand, written, callee, context.budget);
  } catch (error) {
    throw context.locate(error, node);
  }
}

/** The names in a `**` operand, none of which the call may also write out. */
function spreadNames(
  operand: Value,
  written: ReadonlySet<string>,
  callee: string,
  budget: Budget,
): NamedValues {
  if (!(operand instanceof StarlarkDict)) throw mismatch(operand, "a dict", "the value after `**`");
  budget.spendContainer(operand.size);
  const pairs = operand.pairs();
  const names = pairs.map(({ key }) => {
    if (typeof key !== "string") throw mismatch(key, "a string", "a key of the dict after `**`");
    if (written.has(key)) throw twice(key, callee);
    return key;
  });
  return { names, values: pairs.map(({ value }) => value) };
}

function twice(name: string, callee: string): Fault {
  const shown = describe(name);
  const message = `${callee}: duplicate keyword arg: ${shown}, multiple values for parameter ${shown}`;
  return new Fault(message, { code: "duplicate-argument" });
}

/** A `*` adds places to those that are written out. */
function compileSpread(
  named: CompiledNames,
  spread: Argument,
  context: Context,
): CompiledArguments["named"] {
  const operand = context.expression(spread.value);
  return (frame, positional) =>
    named(frame, positional, () => {
      for (const value of expandAt(operand(frame), spread, context)) positional.push(value);
    });
}

function expandAt(operand: Value, node: Argument, context: Context): Value[] {
  try {
    return toArray(operand, context.budget);
  } catch (error) {
    if (error instanceof NotIterable) {
      const message = `argument after * must be iterable, not ${error.typeName}${error.hint}`;
      throw context.located(new Fault(message, { code: "not-iterable" }), node);
    }
    throw context.locate(error, node);
  }
}
