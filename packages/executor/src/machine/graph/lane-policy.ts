/**
 * What differs between lanes, as one value that is looked up once. Rules ask the policy and never the lane, so a lane
 * has no second path through the code.
 */
import type { Lane, TaskKind } from "@crucible/core";

export interface LanePolicy {
  /** What a spent budget blocks: only tasks that can spend (CEIL-008), or everything (CEIL-023). */
  readonly costBlocks: "spenders" | "everything";
  /** Kinds of task that may end the run early (EXEC-026, EXEC-027, EXEC-036). */
  readonly mayComplete: readonly TaskKind[];
}

const PLAYBOOK: LanePolicy = { costBlocks: "spenders", mayComplete: ["command", "evaluate"] };
const PLAN_FILE: LanePolicy = { costBlocks: "everything", mayComplete: [] };

export function lanePolicy(lane: Lane): LanePolicy {
  switch (lane) {
    case "playbook":
      return PLAYBOOK;
    case "plan_file":
    case "custom":
    case "autoresearch":
      return PLAN_FILE;
  }
}
