/** Which sandboxes the tasks of a manifest's workflow name: only those that the manifest declares. */
import { type Diagnostic, didYouMean, nearest, type Task } from "@crucible/core";
import { type Locate, locateNearest } from "../check/place.js";
import { isEnough } from "../diagnostics/enough.js";
import { errorAt } from "../diagnostics/error-at.js";
import { quote } from "../diagnostics/quote.js";
import type { Manifest } from "../manifest/manifest.js";

/** Nothing is known about the sandboxes of a source that is compiled by itself. */
export function checkSandboxes(
  tasks: readonly Task[],
  manifest: Manifest | undefined,
  locate: Locate,
): readonly Diagnostic[] {
  if (!manifest) return [];
  const declared = manifest.agent.sandboxes;
  const diagnostics: Diagnostic[] = [];
  for (const [index, task] of tasks.entries()) {
    if (task.kind !== "agent" || task.sandbox === undefined) continue;
    if (declared.includes(task.sandbox) || isEnough(diagnostics)) continue;
    const name = quote(task.sandbox);
    const message = `task ${quote(task.name)} runs in sandbox ${name}, which no [agent.sandbox.${task.sandbox}] declares${didYouMean(task.sandbox, declared)}`;
    const range = locateNearest(locate, { task: task.name, index, field: "sandbox" });
    const suggestion = nearest(task.sandbox, declared);
    diagnostics.push(errorAt("undeclared-sandbox", message, range, { suggestion }));
  }
  return diagnostics;
}
