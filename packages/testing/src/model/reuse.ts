/** Reruns: which tasks run again, by asking each until nothing changes, and what the others bring with them. */
import { type FanOut, nanoFromUsd, type Plan, type Task, type TaskResult } from "@crucible/core";
import type { ModelRow, ModelState } from "./state.js";

/** Names of the main tasks that run again (RERUN-005 to RERUN-012). */
export function rerunOf(
  plan: Plan,
  parent: ReadonlyMap<string, ModelRow>,
  selected: readonly string[],
): readonly string[] {
  const main = plan.tasks.filter((task) => task.stage === "iteration");
  const after = downstreamOf(main, selected);
  const again = new Set(
    main
      .filter(({ name }) => after.has(name) || parent.get(name)?.status !== "pass")
      .map(({ name }) => name),
  );
  for (const { name, revise } of main) {
    const body = revise ? [name, ...revise.targets] : [];
    if (body.some((member) => again.has(member))) for (const member of body) again.add(member);
  }
  return main.filter(({ name }) => again.has(name)).map(({ name }) => name);
}

/** Main tasks whose definition, or that of anything before them, is not what it was (RERUN-013). */
export function changedIn(plan: Plan, before: Plan): readonly string[] {
  const main = plan.tasks.filter((task) => task.stage === "iteration");
  const edited = main.filter((task) => {
    const known = before.tasks.find(({ name }) => name === task.name);
    return JSON.stringify(known) !== JSON.stringify(task);
  });
  const changed = downstreamOf(
    main,
    edited.map(({ name }) => name),
  );
  return main.filter(({ name }) => changed.has(name)).map(({ name }) => name);
}

/** The named tasks and whatever depends on them, directly or not. */
function downstreamOf(tasks: readonly Task[], names: readonly string[]): ReadonlySet<string> {
  const found = new Set(names);
  for (let size = -1; size < found.size; ) {
    size = found.size;
    for (const { name, dependsOn } of tasks) {
      if (dependsOn.some((above) => found.has(above))) found.add(name);
    }
  }
  return found;
}

/** Rows that a rerun starts with: terminal, spent by another run (RERUN-025, RERUN-030). */
export function reuse(state: ModelState, reused: readonly (TaskResult | FanOut)[]): void {
  for (const entry of reused) {
    if (entry.kind === "fan_out") state.keys.set(entry.task, entry.keys);
    else state.rows.set(entry.task, rowOf(entry));
  }
}

function rowOf({ status, blocked, output, files, cost_usd }: TaskResult): ModelRow {
  const digest = files?.[0]?.digest;
  return {
    status,
    ...(blocked === undefined ? {} : { reason: blocked.reason }),
    ...(output === undefined ? {} : { output }),
    ...(digest === undefined ? {} : { files: digest }),
    costNano: nanoFromUsd(cost_usd),
    reused: true,
  };
}
