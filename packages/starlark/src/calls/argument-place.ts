import type { Argument, SyntaxNode } from "../syntax/nodes.js";

/**
 * The argument of a call that gave a parameter its value, if the call wrote it out.
 *
 * `parameter` is a name for named arguments, a position from 0 for the others. An argument that came out of `*values` or
 * `**values` is represented by that spread.
 */
export function argumentOf(node: SyntaxNode, parameter: string | number): Argument | undefined {
  if (node.kind !== "Call") return undefined;
  return typeof parameter === "string"
    ? namedArgument(node.arguments, parameter)
    : positionalArgument(node.arguments, parameter);
}

function namedArgument(written: readonly Argument[], name: string): Argument | undefined {
  return (
    written.find((argument) => argument.name?.text === name) ??
    written.find((argument) => argument.form === "namedSpread")
  );
}

function positionalArgument(written: readonly Argument[], position: number): Argument | undefined {
  let seen = 0;
  for (const argument of written) {
    if (argument.form === "spread") return argument;
    if (argument.form === "positional" && seen++ === position) return argument;
  }
  return undefined;
}
