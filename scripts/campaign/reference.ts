/** A run that nobody interrupts: what the interrupted ones are compared with, and how long it takes. */
import { rmSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { begunAsLogged, startedOnce } from "./checks.js";
import { crucible, LAUNCH } from "./command.js";
import { LogWatch } from "./log-watch.js";
import type { Entry } from "./strict-log.js";
import { ledgerOf, prepare, traceOf } from "./subjects.js";

export interface Reference {
  readonly subject: string;
  readonly log: readonly Entry[];
  /** From the start of the process to the first trace of it on the disk. */
  readonly startMs: number;
  /** From the start of the process to its end. */
  readonly tookMs: number;
}

/** The faster of two runs, since a busy machine only ever makes one slower. */
export async function referenceOf(subject: string): Promise<Reference> {
  const [one, other] = [await runToEnd(subject), await runToEnd(subject)];
  return one.tookMs < other.tookMs ? one : other;
}

/** Runs a pack to its end. Throws when that run alone is not in order. */
async function runToEnd(subject: string): Promise<Reference> {
  const prepared = prepare(subject);
  const watch = new LogWatch(prepared.log);
  const running = crucible(LAUNCH, prepared.pack);
  const startedMs = performance.now();
  while (traceOf(prepared) === "") await delay(1);
  const startMs = performance.now() - startedMs;
  const { code, stderr, tookMs } = await running;
  const log = watch.read().entries;
  const ledger = ledgerOf(prepared);
  const findings = [...watch.findings, ...startedOnce(log), ...begunAsLogged(ledger, log)];
  if (code !== 0) findings.push(`exit ${code}: ${stderr}`);
  if (ledger.length === 0) findings.push("no script said that it began");
  if (findings.length > 0) throw new Error(`${subject}, uninterrupted: ${findings.join("; ")}`);
  rmSync(prepared.folder, { recursive: true, force: true });
  return { subject, log, startMs, tookMs };
}
