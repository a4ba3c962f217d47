/** The small packs that end-to-end tests run, and the ceilings that they run under. */
import { packFolder } from "./command.js";

export const CEILINGS: readonly string[] = ["--max-cost", "1", "--max-time", "5m"];

/** A playbook whose agents are played by a command. */
export const MANIFEST = `edition = 2
[workflow]
type = "playbook"
file = "workflow.star"
[agent]
backend = "command"
agent_cmd = "printf '{}' >PLAN_TASK_RESULT.json"
goal = "try"
`;

/** A pack whose workflow is one list of tasks. */
export function packOfTasks(tasks: string): string {
  const source = `workflow(type = "playbook", tasks = [${tasks}])\n`;
  return packFolder({ "crucible.toml": MANIFEST, "workflow.star": source });
}
