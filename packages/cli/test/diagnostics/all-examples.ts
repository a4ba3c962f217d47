/** Every example, and what the compiler says to it. */
import { memoryPack, readPlanFile, tryCompile } from "@crucible/compiler";
import type { Diagnostic } from "@crucible/core";
import { JSON_EXAMPLES, MANIFEST_EXAMPLES, PLAN_EXAMPLES } from "./document-examples.js";
import type { Example } from "./example.js";
import { GRAPH_EXAMPLES } from "./graph-examples.js";
import { LANGUAGE_EXAMPLES } from "./language-examples.js";
import { SOURCE_EXAMPLES } from "./source-examples.js";

/** What a source without a workflow of its own ends in, so that an example of the language is short. */
export const USUAL_END =
  'task = command(name = "a", run = "true")\nworkflow(type = "playbook", tasks = [task])\n';

export const GROUPS: readonly (readonly [title: string, examples: readonly Example[]])[] = [
  ["The language", LANGUAGE_EXAMPLES],
  ["Sources", SOURCE_EXAMPLES],
  ["The graph", GRAPH_EXAMPLES],
  ["Manifests", MANIFEST_EXAMPLES],
  ["Plan files", [...PLAN_EXAMPLES, ...JSON_EXAMPLES]],
];

export const EXAMPLES: readonly Example[] = GROUPS.flatMap(([, examples]) => examples);

export const FILES = {
  star: "workflow.star",
  manifest: "crucible.toml",
  plan: "plan.toml",
  json: "plan.json",
} as const;

/** Errors and warnings of one side of an example, in reading order. */
export function findingsOf(example: Example, side: "wrong" | "right"): readonly Diagnostic[] {
  const text = example[side];
  const file = FILES[example.kind];
  if (example.kind === "plan" || example.kind === "json") {
    const reading = readPlanFile(text, { file });
    return reading.ok ? reading.warnings : reading.diagnostics;
  }
  const source = { [FILES.star]: USUAL_END };
  const isWhole = example.isWhole === true || /\bworkflow\(/.test(text);
  const pack = memoryPack({
    ...source,
    ...example.files,
    [file]: example.kind === "star" && !isWhole ? `${text}\n${USUAL_END}` : text,
  });
  const params = side === "right" ? (example.rightParams ?? example.params) : example.params;
  const result = tryCompile(pack, { params, limits: example.limits });
  return result.ok ? result.warnings : result.diagnostics;
}
