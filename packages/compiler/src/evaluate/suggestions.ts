/**
 * Which names may be suggested for one that does not exist: for a call every function and every bound name, for a
 * variable only what the source itself binds, since nobody misspells a built-in where a value stands.
 */
import {
  childrenOf,
  type SyntaxNode,
  type SyntaxTree,
  type UnknownNameWording,
  walk,
} from "@crucible/starlark";

/** Names of the language that nobody calls. */
const CONSTANTS: ReadonlySet<string> = new Set(["None", "True", "False"]);

/**
 * How the compiler speaks of names that do not exist in a source. `elsewhere` says about a function of another lane where
 * it exists; it is never suggested (DSL-064).
 */
export function unknownNameWording(
  tree: SyntaxTree,
  elsewhere: (name: string) => readonly string[],
): UnknownNameWording {
  let bound: ReadonlySet<string> | undefined;
  return {
    functionNoun: "workflow DSL function",
    variableNoun: "workflow variable",
    candidates: (visible, { called }) => {
      if (called) return visible.filter((name) => !CONSTANTS.has(name));
      bound ??= boundNames(tree);
      const isBound = bound;
      return visible.filter((name) => isBound.has(name));
    },
    notes: ({ name }) => elsewhere(name),
  };
}

/** Every name that some statement of the source binds, at whatever level. */
function boundNames(tree: SyntaxTree): ReadonlySet<string> {
  const bound = new Set<string>();
  walk(tree, (node) => {
    switch (node.kind) {
      case "Assign":
      case "For":
      case "ForClause":
        addNames(bound, node.target);
        break;
      case "Def":
        bound.add(node.name.name);
        break;
      case "Parameter":
        if (node.name) bound.add(node.name.name);
        break;
      case "LoadBinding":
        bound.add(node.local.name);
        break;
      default:
    }
  });
  return bound;
}

function addNames(bound: Set<string>, node: SyntaxNode): void {
  if (node.kind === "Identifier") bound.add(node.name);
  for (const child of childrenOf(node)) addNames(bound, child);
}
