/**
 * One run that is killed at some instants, each drawn by the seed, and gone on with until it is done. Everything it leaves
 * is compared with the run of the same pack that nobody interrupted.
 */
import { rmSync } from "node:fs";
import {
  begunAsLogged,
  comparedWith,
  sameUsd,
  spendHolds,
  spentUsd,
  startedOnce,
} from "./checks.js";
import { crucible, type Ended, type Instant, LAUNCH } from "./command.js";
import { LogWatch } from "./log-watch.js";
import { chanceOf } from "./random.js";
import type { Reference } from "./reference.js";
import type { Entry } from "./strict-log.js";
import { hasRun, ledgerOf, type Prepared, prepare, traceOf } from "./subjects.js";
import { survivorsOf } from "./survivors.js";

const RESUMES: readonly (readonly string[])[] = [
  ["run", "resume"],
  ["plan", "run", "--resume"],
];

/** A run is killed at most this often before it is left alone. */
const KILLS_MAX = 10;
/** How likely a run that was killed is to be killed again. */
const AGAIN = 0.85;
/** How likely an engine is to be killed before it has left a trace. */
const BEFORE = 0.08;
/** Opening and closing a run takes this share of the time at least. */
const SHARE_MIN = 0.2;

export interface Kill {
  /** Milliseconds from the first trace of the process, or from its start when it was to be killed before that. */
  readonly atMs: number;
  readonly before: boolean;
  /** Lines of the log by then; none when the run did not exist yet. */
  readonly lines: number;
}

export interface InterruptedRun {
  readonly index: number;
  readonly subject: string;
  readonly kills: readonly Kill[];
  readonly findings: readonly string[];
  /** How often the log was read with something new in it. */
  readonly readings: number;
  /** Attempts that were lost to a kill. */
  readonly lost: number;
  readonly tookMs: number;
  /** Kept when there is a finding. */
  readonly folder: string;
}

export interface RunRequest {
  readonly seed: number;
  readonly index: number;
  readonly reference: Reference;
  /** Kills that are still wanted. */
  readonly killsMax: number;
}

export async function interruptRun(request: RunRequest): Promise<InterruptedRun> {
  const startedMs = performance.now();
  const prepared = prepare(request.reference.subject);
  const interruption = new Interruption(request, prepared);
  await interruption.run();
  const { kills, findings, watch } = interruption;
  const all = [...findings, ...watch.findings];
  if (all.length === 0) rmSync(prepared.folder, { recursive: true, force: true });
  return {
    index: request.index,
    subject: prepared.subject,
    kills,
    findings: all,
    readings: watch.readings,
    lost: watch.read().entries.filter(({ outcome }) => outcome === "indeterminate").length,
    tookMs: Math.round(performance.now() - startedMs),
    folder: prepared.folder,
  };
}

class Interruption {
  readonly kills: Kill[] = [];
  readonly findings: string[] = [];
  readonly watch: LogWatch;
  readonly #request: RunRequest;
  readonly #prepared: Prepared;
  #shown = { spentUsd: 0, elapsedMs: 0 };

  constructor(request: RunRequest, prepared: Prepared) {
    this.#request = request;
    this.#prepared = prepared;
    this.watch = new LogWatch(prepared.log);
  }

  async run(): Promise<void> {
    this.watch.start();
    try {
      let log: readonly Entry[] = [];
      do log = await this.#engine();
      while (this.findings.length === 0 && log.at(-1)?.kind !== "shutdown");
      if (this.findings.length === 0) this.#checkEnd(log);
    } finally {
      await this.watch.stop();
    }
  }

  /** One engine, from its start to its end or to its death; gives the log that it left. */
  async #engine(): Promise<readonly Entry[]> {
    const exists = hasRun(this.#prepared);
    const before = this.watch.read().entries.length;
    const args = exists ? (RESUMES[this.kills.length % RESUMES.length] ?? []) : LAUNCH;
    const instant = this.#instant(exists, before);
    const end = await crucible(args, this.#prepared.pack, instant);
    const log = this.watch.read().entries;
    if (end.code === null) {
      const { afterMs = 0, hasTrace } = instant ?? {};
      const atMs = Math.round(afterMs);
      this.kills.push({ atMs, before: hasTrace === undefined, lines: log.length });
    } else if (end.code !== 0) {
      this.findings.push(`crucible ${args.join(" ")} ended with ${end.code}: ${end.stderr.trim()}`);
    }
    if (hasRun(this.#prepared)) await this.#show(log);
    return log;
  }

  /**
   * When the next engine is killed; nothing when it is left alone. Uniform over the time that it is expected to take from
   * its first trace on, but for a few that are killed before they leave one.
   */
  #instant(exists: boolean, lines: number): Instant | undefined {
    const { seed, index, reference, killsMax } = this.#request;
    const count = this.kills.length;
    const chance = chanceOf(seed, index, count);
    if (count >= Math.min(KILLS_MAX, killsMax)) return undefined;
    if (exists && chance.next() >= AGAIN) return undefined;
    if (chance.next() < BEFORE) return { afterMs: chance.next() * reference.startMs };
    const share = Math.max(SHARE_MIN, 1 - lines / reference.log.length);
    const trace = traceOf(this.#prepared);
    return {
      afterMs: chance.next() * share * (reference.tookMs - reference.startMs),
      hasTrace: () => traceOf(this.#prepared) !== trace,
    };
  }

  /** The command can tell about the run at any time, and neither figure ever falls. */
  async #show(log: readonly Entry[]): Promise<void> {
    const end = await crucible(["run", "show", "--json"], this.#prepared.pack);
    const shown = shownIn(end);
    if (shown === undefined) {
      this.findings.push(`crucible run show ended with ${end.code}: ${end.stderr.trim()}`);
      return;
    }
    if (shown.spentUsd < this.#shown.spentUsd) {
      this.findings.push(`spend falls from $${this.#shown.spentUsd} to $${shown.spentUsd}`);
    }
    if (shown.elapsedMs < this.#shown.elapsedMs) {
      this.findings.push(`elapsed falls from ${this.#shown.elapsedMs} ms to ${shown.elapsedMs} ms`);
    }
    if (!sameUsd(shown.spentUsd, spentUsd(log))) {
      this.findings.push(`$${shown.spentUsd} is shown as spent, the log says $${spentUsd(log)}`);
    }
    this.#shown = shown;
  }

  #checkEnd(log: readonly Entry[]): void {
    const { reference } = this.#request;
    const ledger = ledgerOf(this.#prepared);
    this.findings.push(
      ...comparedWith(reference.log, log),
      ...startedOnce(log),
      ...begunAsLogged(ledger, log),
      ...spendHolds(reference.log, log),
      ...survivorsOf(ledger),
    );
  }
}

function shownIn({ code, stdout }: Ended): { spentUsd: number; elapsedMs: number } | undefined {
  if (code !== 0) return undefined;
  const { spent_usd, elapsed_ms } = JSON.parse(stdout) as { spent_usd: number; elapsed_ms: number };
  return { spentUsd: spent_usd, elapsedMs: elapsed_ms };
}
