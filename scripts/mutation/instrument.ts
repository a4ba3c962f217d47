/**
 * Plants every mutant of a source file at once. Each site becomes a choice on the number of the mutant that is switched
 * on, so one build serves all of them and switching costs a comparison.
 *
 * Kinds of mutants: a condition held true or false, a comparison moved by one or turned round, `&&` and `||` reduced to
 * one side, a negation dropped, truth values turned round, arithmetic turned round, a number moved by one, a call or an
 * assignment left out, an early `return`, `break` or `continue` skipped. Sites inside checks of the engine against
 * itself (`invariant`, `unreachable`, `throw`) are left alone: a test cannot reach them without a bug.
 */
import ts from "typescript";

const TURNED = new Map<ts.SyntaxKind, ts.BinaryOperator>([
  [ts.SyntaxKind.LessThanToken, ts.SyntaxKind.LessThanEqualsToken],
  [ts.SyntaxKind.LessThanEqualsToken, ts.SyntaxKind.LessThanToken],
  [ts.SyntaxKind.GreaterThanToken, ts.SyntaxKind.GreaterThanEqualsToken],
  [ts.SyntaxKind.GreaterThanEqualsToken, ts.SyntaxKind.GreaterThanToken],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, ts.SyntaxKind.EqualsEqualsEqualsToken],
  [ts.SyntaxKind.PlusToken, ts.SyntaxKind.MinusToken],
  [ts.SyntaxKind.MinusToken, ts.SyntaxKind.PlusToken],
]);

/** One place where a rule is broken when its number is switched on. */
export interface Mutant {
  readonly id: number;
  readonly file: string;
  readonly line: number;
  /** The line of source on which it begins. */
  readonly source: string;
  /** The change; the second of one line that reads the same ends in `#2`, and so on. */
  readonly what: string;
}

/** The mutants of one file, numbered from after `lastId`, and its instrumented JavaScript. */
export function instrument(
  file: string,
  text: string,
  lastId: number,
): { readonly mutants: readonly Mutant[]; readonly code: string } {
  const planter = new Planter(file, lastId);
  const output = ts.transpileModule(text, {
    fileName: file,
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 },
    transformers: { before: [(context) => (source) => planter.plant(source, context)] },
  });
  return { mutants: planter.mutants, code: output.outputText };
}

const factory = ts.factory;

class Planter {
  readonly mutants: Mutant[] = [];
  readonly #file: string;
  readonly #seen = new Map<string, number>();
  #lastId: number;
  #children: <N extends ts.Node>(node: N) => N = (node) => node;

  constructor(file: string, lastId: number) {
    this.#file = file;
    this.#lastId = lastId;
  }

  plant(source: ts.SourceFile, context: ts.TransformationContext): ts.SourceFile {
    const visit = (node: ts.Node): ts.Node => this.#visit(node);
    this.#children = (node) => ts.visitEachChild(node, visit, context);
    return this.#children(source);
  }

  #visit(node: ts.Node): ts.Node {
    if (isLeftAlone(node)) return node;
    return plantSite(this, node) ?? this.#children(node);
  }

  binary(node: ts.BinaryExpression): ts.Expression {
    const visited = this.#children(node);
    const { left, right } = visited;
    const words = clip(node.getText());
    const turned = isTextConcatenation(node) ? undefined : TURNED.get(node.operatorToken.kind);
    let result: ts.Expression = visited;
    if (turned !== undefined) {
      const mutated = factory.createBinaryExpression(left, turned, right);
      result = this.#choice(node, `${words}: ${ts.tokenToString(turned)}`, mutated, result);
    }
    if (isLogical(node.operatorToken.kind)) {
      result = this.#choice(node, `${words}: left side only`, left, result);
      result = this.#choice(node, `${words}: right side only`, right, result);
    }
    return result;
  }

  branch(node: ts.IfStatement): ts.Node {
    const visited = this.#children(node);
    const condition = this.#condition(node.expression, visited.expression);
    const { thenStatement, elseStatement } = visited;
    return factory.updateIfStatement(visited, condition, thenStatement, elseStatement);
  }

  conditional(node: ts.ConditionalExpression): ts.Node {
    const visited = this.#children(node);
    const condition = this.#condition(node.condition, visited.condition);
    const { questionToken, whenTrue, colonToken, whenFalse } = visited;
    return factory.updateConditionalExpression(
      visited,
      condition,
      questionToken,
      whenTrue,
      colonToken,
      whenFalse,
    );
  }

  negation(node: ts.PrefixUnaryExpression): ts.Node {
    const visited = this.#children(node);
    return this.#choice(node, `${clip(node.getText())}: not negated`, visited.operand, visited);
  }

  truth(node: ts.BooleanLiteral): ts.Node {
    const isTrue = node.kind === ts.SyntaxKind.TrueKeyword;
    const turned = isTrue ? factory.createFalse() : factory.createTrue();
    return this.#choice(node, `${node.getText()} turned round`, turned, node);
  }

  number(node: ts.NumericLiteral): ts.Node {
    const moved = factory.createNumericLiteral(Number(node.text) + 1);
    return this.#choice(node, `${node.text} becomes ${moved.text}`, moved, node);
  }

  /** In a block, since the statement may stand between an `if` and its `else`. */
  statement(node: ts.Statement): ts.Node {
    const visited = this.#children(node);
    const test = factory.createLogicalNot(
      this.#register(node, `left out: ${clip(node.getText())}`),
    );
    return factory.createBlock([factory.createIfStatement(test, visited)]);
  }

  #condition(node: ts.Expression, visited: ts.Expression): ts.Expression {
    const words = clip(node.getText());
    const held = this.#choice(node, `${words}: always true`, factory.createTrue(), visited);
    return this.#choice(node, `${words}: always false`, factory.createFalse(), held);
  }

  #choice(
    node: ts.Node,
    what: string,
    mutated: ts.Expression,
    original: ts.Expression,
  ): ts.Expression {
    return factory.createParenthesizedExpression(
      factory.createConditionalExpression(
        this.#register(node, what),
        undefined,
        mutated,
        undefined,
        original,
      ),
    );
  }

  #register(node: ts.Node, what: string): ts.Expression {
    const file = node.getSourceFile();
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    const source = (file.text.split("\n")[line] ?? "").trim();
    const id = ++this.#lastId;
    const named = this.#numbered(source, what);
    this.mutants.push({ id, file: this.#file, line: line + 1, source, what: named });
    return factory.createCallExpression(factory.createIdentifier("__mutant"), undefined, [
      factory.createNumericLiteral(id),
    ]);
  }

  #numbered(source: string, what: string): string {
    const key = `${source}\n${what}`;
    const count = (this.#seen.get(key) ?? 0) + 1;
    this.#seen.set(key, count);
    return count === 1 ? what : `${what} #${count}`;
  }
}

