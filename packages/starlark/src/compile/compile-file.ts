import { frameOf } from "../calls/frame.js";
import type { Statement } from "../syntax/nodes.js";
import type { SyntaxTree } from "../syntax/syntax-tree.js";
import { Cell } from "../values/cell.js";
import type { Value } from "../values/value.js";
import { Context, type FileContext } from "./context.js";
import type { Executor } from "./evaluator.js";
import { statementLevels } from "./levels.js";
import { compileStatement } from "./statements.js";

/** A file, ready to run once. */
export interface CompiledFile {
  /** Levels of the running stack that the top level takes. */
  readonly levels: number;
  /** Compiles every statement and body now and not when it is reached, for whoever measures compiling. */
  readonly compileAll: () => void;
  /** Runs the file and gives the value of its last statement, when that is an expression. */
  readonly run: () => Value | undefined;
}

/** What the top level is called in messages. */
const TOP_LEVEL = "<toplevel>";

export function compileFile(tree: SyntaxTree, file: FileContext): CompiledFile {
  const { top } = file.resolution;
  const context = new Context(file, top, TOP_LEVEL);
  let compiled: readonly Executor[] = [];
  return {
    levels: topLevels(tree, context),
    compileAll: () => {
      compiled = tree.statements.map((statement) => compileStatement(statement, context));
      file.thread.compileWaiting();
    },
    run: () => runTop(tree.statements, compiled, context),
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

/**
 * A statement that is not compiled yet is compiled when it is reached: it runs once, and what it was compiled to is
 * dropped behind it.
 */
function runTop(
  statements: readonly Statement[],
  compiled: readonly Executor[],
  context: Context,
): Value | undefined {
  const { scope } = context;
  const frame = frameOf(scope.slotCount);
  for (const slot of scope.cellSlots) frame[slot] = new Cell(undefined);
  const last = statements.length - 1;
  for (let index = 0; index < last; index++) {
    const run = compiled[index] ?? compileStatement(statements[index] as Statement, context);
    run(frame);
  }
  const tail = statements[last];
  if (tail?.kind === "ExpressionStatement") return context.expression(tail.expression)(frame);
  if (tail !== undefined) (compiled[last] ?? compileStatement(tail, context))(frame);
  return undefined;
}
