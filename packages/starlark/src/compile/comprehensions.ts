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
  DictEntry,
  ForClause,
  IfClause,
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
  const run = compileClauses(node, context, () => compileElement(node, context));
  const prepare = compileCells(node.clauses, context);
  return (frame) => {
    prepare?.(frame);
    const items: Value[] = [];
    run(frame, items);
    return new StarlarkList(items);
  };
}

function compileElement(node: ListComprehension, context: Context): Step<Value[]> {
  const element = context.expression(node.element);
  const { budget } = context;
  return (frame, items) => {
    const value = element(frame);
    try {
      budget.spendGrowth(items.length + 1, 1);
    } catch (error) {
      throw context.locate(error, node);
    }
    items.push(value);
  };
}

export function compileDictComprehension(node: DictComprehension, context: Context): Evaluator {
  const run = compileClauses(node, context, () => compileEntry(node.entry, context));
  const prepare = compileCells(node.clauses, context);
  return (frame) => {
    prepare?.(frame);
    const dict = new StarlarkDict();
    run(frame, dict);
    return dict;
  };
}

function compileEntry(node: DictEntry, context: Context): Step<StarlarkDict> {
  const { budget } = context;
  const key = context.expression(node.key);
  const value = context.expression(node.value);
  return (frame, dict) => {
    const itemKey = key(frame);
    const itemValue = value(frame);
    try {
      dict.put(itemKey, itemValue, budget);
    } catch (error) {
      throw context.locate(error, node.key);
    }
  };
}

/** A clause that still lacks what it is around. */
type OpenStep<Result> = (inner: Step<Result>) => Step<Result>;

/**
 * The clauses around what the comprehension adds. They are compiled in the order in which they assign and closed from
 * the inside out, in two loops, since a comprehension may have many.
 */
function compileClauses<Result>(
  node: ListComprehension | DictComprehension,
  context: Context,
  compileInnermost: () => Step<Result>,
): Step<Result> {
  return context.assignments.scope(() => {
    const open = node.clauses.map((clause) =>
      clause.kind === "ForClause"
        ? openForClause<Result>(clause, node.tokens, context)
        : openIfClause<Result>(clause, context),
    );
    return open.reduceRight((inner, close) => close(inner), compileInnermost());
  });
}

function openIfClause<Result>(clause: IfClause, context: Context): OpenStep<Result> {
  const test = compileTest(clause.test, context);
  return (inner) => (frame, result) => {
    if (test(frame)) inner(frame, result);
  };
}

function openForClause<Result>(
  clause: ForClause,
  tokens: number,
  context: Context,
): OpenStep<Result> {
  const iterable = context.expression(clause.iterable);
  const assign = compileTarget(clause.target, context);
  return (inner) => {
    const walk = compileWalk<Result>(clause.iterable, tokens, context, (frame, value, result) => {
      assign(frame, value);
      inner(frame, result);
      return undefined;
    });
    return (frame, result) => {
      walk(frame, iterable(frame), result);
    };
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
