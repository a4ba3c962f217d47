/**
 * Comprehensions: each clause is a closure around the next, the innermost adds one result.
 *
 * Every turn of every clause costs a tick, and every result is charged before it is kept.
 */
import type { Frame } from "../calls/frame.js";
import { visitTargetNames } from "../resolve/bound-names.js";
import type {
  ComprehensionClause,
  DictComprehension,
  ForClause,
  ListComprehension,
} from "../syntax/nodes.js";
import { Cell } from "../values/cell.js";
import { StarlarkDict } from "../values/dict.js";
import { StarlarkList } from "../values/list.js";
import type { Value } from "../values/value.js";
import type { Context } from "./context.js";
import type { Evaluator } from "./evaluator.js";
import { compileTest } from "./logic.js";
import { compileTarget } from "./targets.js";
import { compileWalk } from "./walks.js";

/** One clause and everything inside it, adding to a result. */
type Step<Result> = (frame: Frame, result: Result) => void;

export function compileListComprehension(node: ListComprehension, context: Context): Evaluator {
  const element = context.expression(node.element);
  const { budget } = context;
  const innermost: Step<Value[]> = (frame, items) => {
    const value = element(frame);
    try {
      budget.spendGrowth(items.length + 1, 1);
    } catch (error) {
      throw context.locate(error, node);
    }
    items.push(value);
  };
  const run = compileClauses(node, innermost, context);
  const prepare = compileCells(node.clauses, context);
  return (frame) => {
    prepare?.(frame);
    const items: Value[] = [];
    run(frame, items);
    return new StarlarkList(items);
  };
}

export function compileDictComprehension(node: DictComprehension, context: Context): Evaluator {
  const { budget } = context;
  const key = context.expression(node.entry.key);
  const value = context.expression(node.entry.value);
  const innermost: Step<StarlarkDict> = (frame, dict) => {
    const itemKey = key(frame);
    const itemValue = value(frame);
    try {
      dict.put(itemKey, itemValue, budget);
    } catch (error) {
      throw context.locate(error, node.entry.key);
    }
  };
  const run = compileClauses(node, innermost, context);
  const prepare = compileCells(node.clauses, context);
  return (frame) => {
    prepare?.(frame);
    const dict = new StarlarkDict();
    run(frame, dict);
    return dict;
  };
}

function compileClauses<Result>(
  node: ListComprehension | DictComprehension,
  innermost: Step<Result>,
  context: Context,
): Step<Result> {
  return node.clauses.reduceRight<Step<Result>>((inner, clause) => {
    if (clause.kind === "ForClause") return compileForClause(clause, node.tokens, inner, context);
    const test = compileTest(clause.test, context);
    return (frame, result) => {
      if (test(frame)) inner(frame, result);
    };
  }, innermost);
}

function compileForClause<Result>(
  clause: ForClause,
  tokens: number,
  inner: Step<Result>,
  context: Context,
): Step<Result> {
  const iterable = context.expression(clause.iterable);
  const assign = compileTarget(clause.target, context);
  const walk = compileWalk<Result>(clause.iterable, tokens, context, (frame, value, result) => {
    assign(frame, value);
    inner(frame, result);
    return undefined;
  });
  return (frame, result) => {
    walk(frame, iterable(frame), result);
  };
}

/** Gives each run of the comprehension its own cells for the variables that inner functions use. */
function compileCells(
  clauses: readonly ComprehensionClause[],
  context: Context,
): ((frame: Frame) => void) | undefined {
  const slots: number[] = [];
  for (const clause of clauses) {
    if (clause.kind !== "ForClause") continue;
    visitTargetNames(clause.target, (name) => {
      const meaning = context.meaning(name);
      if (meaning.kind === "local" && meaning.captured) slots.push(meaning.slot);
    });
  }
  if (slots.length === 0) return undefined;
  return (frame) => {
    for (const slot of slots) frame[slot] = new Cell(undefined);
  };
}
