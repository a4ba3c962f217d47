/**
 * The lane of a workflow source, read from its tree.
 *
 * The lane decides which constructors exist, so it must be known before a name is resolved: it is the literal `type` of
 * the last call to the name `workflow`, wherever it stands, and autoresearch when there is none (DSL-065).
 */
import { type Diagnostic, didYouMean, type Lane, nearest } from "@crucible/core";
import { type CallExpression, type SyntaxTree, walk } from "@crucible/starlark";
import { errorAt } from "../diagnostics/error-at.js";
import { quote } from "../diagnostics/quote.js";
import type { Manifest } from "../manifest/manifest.js";

export type WorkflowType = Exclude<Lane, "plan_file">;

export const WORKFLOW_TYPES: readonly WorkflowType[] = ["autoresearch", "custom", "playbook"];

export type LaneReading =
  | { readonly ok: true; readonly lane: WorkflowType }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** Reads the lane; a manifest's `[workflow].type` must say the same. */
export function readLane(tree: SyntaxTree, manifest: Manifest | undefined): LaneReading {
  const declared = manifest?.workflow?.type;
  const call = lastWorkflowCall(tree);
  if (!call) return { ok: true, lane: declared ?? "autoresearch" };
  const written = call.arguments.find((argument) => argument.name?.text === "type")?.value;
  const text = written?.kind === "StringLiteral" ? written.value : "autoresearch";
  const lane = WORKFLOW_TYPES.find((type) => type === text);
  const range = tree.range(written ?? call);
  if (lane === undefined) {
    const message = `workflow type must be "autoresearch", "custom" or "playbook", got ${quote(text)}${didYouMean(text, WORKFLOW_TYPES)}`;
    const suggestion = nearest(text, WORKFLOW_TYPES);
    return { ok: false, diagnostics: [errorAt("unknown-lane", message, range, { suggestion })] };
  }
  if (declared === undefined || lane === declared) return { ok: true, lane };
  const unsaid = written === undefined ? ", which is what workflow() means without a type" : "";
  const message = `the workflow is of type "${lane}"${unsaid}, and the manifest declares type = "${declared}"`;
  return { ok: false, diagnostics: [errorAt("lane", message, range)] };
}

function lastWorkflowCall(tree: SyntaxTree): CallExpression | undefined {
  let last: CallExpression | undefined;
  walk(tree, (node) => {
    if (node.kind !== "Call" || node.start < (last?.start ?? 0)) return;
    if (node.callee.kind === "Identifier" && node.callee.name === "workflow") last = node;
  });
  return last;
}
