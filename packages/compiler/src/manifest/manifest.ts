/**
 * A pack's manifest, `crucible.toml`, read and checked: what a run needs beside the graph.
 *
 * Paths are relative to the manifest's own directory and stay as written; whether they exist is for the host to say.
 */
import type { Lane } from "@crucible/core";

export const BACKENDS = ["local", "openshell", "command"] as const;
export type Backend = (typeof BACKENDS)[number];

export const HARNESSES = ["claude", "hermes", "codex", "opencode", "pi"] as const;
export type HarnessName = (typeof HARNESSES)[number];

export const EFFORTS = ["low", "medium", "high", "xhigh", "max"] as const;
export type Effort = (typeof EFFORTS)[number];

export const SECRET_KINDS = ["opaque", "file", "registry_authfile", "kubeconfig"] as const;
export type SecretKind = (typeof SECRET_KINDS)[number];

export interface Manifest {
  /** Where the manifest was read from, relative to the pack. */
  readonly file: string;
  /** 1 when the manifest does not say. */
  readonly edition: 1 | 2;
  readonly repo?: ManifestRepo;
  readonly workspace: ManifestWorkspace;
  readonly agent: ManifestAgent;
  readonly workflow?: ManifestWorkflow;
  readonly secrets: readonly ManifestSecret[];
  readonly publish?: ManifestPublish;
  /** Several repositories in place of `repo` and `publish`; empty for the usual single one. */
  readonly components: readonly ManifestComponent[];
  /** Whether a `[judge]` scores candidates; never so in a playbook. */
  readonly judged: boolean;
  /** Tables and keys that were read and have no effect yet, as they are spelled: `[deploy]`, `[agent].mcp`. */
  readonly unsupported: readonly string[];
}

export interface ManifestPublish {
  /** `owner/repo`, where one draft pull request is opened. */
  readonly pullRequestRepo: string;
}

/** One repository of a playbook that works on several. */
export interface ManifestComponent {
  /** Its name, unique in the manifest. */
  readonly domain: string;
  readonly repo?: ManifestRepo;
  /** In `workspace/<domain>` unless it names a directory. */
  readonly workspace: ManifestWorkspace;
  readonly publish?: ManifestPublish;
}

/** Exactly one of `url` and `path`. */
export interface ManifestRepo {
  readonly url?: string;
  readonly path?: string;
  readonly ref?: string;
}

export interface ManifestWorkspace {
  readonly dir: string;
  readonly setupCommand?: string;
  readonly inject: readonly Inject[];
  readonly carryForward: readonly string[];
}

export type Inject =
  /** One file; `source` may lie outside the manifest's directory, `destination` is inside the workspace. */
  | {
      readonly kind: "file";
      readonly source: string;
      readonly destination: string;
      readonly frozen: boolean;
    }
  /** A file, a directory or a glob under the manifest's directory; what it matches is frozen at its own path. */
  | { readonly kind: "pattern"; readonly pattern: string };

export interface ManifestAgent {
  readonly backend: Backend;
  /** The stand-in of the command backend, run with `sh -c`. */
  readonly agentCommand?: string;
  readonly harness: HarnessName;
  /** As written; see {@link defaultModel}. */
  readonly model?: string;
  readonly reasoningEffort?: Effort;
  readonly goal?: string;
  readonly goalFile?: string;
  /** Tools that an agent is denied, or uses of them; absent when none are. */
  readonly disallowedTools?: readonly string[];
  readonly env: ReadonlyMap<string, string>;
  /** Names of the `[agent.sandbox.<name>]` tables; nothing runs in one yet. */
  readonly sandboxes: readonly string[];
  /** What a launch may change; absent means nothing (DSL-022). */
  readonly overrides?: AgentOverrides;
}

export interface AgentOverrides {
  readonly harness: boolean;
  readonly model: boolean;
  readonly effort: boolean;
  /** Whether single tasks may be addressed, beside all of them with `*`. */
  readonly tasks: boolean;
  /** The models a launch may choose; empty means any. */
  readonly models: readonly string[];
}

export interface ManifestWorkflow {
  readonly type: Exclude<Lane, "plan_file">;
  /** The workflow source, compiled for each run; absent when the graph is written into the manifest. */
  readonly file?: string;
  /** Variables that commands receive; only in edition 2. */
  readonly env: readonly EnvironmentName[];
}

export interface EnvironmentName {
  readonly name: string;
  /** Written with a final `?`: left out when the engine does not have it, where a plain name refuses the run. */
  readonly optional: boolean;
}

export interface ManifestSecret {
  readonly name: string;
  readonly kind: SecretKind;
  readonly env?: string;
  readonly path?: string;
}

/** The model a harness runs when neither task nor launch nor manifest names one; `undefined` leaves it to the harness. */
export function defaultModel(harness: HarnessName): string | undefined {
  switch (harness) {
    case "claude":
      return "claude-opus-4-6";
    case "codex":
      return "gpt-5.6-sol";
    default:
      return undefined;
  }
}
