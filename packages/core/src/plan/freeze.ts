/**
 * Freezing: the last step of compilation. Seals the tasks, computes the plan digest and one definition digest a task.
 *
 * Frozen data is what lets a plan be shared between a host, a machine and any number of readers without copies.
 */

import { InternalError } from "../diagnostics/internal-error.js";
import { digestOf } from "../json/digest.js";
import type { JsonValue } from "../json/json.js";
import { encodeParam, encodePlan, encodeTask } from "./encode.js";
import type { Plan } from "./plan.js";
import type { Task } from "./task.js";

/** A plan before its digests. */
export type PlanDraft = Omit<Plan, "digest" | "definitionDigests">;

/**
 * Seals a draft. The tasks must be valid: names unique, dependencies known, no cycle.
 *
 * Equal drafts give equal digests on every machine; `budgetUsd` and whether a parameter was supplied are left out.
 */
export function freezePlan(draft: PlanDraft): Plan {
  const digest = planDigest(draft);
  return Object.freeze({
    ...deepFreeze({ ...draft }),
    digest,
    definitionDigests: definitionDigests(draft.tasks),
  });
}

/** `sha256:` over what decides a run: version, lane, tasks, bound parameters, launch settings, result and history. */
export function planDigest(draft: PlanDraft): string {
  const {
    budget: _budget,
    params: _params,
    ...identity
  } = encodePlan(draft) as {
    readonly [key: string]: JsonValue;
  };
  const params = draft.params.map(({ name, value }) => ({ name, value: encodeParam(value) }));
  return digestOf({ ...identity, params });
}

/** `sha256:` a task over `{task, deps}`, deps being the dependencies' definition digests in written order (RERUN-013). */
function definitionDigests(tasks: readonly Task[]): ReadonlyMap<string, string> {
  const byName = new Map(tasks.map((task) => [task.name, task]));
  const digests = new Map<string, string>();
  const pending = [...tasks].reverse();
  const waiting = new Set<string>();
  for (let task = pending.pop(); task !== undefined; task = pending.pop()) {
    if (digests.has(task.name)) continue;
    const missing = task.dependsOn.filter((name) => !digests.has(name));
    if (missing.length === 0) {
      const deps = task.dependsOn.map((name) => digests.get(name) ?? "");
      digests.set(task.name, digestOf({ task: encodeTask(task), deps }));
      continue;
    }
    if (waiting.has(task.name)) throw new InternalError(`a cycle reached freezing at ${task.name}`);
    waiting.add(task.name);
    pending.push(task);
    for (const name of missing) {
      const dependency = byName.get(name);
      if (!dependency) throw new InternalError(`an unknown dependency ${name} reached freezing`);
      pending.push(dependency);
    }
  }
  return digests;
}

function deepFreeze<T extends object>(root: T): T {
  const pending: object[] = [root];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (Object.isFrozen(value)) continue;
    Object.freeze(value);
    for (const child of Object.values(value)) {
      if (typeof child === "object" && child !== null) pending.push(child as object);
    }
  }
  return root;
}
