/**
 * Gives every name its meaning before anything runs.
 *
 * One walk over the tree, a function at a time: first the names that the function binds, then its body. What comes out
 * is the meaning of each identifier by its ordinal and the scope of each function. All mistakes with names are reported
 * together; `return`, `break`, `continue` and `load` in the wrong place are found on the way.
 */

import type { Diagnostic } from "@crucible/core/diagnostics";
import type {
  Argument,
  CallExpression,
  ComprehensionClause,
  DefStatement,
  DictEntry,
  Expression,
  ForStatement,
  Identifier,
  IfBranch,
  IfStatement,
  LambdaExpression,
  LoadStatement,
  Parameter,
  Statement,
} from "../syntax/nodes.js";
import type { Span } from "../syntax/source-text.js";
import type { SpineExpression } from "../syntax/spine.js";
import type { SyntaxTree } from "../syntax/syntax-tree.js";
import { visitBoundNames, visitTargetNames } from "./bound-names.js";
import { Names } from "./names.js";
import { FunctionScope, type GlobalVariable, type Meaning } from "./scope.js";
import { type UnknownNameWording, unknownName } from "./unknown-name.js";

/** The names that a file means. */
export interface Resolution {
  /** By the identifier's ordinal. */
  readonly meanings: readonly (Meaning | undefined)[];
  /** The file's top level: its frame holds only what comprehensions bind. */
  readonly top: FunctionScope;
  readonly functions: ReadonlyMap<DefStatement | LambdaExpression, FunctionScope>;
  /** Exported and loaded names, by index. */
  readonly globals: readonly GlobalVariable[];
  /** Mistakes, in source order; the file must not run when there is one. */
  readonly diagnostics: readonly Diagnostic[];
}

const DIAGNOSTICS_MAX = 20;

export interface ResolveOptions {
  /** Every name that the host and the language give. */
  readonly predeclared: ReadonlySet<string>;
  readonly wording: UnknownNameWording;
}

export function resolve(tree: SyntaxTree, options: ResolveOptions): Resolution {
  return new Resolver(tree, options).run();
}

class Resolver {
  private readonly tree: SyntaxTree;
  private readonly options: ResolveOptions;
  private readonly meanings: (Meaning | undefined)[];
  private readonly functions: Map<DefStatement | LambdaExpression, FunctionScope> = new Map();
  private readonly names: Names;
  private readonly diagnostics: Diagnostic[] = [];
  private readonly top = new FunctionScope(undefined);
  private scope: FunctionScope = this.top;
  /** Loops around the current statement in its function. */
  private loopDepth = 0;
  /** Blocks around the current statement in its function. */
  private blockDepth = 0;

  constructor(tree: SyntaxTree, options: ResolveOptions) {
    this.tree = tree;
    this.options = options;
    this.names = new Names(options.predeclared);
    this.meanings = new Array<Meaning | undefined>(tree.identifierCount).fill(undefined);
  }

  run(): Resolution {
    const { names } = this;
    for (const statement of this.tree.statements) {
      if (statement.kind !== "Load") continue;
      for (const { local } of statement.bindings) names.declareGlobal(local, true);
    }
    visitBoundNames(this.tree.statements, (identifier) => names.declareGlobal(identifier, false));
    this.statements(this.tree.statements);
    return {
      meanings: this.meanings,
      top: this.top,
      functions: this.functions,
      globals: names.globals,
      diagnostics: this.diagnostics.sort(
        (a, b) => (a.range?.start.offset ?? 0) - (b.range?.start.offset ?? 0),
      ),
    };
  }

  private readonly declareLocal = ({ name }: Identifier): void => {
    this.names.declare(name, this.scope, false);
  };

  private statements(statements: readonly Statement[]): void {
    for (let index = 0; index < statements.length; index++) {
      this.statement(statements[index] as Statement);
    }
  }

  private block(statements: readonly Statement[]): void {
    this.blockDepth++;
    this.statements(statements);
    this.blockDepth--;
  }

