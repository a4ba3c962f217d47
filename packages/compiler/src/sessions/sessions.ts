/**
 * The sessions of a workflow: which are declared, which tasks continue them, and what they fix about the agent.
 *
 * A source may name sessions by bare strings, or declare them; once it declares one, every name must be declared, so that
 * a misspelt name cannot silently begin a second conversation. One conversation runs under one configuration: what a
 * declaration fixes fills what a task leaves open, and a task that says something else is refused.
 */
import { type AgentTask, type Diagnostic, didYouMean, nearest, type Task } from "@crucible/core";
import type { HostCall } from "@crucible/starlark";
import { comparable } from "../diagnostics/enough.js";
import { errorAt } from "../diagnostics/error-at.js";
import { quote } from "../diagnostics/quote.js";

/** The settings of an agent; null where nothing is said. */
export type AgentConfiguration = Pick<AgentTask, "harness" | "model" | "effort">;

export const CONFIGURATION_KEYS: readonly (keyof AgentConfiguration)[] = [
  "harness",
  "model",
  "effort",
];

/** How many unused declarations are reported. */
const UNUSED_SHOWN_MAX = 20;

interface Declaration {
  readonly call: HostCall;
  readonly configuration: AgentConfiguration;
}

export class Sessions {
  /** Sessions that a task means and spells otherwise. */
  readonly #meant = new Set<string>();
  readonly #declared = new Map<string, Declaration>();

  /** Declares a session; false when the name is taken. */
  declare(name: string, call: HostCall, configuration: AgentConfiguration): boolean {
    if (this.#declared.has(name)) return false;
    this.#declared.set(name, { call, configuration });
    return true;
  }

  /** Whether anything is declared about the agent of that session. */
  configures(name: string): boolean {
    const configuration = this.#declared.get(name)?.configuration;
    return CONFIGURATION_KEYS.some((key) => configuration?.[key] != null);
  }

  /** The task with its session's configuration filled in, or what is wrong with it. */
  complete(task: Task, call: HostCall): Task | Diagnostic {
    const { session } = task;
    if (session === undefined || this.#declared.size === 0) return task;
    const declaration = this.#declared.get(session);
    if (!declaration) return this.#undeclared(session, call);
    return task.kind === "agent" ? configured(task, session, declaration, call) : task;
  }

  /** Declarations that no task continues; one that a task only misspelt was reported at that task. */
  unused(tasks: Iterable<Task>): readonly Diagnostic[] {
    const used = new Set(this.#meant);
    for (const { session } of tasks) if (session !== undefined) used.add(session);
    const unused = [...this.#declared].filter(([name]) => !used.has(name));
    return unused.slice(0, UNUSED_SHOWN_MAX).map(([name, { call }]) => {
      const message = `session ${quote(name)} is declared and no task continues it`;
      return errorAt("unused-session", message, call.range);
    });
  }

  #undeclared(session: string, call: HostCall): Diagnostic {
    const known = comparable([...this.#declared.keys()]);
    const message = `session ${quote(session)} is not declared${didYouMean(session, known)}`;
    const suggestion = nearest(session, known);
    if (suggestion !== undefined) this.#meant.add(suggestion);
    return errorAt("undeclared-session", message, call.rangeOf("session"), { suggestion });
  }
}

function configured(
  task: AgentTask,
  session: string,
  { configuration, call: declared }: Declaration,
  call: HostCall,
): AgentTask | Diagnostic {
  for (const key of CONFIGURATION_KEYS) {
    const fixed = configuration[key];
    const own = task[key];
    if (fixed === null || own === null || own === fixed) continue;
    const message = `task ${quote(task.name)} pins ${key} ${quote(own)}, but session ${quote(session)} runs with ${quote(fixed)}; one conversation has one configuration`;
    const notes = [{ message: "the session is declared here", range: declared.range }];
    return errorAt("session-configuration", message, call.rangeOf(key), { notes });
  }
  const fill = (key: keyof AgentConfiguration): string | null => task[key] ?? configuration[key];
  return { ...task, harness: fill("harness"), model: fill("model"), effort: fill("effort") };
}
