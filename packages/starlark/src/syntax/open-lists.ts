import type { SyntaxNode } from "./nodes.js";

/**
 * The elements of the lists that are being read, those of an inner list behind those of the lists around it.
 *
 * A list is copied out when it is complete, with room for its elements and no more: a tree has very many short lists, and
 * an array that grows by `push` keeps room for seventeen elements from its first on.
 */
export class OpenLists {
  private readonly nodes: SyntaxNode[] = [];
  /** How many elements are kept; whoever begins a list remembers it. */
  count = 0;

  /** Adds an element to the innermost list. */
  add(node: SyntaxNode): void {
    this.nodes[this.count++] = node;
  }

  /** An element of a list that is open. */
  at(index: number): SyntaxNode {
    return this.nodes[index] as SyntaxNode;
  }

  /** Ends the list that began when there were `start` elements. */
  take<Node extends SyntaxNode>(start: number): Node[] {
    const { nodes, count } = this;
    this.count = start;
    switch (count - start) {
      case 0:
        return [];
      case 1:
        return [nodes[start] as Node];
      case 2:
        return [nodes[start] as Node, nodes[start + 1] as Node];
      case 3:
        return [nodes[start] as Node, nodes[start + 1] as Node, nodes[start + 2] as Node];
      default:
        return nodes.slice(start, count) as Node[];
    }
  }
}