  private statement(statement: Statement): void {
    switch (statement.kind) {
      case "ExpressionStatement":
        this.expression(statement.expression);
        return;
      case "Assign":
      case "AugmentedAssign":
        this.expression(statement.value);
        this.expression(statement.target);
        return;
      case "If":
        this.branches(statement);
        return;
      case "For":
        this.forStatement(statement);
        return;
      case "Def":
        this.identifier(statement.name, false);
        this.function(statement, statement.parameters, statement.body);
        return;
      default:
        this.jump(statement);
        return;
    }
  }

  private branches({ branches, otherwise }: IfStatement): void {
    for (let index = 0; index < branches.length; index++) {
      const { test, body } = branches[index] as IfBranch;
      this.expression(test);
      this.block(body);
    }
    if (otherwise !== undefined) this.block(otherwise);
  }

  private jump(
    statement: Exclude<
      Statement,
      { kind: "ExpressionStatement" | "Assign" | "AugmentedAssign" | "If" | "For" | "Def" }
    >,
  ): void {
    switch (statement.kind) {
      case "Return":
        if (this.scope === this.top)
          this.misplaced("return statement not within a function", statement);
        if (statement.value !== undefined) this.expression(statement.value);
        return;
      case "Break":
      case "Continue":
        if (this.loopDepth === 0) {
          this.misplaced(`${statement.kind.toLowerCase()} not in a loop`, statement);
        }
        return;
      case "Load":
        this.load(statement);
        return;
      case "Pass":
        return;
    }
  }

  private load(statement: LoadStatement): void {
    if (this.scope !== this.top || this.blockDepth > 0) {
      const place =
        this.scope !== this.top ? "function" : this.loopDepth > 0 ? "loop" : "conditional";
      this.misplaced(`load statement within a ${place}; it belongs to the top level`, statement);
      return;
    }
    for (const { local } of statement.bindings) this.identifier(local, false);
  }

  private forStatement(statement: ForStatement): void {
    this.expression(statement.iterable);
    this.expression(statement.target);
    this.loopDepth++;
    this.block(statement.body);
    this.loopDepth--;
  }

  private function(
    node: DefStatement | LambdaExpression,
    parameters: readonly Parameter[],
    body: readonly Statement[] | Expression,
  ): void {
    for (let index = 0; index < parameters.length; index++) {
      const fallback = parameters[index]?.default;
      if (fallback !== undefined) this.expression(fallback);
    }
    const { names, scope, loopDepth, blockDepth } = this;
    const outer = names.enterBlock();
    this.scope = new FunctionScope(scope);
    this.loopDepth = 0;
    this.blockDepth = 0;
    this.functions.set(node, this.scope);
    this.parameters(parameters);
    if ("kind" in body) {
      this.expression(body);
    } else {
      visitBoundNames(body, this.declareLocal);
      this.statements(body);
    }
    names.leaveBlock(outer);
    this.scope = scope;
    this.loopDepth = loopDepth;
    this.blockDepth = blockDepth;
  }

  /** Parameters take the first slots: those with a value of their own, then `*`, then `**`. */
  private parameters(parameters: readonly Parameter[]): void {
    this.parametersOf("plain", parameters);
    this.parametersOf("rest", parameters);
    this.parametersOf("namedRest", parameters);
  }

  private parametersOf(form: Parameter["form"], parameters: readonly Parameter[]): void {
    for (let index = 0; index < parameters.length; index++) {
      const { form: own, name } = parameters[index] as Parameter;
      if (own !== form || name === undefined) continue;
      this.meanings[name.ordinal] = this.names.declare(name.name, this.scope, true);
    }
  }

  private expressions(expressions: readonly Expression[]): void {
    for (let index = 0; index < expressions.length; index++) {
      this.expression(expressions[index] as Expression);
    }
  }

  private optional(expression: Expression | undefined): void {
    if (expression !== undefined) this.expression(expression);
  }

