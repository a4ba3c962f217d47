import type { TaskCommon } from "./task.js";

/** One empty list for all of them. */
const NONE: readonly never[] = Object.freeze([]);

/** What every kind of task has, at its defaults: a required task of the main graph without dependencies. */
export function bareTask(name: string): TaskCommon {
  return {
    name,
    dependsOn: NONE,
    optional: NONE,
    needs: "any",
    required: true,
    isolation: null,
    join: "all",
    stage: "iteration",
    emits: NONE,
    emitsFiles: NONE,
    keyed: NONE,
    repair: 0,
  };
}
