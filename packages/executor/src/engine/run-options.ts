/** What a launcher says about a run besides plan and limits, and its normal form. */
import type { Bundle, JsonObject, Pack } from "@crucible/core";
import type { RunSettings } from "../driver/execution/settings.js";

export interface RunOptions {
  /** The frozen pack; its bytes are kept with the run. */
  readonly pack: Pack;
  /** The bundle whose pack it is; recorded in the run's header, and runs are found by its id and version (RUN-018). */
  readonly bundle?: Bundle;
  /** The World's own settings, recorded in the run's header. */
  readonly workspace?: JsonObject;
  /** Edition of the pack; 2 unless given. */
  readonly edition?: 1 | 2;
  /** The manifest that the run reads, as a path in the pack: one of its variants. None unless given. */
  readonly manifest?: string;
  /** Whether agents return results in `PLAN_TASK_RESULT.json` (a manifest governs the run); true unless given. */
  readonly resultFile?: boolean;
  /** Variables of `[workflow].env`; a trailing `?` marks one that may be missing. */
  readonly variables?: readonly string[];
  /** `[agent].env`: variables and values for agents; kept privately with the run. */
  readonly agentVariables?: Readonly<Record<string, string>>;
  /** Variables of the host that agents are given, and commands are not; their values are kept nowhere, and masked as those of `secrets`. */
  readonly agentSecrets?: readonly string[];
  /** Variables of the host whose values are masked wherever they would be written. */
  readonly secrets?: readonly string[];
  readonly agent?: {
    /** The harness of tasks that name none; `claude` unless given. */
    readonly harness?: string;
    readonly model?: string;
    readonly effort?: string;
    /** A harness that takes every turn, whatever tasks name. */
    readonly standIn?: string;
  };
  /** Records of earlier runs of the launch series, oldest first, thirty at the most. */
  readonly history?: readonly JsonObject[];
  /** Who the run is to the tools that tasks call. */
  readonly identity?: {
    readonly name?: string;
    readonly displayName?: string;
    readonly url?: string;
  };
}

/** The most records that a task may ask for. */
const HISTORY_RECORDS_MAX = 30;

export function settingsOf(options: Omit<RunOptions, "pack">, run: string): RunSettings {
  const { agent, identity } = options;
  const name = identity?.name ?? run;
  return {
    edition: options.edition ?? 2,
    manifest: options.manifest ?? null,
    resultFile: options.resultFile ?? true,
    variables: options.variables ?? [],
    secrets: options.secrets ?? [],
    agentSecrets: options.agentSecrets ?? [],
    agent: {
      harness: agent?.harness ?? "claude",
      model: agent?.model ?? null,
      effort: agent?.effort ?? null,
      standIn: agent?.standIn ?? null,
    },
    history: (options.history ?? []).slice(-HISTORY_RECORDS_MAX),
    identity: { name, displayName: identity?.displayName ?? name, url: identity?.url ?? "" },
  };
}