  /** Walks down the spine of a chain and resolves what hangs on each link before what the link leans on. */
  private expression(expression: Expression): void {
    let link: Expression | undefined = expression;
    while (link !== undefined) {
      switch (link.kind) {
        case "Identifier":
          this.identifier(link, false);
          return;
        case "Binary":
          this.expression(link.right);
          link = link.left;
          break;
        case "Call":
          link = this.callArguments(link);
          break;
        case "Attribute":
          link = link.object;
          break;
        case "Index":
          this.expression(link.index);
          link = link.object;
          break;
        case "Slice":
          this.optional(link.lower);
          this.optional(link.upper);
          this.optional(link.step);
          link = link.object;
          break;
        default:
          this.leaf(link);
          return;
      }
    }
  }

  /** Resolves the arguments of a call and its callee when that is a mere name; else gives what the call leans on. */
  private callArguments({ callee, arguments: written }: CallExpression): Expression | undefined {
    for (let index = 0; index < written.length; index++) {
      this.expression((written[index] as Argument).value);
    }
    if (callee.kind !== "Identifier") return callee;
    this.identifier(callee, true);
    return undefined;
  }

  private leaf(expression: Exclude<Expression, SpineExpression | Identifier>): void {
    switch (expression.kind) {
      case "List":
      case "Tuple":
        this.expressions(expression.elements);
        return;
      case "Dict":
        this.entries(expression.entries);
        return;
      case "Unary":
        this.expression(expression.operand);
        return;
      case "Conditional":
        this.expression(expression.test);
        this.expression(expression.consequent);
        this.expression(expression.alternate);
        return;
      case "Lambda":
        this.function(expression, expression.parameters, expression.body);
        return;
      case "ListComprehension":
        this.comprehension(expression.clauses, expression.element, undefined);
        return;
      case "DictComprehension":
        this.comprehension(expression.clauses, expression.entry.key, expression.entry.value);
        return;
      default:
        return;
    }
  }

  private entries(entries: readonly DictEntry[]): void {
    for (let index = 0; index < entries.length; index++) {
      const { key, value } = entries[index] as DictEntry;
      this.expression(key);
      this.expression(value);
    }
  }

  /** The first iterable belongs to the block around the comprehension, everything else to the comprehension's own. */
  private comprehension(
    clauses: readonly ComprehensionClause[],
    first: Expression,
    second: Expression | undefined,
  ): void {
    const { names } = this;
    const start = clauses[0];
    if (start?.kind === "ForClause") this.expression(start.iterable);
    const outer = names.enterBlock();
    for (let index = 0; index < clauses.length; index++) {
      const clause = clauses[index] as ComprehensionClause;
      if (clause.kind === "ForClause") visitTargetNames(clause.target, this.declareLocal);
    }
    for (let index = 0; index < clauses.length; index++) {
      const clause = clauses[index] as ComprehensionClause;
      if (clause.kind === "IfClause") {
        this.expression(clause.test);
      } else {
        if (index > 0) this.expression(clause.iterable);
        this.expression(clause.target);
      }
    }
    this.expression(first);
    this.optional(second);
    names.leaveBlock(outer);
  }

  private identifier(identifier: Identifier, called: boolean): void {
    const meaning = this.names.lookUp(identifier.name, this.scope);
    this.meanings[identifier.ordinal] = meaning;
    if (meaning !== undefined || this.diagnostics.length >= DIAGNOSTICS_MAX) return;
    const visible = this.names.visible(this.scope);
    this.diagnostics.push(
      unknownName(identifier, called, visible, this.tree.source, this.options.wording),
    );
  }

  private misplaced(message: string, span: Span): void {
    if (this.diagnostics.length >= DIAGNOSTICS_MAX) return;
    this.diagnostics.push({
      code: "misplaced-statement",
      severity: "error",
      message,
      range: this.tree.range(span),
      notes: [],
    });
  }
}
