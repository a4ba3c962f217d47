import type { Expression, Identifier, Statement } from "../syntax/nodes.js";

/**
 * The names that a block of statements binds, each where it is bound first; nested functions keep theirs to themselves.
 * A name bound anywhere in a function is local all through it, so this runs before the function is read.
 */
export function boundNames(statements: readonly Statement[]): Map<string, Identifier> {
  const names = new Map<string, Identifier>();
  collect(statements, names);
  return names;
}

function collect(statements: readonly Statement[], names: Map<string, Identifier>): void {
  for (const statement of statements) {
    switch (statement.kind) {
      case "Assign":
      case "AugmentedAssign":
        bindTarget(statement.target, names);
        break;
      case "Def":
        bind(statement.name, names);
        break;
      case "For":
        bindTarget(statement.target, names);
        collect(statement.body, names);
        break;
      case "If":
        for (const branch of statement.branches) collect(branch.body, names);
        if (statement.otherwise !== undefined) collect(statement.otherwise, names);
        break;
      default:
        break;
    }
  }
}

function bindTarget(target: Expression, names: Map<string, Identifier>): void {
  visitTargetNames(target, (identifier) => bind(identifier, names));
}

function bind(identifier: Identifier, names: Map<string, Identifier>): void {
  if (!names.has(identifier.name)) names.set(identifier.name, identifier);
}

/** Visits the variables that an assignment to the target binds. */
export function visitTargetNames(
  target: Expression,
  visit: (identifier: Identifier) => void,
): void {
  if (target.kind === "Identifier") visit(target);
  else if (target.kind === "Tuple" || target.kind === "List") {
    for (const element of target.elements) visitTargetNames(element, visit);
  }
}
