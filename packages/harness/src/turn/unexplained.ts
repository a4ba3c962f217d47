/** What the end of an agent means that said nothing of how its turn went. */
import type { Ending } from "./agent-stream.js";
import type { Exited } from "./run-agent-turn.js";

const DETAIL_CHARACTERS_MAX = 2_000;

/** `isLasting` tells whether the same start would end in the same way. */
export function unexplainedEnd(agent: string, end: Exited, isLasting: boolean): Ending {
  const how = end.signal === null ? `exit ${end.exitCode}` : end.signal;
  const said = end.stderrTail.trim().slice(-DETAIL_CHARACTERS_MAX);
  const detail = `${agent} ended (${how}) without saying how the turn went${said === "" ? "" : `: ${said}`}`;
  return { kind: "transport", cause: "agent", detail, retryable: !isLasting };
}
