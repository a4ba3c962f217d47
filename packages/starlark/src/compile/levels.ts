/**
 * How much of the running stack an expression or a block may take, in levels.
 *
 * A level is about one JavaScript call: the numbers below count the calls between the closure of a node and those of its
 * parts. Each function's levels are charged when it is called, so the language's own bound is reached long before the
 * engine's stack ends, whatever mix of calls and expressions a source makes.
 */
import type {
  Argument,
  CallExpression,
  ComprehensionClause,
  DictEntry,
  Expression,
  IfBranch,
  IfStatement,
  Parameter,
  Statement,
} from "../syntax/nodes.js";
import { leftOf, type SpineExpression } from "../syntax/spine.js";

/** The deepest of some expressions; those that are left out count for nothing. */
function deepestOf(nodes: readonly (Expression | undefined)[]): number {
  let deepest = 0;
  for (let index = 0; index < nodes.length; index++) {
    deepest = Math.max(deepest, optionalLevels(nodes[index]));
  }
  return deepest;
}

function optionalLevels(node: Expression | undefined): number {
  return node === undefined ? 0 : expressionLevels(node);
}

export function expressionLevels(node: Expression): number {
  let deepest = 0;
  let passed = 0;
  let link: Expression = node;
  for (let left = leftOf(link); left !== undefined; left = leftOf(link)) {
    deepest = Math.max(deepest, passed + sideLevels(link as SpineExpression));
    link = left;
    passed++;
  }
  return Math.max(deepest, passed + leafLevels(link));
}

/** Between a call and its arguments: the call, the collector of its arguments, the loop over them. */
const ARGUMENT_LEVELS = 3;

/** The levels of what hangs on a link of a chain, from the link on. */
function sideLevels(node: SpineExpression): number {
  switch (node.kind) {
    case "Binary":
      return expressionLevels(node.right) + 1;
    case "Call":
      return callLevels(node);
    case "Attribute":
      return 1;
    case "Index":
      return expressionLevels(node.index) + 1;
    case "Slice":
      return (
        Math.max(
          optionalLevels(node.lower),
          optionalLevels(node.upper),
          optionalLevels(node.step),
        ) + 2
      );
  }
}

function callLevels({ callee, arguments: args }: CallExpression): number {
  let deepest = 0;
  let direct = args.length <= 3 && callee.kind !== "Attribute";
  for (let index = 0; index < args.length; index++) {
    const { form, value } = args[index] as Argument;
    if (form !== "positional") direct = false;
    deepest = Math.max(deepest, expressionLevels(value));
  }
  return deepest + (direct ? 1 : ARGUMENT_LEVELS);
}

function leafLevels(node: Expression): number {
  switch (node.kind) {
    case "Unary":
      return expressionLevels(node.operand) + 1;
    case "Conditional":
      return (
        Math.max(
          expressionLevels(node.test),
          expressionLevels(node.consequent),
          expressionLevels(node.alternate),
        ) + 2
      );
    case "List":
    case "Tuple":
      return deepestOf(node.elements) + 2;
    case "Dict":
      return dictLevels(node.entries);
    case "ListComprehension":
      return comprehensionLevels(node.clauses, node.element, undefined);
    case "DictComprehension":
      return comprehensionLevels(node.clauses, node.entry.key, node.entry.value);
    case "Lambda":
      return defaultLevels(node.parameters) + 3;
    default:
      return 1;
  }
}

function dictLevels(entries: readonly DictEntry[]): number {
  let deepest = 0;
  for (let index = 0; index < entries.length; index++) {
    const { key, value } = entries[index] as DictEntry;
    deepest = Math.max(deepest, expressionLevels(key), expressionLevels(value));
  }
  return deepest + 1;
}

/** The deepest of the values that parameters have when they are left out. */
function defaultLevels(parameters: readonly Parameter[]): number {
  let deepest = 0;
  for (let index = 0; index < parameters.length; index++) {
    deepest = Math.max(deepest, optionalLevels(parameters[index]?.default));
  }
  return deepest;
}

/** Between a comprehension and its first clause, and between a loop and what it repeats. */
const COMPREHENSION_LEVELS = 2;
const LOOP_LEVELS = 6;
const TEST_LEVELS = 2;

function comprehensionLevels(
  clauses: readonly ComprehensionClause[],
  first: Expression,
  second: Expression | undefined,
): number {
  let outer = COMPREHENSION_LEVELS;
  let deepest = 0;
  for (let index = 0; index < clauses.length; index++) {
    const clause = clauses[index] as ComprehensionClause;
    if (clause.kind === "IfClause") {
      deepest = Math.max(deepest, expressionLevels(clause.test) + outer + TEST_LEVELS);
      outer += 1;
    } else {
      deepest = Math.max(deepest, expressionLevels(clause.iterable) + outer + 1);
      outer += LOOP_LEVELS;
      deepest = Math.max(deepest, expressionLevels(clause.target) + outer);
    }
  }
  return Math.max(deepest, Math.max(expressionLevels(first), optionalLevels(second)) + outer + 1);
}

export function blockLevels(statements: readonly Statement[]): number {
  let deepest = 0;
  for (let index = 0; index < statements.length; index++) {
    deepest = Math.max(deepest, statementLevels(statements[index] as Statement));
  }
  return deepest + 2;
}

export function statementLevels(statement: Statement): number {
  switch (statement.kind) {
    case "ExpressionStatement":
      return expressionLevels(statement.expression) + 1;
    case "Assign":
      // A target is walked through at the same time as it is assigned to.
      return Math.max(
        expressionLevels(statement.value) + 1,
        expressionLevels(statement.target) + 2,
      );
    case "AugmentedAssign":
      return Math.max(expressionLevels(statement.value), expressionLevels(statement.target)) + 2;
    case "Return":
      return optionalLevels(statement.value) + 1;
    case "If":
      return ifLevels(statement);
    case "For":
      return Math.max(
        expressionLevels(statement.iterable) + 1,
        expressionLevels(statement.target) + LOOP_LEVELS,
        blockLevels(statement.body) + LOOP_LEVELS,
      );
    case "Def":
      return defaultLevels(statement.parameters) + 4;
    default:
      return 1;
  }
}

function ifLevels({ branches, otherwise }: IfStatement): number {
  let deepest = blockLevels(otherwise ?? []);
  for (let index = 0; index < branches.length; index++) {
    const { test, body } = branches[index] as IfBranch;
    deepest = Math.max(deepest, expressionLevels(test) + 1, blockLevels(body));
  }
  return deepest + 1;
}
