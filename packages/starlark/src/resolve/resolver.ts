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
  Expression,
  ForStatement,
  Identifier,
  LambdaExpression,
  LoadStatement,
  Parameter,
  Statement,
} from "../syntax/nodes.js";
import type { Span } from "../syntax/source-text.js";
import type { SpineExpression } from "../syntax/spine.js";
import type { SyntaxTree } from "../syntax/syntax-tree.js";
import { visitBoundNames, visitTargetNames } from "./bound-names.js";
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
  private readonly globals: Map<string, GlobalVariable> = new Map();
  /** The predeclared names that were met. */
  private readonly given: Map<string, Meaning> = new Map();
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
    this.meanings = new Array<Meaning | undefined>(tree.identifierCount).fill(undefined);
  }

  run(): Resolution {
    for (const statement of this.tree.statements) {
      if (statement.kind === "Load") this.declareLoad(statement);
    }
    visitBoundNames(this.tree.statements, (identifier) => this.declareGlobal(identifier, false));
    this.statements(this.tree.statements);
    return {
      meanings: this.meanings,
      top: this.top,
      functions: this.functions,
      globals: [...this.globals.values()],
      diagnostics: this.diagnostics.sort(
        (a, b) => (a.range?.start.offset ?? 0) - (b.range?.start.offset ?? 0),
      ),
    };
  }

  private declareLoad(statement: LoadStatement): void {
    for (const { local } of statement.bindings) this.declareGlobal(local, true);
  }

  private declareGlobal(declaration: Identifier, loaded: boolean): void {
    const { name } = declaration;
    if (this.globals.has(name)) return;
    const index = this.globals.size;
    this.globals.set(name, { kind: "global", name, index, loaded, declaration });
  }

  private readonly declareLocal = ({ name }: Identifier): void => {
    this.scope.declare(name, false);
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
        for (const branch of statement.branches) {
          this.expression(branch.test);
          this.block(branch.body);
        }
        this.block(statement.otherwise ?? []);
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
    for (const parameter of parameters) {
      if (parameter.default !== undefined) this.expression(parameter.default);
    }
    const { scope, loopDepth, blockDepth } = this;
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
    this.scope = scope;
    this.loopDepth = loopDepth;
    this.blockDepth = blockDepth;
  }

  /** Parameters take the first slots: those with a value of their own, then `*`, then `**`. */
  private parameters(parameters: readonly Parameter[]): void {
    for (const form of ["plain", "rest", "namedRest"]) {
      for (const { form: own, name } of parameters) {
        if (own !== form || name === undefined) continue;
        this.meanings[name.ordinal] = this.scope.declare(name.name, true);
      }
    }
  }

  private expressions(expressions: readonly Expression[]): void {
    for (let index = 0; index < expressions.length; index++) {
      this.expression(expressions[index] as Expression);
    }
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
          this.expressions(
            [link.lower, link.upper, link.step].filter((part) => part !== undefined),
          );
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
        for (const { key, value } of expression.entries) {
          this.expression(key);
          this.expression(value);
        }
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
        this.comprehension(expression.clauses, [expression.element]);
        return;
      case "DictComprehension":
        this.comprehension(expression.clauses, [expression.entry.key, expression.entry.value]);
        return;
      default:
        return;
    }
  }

  /** The first iterable belongs to the block around the comprehension, everything else to the comprehension's own. */
  private comprehension(
    clauses: readonly ComprehensionClause[],
    results: readonly Expression[],
  ): void {
    const [first] = clauses;
    if (first?.kind === "ForClause") this.expression(first.iterable);
    this.scope.blocks.push(new Map());
    for (const clause of clauses) {
      if (clause.kind !== "ForClause") continue;
      visitTargetNames(clause.target, this.declareLocal);
    }
    for (const clause of clauses) {
      if (clause.kind === "IfClause") {
        this.expression(clause.test);
      } else {
        if (clause !== first) this.expression(clause.iterable);
        this.expression(clause.target);
      }
    }
    this.expressions(results);
    this.scope.blocks.pop();
  }

  private identifier(identifier: Identifier, called: boolean): void {
    const meaning = this.lookUp(identifier.name);
    this.meanings[identifier.ordinal] = meaning;
    if (meaning !== undefined || this.diagnostics.length >= DIAGNOSTICS_MAX) return;
    const visible = this.visibleNames();
    this.diagnostics.push(
      unknownName(identifier, called, visible, this.tree.source, this.options.wording),
    );
  }

  private lookUp(name: string): Meaning | undefined {
    const { scope } = this;
    const found = scope.find(name) ?? scope.capture(name) ?? this.globals.get(name);
    if (found !== undefined) return found;
    const known = this.given.get(name);
    if (known !== undefined || !this.options.predeclared.has(name)) return known;
    const meaning: Meaning = { kind: "predeclared", name };
    this.given.set(name, meaning);
    return meaning;
  }

  private visibleNames(): string[] {
    const names = new Set<string>();
    for (let scope: FunctionScope | undefined = this.scope; scope; scope = scope.outer) {
      for (const block of scope.blocks) for (const name of block.keys()) names.add(name);
    }
    for (const name of this.globals.keys()) names.add(name);
    for (const name of this.options.predeclared) names.add(name);
    return [...names];
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
