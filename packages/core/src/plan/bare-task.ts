import type { TaskCommon } from "./task.js";

/** What every kind of task has, at its defaults: a required task of the main graph without dependencies. */
export function bareTask(name: string): TaskCommon {
  return {
    name,
    dependsOn: [],
    optional: [],
    needs: "any",
    required: true,
    isolation: null,
    join: "all",
    stage: "iteration",
    emits: [],
    emitsFiles: [],
    keyed: [],
    repair: 0,
  };
}
