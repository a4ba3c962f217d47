/** Which capabilities a plan needs and the place lacks, and how each is provided. */
import { visibleLine } from "../terminal/visible.js";

/** What is read of a task, be it in a plan or in a log. */
interface Needing {
  readonly name: string;
  readonly needs: string;
}

/** Those of the tasks that need what the place lacks. */
export function tasksLacking(
  tasks: readonly Needing[],
  capabilities: readonly string[],
): readonly Needing[] {
  return tasks.filter(({ needs }) => needs !== "any" && !capabilities.includes(needs));
}

/** A line a capability, in the order in which tasks ask for them. */
export function missingCapabilities(
  tasks: readonly Needing[],
  capabilities: readonly string[],
): readonly string[] {
  const names = new Map<string, string[]>();
  for (const { name, needs } of tasksLacking(tasks, capabilities)) {
    const known = names.get(needs);
    if (known === undefined) names.set(needs, [name]);
    else known.push(name);
  }
  return [...names].map(([capability, needing]) =>
    visibleLine(`missing here: ${capability}, for ${needing.join(", ")}; ${provision(capability)}`),
  );
}

function provision(capability: string): string {
  switch (capability) {
    case "decision":
      return "CRUCIBLE_INFERENCE binds a decision model";
    case "human":
      return "only a program that answers through the Desk port provides it";
    default:
      return `--cap ${capability} vouches for it`;
  }
}
