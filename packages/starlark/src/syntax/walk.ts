import type { SyntaxNode } from "./nodes.js";
import type { SyntaxTree } from "./syntax-tree.js";

/** The direct children of a node, in source order. */
export function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  switch (node.kind) {
    case "List":
    case "Tuple":
      return node.elements;
    case "Dict":
      return node.entries;
    case "DictEntry":
      return [node.key, node.value];
    case "Unary":
      return [node.operand];
    case "Binary":
      return [node.left, node.right];
    case "Conditional":
      return [node.consequent, node.test, node.alternate];
    case "Call":
      return [node.callee, ...node.arguments];
    case "Argument":
      return present(node.name, node.value);
    case "Attribute":
      return [node.object, node.name];
    case "Index":
      return [node.object, node.index];
    case "Slice":
      return present(node.object, node.lower, node.upper, node.step);
    case "Parameter":
      return present(node.name, node.default);
    case "Lambda":
      return [...node.parameters, node.body];
    case "ListComprehension":
      return [node.element, ...node.clauses];
    case "DictComprehension":
      return [node.entry, ...node.clauses];
    case "IfClause":
      return [node.test];
    case "ForClause":
      return [node.target, node.iterable];
    default:
      return statementChildren(node);
  }
}

type Rest = Exclude<
  SyntaxNode,
  { kind: "List" | "Tuple" | "Dict" | "DictEntry" | "Unary" | "Binary" | "Conditional" | "Call" }
>;

function statementChildren(node: Rest): readonly SyntaxNode[] {
  switch (node.kind) {
    case "ExpressionStatement":
      return [node.expression];
    case "Assign":
    case "AugmentedAssign":
      return [node.target, node.value];
    case "If":
      return [...node.branches, ...(node.otherwise ?? [])];
    case "IfBranch":
      return [node.test, ...node.body];
    case "For":
      return [node.target, node.iterable, ...node.body];
    case "Def":
      return [node.name, ...node.parameters, ...node.body];
    case "Return":
      return present(node.value);
    case "Load":
      return [node.module, ...node.bindings];
    case "LoadBinding":
      return [node.local, node.remote];
    default:
      return [];
  }
}

function present(...nodes: (SyntaxNode | undefined)[]): SyntaxNode[] {
  return nodes.filter((node) => node !== undefined);
}

/**
 * Visits every node of a tree, parents before children, in source order. A visitor that returns false keeps its node's
 * children unvisited. The walk keeps its own stack.
 */
export function walk(tree: SyntaxTree, visit: (node: SyntaxNode) => unknown): void {
  const waiting: SyntaxNode[] = [...tree.statements].reverse();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (visit(node) === false) continue;
    const children = childrenOf(node);
    for (let index = children.length - 1; index >= 0; index--) {
      waiting.push(children[index] as SyntaxNode);
    }
  }
}
