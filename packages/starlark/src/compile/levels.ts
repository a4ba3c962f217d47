/**
 * How much of the running stack an expression or a block may take, in levels.
 *
 * A level is about one JavaScript call: the numbers below count the calls between the closure of a node and those of its
 * parts. Each function's levels are charged when it is called, so the language's own bound is reached long before the
 * engine's stack ends, whatever mix of calls and expressions a source makes.
 */
import type { ComprehensionClause, Expression, IfStatement, Statement } from "../syntax/nodes.js";
import { leftOf, rightOf, type SpineExpression } from "../syntax/spine.js";

/** The deepest of the parts, each a number of levels below the node. */
function below(parts: readonly (Expression | undefined)[], levels: number): number {
  let deepest = 0;
  for (const part of parts) {
    if (part !== undefined) deepest = Math.max(deepest, expressionLevels(part));
  }
  return deepest + levels;
}

export function expressionLevels(node: Expression): number {
  let deepest = 0;
  let passed = 0;
  let link: Expression = node;
  for (let left = leftOf(link); left !== undefined; left = leftOf(link)) {
    const spine = link as SpineExpression;
    deepest = Math.max(deepest, sideDepth(spine, passed + sideLevels(spine)));
    link = left;
    passed++;
  }
  return Math.max(deepest, passed + leafLevels(link));
}

/** The deepest of what hangs on a link; calls are too common to make a list for each. */
function sideDepth(node: SpineExpression, levels: number): number {
  if (node.kind === "Binary") return expressionLevels(node.right) + levels;
  if (node.kind !== "Call") return below(rightOf(node), levels);
  let deepest = 0;
  for (const { value } of node.arguments) deepest = Math.max(deepest, expressionLevels(value));
  return deepest + levels;
}

/** Between a call and its arguments: the call, the collector of its arguments, the loop over them. */
const ARGUMENT_LEVELS = 3;

/** Levels between a link of a chain and what hangs on it. */
function sideLevels(node: SpineExpression): number {
  if (node.kind === "Slice") return 2;
  if (node.kind !== "Call") return 1;
  const { callee, arguments: args } = node;
  const direct = args.length <= 3 && args.every(({ form }) => form === "positional");
  return direct && callee.kind !== "Attribute" ? 1 : ARGUMENT_LEVELS;
}

function leafLevels(node: Expression): number {
  switch (node.kind) {
    case "Unary":
      return below([node.operand], 1);
    case "Conditional":
      return below([node.test, node.consequent, node.alternate], 2);
    case "List":
    case "Tuple":
      return below(node.elements, 2);
    case "Dict":
      return node.entries.reduce(
        (deepest, { key, value }) => Math.max(deepest, below([key, value], 1)),
        1,
      );
    case "ListComprehension":
      return comprehensionLevels(node.clauses, [node.element]);
    case "DictComprehension":
      return comprehensionLevels(node.clauses, [node.entry.key, node.entry.value]);
    case "Lambda":
      return below(
        node.parameters.map((parameter) => parameter.default),
        3,
      );
    default:
      return 1;
  }
}

/** Between a comprehension and its first clause, and between a loop and what it repeats. */
const COMPREHENSION_LEVELS = 2;
const LOOP_LEVELS = 6;
const TEST_LEVELS = 2;

function comprehensionLevels(
  clauses: readonly ComprehensionClause[],
  results: readonly Expression[],
): number {
  let outer = COMPREHENSION_LEVELS;
  let deepest = 0;
  for (const clause of clauses) {
    if (clause.kind === "IfClause") {
      deepest = Math.max(deepest, below([clause.test], outer + TEST_LEVELS));
      outer += 1;
    } else {
      deepest = Math.max(deepest, below([clause.iterable], outer + 1));
      outer += LOOP_LEVELS;
      deepest = Math.max(deepest, below([clause.target], outer));
    }
  }
  return Math.max(deepest, below(results, outer + 1));
}

export function blockLevels(statements: readonly Statement[]): number {
  let deepest = 0;
  for (const statement of statements) deepest = Math.max(deepest, statementLevels(statement));
  return deepest + 2;
}

export function statementLevels(statement: Statement): number {
  switch (statement.kind) {
    case "ExpressionStatement":
      return below([statement.expression], 1);
    case "Assign":
      // A target is walked through at the same time as it is assigned to.
      return Math.max(below([statement.value], 1), below([statement.target], 2));
    case "AugmentedAssign":
      return below([statement.value, statement.target], 2);
    case "Return":
      return below([statement.value], 1);
    case "If":
      return ifLevels(statement);
    case "For":
      return Math.max(
        below([statement.iterable], 1),
        below([statement.target], LOOP_LEVELS),
        blockLevels(statement.body) + LOOP_LEVELS,
      );
    case "Def":
      return below(
        statement.parameters.map((parameter) => parameter.default),
        4,
      );
    default:
      return 1;
  }
}

function ifLevels(statement: IfStatement): number {
  let deepest = blockLevels(statement.otherwise ?? []);
  for (const { test, body } of statement.branches) {
    deepest = Math.max(deepest, below([test], 1), blockLevels(body));
  }
  return deepest + 1;
}
