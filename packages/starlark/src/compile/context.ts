/**
 * What the compiler of one function knows: its file, its names, and how to compile the expressions inside others.
 *
 * Compiling turns each node into a JavaScript closure over the closures of its parts. The parts' compilers live in many
 * files and call each other in circles, so they meet in a table that every context carries.
 */
import { InternalError } from "@crucible/core/diagnostics";
import type { Budget } from "../budget/budget.js";
import { Site } from "../calls/site.js";
import type { Thread } from "../calls/thread.js";
import { Fault } from "../errors/fault.js";
import type { StarlarkError } from "../errors/starlark-error.js";
import type { Module } from "../module.js";
import type { Resolution } from "../resolve/resolver.js";
import type { FunctionScope, Meaning } from "../resolve/scope.js";
import type { Expression, Identifier, SyntaxNode } from "../syntax/nodes.js";
import type { SourceText } from "../syntax/source-text.js";
import { leftOf, type SpineExpression } from "../syntax/spine.js";
import type { Cell } from "../values/cell.js";
import type { Value } from "../values/value.js";
import { Assignments } from "./assignments.js";
import type { Evaluator } from "./evaluator.js";

type LeafExpression = Exclude<Expression, SpineExpression>;

/** A compiler for each kind of expression. Those of chains get what they lean on compiled. */
export interface ExpressionCompilers {
  readonly leaf: {
    readonly [Kind in LeafExpression["kind"]]: (
      node: Extract<LeafExpression, { kind: Kind }>,
      context: Context,
    ) => Evaluator;
  };
  readonly spine: {
    readonly [Kind in SpineExpression["kind"]]: (
      node: Extract<SpineExpression, { kind: Kind }>,
      left: Evaluator,
      context: Context,
    ) => Evaluator;
  };
}

type CompileLeaf = (node: LeafExpression, context: Context) => Evaluator;
type CompileSpine = (node: SpineExpression, left: Evaluator, context: Context) => Evaluator;

/** What all functions of one file share. */
export interface FileContext {
  readonly source: SourceText;
  readonly resolution: Resolution;
  readonly thread: Thread;
  /** The file's variables, by index. */
  readonly globals: readonly Cell[];
  readonly predeclared: ReadonlyMap<string, Value>;
  readonly compilers: ExpressionCompilers;
  /** Gives the module that a `load` names. */
  readonly load: (path: string, site: Site) => Module;
}

export class Context {
  readonly file: FileContext;
  readonly scope: FunctionScope;
  readonly functionName: string;
  readonly thread: Thread;
  readonly budget: Budget;
  readonly assignments: Assignments = new Assignments();

  constructor(file: FileContext, scope: FunctionScope, functionName: string) {
    this.thread = file.thread;
    this.budget = file.thread.budget;
    this.file = file;
    this.scope = scope;
    this.functionName = functionName;
  }

  expression(node: Expression): Evaluator {
    const left = leftOf(node);
    if (left === undefined) return this.leaf(node as LeafExpression);
    // Most links lean on a leaf, and these need no list.
    return leftOf(left) === undefined
      ? this.link(node as SpineExpression, this.leaf(left as LeafExpression))
      : this.chain(node as SpineExpression);
  }

  private chain(outermost: SpineExpression): Evaluator {
    let count = 0;
    for (let left = leftOf(outermost); left !== undefined; left = leftOf(left)) count++;
    const links: SpineExpression[] = new Array(count);
    let inner: Expression = outermost;
    for (let index = 0; index < count; index++) {
      links[index] = inner as SpineExpression;
      inner = leftOf(inner) as Expression;
    }
    let evaluator = this.leaf(inner as LeafExpression);
    for (let index = count - 1; index >= 0; index--) {
      evaluator = this.link(links[index] as SpineExpression, evaluator);
    }
    return evaluator;
  }

  private leaf(node: LeafExpression): Evaluator {
    return (this.file.compilers.leaf[node.kind] as CompileLeaf)(node, this);
  }

  private link(node: SpineExpression, left: Evaluator): Evaluator {
    return (this.file.compilers.spine[node.kind] as CompileSpine)(node, left, this);
  }

  site(node: SyntaxNode): Site {
    return new Site(this.file.source, this.functionName, node);
  }

  meaning(identifier: Identifier): Meaning {
    const meaning = this.file.resolution.meanings[identifier.ordinal];
    if (meaning === undefined) throw new InternalError("a name was not resolved");
    return meaning;
  }

  /** The cell of a file's variable. */
  global(index: number): Cell {
    const cell = this.file.globals[index];
    if (cell === undefined) throw new InternalError("a global has no cell");
    return cell;
  }

  /** Gives a refusal that came up at the node its place; an error that has one passes through, and so does a bug. */
  locate(error: unknown, node: SyntaxNode): unknown {
    return error instanceof Fault ? this.located(error, node) : error;
  }

  located(fault: Fault, node: SyntaxNode): StarlarkError {
    return this.thread.located(fault, this.site(node));
  }
}
