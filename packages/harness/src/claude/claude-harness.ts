/**
 * Claude Code, driven without a person: one process a turn, the prompt on standard input, a stream of JSON back. Its
 * settings, its history and its conversations lie in a private folder, and nothing of the operator's own is read.
 */
import type {
  Harness,
  Process,
  ProcessHome,
  SpawnRequest,
  TurnContext,
  TurnOutcome,
  TurnRequest,
} from "@crucible/core";
import type { PriceTable } from "../prices/price-table.js";
import { PRICES } from "../prices/prices.js";
import { type Ending, NO_TOKENS } from "../turn/agent-stream.js";
import { type Cursor, decodeCursor, encodeCursor } from "../turn/cursor.js";
import { agentVariables } from "../turn/environment.js";
import { TURN_LIMITS_DEFAULT, type TurnLimits } from "../turn/limits.js";
import { type Exited, keptHome, runAgentTurn, sessionLost } from "../turn/run-agent-turn.js";
import { missingProblems, settingsProblems } from "../turn/settings.js";
import { unexplainedEnd } from "../turn/unexplained.js";
import { AgentVersion } from "../turn/version.js";
import { ClaudeStream } from "./claude-stream.js";

export interface ClaudeHarnessOptions {
  /** The program; `claude` of the agent's PATH unless given, `null` when the host looked and there is none. */
  readonly binary?: string | null;
  /** The model of turns that pin none; `claude-opus-4-6` unless given. */
  readonly model?: string;
  /** Tools that need no leave; all others are denied. Those that work on files, commands and the web unless given. */
  readonly tools?: readonly string[];
  readonly limits?: Partial<TurnLimits>;
  /** For spend in flight, and for turns that were ended before the agent told what they cost. */
  readonly prices?: PriceTable;
}

const AGENT = "claude";
const MODEL_DEFAULT = "claude-opus-4-6";
const HOME_VARIABLE = "CLAUDE_CONFIG_DIR";
const TOOLS_DEFAULT = [
  "Bash",
  "Read",
  "Write",
  "Edit",
  "Glob",
  "Grep",
  "NotebookEdit",
  "Task",
  "TodoWrite",
  "WebFetch",
  "WebSearch",
];
/** The engine tries again itself; the agent's own ten tries take minutes. */
const RETRIES_OF_ITS_OWN = "3";

/** A harness that drives Claude Code. */
export function claudeHarness(options: ClaudeHarnessOptions = {}): Harness {
  const binary = options.binary ?? AGENT;
  const version = new AgentVersion(binary);
  return Object.freeze({
    name: AGENT,
    metered: true,
    sessions: true,
    interrupts: true,
    check: (turn) => [
      ...missingProblems(AGENT, options.binary, "CRUCIBLE_CLAUDE"),
      ...settingsProblems(turn),
    ],
    run: (turn, context) => runTurn({ options, binary, version }, turn, context),
  } satisfies Harness);
}

interface Agent {
  readonly options: ClaudeHarnessOptions;
  readonly binary: string;
  readonly version: AgentVersion;
}

async function runTurn(
  agent: Agent,
  turn: TurnRequest,
  context: TurnContext,
): Promise<TurnOutcome> {
  const { session } = turn;
  const cursor = session?.cursor === undefined ? undefined : decodeCursor(session.cursor, AGENT);
  if (session !== undefined && session.turn > 0 && cursor === undefined) {
    const lost = sessionLost(session.name, `${AGENT} has no record of it`);
    return { ...lost, costNano: 0, model: turn.model, survivors: [] };
  }
  const { options } = agent;
  const env = variablesFor(turn);
  const version = await agent.version.ask(turn.attempt, env, context);
  const home = homeOf(turn, cursor);
  const model = turn.model ?? options.model ?? MODEL_DEFAULT;
  const stream = new ClaudeStream(options.prices ?? PRICES, {
    ...(cursor === undefined || session === undefined ? {} : { resumed: session.name }),
    ...(version === undefined ? {} : { version }),
  });
  return await runAgentTurn(
    {
      agent: AGENT,
      request: requestOf(agent, turn, { env, home, cursor, model }),
      stream,
      limits: { ...TURN_LIMITS_DEFAULT, ...options.limits },
      remainingMs: turn.remainingMs ?? Number.POSITIVE_INFINITY,
      model,
      unexplained,
      ...(cursor === undefined || session === undefined
        ? {}
        : { resumed: { id: cursor.id, name: session.name } }),
      ...(session === undefined
        ? {}
        : {
            cursor: async (process: Process) =>
              encodeCursor({
                agent: AGENT,
                id: stream.session ?? session.id,
                home: home === undefined ? undefined : await keptHome(process),
                tokens: NO_TOKENS,
              }),
          }),
    },
    context,
  );
}

function variablesFor(turn: TurnRequest): Map<string, string> {
  const env = agentVariables(turn.env);
  env.set("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1");
  env.set("DISABLE_AUTOUPDATER", "1");
  if (!env.has("CLAUDE_CODE_MAX_RETRIES")) env.set("CLAUDE_CODE_MAX_RETRIES", RETRIES_OF_ITS_OWN);
  return env;
}

/** An operator who names a folder of their own has it used, with all that is in it. */
function homeOf(
  { env, session }: TurnRequest,
  cursor: Cursor | undefined,
): ProcessHome | undefined {
  if (env.has(HOME_VARIABLE)) return undefined;
  return {
    variable: HOME_VARIABLE,
    ...(session === undefined ? {} : { name: session.id }),
    ...(cursor?.home === undefined ? {} : { from: cursor.home }),
  };
}

interface Start {
  readonly env: ReadonlyMap<string, string>;
  readonly home: ProcessHome | undefined;
  readonly cursor: Cursor | undefined;
  readonly model: string;
}

function requestOf(agent: Agent, turn: TurnRequest, start: Start): SpawnRequest {
  const { env, home, cursor, model } = start;
  const { session, effort } = turn;
  const encoder = new TextEncoder();
  const prompt = encoder.encode(turn.prompt);
  const conversation =
    cursor !== undefined
      ? ["--resume", cursor.id]
      : session !== undefined && home !== undefined
        ? ["--session-id", session.id]
        : [];
  return {
    attempt: turn.attempt,
    argv: [
      agent.binary,
      "-p",
      "--output-format",
      "stream-json",
      "--verbose",
      "--include-partial-messages",
      "--permission-mode",
      "dontAsk",
      "--allowedTools",
      (agent.options.tools ?? TOOLS_DEFAULT).join(","),
      "--setting-sources",
      "",
      "--strict-mcp-config",
      "--model",
      model,
      ...(effort === null ? [] : ["--effort", effort]),
      ...conversation,
    ],
    env,
    stdin: prompt,
    files: new Map([
      ["CRUCIBLE_PROMPT_FILE", prompt],
      ["CRUCIBLE_INPUTS_FILE", encoder.encode(turn.inputsJson)],
    ]),
    feedback: [],
    ...(home === undefined ? {} : { home }),
  };
}

function unexplained(end: Exited): Ending {
  return unexplainedEnd(
    AGENT,
    end,
    /unknown option|cannot be used|not supported/i.test(end.stderrTail),
  );
}
