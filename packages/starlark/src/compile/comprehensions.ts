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
  Identifier,
  IfClause,
  ListComprehension,
} from "../syntax/nodes.js";
import { Cell } from "../values/cell.js";
import { StarlarkDict } from "../values/dict.js";
import { StarlarkList } from "../values/list.js";
import type { Value } from "../values/value.js";
import type { Context } from "./context.js";
import type { Assigner, Evaluator } from "./evaluator.js";
import { compileTest, type Test } from "./logic.js";
import { compileTarget } from "./targets.js";
import { compileWalk, type Turn, type Walk } from "./walks.js";

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
type OpenClause =
  | { readonly clause: IfClause; readonly test: Test }
  | { readonly clause: ForClause; readonly iterable: Evaluator; readonly assign: Assigner };

/**
 * The clauses around what the comprehension adds. They are compiled in the order in which they assign and closed from
 * the inside out, in two loops, since a comprehension may have many.
 */
function compileClauses<Result>(
  node: ListComprehension | DictComprehension,
  context: Context,
  compileInnermost: () => Step<Result>,
): Step<Result> {
  const { clauses, tokens } = node;
  const before = context.assignments.enter();
  const open: OpenClause[] = new Array(clauses.length);
  for (let index = 0; index < clauses.length; index++) {
    open[index] = compileClause(clauses[index] as ComprehensionClause, context);
  }
  let step = compileInnermost();
  for (let index = clauses.length - 1; index >= 0; index--) {
    step = closeClause(open[index] as OpenClause, step, tokens, context);
  }
  context.assignments.leave(before);
  return step;
}

function compileClause(clause: ComprehensionClause, context: Context): OpenClause {
  if (clause.kind === "IfClause") return { clause, test: compileTest(clause.test, context) };
  const iterable = context.expression(clause.iterable);
  return { clause, iterable, assign: compileTarget(clause.target, context) };
}

function closeClause<Result>(
  open: OpenClause,
  inner: Step<Result>,
  tokens: number,
  context: Context,
): Step<Result> {
  if ("test" in open) return filter(open.test, inner);
  const turn = turnOf(open.assign, inner);
  return loop(open.iterable, compileWalk<Result>(open.clause.iterable, tokens, context, turn));
}

function filter<Result>(test: Test, inner: Step<Result>): Step<Result> {
  return (frame, result) => {
    if (test(frame)) inner(frame, result);
  };
}

function turnOf<Result>(assign: Assigner, inner: Step<Result>): Turn<Result> {
  return (frame, value, result) => {
    assign(frame, value);
    inner(frame, result);
    return undefined;
  };
}

function loop<Result>(iterable: Evaluator, walk: Walk<Result>): Step<Result> {
  return (frame, result) => {
    walk(frame, iterable(frame), result);
  };
}

/** Gives each run of the comprehension its own cells for the variables that inner functions use. */
function compileCells(
  clauses: readonly ComprehensionClause[],
  context: Context,
): ((frame: Frame) => void) | undefined {
  // In most functions no inner function uses any variable.
  if (context.scope.cellSlots.length === 0) return undefined;
  const slots: number[] = [];
  const visit = (name: Identifier): void => {
    const meaning = context.meaning(name);
    if (meaning.kind === "local" && meaning.captured) slots.push(meaning.slot);
  };
  for (let index = 0; index < clauses.length; index++) {
    const clause = clauses[index] as ComprehensionClause;
    if (clause.kind === "ForClause") visitTargetNames(clause.target, visit);
  }
  return slots.length === 0 ? undefined : freshCells(slots);
}

function freshCells(slots: readonly number[]): (frame: Frame) => void {
  return (frame) => {
    for (const slot of slots) frame[slot] = new Cell(undefined);
  };
}
