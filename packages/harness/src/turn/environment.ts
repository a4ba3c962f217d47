/** The environment of an agent: what the engine gives, without what a surrounding agent left in it. */

/** Variables by which agents tell that they run inside another one, or in which of its conversations. */
const OF_OUTER_AGENTS =
  /^(CLAUDECODE|CLAUDE_CODE_(ENTRYPOINT|SSE_PORT|SESSION_ID|CHILD_SESSION)|CODEX_SANDBOX.*|CODEX_THREAD_ID|CODEX_CI)$/;

/** A copy to which an adapter adds its own. The prompt of a stand-in in an outer run is none of this turn's. */
export function agentVariables(env: ReadonlyMap<string, string>): Map<string, string> {
  const kept = [...env].filter(([name]) => !OF_OUTER_AGENTS.test(name));
  const variables = new Map(kept);
  variables.delete("CRUCIBLE_PROMPT");
  return variables;
}
