/** The one-machine host for a loaded plan: the manifest's agent, or the stand-in that the operator names (CLI-008). */
import { resolve } from "node:path";
import { type LocalHost, localHost } from "@crucible/local";
import { Refusal } from "../failure/failure.js";
import type { LoadedPlan } from "../source/load-plan.js";
import type { Terminal } from "../terminal/terminal.js";

export interface HostOptions {
  readonly agentCmd?: string | undefined;
  readonly stateDir?: string | undefined;
}

/** Puts the host together; nothing exists on disk yet. */
export function packHost(
  { folder, manifest, named }: LoadedPlan,
  { agentCmd, stateDir }: HostOptions,
  terminal: Terminal,
): LocalHost {
  const agent = manifest?.agent;
  if (agent?.backend === "command" && (agentCmd ?? agent.agentCommand) === undefined) {
    throw new Refusal(`${named}: [agent].backend = "command" needs agent_cmd, or pass --agent-cmd`);
  }
  return localHost({
    packFolder: folder,
    manifest,
    stateFolder: stateDir === undefined ? undefined : resolve(terminal.cwd, stateDir),
    agentCommand: agentCmd,
    environment: terminal.env,
  });
}
