/**
 * How the turn of an agent begins, whichever agent it is: what it goes on with, its environment, its home, and the request
 * for its process.
 */
import type { ProcessHome, SpawnRequest, TurnContext, TurnRequest } from "@crucible/core";
import type { Ending } from "./agent-stream.js";
import { type Cursor, decodeCursor } from "./cursor.js";
import { turnFiles } from "./files.js";
import { type Resumed, sessionLost } from "./run-agent-turn.js";
import type { AgentVersion } from "./version.js";

/** What an adapter knows of its agent. */
export interface AgentTraits {
  readonly name: string;
  readonly version: AgentVersion;
  /** The variable that names the folder of its settings and conversations. */
  readonly homeVariable: string;
  /** The environment of its processes, out of the turn's. */
  readonly variables: (env: ReadonlyMap<string, string>) => ReadonlyMap<string, string>;
}

export interface TurnStart {
  readonly kind: "start";
  readonly env: ReadonlyMap<string, string>;
  /** `undefined` where the operator's own folder is used. */
  readonly home: ProcessHome | undefined;
  /** What a turn goes on with that does not begin a conversation. */
  readonly resumed: Resumed | undefined;
  /** The agent's own, where it tells. */
  readonly version: string | undefined;
}

/** Readies a turn; a conversation of which nothing was kept ends it before anything is started. */
export async function startOf(
  { name, version, homeVariable, variables }: AgentTraits,
  turn: TurnRequest,
  context: TurnContext,
): Promise<TurnStart | Extract<Ending, { kind: "transport" }>> {
  const { session } = turn;
  const cursor = session?.cursor === undefined ? undefined : decodeCursor(session.cursor, name);
  if (session !== undefined && session.turn > 0 && cursor === undefined) {
    return sessionLost(session.name, `${name} has no record of it`);
  }
  const env = variables(turn.env);
  return {
    kind: "start",
    env,
    home: homeOf(homeVariable, turn, cursor),
    resumed:
      session === undefined || cursor === undefined ? undefined : { name: session.name, cursor },
    version: await version.ask(turn.attempt, env, context),
  };
}

/** An operator who names a folder of their own has it used, with all that is in it. */
function homeOf(
  variable: string,
  { env, session }: TurnRequest,
  cursor: Cursor | undefined,
): ProcessHome | undefined {
  if (env.has(variable)) return undefined;
  return {
    variable,
    ...(session === undefined ? {} : { name: session.id }),
    ...(cursor?.home === undefined ? {} : { from: cursor.home }),
  };
}

/** The process of a turn, which is given the prompt on standard input. */
export function requestOf(
  turn: TurnRequest,
  { env, home }: TurnStart,
  argv: SpawnRequest["argv"],
): SpawnRequest {
  const { prompt, files } = turnFiles(turn);
  return {
    attempt: turn.attempt,
    argv,
    env,
    stdin: prompt,
    files,
    feedback: [],
    ...(home === undefined ? {} : { home }),
  };
}
