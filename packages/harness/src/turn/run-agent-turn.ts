/**
 * Runs one turn of an agent that tells what it does in lines of JSON. The agent writes to a file of the World, which is
 * read here as it grows, so that a slow reader loses nothing and a process that holds the output open keeps nobody
 * waiting. How the turn ended is decided by what the agent said last; its exit code counts only when it said nothing.
 */
import {
  isJsonObject,
  type JsonValue,
  type Process,
  type ProcessEnd,
  type SpawnRequest,
  type TurnContext,
  type TurnOutcome,
} from "@crucible/core";
import { shown } from "../stream/fields.js";
import { jsonIn } from "../stream/json.js";
import { LineReader } from "../stream/line-reader.js";
import type { AgentStream, Ending, Spend, Taken } from "./agent-stream.js";
import { type Cursor, encodeCursor } from "./cursor.js";
import type { TurnLimits } from "./limits.js";
import { Watchdog } from "./watchdog.js";

export type Exited = Extract<ProcessEnd, { kind: "exited" }>;

export interface TurnJob {
  readonly agent: string;
  readonly request: SpawnRequest;
  readonly stream: AgentStream;
  readonly limits: TurnLimits;
  /** What is left of the attempt. */
  readonly remainingMs: number;
  /** The model that was asked for. */
  readonly model: string;
  readonly resumed: Resumed | undefined;
  /** What an end means before which the agent said nothing of how the turn went. */
  readonly unexplained: (end: Exited) => Ending;
  /** Looks up what the turn has used so far, of agents that write it down and do not say it. */
  readonly account?: (process: Process) => Promise<void>;
  /** What the next turn of a conversation goes on with; only asked of a completed turn of one. */
  readonly cursor?: () => Pick<Cursor, "id" | "tokens">;
}

/** A conversation that is gone on with: what it is called, and what its last turn kept. */
export interface Resumed {
  readonly name: string;
  readonly cursor: Cursor;
}

const READ_BYTES = 1_048_576;
/** How often the account of an agent that writes it down is looked at. */
const ACCOUNT_MS = 1_000;

/** Always resolves. */
export async function runAgentTurn(job: TurnJob, context: TurnContext): Promise<TurnOutcome> {
  // It may have been told to end while the agent was asked for its version.
  if (context.signal.aborted) {
    return { kind: "aborted", costNano: 0, model: job.model, survivors: [] };
  }
  return await new AgentTurn(job, context).run();
}

class AgentTurn {
  readonly #job: TurnJob;
  readonly #context: TurnContext;
  readonly #lines: LineReader;
  readonly #watchdog: Watchdog;
  #offset = 0;
  #spend: Spend;
  /** Why it was ended from here. */
  #trouble: Ending | undefined;
  #endingMs: number | undefined;
  #foreign = 0;
  /** Whether it was ended for staying after it was done: what it says on that is no word on its turn. */
  #isOver = false;
  #accountMs = performance.now();
  #toldMs = performance.now();

  constructor(job: TurnJob, context: TurnContext) {
    this.#job = job;
    this.#context = context;
    this.#lines = new LineReader(job.limits.lineBytesMax);
    this.#watchdog = new Watchdog(job.limits, job.remainingMs, performance.now());
    this.#spend = job.stream.spend;
  }

  async run(): Promise<TurnOutcome> {
    const process = this.#context.spawn(this.#job.request);
    let end: ProcessEnd | undefined;
    void process.ended.then((ended) => {
      end = ended;
    });
    for (;;) {
      const isLast = end !== undefined;
      await this.#read(process);
      await this.#lookUpSpend(process, isLast);
      if (isLast) break;
      this.#tellAgain();
      if (this.#mustEnd()) {
        await process.kill();
        await process.ended;
      } else await pause(process, this.#job.limits.pollMs);
    }
    this.#readRest();
    return await this.#outcome(process, await process.ended);
  }

  async #read(process: Process): Promise<void> {
    try {
      for (;;) {
        const piece = await process.stdout(this.#offset, READ_BYTES);
        if (piece.length === 0) return;
        this.#offset += piece.length;
        for (const line of this.#lines.push(piece)) this.#takeLine(line);
      }
    } catch (error) {
      const detail = `its output cannot be read (${messageOf(error)})`;
      this.#trouble ??= { kind: "transport", cause: "agent", detail, retryable: true };
    }
  }

  /** A last line without its newline counts when it is whole. */
  #readRest(): void {
    const rest = jsonIn(this.#lines.rest() ?? "");
    if (rest !== undefined) this.#take(rest);
    const { skipped } = this.#lines;
    if (skipped > 0) {
      const message = `${skipped} lines were longer than ${this.#job.limits.lineBytesMax} bytes and were skipped`;
      this.#context.event({ kind: "warning", message });
    }
    if (this.#foreign > 0) {
      const message = `${this.#foreign} lines were no JSON objects`;
      this.#context.event({ kind: "warning", message });
    }
  }

  #takeLine(line: string): void {
    if (line.trim() !== "") this.#take(jsonIn(line));
  }

  #take(event: JsonValue | undefined): void {
    if (this.#isOver) return;
    if (!isJsonObject(event)) {
      this.#foreign += 1;
      return;
    }
    const { stream } = this.#job;
    const taken = stream.take(event);
    this.#show(taken);
    this.#watchdog.heard(taken.sign, troubleIn(taken), performance.now());
    this.#tellSpend(stream.spend);
    if (stream.ending !== undefined) this.#endingMs ??= performance.now();
    this.#checkSession(stream.session);
  }

  /** What an agent says on being ended, such as that somebody refused its tool, is nothing that happened. */
  #show({ events }: Taken): void {
    if (this.#context.signal.aborted || this.#trouble !== undefined) return;
    for (const one of events) this.#context.event(one);
  }

  async #lookUpSpend(process: Process, isLast: boolean): Promise<void> {
    const { account, stream } = this.#job;
    const nowMs = performance.now();
    if (account === undefined || (!isLast && nowMs - this.#accountMs < ACCOUNT_MS)) return;
    this.#accountMs = nowMs;
    // An account that cannot be read leaves the spend unknown.
    await account(process).catch(() => undefined);
    this.#tellSpend(stream.spend);
  }

  #tellSpend(spend: Spend): void {
    if (spend === this.#spend) return;
    this.#spend = spend;
    const { costNano } = spend;
    this.#tell();
    if (costNano !== null && costNano > 0) this.#context.spent(costNano);
  }

  #tell(): void {
    this.#toldMs = performance.now();
    this.#context.event({ kind: "usage", ...this.#spend });
  }

  #tellAgain(): void {
    if (performance.now() - this.#toldMs >= this.#job.limits.tellMs) this.#tell();
  }

  /** An agent that cannot find a conversation may begin another one: that is no resumption. */
  #checkSession(session: string | undefined): void {
    const { resumed } = this.#job;
    if (resumed === undefined || session === undefined || session === resumed.cursor.id) return;
    this.#trouble ??= sessionLost(resumed.name, `${this.#job.agent} began another conversation`);
  }

