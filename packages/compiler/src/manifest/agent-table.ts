/** `[agent]`: who does the agent tasks and what a launch may change about it. */

import { quote } from "../diagnostics/quote.js";
import type { TableReader } from "../document/table-reader.js";
import {
  type AgentOverrides,
  BACKENDS,
  type Backend,
  EFFORTS,
  HARNESSES,
  type ManifestAgent,
} from "./manifest.js";
import { isEnvironmentName, isModelName } from "./names.js";
import { defined } from "./optional.js";
import { takeUnsupported } from "./unsupported.js";
import { checkUnsupportedAgentTables } from "./unsupported-shapes.js";

/** Keys of `[agent]` that are known and have no effect yet. */
const UNSUPPORTED_KEYS = [
  "method_prompt",
  "toolbox_dir",
  "toolbox_exclude",
  "seed_diff",
  "requires",
  "prefers",
  "allow_unverified_image",
  "sandbox_image",
  "relay",
  "openshell",
  "resources",
  "broker",
  "mcp",
  "sandbox",
  "hermes",
  "codex",
] as const;

export function readAgentTable(table: TableReader, unsupported: string[]): ManifestAgent {
  const backend = table.choice("backend", BACKENDS) ?? "local";
  const agentCommand = table.filledText("agent_cmd");
  if (backend === "command" && !table.has("agent_cmd")) {
    const message = '[agent].backend = "command" needs agent_cmd';
    table.missing("agent_cmd", message, table.keySpan("backend"));
  }
  if (backend !== "command" && agentCommand !== undefined && !table.isRefused("backend")) {
    table.warn(
      "no-effect",
      `[agent].agent_cmd has no effect with backend = "${backend}"; write backend = "command"`,
      table.keySpan("agent_cmd"),
    );
  }
  const harness = table.choice("harness", HARNESSES) ?? "claude";
  const model = readModel(table);
  const reasoningEffort = table.choice("reasoning_effort", EFFORTS);
  const goal = table.filledText("goal");
  const goalFile = table.filledText("goal_file");
  if (goal !== undefined && goalFile !== undefined) {
    table.report(
      "conflicting-keys",
      "[agent] takes goal or goal_file, not both",
      table.keySpan("goal_file"),
    );
  }
  const disallowedTools = readDisallowedTools(table, backend);
  const env = readEnvironment(table);
  const overrides = readOverrides(table);
  const sandboxes = [...(table.table("sandbox", "[agent.sandbox]")?.node.entries.keys() ?? [])];
  checkUnsupportedAgentTables(table, backend);
  if (backend === "openshell") {
    const title = '[agent].backend = "openshell"';
    unsupported.push(title);
    table.warn("not-supported", `${title} is not supported yet`, table.keySpan("backend"));
  }
  takeUnsupported(table, UNSUPPORTED_KEYS, unsupported);
  table.close();
  return {
    backend,
    harness,
    env,
    sandboxes,
    ...defined({
      agentCommand,
      model,
      reasoningEffort,
      goal,
      goalFile,
      disallowedTools,
      overrides,
    }),
  };
}

function readModel(table: TableReader): string | undefined {
  const located = table.locatedText("model");
  if (located === undefined || isModelName(located.value)) return located?.value;
  table.report("bad-name", `[agent].model ${quote(located.value)} is no model name`, located);
  return undefined;
}

/** A tool by its name, or some uses of it: `Bash`, `Bash(git push:*)`. */
const TOOL_RULE = /^[A-Za-z][\w-]*(\(\P{Cc}+\))?$/u;

function readDisallowedTools(table: TableReader, backend: Backend): readonly string[] | undefined {
  const rules = table.texts("disallowed_tools");
  for (const rule of rules) {
    if (TOOL_RULE.test(rule.value)) continue;
    const message = `[agent].disallowed_tools: ${quote(rule.value)} names no tool; write "Bash", or "Bash(git push:*)" for some of its uses`;
    table.report("bad-value", message, rule);
  }
  if (rules.length === 0) return undefined;
  if (backend !== "local") {
    const message = `[agent].disallowed_tools has no effect with backend = "${backend}"`;
    table.warn("no-effect", message, table.keySpan("disallowed_tools"));
  }
  return rules.map((rule) => rule.value);
}

function readEnvironment(table: TableReader): ReadonlyMap<string, string> {
  const env = new Map<string, string>();
  const reader = table.table("env", "[agent].env");
  if (!reader) return env;
  for (const name of reader.node.entries.keys()) {
    const value = reader.text(name);
    if (!isEnvironmentName(name)) {
      reader.report(
        "bad-name",
        `[agent].env: ${quote(name)} is no environment variable name`,
        reader.keySpan(name),
      );
    }
    if (value?.includes("\0")) {
      reader.report("bad-value", `[agent].env.${name} holds a NUL character`, reader.keySpan(name));
    }
    if (value !== undefined) env.set(name, value);
  }
  return env;
}

function readOverrides(table: TableReader): AgentOverrides | undefined {
  const reader = table.table("overrides", "[agent.overrides]");
  if (!reader) return undefined;
  const models = reader.texts("models");
  for (const model of models) {
    if (isModelName(model.value)) continue;
    const shown = quote(model.value);
    reader.report("bad-name", `[agent.overrides].models: ${shown} is no model name`, model);
  }
  const overrides: AgentOverrides = {
    harness: reader.boolean("harness") ?? false,
    model: reader.boolean("model") ?? models.length > 0,
    effort: reader.boolean("effort") ?? false,
    tasks: reader.boolean("tasks") ?? true,
    models: models.map((model) => model.value),
  };
  reader.close();
  return overrides;
}
