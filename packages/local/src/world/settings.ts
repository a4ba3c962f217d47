/**
 * The settings of a git world: what a read manifest says in its `[repo]` and `[workspace]` tables, as JSON.
 *
 *     { "repo": { "url" | "path", "ref"? }, "workspace": { "dir"?, "setupCommand"?, "inject"?, "carryForward"? } }
 *
 * They are recorded in a run's header, so they are read again by every resume.
 */
import type { Manifest } from "@crucible/compiler";
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  ownField,
  WorldRefused,
} from "@crucible/core";

export interface WorldSettings {
  readonly repository: RepositorySource | undefined;
  /** Under the pack's folder. */
  readonly directory: string;
  readonly setupCommand: string | undefined;
  readonly inject: readonly InjectEntry[];
}

export interface RepositorySource {
  /** A URL, or a path relative to the pack's folder. */
  readonly location: string;
  readonly isPath: boolean;
  readonly ref: string | undefined;
}

/** A pattern or folder of the pack, or one file with a place of its own. */
export type InjectEntry =
  | { readonly kind: "pattern"; readonly pattern: string }
  | {
      readonly kind: "file";
      readonly source: string;
      readonly destination: string;
      readonly frozen: boolean;
    };

/** The settings that a manifest gives. */
export function settingsFrom(manifest: Pick<Manifest, "repo" | "workspace">): JsonObject {
  const { dir, setupCommand, inject, carryForward } = manifest.workspace;
  return {
    ...(manifest.repo === undefined ? {} : { repo: { ...manifest.repo } }),
    workspace: {
      dir,
      ...(setupCommand === undefined ? {} : { setupCommand }),
      inject: inject.map((entry) => ({ ...entry })),
      ...(carryForward.length === 0 ? {} : { carryForward: [...carryForward] }),
    },
  };
}

/** Reads the settings. Throws `WorldRefused` naming what is wrong. */
export function readSettings(settings: JsonObject): WorldSettings {
  const workspace = tableOf(settings, "workspace");
  if (ownField(workspace, "carryForward") !== undefined) {
    throw new WorldRefused(
      "[workspace].carry_forward is not supported yet: every run starts from the pristine workspace; remove it",
    );
  }
  return {
    repository: repositoryOf(settings),
    directory: textOf(workspace, "workspace", "dir") ?? "workspace",
    setupCommand: textOf(workspace, "workspace", "setupCommand"),
    inject: injectOf(workspace),
  };
}

function repositoryOf(settings: JsonObject): RepositorySource | undefined {
  if (ownField(settings, "repo") === undefined) return undefined;
  const repo = tableOf(settings, "repo");
  const url = textOf(repo, "repo", "url");
  const path = textOf(repo, "repo", "path");
  const ref = textOf(repo, "repo", "ref");
  if (url !== undefined && path !== undefined) {
    throw new WorldRefused("[repo] takes exactly one of url or path, not both");
  }
  const location = url ?? path;
  if (location === undefined) throw new WorldRefused("[repo] needs url or path");
  // What begins with a dash would be read as an option of git.
  if (location.startsWith("-")) throw new WorldRefused(`[repo] cannot be "${location}"`);
  if (ref !== undefined && !/^[A-Za-z0-9_][\w./+@-]*$/.test(ref)) {
    throw new WorldRefused(`[repo].ref cannot be "${ref}"`);
  }
  return { location, isPath: path !== undefined, ref };
}

function injectOf(workspace: JsonObject): readonly InjectEntry[] {
  const inject = ownField(workspace, "inject") ?? [];
  if (!Array.isArray(inject)) throw new WorldRefused("[workspace].inject must be a list");
  return inject.map((entry: JsonValue) => injectEntryOf(entry));
}

function injectEntryOf(entry: JsonValue): InjectEntry {
  if (!isJsonObject(entry)) throw new WorldRefused("[workspace].inject must be a list of tables");
  const name = "workspace.inject";
  const pattern = textOf(entry, name, "pattern");
  if (pattern !== undefined) return { kind: "pattern", pattern };
  const source = textOf(entry, name, "source");
  const destination = textOf(entry, name, "destination");
  const frozen = ownField(entry, "frozen") ?? true;
  if (source === undefined || destination === undefined || typeof frozen !== "boolean") {
    throw new WorldRefused("[workspace].inject needs a pattern, or a source and a destination");
  }
  return { kind: "file", source, destination, frozen };
}

function tableOf(settings: JsonObject, name: string): JsonObject {
  const table = ownField(settings, name) ?? {};
  if (!isJsonObject(table)) throw new WorldRefused(`[${name}] must be a table`);
  return table;
}

function textOf(table: JsonObject, name: string, key: string): string | undefined {
  const value = ownField(table, key);
  if (value === undefined || typeof value === "string") return value;
  throw new WorldRefused(`[${name}].${key} must be a text`);
}
