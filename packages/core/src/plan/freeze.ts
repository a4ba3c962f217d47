/**
 * Freezing: the last step of compilation. Seals the tasks, computes the plan digest and one definition digest a task.
 *
 * Frozen data is what lets a plan be shared between a host, a machine and any number of readers without copies.
 */

import { compareText } from "../diagnostics/compare-text.js";
import { invariant } from "../diagnostics/internal-error.js";
import { canonicalJson } from "../json/canonical.js";
import { digestOfText } from "../json/digest.js";
import type { JsonObject, JsonValue } from "../json/json.js";
import { encodePlan, encodeTask } from "./encode.js";
import { topologicalOrder } from "./order.js";
import { encodeParam, type Plan } from "./plan.js";
import type { Task } from "./task.js";

/** A plan before its digests. */
export type PlanDraft = Omit<Plan, "digest" | "definitionDigests">;

/**
 * Seals a draft. The tasks must be valid: names unique, dependencies known, no cycle.
 *
 * Equal drafts give equal digests on every machine.
 */
export function freezePlan(draft: PlanDraft): Plan {
  // Both digests are over the tasks' texts, and most of a plan is its tasks.
  const texts = new Map<Task, string>();
  for (const task of draft.tasks) texts.set(task, canonicalJson(inOrder(encodeTask(task))));
  const digest = planDigest(draft, texts);
  return Object.freeze({
    ...deepFreeze({ ...draft }),
    digest,
    definitionDigests: definitionDigests(draft.tasks, texts),
  });
}

/** The same fields in the order in which they are printed, which spares sorting most tasks' texts once more. */
function inOrder(fields: JsonObject): JsonObject {
  const ordered: { [key: string]: JsonValue } = {};
  for (const key of Object.keys(fields).sort()) ordered[key] = fields[key] as JsonValue;
  return ordered;
}

/** The canonical JSON of each task. */
type TaskTexts = ReadonlyMap<Task, string>;

/** How the canonical text of a plan without tasks ends: nothing sorts after these keys. */
const TASKLESS_END = '"task":[],"version":1}';

/**
 * `sha256:` over what decides a run: version, lane, tasks, bound parameters, launch settings, result and history record
 * (PLAN-066). The reason, the budget, the order of parameters and who supplied one decide nothing and are left out.
 */
function planDigest(draft: PlanDraft, texts: TaskTexts): string {
  const taskless = encodePlan({ ...draft, tasks: [] });
  const { reason: _reason, budget: _budget, params: _params, ...identity } = taskless;
  // By name: commands read parameters by name, and the tables of a plan file have no order.
  const params = draft.params
    .map(({ name, value }) => ({ name, value: encodeParam(value) }))
    .sort((a, b) => compareText(a.name, b.name));
  const text = canonicalJson({ ...identity, params });
  invariant(text.endsWith(TASKLESS_END), "a plan's text ends in its tasks and version");
  const head = text.slice(0, -TASKLESS_END.length);
  const tasks = draft.tasks.map((task) => texts.get(task) ?? "").join(",");
  return digestOfText(`${head}"task":[${tasks}],"version":1}`);
}

/** `sha256:` a task over `{task, deps}`, deps being the dependencies' definition digests in written order (RERUN-013). */
function definitionDigests(tasks: readonly Task[], texts: TaskTexts): ReadonlyMap<string, string> {
  const digests = new Map<string, string>();
  for (const task of topologicalOrder(tasks)) {
    const deps = task.dependsOn.map((name) => {
      const digest = digests.get(name);
      invariant(digest !== undefined, "an unknown dependency reached freezing", name);
      return digest;
    });
    const text = `{"deps":${JSON.stringify(deps)},"task":${texts.get(task) ?? ""}}`;
    digests.set(task.name, digestOfText(text));
  }
  return digests;
}

/** Freezes everything inside, also behind objects that somebody froze on the surface only. */
function deepFreeze<T extends object>(root: T): T {
  const seen = new Set<object>();
  const pending: object[] = [root];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (!Object.isFrozen(value)) {
      Object.freeze(value);
    } else {
      // Frozen here or by somebody else: what is inside may not be.
      if (seen.has(value)) continue;
      seen.add(value);
    }
    for (const child of Object.values(value)) {
      if (typeof child === "object" && child !== null) pending.push(child as object);
    }
  }
  return root;
}
