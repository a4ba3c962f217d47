/**
 * Codex, driven without a person: one `codex exec` a turn, the prompt on standard input, events as JSON back. Its
 * settings and its conversations lie in a private folder, and nothing of the operator's own is read.
 */
import type {
  Harness,
  Process,
  SpawnRequest,
  TurnContext,
  TurnOutcome,
  TurnRequest,
} from "@crucible/core";
import { type PriceTable, priceOf } from "../prices/price-table.js";
import { PRICES } from "../prices/prices.js";
import type { Ending } from "../turn/agent-stream.js";
import { agentVariables } from "../turn/environment.js";
import { TURN_LIMITS_DEFAULT, type TurnLimits } from "../turn/limits.js";
import { type Exited, runAgentTurn, sessionLost } from "../turn/run-agent-turn.js";
import { missingProblems, settingsProblems } from "../turn/settings.js";
import { type AgentTraits, requestOf, startOf, type TurnStart } from "../turn/start.js";
import { unexplainedEnd } from "../turn/unexplained.js";
import { AgentVersion } from "../turn/version.js";
import { recordedUsage } from "./codex-account.js";
import { CodexStream } from "./codex-stream.js";

export interface CodexHarnessOptions {
  /** The program; `codex` of the agent's PATH unless given, `null` when the host looked and there is none. */
  readonly binary?: string | null;
  /** The model of turns that pin none; `gpt-5.6-sol` unless given. */
  readonly model?: string;
  /** What its commands may do: everything the user may, unless its own sandbox is asked for. */
  readonly sandbox?: "none" | "workspace-write";
  /** Codex has no list of tools to deny: a turn with one is refused. */
  readonly disallowedTools?: readonly string[];
  readonly limits?: Partial<TurnLimits>;
  /** Codex tells tokens and no prices: a model without one here is unmetered. */
  readonly prices?: PriceTable;
}

const AGENT = "codex";
const MODEL_DEFAULT = "gpt-5.6-sol";
/** The engine tries again itself. */
const RETRIES_OF_ITS_OWN = 2;

/** A harness that drives Codex. */
export function codexHarness(options: CodexHarnessOptions = {}): Harness {
  const binary = options.binary ?? AGENT;
  const modelOf = (model: string | null): string => model ?? options.model ?? MODEL_DEFAULT;
  const prices = options.prices ?? PRICES;
  const agent: Agent = {
    name: AGENT,
    version: new AgentVersion(binary),
    homeVariable: "CODEX_HOME",
    variables: variablesFrom,
    options,
    binary,
    prices,
  };
  return Object.freeze({
    name: AGENT,
    metered: ({ model }) => priceOf(prices, modelOf(model)) !== undefined,
    sessions: true,
    interrupts: true,
    check: (turn) => [
      ...missingProblems(AGENT, options.binary, "CRUCIBLE_CODEX"),
      ...settingsProblems(turn),
      ...toolProblems(options),
    ],
    run: (turn, context) => runTurn(agent, turn, modelOf(turn.model), context),
  } satisfies Harness);
}

function toolProblems({ disallowedTools = [] }: CodexHarnessOptions): readonly string[] {
  if (disallowedTools.length === 0) return [];
  return [`codex cannot be denied single tools, such as ${disallowedTools[0]}`];
}

interface Agent extends AgentTraits {
  readonly options: CodexHarnessOptions;
  readonly binary: string;
  readonly prices: PriceTable;
}

async function runTurn(
  agent: Agent,
  turn: TurnRequest,
  model: string,
  context: TurnContext,
): Promise<TurnOutcome> {
  const start = await startOf(agent, turn, context);
  if (start.kind === "transport") return { ...start, costNano: 0, model, survivors: [] };
  const { home, resumed, version } = start;
  const stream = new CodexStream({
    model,
    prices: agent.prices,
    prompt: turn.prompt,
    ...(version === undefined ? {} : { version }),
    ...(resumed === undefined ? {} : { before: resumed.cursor.tokens }),
  });
  return await runAgentTurn(
    {
      agent: AGENT,
      request: requestOf(turn, start, argvOf(agent, turn, start, model)),
      stream,
      limits: { ...TURN_LIMITS_DEFAULT, ...agent.options.limits },
      remainingMs: turn.remainingMs ?? Number.POSITIVE_INFINITY,
      model,
      resumed,
      unexplained: (end) => unexplained(end, resumed?.name),
      ...(home === undefined
        ? {}
        : {
            account: async (process: Process) => {
              if (stream.session === undefined) return;
              const usage = await recordedUsage(process, stream.session);
              if (usage !== undefined) stream.account(usage);
            },
          }),
      ...(turn.session === undefined
        ? {}
        : { cursor: () => ({ id: stream.session ?? "", tokens: stream.total }) }),
    },
    context,
  );
}

/** `codex exec` takes its key from a variable of its own name. */
function variablesFrom(given: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const env = agentVariables(given);
  const key = env.get("OPENAI_API_KEY");
  if (key !== undefined && !env.has("CODEX_API_KEY")) env.set("CODEX_API_KEY", key);
  return env;
}

function argvOf(
  { binary, options }: Agent,
  { effort }: TurnRequest,
  { env, resumed }: TurnStart,
  model: string,
): SpawnRequest["argv"] {
  return [
    binary,
    "exec",
    ...(resumed === undefined ? [] : ["resume"]),
    "--json",
    "--skip-git-repo-check",
    ...permissionFlags(options.sandbox ?? "none"),
    "-m",
    model,
    ...(effort === null ? [] : setting("model_reasoning_effort", effort)),
    ...providerFlags(env),
    ...(resumed === undefined ? [] : [resumed.cursor.id]),
    "-",
  ];
}

function permissionFlags(sandbox: "none" | "workspace-write"): readonly string[] {
  if (sandbox === "none") return ["--dangerously-bypass-approvals-and-sandbox"];
  return [...setting("sandbox_mode", sandbox), ...setting("approval_policy", "never")];
}

/** A server other than the maker's own, where the environment names one. */
function providerFlags(env: ReadonlyMap<string, string>): readonly string[] {
  const url = env.get("OPENAI_BASE_URL");
  if (url === undefined || url === "") return [];
  const provider = [
    `name="crucible"`,
    `base_url=${JSON.stringify(url)}`,
    `env_key="CODEX_API_KEY"`,
    `wire_api="responses"`,
    `request_max_retries=${RETRIES_OF_ITS_OWN}`,
    `stream_max_retries=${RETRIES_OF_ITS_OWN}`,
  ].join(",");
  return [...setting("model_provider", "crucible"), "-c", `model_providers.crucible={${provider}}`];
}

/** Values are TOML, whose basic strings are written as JSON's. */
function setting(name: string, value: string): readonly string[] {
  return ["-c", `${name}=${JSON.stringify(value)}`];
}

function unexplained(end: Exited, resumed: string | undefined): Ending {
  const { stderrTail, exitCode } = end;
  if (resumed !== undefined && /no rollout found|thread\/resume failed/.test(stderrTail)) {
    return sessionLost(resumed, stderrTail.trim().split("\n").at(-1) ?? "");
  }
  return unexplainedEnd(AGENT, end, exitCode === 2);
}
