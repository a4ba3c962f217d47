/**
 * The left spine of an expression.
 *
 * Chains such as `a + b + c`, `x.f().g()` and `m[0][1]` lean to the left, one level a link, and may be long. Passes walk
 * down their spine in a loop and recurse only into what hangs on it, so a long chain costs them no stack.
 */
import type {
  AttributeExpression,
  BinaryExpression,
  CallExpression,
  Expression,
  IndexExpression,
  SliceExpression,
} from "./nodes.js";

/** A link of a chain. */
export type SpineExpression =
  | BinaryExpression
  | CallExpression
  | AttributeExpression
  | IndexExpression
  | SliceExpression;

/** What a link leans on, or undefined for an expression that ends the spine. A method call leans on its object. */
export function leftOf(node: Expression): Expression | undefined {
  switch (node.kind) {
    case "Binary":
      return node.left;
    case "Call":
      return node.callee.kind === "Attribute" ? node.callee.object : node.callee;
    case "Attribute":
    case "Index":
    case "Slice":
      return node.object;
    default:
      return undefined;
  }
}