/** How a node that is a site is planted; `undefined` where it is none. The first kind that fits counts. */
function plantSite(planter: Planter, node: ts.Node): ts.Node | undefined {
  if (ts.isBinaryExpression(node)) return planter.binary(node);
  if (ts.isIfStatement(node)) return planter.branch(node);
  if (ts.isConditionalExpression(node)) return planter.conditional(node);
  if (isNegation(node)) return planter.negation(node);
  if (isTruth(node)) return planter.truth(node);
  if (ts.isNumericLiteral(node) && !ts.isLiteralTypeNode(node.parent)) return planter.number(node);
  return isLeavable(node) ? planter.statement(node) : undefined;
}

function clip(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > 70 ? `${line.slice(0, 70)}…` : line;
}

function isLogical(kind: ts.SyntaxKind): boolean {
  return kind === ts.SyntaxKind.AmpersandAmpersandToken || kind === ts.SyntaxKind.BarBarToken;
}

/** `"a" + b` is about words, not about rules. */
function isTextConcatenation(node: ts.BinaryExpression): boolean {
  return (
    node.operatorToken.kind === ts.SyntaxKind.PlusToken &&
    [node.left, node.right].some(
      (side) =>
        ts.isStringLiteral(side) ||
        ts.isTemplateExpression(side) ||
        ts.isNoSubstitutionTemplateLiteral(side),
    )
  );
}

function isNegation(node: ts.Node): node is ts.PrefixUnaryExpression {
  return ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken;
}

function isTruth(node: ts.Node): node is ts.BooleanLiteral {
  const { kind, parent } = node;
  const isTruthValue = kind === ts.SyntaxKind.TrueKeyword || kind === ts.SyntaxKind.FalseKeyword;
  return isTruthValue && !ts.isLiteralTypeNode(parent);
}

/** Statements that can be skipped one by one without making the file senseless. */
function isLeavable(node: ts.Node): node is ts.Statement {
  if (ts.isBreakStatement(node)) return !ts.isCaseOrDefaultClause(node.parent);
  if (ts.isContinueStatement(node)) return true;
  if (ts.isReturnStatement(node)) return node.expression === undefined && !isLastOfCase(node);
  if (!ts.isExpressionStatement(node)) return false;
  const { expression } = node;
  if (isLeftAlone(expression)) return false;
  return (
    ts.isCallExpression(expression) ||
    ts.isDeleteExpression(expression) ||
    ts.isPostfixUnaryExpression(expression) ||
    (ts.isBinaryExpression(expression) &&
      expression.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
      expression.operatorToken.kind <= ts.SyntaxKind.LastAssignment)
  );
}

function isLastOfCase(node: ts.ReturnStatement): boolean {
  return ts.isCaseOrDefaultClause(node.parent) && node.parent.statements.at(-1) === node;
}

function isLeftAlone(node: ts.Node): boolean {
  if (ts.isThrowStatement(node) || ts.isTypeNode(node) || ts.isImportDeclaration(node)) return true;
  if (isForcedDefault(node)) return true;
  return (
    ts.isCallExpression(node) &&
    ts.isIdentifier(node.expression) &&
    ["invariant", "unreachable"].includes(node.expression.text)
  );
}

/** `list[index] ?? 0`, where the type checker wants a default for an index that is always there. */
function isForcedDefault(node: ts.Node): boolean {
  const { parent } = node;
  return (
    parent !== undefined &&
    ts.isBinaryExpression(parent) &&
    parent.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken &&
    parent.right === node &&
    (ts.isNumericLiteral(node) || ts.isPrefixUnaryExpression(node))
  );
}
