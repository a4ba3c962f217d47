/** The plans that are measured: commands that do nothing, one after another, all at once, or one an item of a list. */
import { freezePlan } from "@crucible/core";

/**
 * Alone, a command works in the shared workspace, where one works at a time; beside others it has a fork of its own.
 *
 * @param {number} tasks
 * @param {boolean} isChain
 * @param {string} command what every task runs
 */
export function planOfNothing(tasks, isChain, command = "true") {
  return freezePlan({
    version: 1,
    lane: "playbook",
    reason: "",
    params: [],
    settings: [],
    tasks: Array.from({ length: tasks }, (_, index) => commandAt(index, isChain, command)),
  });
}

/**
 * @param {number} index
 * @param {boolean} isChain
 * @param {string} command
 * @returns {import("@crucible/core").CommandTask}
 */
function commandAt(index, isChain, command) {
  return {
    kind: "command",
    command,
    name: `t${index}`,
    dependsOn: isChain && index > 0 ? [`t${index - 1}`] : [],
    optional: [],
    needs: "any",
    required: true,
    isolation: isChain ? null : "worktree",
    join: "all",
    stage: "iteration",
    emits: [],
    emitsFiles: [],
    keyed: [],
    repair: 0,
  };
}

/** The program of a plan that fans out, which gives the list. */
export const LIST_COMMAND = "list";

/**
 * One task whose list gives so many items, and a command for each.
 *
 * @param {number} items
 */
export function planOfFanOut(items) {
  const list = commandAt(0, true, LIST_COMMAND);
  const each = commandAt(1, false, "true");
  const over = { task: list.name, field: "items" };
  return freezePlan({
    version: 1,
    lane: "playbook",
    reason: "",
    params: [],
    settings: [],
    tasks: [
      { ...list, emits: [{ name: "items", type: { kind: "token", token: "list" } }] },
      { ...each, dependsOn: [list.name], over, maxFanout: items },
    ],
  });
}
