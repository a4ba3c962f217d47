import type { Expression, Identifier, IfBranch, Statement } from "../syntax/nodes.js";

/**
 * Visits every place where a block of statements binds a name, in order; nested functions keep theirs to themselves. A
 * name bound anywhere in a function is local all through it, so this runs before the function is read.
 */
export function visitBoundNames(
  statements: readonly Statement[],
  visit: (identifier: Identifier) => void,
): void {
  for (let index = 0; index < statements.length; index++) {
    const statement = statements[index] as Statement;
    switch (statement.kind) {
      case "Assign":
      case "AugmentedAssign":
        visitTargetNames(statement.target, visit);
        break;
      case "Def":
        visit(statement.name);
        break;
      case "For":
        visitTargetNames(statement.target, visit);
        visitBoundNames(statement.body, visit);
        break;
      case "If":
        for (let branch = 0; branch < statement.branches.length; branch++) {
          visitBoundNames((statement.branches[branch] as IfBranch).body, visit);
        }
        if (statement.otherwise !== undefined) visitBoundNames(statement.otherwise, visit);
        break;
      default:
        break;
    }
  }
}

/** Visits the variables that an assignment to the target binds. */
export function visitTargetNames(
  target: Expression,
  visit: (identifier: Identifier) => void,
): void {
  if (target.kind === "Identifier") visit(target);
  else if (target.kind === "Tuple" || target.kind === "List") {
    for (let index = 0; index < target.elements.length; index++) {
      visitTargetNames(target.elements[index] as Expression, visit);
    }
  }
}
