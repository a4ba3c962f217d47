import { frameOf } from "../calls/frame.js";
import type { Statement } from "../syntax/nodes.js";
import type { SyntaxTree } from "../syntax/syntax-tree.js";
import { Cell } from "../values/cell.js";
import type { Value } from "../values/value.js";
import { Context, type FileContext } from "./context.js";
import type { Evaluator, Executor } from "./evaluator.js";
import { statementLevels } from "./levels.js";
import { compileStatement } from "./statements.js";

/** A file, ready to run once. */
export interface CompiledFile {
  /** Levels of the running stack that the top level takes. */
  readonly levels: number;
  /** Runs the file and gives the value of its last statement, when that is an expression. */
  readonly run: () => Value | undefined;
}

/** What the top level is called in messages. */
const TOP_LEVEL = "<toplevel>";

export function compileFile(tree: SyntaxTree, file: FileContext): CompiledFile {
  const { top } = file.resolution;
  const context = new Context(file, top, TOP_LEVEL);
  const last = tree.statements[tree.statements.length - 1];
  const tail = last?.kind === "ExpressionStatement" ? last : undefined;
  const statements = tail === undefined ? tree.statements : tree.statements.slice(0, -1);
  const executors = statements.map((statement: Statement) => compileStatement(statement, context));
  const lastValue = tail === undefined ? undefined : context.expression(tail.expression);
  return {
    levels: topLevels(tree, context),
    run: () => runTop(executors, lastValue, context),
  };
}

/** The levels of the deepest statement; refuses one that is deeper than the whole stack. */
function topLevels(tree: SyntaxTree, context: Context): number {
  const { budget } = context;
  let deepest = 0;
  for (const statement of tree.statements) {
    const levels = statementLevels(statement);
    if (budget.stackLevelsUsed + levels > budget.limits.stackLevels) {
      throw context.located(budget.stackExceeded(), statement);
    }
    deepest = Math.max(deepest, levels);
  }
  return deepest;
}

function runTop(
  executors: readonly Executor[],
  lastValue: Evaluator | undefined,
  context: Context,
): Value | undefined {
  const { scope } = context;
  const frame = frameOf(scope.slotCount);
  for (const slot of scope.cellSlots) frame[slot] = new Cell(undefined);
  for (const executor of executors) executor(frame);
  return lastValue?.(frame);
}
