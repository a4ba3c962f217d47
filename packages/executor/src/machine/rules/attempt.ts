/**
 * An attempt ended: write its end, then try again or settle. Only transport failures are tried again, at most twice,
 * and never past a ceiling (EXEC-093 to EXEC-095, CEIL-021, CEIL-026).
 */
import {
  type AttemptEnded,
  type AttemptOutcome,
  type Task,
  type TaskResult,
  usdFromNano,
} from "@crucible/core";
import type { AttemptEnd, AttemptEndedFact } from "../fact.js";
import { taskAt } from "../graph/graph.js";
import { judge } from "../judge/judge.js";
import type { Judgement } from "../judge/judgement.js";
import { judgeAnswer } from "../routes/answer.js";
import type { Instance } from "../state/instance.js";
import { instanceAt } from "../state/locate.js";
import { admit, countedNano, noteOverrun, reachWall } from "./ceilings.js";
import { BUDGET_NOTE, WALL_NOTE } from "./closure.js";
import { acceptCompletion, completionNote } from "./completion.js";
import { routeOffers } from "./resolve.js";
import { settleInstance } from "./settle.js";
import type { Settlement } from "./settlement.js";
import { emitStart } from "./start.js";
import type { Step } from "./step.js";
import { itemView, nodeView } from "./view.js";

/** How often a transport failure is tried again: three attempts in all. */
export const TRANSPORT_RETRIES = 2;

export function attemptEnded(step: Step, fact: AttemptEndedFact): void {
  const instance = instanceAt(step.graph, step.state, fact.task);
  // A second report of one end, or one of an attempt that was counted as lost, says nothing new.
  if (instance?.flight?.attempt !== fact.attempt) return;
  if (fact.end.kind === "deadline" && fact.end.limit === "run") reachWall(step);
  const judgement = judgementOf(step, instance, fact.end);
  step.emit(endOf(step, instance, fact, judgement));
  noteOverrun(step);
  if (fact.end.kind === "cancelled") return;
  if (judgement.status === "transport") {
    retryOrSettle(step, instance, fact, judgement);
    return;
  }
  const settlement = conclusion(step, instance, fact, judgement);
  settleInstance(step, instance, settlement);
  acceptCompletion(step, instance, settlement);
}

function judgementOf(step: Step, instance: Instance, end: AttemptEnd): Judgement {
  const task = taskAt(step.graph, instance.task);
  if (task.kind === "route" && end.kind === "answered") {
    const view =
      instance.key === undefined ? nodeView(step) : itemView(step, instance.task, instance.key);
    const offers = routeOffers(step, task, view);
    return judgeAnswer(task, end.answer, "values" in offers ? offers.values : new Map());
  }
  if (isPerson(task) && end.kind === "deadline" && end.limit === "task") {
    // The request ran out before the desk said so.
    const evidenceDigest = step.state.requests.get(instance.row) ?? "";
    return judgeAnswer(task, { kind: "expired", evidenceDigest }, new Map());
  }
  return judge(task, end, step.state.wallMs);
}

function isPerson(task: Task): task is Extract<Task, { kind: "route" }> {
  return task.kind === "route" && task.decider.kind === "human";
}

function endOf(
  step: Step,
  instance: Instance,
  fact: AttemptEndedFact,
  judgement: Judgement,
): AttemptEnded {
  const { end } = fact;
  const entry: EndDraft = {
    kind: "attempt_ended",
    task: instance.row,
    attempt: fact.attempt,
    outcome: outcomeOf(end, judgement, fact),
    cost_usd: usdFromNano(countedNano(fact.costNano)),
    cause: causeOf(step, end),
  };
  if ("exitCode" in end && end.exitCode !== undefined) entry.exit_code = end.exitCode ?? -1;
  if (end.kind === "transport") {
    entry.transport = end.cause;
    entry.detail = end.detail;
  }
  if (fact.model !== null) entry.model = fact.model;
  if (fact.transcript) entry.transcript = fact.transcript;
  if (fact.survivors.length > 0) entry.survivors = fact.survivors;
  return entry;
}

/** The end of an attempt while its fields are written, in the order in which a log shows them. */
type EndDraft = { -readonly [Key in keyof AttemptEnded]: AttemptEnded[Key] };

function outcomeOf(end: AttemptEnd, judgement: Judgement, fact: AttemptEndedFact): AttemptOutcome {
  if (end.kind === "cancelled") return "cancelled";
  const passes = judgement.status === "pass" && fact.findings.length === 0;
  return passes || judgement.status === "skipped" ? "succeeded" : "failed";
}