  #mustEnd(): boolean {
    if (this.#trouble !== undefined) return true;
    const nowMs = performance.now();
    if (this.#endingMs !== undefined) {
      this.#isOver = nowMs - this.#endingMs >= this.#job.limits.exitMs;
      return this.#isOver;
    }
    const why = this.#watchdog.verdict(this.#job.stream.isBusy, nowMs);
    if (why === undefined) return false;
    const detail = `${this.#job.agent} was ended: ${why}`;
    this.#trouble = { kind: "transport", cause: "agent", detail, retryable: true };
    return true;
  }

  async #outcome(process: Process, end: ProcessEnd): Promise<TurnOutcome> {
    const { stream, model } = this.#job;
    if (end.kind === "exited") this.#tellSpend(stream.guess ?? stream.spend);
    const common = {
      costNano: this.#spend.costNano,
      model: stream.model ?? model,
      survivors: end.kind === "exited" ? end.survivors : [],
    };
    if (this.#context.signal.aborted) return { ...common, kind: "aborted" };
    const ending = this.#ending(end);
    if (ending.kind === "failed") return { ...common, ...ending, text: "" };
    if (ending.kind === "transport") return { ...common, ...ending };
    const completed = { ...common, ...ending, denials: stream.denials };
    try {
      const cursor = await this.#cursor(process);
      return cursor === undefined ? completed : { ...completed, cursor };
    } catch (error) {
      const detail = `the conversation cannot be kept: ${messageOf(error)}`;
      return { ...common, kind: "transport", cause: "workspace", detail, retryable: true };
    }
  }

  /** What begins the next turn of the conversation, if the turn is one's; the home is kept as it stands. */
  async #cursor(process: Process): Promise<string | undefined> {
    const { agent, cursor, request } = this.#job;
    if (cursor === undefined) return undefined;
    const home = request.home === undefined ? undefined : await keptHome(process);
    return encodeCursor({ agent, home, ...cursor() });
  }

  /** What was done to the agent first, then what it said, then how it went. */
  #ending(end: ProcessEnd): Ending {
    const { stream, agent, resumed, unexplained } = this.#job;
    if (this.#trouble !== undefined) return this.#trouble;
    if (end.kind === "spawn_failed") return spawnFailed(agent, end.detail, resumed?.name);
    return stream.ending ?? unexplained(end);
  }
}

/** A conversation that cannot be gone on with; trying again would not find it either. */
export function sessionLost(name: string, why: string): Extract<Ending, { kind: "transport" }> {
  const detail = `cannot resume session ${name}: ${why}`;
  return { kind: "transport", cause: "agent", detail, retryable: false };
}

async function keptHome(process: Process): Promise<string> {
  if (process.keepHome === undefined) throw new Error("this world keeps no homes");
  return await process.keepHome();
}

function spawnFailed(agent: string, detail: string, resumed: string | undefined): Ending {
  if (resumed !== undefined && detail.includes("kept home")) return sessionLost(resumed, detail);
  const isMissing = /ENOENT|EACCES/.test(detail);
  const why = isMissing ? `${agent} cannot be started (${detail})` : `spawn failed: ${detail}`;
  return { kind: "transport", cause: "agent", detail: why, retryable: !isMissing };
}

function troubleIn({ events }: Taken): string {
  const [first] = events;
  return first?.kind === "retry" ? first.detail : "";
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : shown(String(error));
}

async function pause(process: Process, ms: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const passed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([process.ended, passed]);
  clearTimeout(timer);
}
