/**
 * The lane of a workflow source, read from its tree.
 *
 * The lane decides which constructors exist, so it must be known before a name is resolved: it is the literal `type` of
 * the last call to the name `workflow`, wherever it stands, and autoresearch when there is none (DSL-065).
 */
import { type Diagnostic, didYouMean, type Lane, nearest } from "@crucible/core";
import { type Expression, type SyntaxTree, walk } from "@crucible/starlark";

export type WorkflowType = Exclude<Lane, "plan_file">;

export const WORKFLOW_TYPES: readonly WorkflowType[] = ["autoresearch", "custom", "playbook"];

export type LaneReading =
  | { readonly ok: true; readonly lane: WorkflowType }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

export function readLane(tree: SyntaxTree): LaneReading {
  let written: Expression | undefined;
  let called = -1;
  walk(tree, (node) => {
    if (node.kind !== "Call" || node.start < called) return;
    if (node.callee.kind !== "Identifier" || node.callee.name !== "workflow") return;
    called = node.start;
    written = node.arguments.find((argument) => argument.name?.text === "type")?.value;
  });
  if (written?.kind !== "StringLiteral") return { ok: true, lane: "autoresearch" };
  const text = written.value;
  const lane = WORKFLOW_TYPES.find((type) => type === text);
  if (lane !== undefined) return { ok: true, lane };
  const suggestion = nearest(text, WORKFLOW_TYPES);
  const diagnostic: Diagnostic = {
    code: "unknown-lane",
    severity: "error",
    message: `workflow type must be "autoresearch", "custom" or "playbook", got ${JSON.stringify(text)}${didYouMean(text, WORKFLOW_TYPES)}`,
    range: tree.range(written),
    notes: [],
    ...(suggestion === undefined ? {} : { suggestion }),
  };
  return { ok: false, diagnostics: [diagnostic] };
}