function causeOf(step: Step, end: AttemptEnd): string {
  switch (end.kind) {
    case "exited":
    case "turn_failed":
      return "exited";
    case "transport":
      return "transport";
    case "deadline":
      return end.limit === "run" ? "wall_clock" : "timeout";
    case "cancelled":
      return step.state.stopReason === undefined ? "halt" : "stop";
    case "answered":
      return "decided";
    case "refused":
      return "refused";
  }
}

function retryOrSettle(
  step: Step,
  instance: Instance,
  fact: AttemptEndedFact,
  judgement: Judgement,
): void {
  const { state } = step;
  const settle = (note: string): void =>
    settleInstance(
      step,
      instance,
      withNotes(step, instance, { status: "transport", note, transport: transportOf(fact) }, fact),
    );
  if (judgement.retryable === false) {
    settle(`transport failure, not tried again: ${judgement.note}`);
    return;
  }
  if (instance.transportFailures > TRANSPORT_RETRIES) {
    settle(
      `transport retries exhausted (${instance.transportFailures} attempts): ${judgement.note}`,
    );
    return;
  }
  // A resume tries again; after a stop nothing does.
  if (state.halting || state.stopReason !== undefined) return;
  const loop = step.graph.loopOf[instance.task];
  const blocked = admit(step, loop ? loop.spends : step.graph.spends[instance.task] === 1);
  if (blocked) {
    const ceiling = state.wallReached ? WALL_NOTE : BUDGET_NOTE;
    settle(`${ceiling} after transport attempt: ${judgement.note}`);
    return;
  }
  emitStart(step, instance.task, instance.row, instance.attempts + 1);
}

function transportOf(fact: AttemptEndedFact): TaskResult["transport"] {
  return fact.end.kind === "transport" ? fact.end.cause : undefined;
}

/** What the attempt comes to once its declared fields and files were checked. */
function conclusion(
  step: Step,
  instance: Instance,
  fact: AttemptEndedFact,
  judgement: Judgement,
): Settlement {
  if (fact.end.kind === "refused" && fact.end.staging) {
    const { note } = fact.end;
    const blocked = { reason: "staging_refused" } as const;
    return withNotes(step, instance, { status: "blocked", note, blocked }, fact);
  }
  const broken = judgement.status === "pass" && fact.findings.length > 0;
  const status = broken ? "fail" : judgement.status;
  const measured = status === "pass" || status === "fail";
  const note = status === "fail" ? failureNote(judgement, fact) : judgement.note;
  const files = measured && fact.files !== null && fact.files.length > 0 ? fact.files : undefined;
  const commit = status === "pass" ? (fact.commit ?? undefined) : undefined;
  const agent = agentOf(taskAt(step.graph, instance.task), fact);
  const { output } = judgement;
  return withNotes(step, instance, { status, note, output, files, commit, agent }, fact);
}

/** The judgement's own note, then what was found wrong with a result that would have passed, then what was not captured. */
function failureNote(judgement: Judgement, fact: AttemptEndedFact): string {
  const findings = judgement.status === "pass" ? fact.findings : [];
  return [judgement.note, ...findings, ...fact.captureProblems].reduce(joined);
}

/** What an agent task ran under, as the driver resolved it; else what the task itself pins. */
function agentOf(task: Task, fact: AttemptEndedFact): TaskResult["agent"] {
  if (task.kind !== "agent") return undefined;
  const { harness, model, effort } = task;
  const pinned = { harness: harness ?? "", model: fact.model ?? model ?? "", effort: effort ?? "" };
  return fact.agent ?? pinned;
}

/** Adds what every row carries of its last attempt. */
function withNotes(
  step: Step,
  instance: Instance,
  settlement: Measured,
  fact: AttemptEndedFact,
): Settlement {
  const completion = completionNote(step, instance.task, settlement);
  const survivors =
    fact.survivors.length > 0 ? `processes outlived the attempt: ${fact.survivors.join(", ")}` : "";
  return {
    status: settlement.status,
    note: joined(joined(settlement.note, completion), survivors),
    output: settlement.output,
    files: settlement.files,
    commit: settlement.commit,
    agent: settlement.agent,
    blocked: settlement.blocked,
    transport: settlement.transport,
    repairs: fact.repairs.length > 0 ? fact.repairs : undefined,
    secs: fact.secs,
  };
}

/** What an attempt came to, before what every row carries of its last attempt is added. */
type Measured = Omit<Settlement, "repairs" | "secs">;

function joined(note: string, more: string): string {
  if (more === "") return note;
  return note === "" ? more : `${note}; ${more}`;
}
