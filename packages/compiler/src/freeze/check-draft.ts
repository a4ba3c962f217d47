/** Every rule of a workflow's finished graph: those of any plan, and those that only its manifest can break. */
import type { Diagnostic, PlanDraft } from "@crucible/core";
import { checkPlan } from "../check/check-plan.js";
import type { Locate } from "../check/place.js";
import type { CompileLimits } from "../limits/limits.js";
import type { Manifest } from "../manifest/manifest.js";
import { checkSandboxes } from "./sandboxes.js";

export interface DraftContext {
  readonly manifest: Manifest | undefined;
  readonly limits: CompileLimits;
  readonly locate: Locate;
}

export type DraftChecking =
  | { readonly ok: true; readonly warnings: readonly Diagnostic[] }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

export function checkDraft(
  draft: PlanDraft,
  { manifest, limits, locate }: DraftContext,
): DraftChecking {
  const findings = [
    ...checkSandboxes(draft.tasks, manifest, locate),
    ...checkPlan(draft, locate, { tasksMax: limits.tasksShipped }),
  ];
  const isRefused = findings.some(({ severity }) => severity === "error");
  return isRefused ? { ok: false, diagnostics: findings } : { ok: true, warnings: findings };
}
