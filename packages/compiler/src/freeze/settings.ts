/**
 * Launch settings: what a launch changes about the agents of a plan, checked and written onto the tasks (DSL-018 to
 * DSL-031).
 *
 * An address is `<task>.<setting>`, `*.<setting>` for every agent task, or `repo.ref`. The launch's own word for a task
 * stands above its word for all, both above what the task pins, and that above the manifest. A session runs under one
 * configuration, so a single task of one cannot be addressed. Refusals name the address.
 */
import {
  compareText,
  type Diagnostic,
  didYouMean,
  type LaunchSetting,
  nearest,
  type Task,
} from "@crucible/core";
import { comparable, isEnough } from "../diagnostics/enough.js";
import { errorAt } from "../diagnostics/error-at.js";
import { quote } from "../diagnostics/quote.js";
import { type AgentOverrides, EFFORTS, HARNESSES, type Manifest } from "../manifest/manifest.js";
import { isModelName, isRefName } from "../manifest/names.js";
import { type AgentConfiguration, CONFIGURATION_KEYS } from "../sessions/sessions.js";

type SettingName = keyof AgentConfiguration;

export type SettingsReading =
  | {
      readonly ok: true;
      readonly tasks: readonly Task[];
      readonly settings: readonly LaunchSetting[];
    }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

interface Refusal {
  readonly problem: string;
  readonly suggestion?: string | undefined;
}

const REPO_REF = "repo.ref";

/** Checks every setting, then applies them all. `manifest` is absent for a source compiled by itself. */
export function applySettings(
  tasks: readonly Task[],
  supplied: ReadonlyMap<string, string>,
  manifest: Manifest | undefined,
): SettingsReading {
  if (supplied.size === 0) return { ok: true, settings: [], tasks };
  const diagnostics: Diagnostic[] = [];
  const settings: LaunchSetting[] = [];
  const reader = new SettingReader(tasks, manifest);
  for (const [address, text] of supplied) {
    const value = reader.read(address, text);
    if (typeof value === "string") {
      settings.push({ address, value });
    } else if (!isEnough(diagnostics)) {
      const message = `launch setting ${quote(address)} ${value.problem}`;
      const { suggestion } = value;
      diagnostics.push(errorAt("launch-setting", message, undefined, { suggestion }));
    }
  }
  if (diagnostics.length > 0) return { ok: false, diagnostics };
  // Sorted, so that the order of a command line does not change the plan's digest.
  settings.sort((a, b) => compareText(a.address, b.address));
  const byAddress = new Map(settings.map(({ address, value }) => [address, value]));
  return { ok: true, settings, tasks: tasks.map((task) => configured(task, byAddress)) };
}

function configured(task: Task, settings: ReadonlyMap<string, string>): Task {
  if (task.kind !== "agent") return task;
  const resolve = (key: SettingName): string | null =>
    settings.get(`${task.name}.${key}`) ?? settings.get(`*.${key}`) ?? task[key];
  return {
    ...task,
    harness: resolve("harness"),
    model: resolve("model"),
    effort: resolve("effort"),
  };
}

class SettingReader {
  readonly #tasks: ReadonlyMap<string, Task>;
  readonly #agents: readonly string[];
  /** How many tasks continue each session. */
  readonly #sessions = new Map<string, number>();
  readonly #manifest: Manifest | undefined;
  readonly #overrides: AgentOverrides | undefined;

  constructor(tasks: readonly Task[], manifest: Manifest | undefined) {
    this.#tasks = new Map(tasks.map((task) => [task.name, task]));
    const agents = tasks.filter(({ kind }) => kind === "agent");
    this.#agents = comparable(agents.map(({ name }) => name));
    for (const { session } of tasks) {
      if (session === undefined) continue;
      this.#sessions.set(session, (this.#sessions.get(session) ?? 0) + 1);
    }
    this.#manifest = manifest;
    this.#overrides = manifest?.agent.overrides;
  }

  /** The value in its normal spelling, or why it is refused. */
  read(address: string, text: string): string | Refusal {
    if (address === REPO_REF) return this.#readRef(text);
    const dot = address.lastIndexOf(".");
    const target = address.slice(0, dot);
    const written = address.slice(dot + 1);
    const name = CONFIGURATION_KEYS.find((key) => key === written);
    if (name === undefined || dot < 1) return unknownSetting(written);
    return (
      this.#refuseTarget(target) ?? this.#refuseByManifest(target, name) ?? this.#value(name, text)
    );
  }

  #readRef(text: string): string | Refusal {
    if (!this.#manifest?.repo) return { problem: "needs a [repo] table in the manifest" };
    return isRefName(text) ? text : { problem: "is no git ref" };
  }

  #refuseTarget(target: string): Refusal | undefined {
    if (target === "*") return undefined;
    const task = this.#tasks.get(target);
    if (!task) {
      const problem = `names no task of the workflow${didYouMean(target, this.#agents)}`;
      return { problem, suggestion: nearest(target, this.#agents) };
    }
    if (task.kind !== "agent") return { problem: "names a task that runs no agent" };
    const { session } = task;
    if (session === undefined || this.#sessions.get(session) === 1) return undefined;
    const shown = quote(session);
    return {
      problem: `names a task that shares session ${shown}, which runs under one configuration`,
    };
  }

  #refuseByManifest(target: string, name: SettingName): Refusal | undefined {
    const isAllowed = this.#overrides?.[name] === true;
    if (isAllowed && (target === "*" || this.#overrides?.tasks === true)) return undefined;
    return {
      problem: isAllowed
        ? "is not allowed for single tasks"
        : "is not allowed by the manifest's [agent.overrides]",
    };
  }

  #value(name: SettingName, text: string): string | Refusal {
    if (name === "model") return this.#model(text);
    const allowed: readonly string[] = name === "harness" ? HARNESSES : EFFORTS;
    const lower = text.toLowerCase();
    if (allowed.includes(lower)) return lower;
    const problem = `must be one of ${allowed.join(", ")}${didYouMean(lower, allowed)}`;
    return { problem, suggestion: nearest(lower, allowed) };
  }

  #model(text: string): string | Refusal {
    if (!isModelName(text)) return { problem: "is no model name" };
    const listed = this.#overrides?.models ?? [];
    if (listed.length === 0 || listed.includes(text)) return text;
    return { problem: `must be one of the models [agent.overrides] lists: ${listed.join(", ")}` };
  }
}

function unknownSetting(written: string): Refusal {
  const problem = `is unknown; write <task>.harness, <task>.model, <task>.effort, *.… for all, or repo.ref${didYouMean(written, CONFIGURATION_KEYS)}`;
  return { problem, suggestion: nearest(written, CONFIGURATION_KEYS) };
}
