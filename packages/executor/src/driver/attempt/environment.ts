/**
 * The environment of commands and agents. Nothing is inherited by accident: edition 2 gives four variables of the host,
 * the run's identity, what the task reads and the variables that the manifest names (EXEC-052 to EXEC-056).
 */
import type { RunSettings } from "../execution/settings.js";
import type { Prepared } from "./prepare.js";

const HOST_VARIABLES = ["PATH", "HOME", "LANG", "TMPDIR"];

/** The largest inputs object that is also given as a variable. */
const INPUTS_VARIABLE_BYTES_MAX = 65_536;

export interface EnvironmentRequest {
  readonly settings: RunSettings;
  readonly host: ReadonlyMap<string, string>;
  /** What `CRUCIBLE_TASK` holds. */
  readonly task: string;
  readonly inputs: Pick<Prepared, "inputsText" | "inputsJson">;
}

/** What commands and evaluations get. */
export function commandEnvironment(request: EnvironmentRequest): Map<string, string> {
  const environment = baseEnvironment(request);
  for (const variable of request.settings.variables) {
    const name = variableName(variable);
    const value = request.host.get(name);
    if (value !== undefined) environment.set(name, value);
  }
  return environment;
}

/**
 * What agents get in place of the workflow's variables: the secrets that the run names, as the host has them now, and the
 * manifest's `[agent].env`. Values of secrets are kept nowhere, so a resume takes the host's of its own time.
 */
export function agentEnvironment(
  request: EnvironmentRequest,
  agentVariables: ReadonlyMap<string, string>,
): Map<string, string> {
  const { settings, host } = request;
  return new Map([
    ...baseEnvironment(request),
    ...selected(host, settings.agentSecrets),
    ...agentVariables,
  ]);
}

/** Names of required variables that the host lacks (EXEC-054, EXEC-055). */
export function missingVariables(
  settings: RunSettings,
  host: ReadonlyMap<string, string>,
): readonly string[] {
  return settings.variables.filter((variable) => !variable.endsWith("?") && !host.has(variable));
}

/** Without the mark of an optional variable. */
export function variableName(variable: string): string {
  return variable.endsWith("?") ? variable.slice(0, -1) : variable;
}

function baseEnvironment({
  settings,
  host,
  task,
  inputs,
}: EnvironmentRequest): Map<string, string> {
  const environment = settings.edition === 1 ? new Map(host) : selected(host, HOST_VARIABLES);
  environment.set("CRUCIBLE_RUN_NAME", settings.identity.name);
  environment.set("CRUCIBLE_RUN_DISPLAY_NAME", settings.identity.displayName);
  environment.set("CRUCIBLE_UI_BASE_URL", settings.identity.url);
  environment.set("CRUCIBLE_TASK", task);
  // A variable of the host by this name would be taken for the inputs when there is none of ours.
  environment.delete("CRUCIBLE_INPUTS");
  if (inputs.inputsJson.length <= INPUTS_VARIABLE_BYTES_MAX) {
    environment.set("CRUCIBLE_INPUTS", inputs.inputsText);
  }
  return environment;
}

function selected(
  host: ReadonlyMap<string, string>,
  names: readonly string[],
): Map<string, string> {
  const environment = new Map<string, string>();
  for (const name of names) {
    const value = host.get(name);
    if (value !== undefined) environment.set(name, value);
  }
  return environment;
}
