/**
 * What the engine is told about a run besides plan and limits. It is recorded in the run's header, so it holds names of
 * variables and never their values.
 */
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  LogDamaged,
  ownField,
} from "@crucible/core";

export interface RunSettings {
  /** Edition of the pack: from 2 on a command's environment holds only what is named. */
  readonly edition: 1 | 2;
  /** Which manifest of the pack the run reads, as a path in it; `null` when none governs it (RESUME-014). */
  readonly manifest: string | null;
  /** Whether agents return results in a file (a manifest governs the run) or as their last words. */
  readonly resultFile: boolean;
  /** Variables of `[workflow].env`; a trailing `?` marks one that may be missing. */
  readonly variables: readonly string[];
  /** Variables whose values are masked wherever they would be written. */
  readonly secrets: readonly string[];
  /** Variables of the host that agents are given besides; masked too. */
  readonly agentSecrets: readonly string[];
  readonly agent: AgentSettings;
  readonly identity: RunIdentity;
  /** Records of earlier runs of the series, oldest first. */
  readonly history: readonly JsonObject[];
}

/** What agent tasks use that pin nothing of their own. */
interface AgentSettings {
  readonly harness: string;
  readonly model: string | null;
  readonly effort: string | null;
  /** Name of the harness that takes every turn instead of the one that a task or the run names. */
  readonly standIn: string | null;
}

/** Who the run is, for the tools that tasks call (EXEC-053). */
interface RunIdentity {
  readonly name: string;
  readonly displayName: string;
  readonly url: string;
}

export function encodeSettings(settings: RunSettings): JsonObject {
  const { agent, identity } = settings;
  return {
    edition: settings.edition,
    manifest: settings.manifest,
    result_file: settings.resultFile,
    variables: settings.variables,
    secrets: settings.secrets,
    agent_secrets: settings.agentSecrets,
    agent: {
      harness: agent.harness,
      model: agent.model,
      effort: agent.effort,
      stand_in: agent.standIn,
    },
    identity: { name: identity.name, display_name: identity.displayName, url: identity.url },
    history: settings.history,
  };
}

/** Reads settings back. They were written by an engine, so a wrong shape is a bug or a damaged header. */
export function decodeSettings(settings: JsonObject): RunSettings {
  const agent = objectOf(settings, "agent");
  const identity = objectOf(settings, "identity");
  return {
    edition: ownField(settings, "edition") === 1 ? 1 : 2,
    // Headers that say nothing of a manifest were written before there was a choice of one.
    manifest:
      ownField(settings, "manifest") === undefined ? null : optionalText(settings, "manifest"),
    resultFile: ownField(settings, "result_file") === true,
    variables: textsOf(settings, "variables"),
    secrets: textsOf(settings, "secrets"),
    // Headers that name none were written before agents were given any.
    agentSecrets:
      ownField(settings, "agent_secrets") === undefined ? [] : textsOf(settings, "agent_secrets"),
    agent: {
      harness: textOf(agent, "harness"),
      model: optionalText(agent, "model"),
      effort: optionalText(agent, "effort"),
      standIn: optionalText(agent, "stand_in"),
    },
    identity: {
      name: textOf(identity, "name"),
      displayName: textOf(identity, "display_name"),
      url: textOf(identity, "url"),
    },
    history: recordsOf(settings, "history"),
  };
}

function objectOf(object: JsonObject, name: string): JsonObject {
  const value = ownField(object, name);
  return isJsonObject(value) ? value : malformed(name);
}

function textOf(object: JsonObject, name: string): string {
  const value = ownField(object, name);
  return typeof value === "string" ? value : malformed(name);
}

function optionalText(object: JsonObject, name: string): string | null {
  return ownField(object, name) === null ? null : textOf(object, name);
}

function textsOf(object: JsonObject, name: string): readonly string[] {
  const value = ownField(object, name) as JsonValue | undefined;
  const texts = Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
  return Array.isArray(value) && texts.length === value.length ? texts : malformed(name);
}

function recordsOf(object: JsonObject, name: string): readonly JsonObject[] {
  const value = ownField(object, name) as JsonValue | undefined;
  const records = Array.isArray(value) ? value.filter(isJsonObject) : [];
  return Array.isArray(value) && records.length === value.length ? records : malformed(name);
}

function malformed(name: string): never {
  throw new LogDamaged(`the run's header holds no ${name} in its settings`);
}
