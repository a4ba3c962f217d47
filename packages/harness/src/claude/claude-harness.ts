/**
 * Claude Code, driven without a person: one process a turn, the prompt on standard input, a stream of JSON back. Its
 * settings, its history and its conversations lie in a private folder, and nothing of the operator's own is read.
 */
import {
  didYouMean,
  type EndNotice,
  type Harness,
  type SpawnRequest,
  type TurnContext,
  type TurnOutcome,
  type TurnRequest,
} from "@crucible/core";
import type { PriceTable } from "../prices/price-table.js";
import { PRICES } from "../prices/prices.js";
import { type Ending, NO_TOKENS } from "../turn/agent-stream.js";
import { agentVariables } from "../turn/environment.js";
import { TURN_LIMITS_DEFAULT, type TurnLimits } from "../turn/limits.js";
import { type Exited, runAgentTurn } from "../turn/run-agent-turn.js";
import { missingProblems, settingsProblems } from "../turn/settings.js";
import { type AgentTraits, requestOf, startOf, type TurnStart } from "../turn/start.js";
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
  /** Tools that are denied though the list above has them, or some uses of one: `Bash(git push:*)`. */
  readonly disallowedTools?: readonly string[];
  readonly limits?: Partial<TurnLimits>;
  /** For spend in flight, and for turns that were ended before the agent told what they cost. */
  readonly prices?: PriceTable;
}

const AGENT = "claude";
const MODEL_DEFAULT = "claude-opus-4-6";
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
/** They ask nobody, and lead work out of the turn or out of the workspace; given only to who asks for them. */
const TOOLS_WITHHELD = ["CronCreate", "EnterWorktree", "Monitor", "ScheduleWakeup"];
/** Interrupted while a tool is at work it tells what the turn cost, within a fifth of a second. */
const END_NOTICE: EndNotice = Object.freeze({ signal: "SIGINT", graceMs: 2_000 });
/** The engine tries again itself; the agent's own ten tries take minutes. */
const RETRIES_OF_ITS_OWN = "3";
const NO_BACKGROUND = "CLAUDE_CODE_DISABLE_BACKGROUND_TASKS";

/** A harness that drives Claude Code. */
export function claudeHarness(options: ClaudeHarnessOptions = {}): Harness {
  const binary = options.binary ?? AGENT;
  const agent: Agent = {
    name: AGENT,
    version: new AgentVersion(binary),
    homeVariable: "CLAUDE_CONFIG_DIR",
    variables: variablesFrom,
    options,
    binary,
  };
  return Object.freeze({
    name: AGENT,
    metered: true,
    sessions: true,
    interrupts: true,
    check: (turn) => [
      ...missingProblems(AGENT, options.binary, "CRUCIBLE_CLAUDE"),
      ...settingsProblems(turn),
      ...toolProblems(options),
    ],
    run: (turn, context) => runTurn(agent, turn, context),
  } satisfies Harness);
}

/** The agent takes a rule for a tool that it does not have and denies nothing. */
function toolProblems({ tools = TOOLS_DEFAULT, disallowedTools = [] }: ClaudeHarnessOptions) {
  return disallowedTools.flatMap((rule): readonly string[] => {
    const name = toolIn(rule);
    const hint = tools.includes(name) ? "" : didYouMean(name, tools);
    return hint === "" ? [] : [`${JSON.stringify(name)} is no tool that it could be denied${hint}`];
  });
}

/** The tool that a rule is about. */
function toolIn(rule: string): string {
  return rule.replace(/\(.*$/s, "");
}

interface Agent extends AgentTraits {
  readonly options: ClaudeHarnessOptions;
  readonly binary: string;
}

async function runTurn(
  agent: Agent,
  turn: TurnRequest,
  context: TurnContext,
): Promise<TurnOutcome> {
  const start = await startOf(agent, turn, context);
  if (start.kind === "transport") {
    return { ...start, costNano: 0, model: turn.model, survivors: [] };
  }
  const { session } = turn;
  const { resumed, version } = start;
  const { options } = agent;
  const model = turn.model ?? options.model ?? MODEL_DEFAULT;
  const stream = new ClaudeStream({
    prices: options.prices ?? PRICES,
    model,
    prompt: turn.prompt,
    withheld: deniedBy(options).filter((rule) => rule === toolIn(rule)),
    ...(resumed === undefined ? {} : { resumed: resumed.name }),
    ...(version === undefined ? {} : { version }),
  });
  return await runAgentTurn(
    {
      agent: AGENT,
      request: { ...requestOf(turn, start, argvOf(agent, turn, start, model)), notice: END_NOTICE },
      stream,
      limits: { ...TURN_LIMITS_DEFAULT, ...options.limits },
      remainingMs: turn.remainingMs ?? Number.POSITIVE_INFINITY,
      model,
      resumed,
      unexplained,
      ...(session === undefined
        ? {}
        : { cursor: () => ({ id: stream.session ?? session.id, tokens: NO_TOKENS }) }),
    },
    context,
  );
}

function variablesFrom(given: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const env = agentVariables(given);
  env.set("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1");
  env.set("DISABLE_AUTOUPDATER", "1");
  // What runs beside a turn would end with it, or keep it from ending; helpers are waited for instead.
  if (!env.has(NO_BACKGROUND)) env.set(NO_BACKGROUND, "1");
  if (!env.has("CLAUDE_CODE_MAX_RETRIES")) env.set("CLAUDE_CODE_MAX_RETRIES", RETRIES_OF_ITS_OWN);
  return env;
}

function argvOf(
  { binary, options }: Agent,
  { session, effort }: TurnRequest,
  { home, resumed }: TurnStart,
  model: string,
): SpawnRequest["argv"] {
  const conversation =
    resumed !== undefined
      ? ["--resume", resumed.cursor.id]
      : session !== undefined && home !== undefined
        ? ["--session-id", session.id]
        : [];
  return [
    binary,
    "-p",
    "--output-format",
    "stream-json",
    "--verbose",
    "--include-partial-messages",
    "--permission-mode",
    "dontAsk",
    "--allowedTools",
    (options.tools ?? TOOLS_DEFAULT).join(","),
    ...deniedFlags(deniedBy(options)),
    "--setting-sources",
    "",
    "--strict-mcp-config",
    "--model",
    model,
    ...(effort === null ? [] : ["--effort", effort]),
    ...conversation,
  ];
}

function deniedBy({ tools = [], disallowedTools = [] }: ClaudeHarnessOptions): readonly string[] {
  return [...TOOLS_WITHHELD.filter((name) => !tools.includes(name)), ...disallowedTools];
}

function deniedFlags(rules: readonly string[]): readonly string[] {
  return rules.length === 0 ? [] : ["--disallowedTools", ...rules];
}

function unexplained(end: Exited): Ending {
  return unexplainedEnd(
    AGENT,
    end,
    /unknown option|cannot be used|not supported/i.test(end.stderrTail),
  );
}
