/** Fan-out: what a mapped task maps over, how wide it may become, and what its instances read narrowed to their key. */
import type { OutputField } from "@crucible/core";
import { quote, quoteList } from "../diagnostics/quote.js";
import type { Findings } from "./findings.js";
import {
  fieldWords,
  isListOfStrings,
  isObject,
  LIST_REMEDY,
  readField,
  reportAbsent,
  typeWords,
} from "./output-fields.js";
import type { PlanPlace } from "./place.js";
import { type PlanView, placeOf, type TaskAt } from "./plan-view.js";

export function checkFanOut(plan: PlanView, findings: Findings): void {
  for (const at of plan.entries()) {
    checkBound(findings, at);
    if (at.task.over) checkOver(plan, findings, at, at.task.over);
    if (at.task.keyed.length > 0) checkKeyed(plan, findings, at);
    if (at.task.over && at.task.session !== undefined) {
      const message = `task ${quote(at.task.name)}: a mapped task cannot have a session; its instances run side by side`;
      findings.error("session-over", placeOf(at, "session"), message);
    }
  }
}

function checkBound(findings: Findings, at: TaskAt): void {
  const { name, over, maxFanout } = at.task;
  if (over && maxFanout === undefined) {
    const message = `task ${quote(name)}: over needs max_fanout, the most instances it may become`;
    findings.error("fan-out", placeOf(at, "over"), message);
  }
  if (!over && maxFanout !== undefined) {
    const message = `task ${quote(name)}: max_fanout needs over, the list to map`;
    findings.error("fan-out", placeOf(at, "max_fanout"), message);
  }
}

function checkOver(plan: PlanView, findings: Findings, at: TaskAt, over: OutputField): void {
  const subject = `task ${quote(at.task.name)}: over`;
  const place = placeOf(at, "over");
  if (
    !isDependency(
      plan,
      findings,
      at,
      "fan-out",
      place,
      `${subject} = ${fieldWords(over)}`,
      over.task,
    )
  ) {
    return;
  }
  const producer = plan.task(over.task);
  if (!producer) return;
  const reading = readField(plan, producer, over.field, at.task);
  if (reading.kind === "absent") {
    reportAbsent(findings, "fan-out", place, subject, over, reading);
  } else if (reading.kind === "typed" && !isListOfStrings(plan, reading)) {
    const message = `${subject} needs a list of strings, but ${fieldWords(over)} is declared ${typeWords(plan, reading.type)}; ${LIST_REMEDY}`;
    findings.error("fan-out", place, message);
  }
}

function checkKeyed(plan: PlanView, findings: Findings, at: TaskAt): void {
  const { name, over, keyed } = at.task;
  if (!over) {
    const message = `task ${quote(name)}: keyed needs over; only an instance has a key`;
    findings.error("keyed", placeOf(at, "keyed"), message);
    return;
  }
  const seen = new Set<string>();
  for (const [position, field] of keyed.entries()) {
    const place = placeOf(at, "keyed", position);
    const written = fieldWords(field);
    if (seen.has(written)) {
      findings.error("keyed", place, `task ${quote(name)}: keyed lists ${written} twice`);
    } else {
      checkKeyedField(plan, findings, at, place, field);
    }
    seen.add(written);
  }
}

function checkKeyedField(
  plan: PlanView,
  findings: Findings,
  at: TaskAt,
  place: PlanPlace,
  field: OutputField,
): void {
  const subject = `task ${quote(at.task.name)}: keyed`;
  if (
    !isDependency(plan, findings, at, "keyed", place, `${subject} ${fieldWords(field)}`, field.task)
  ) {
    return;
  }
  const producer = plan.task(field.task);
  if (!producer) return;
  if (producer.over) {
    const message = `${subject} ${fieldWords(field)} needs a producer that is not mapped, and ${quote(field.task)} is`;
    findings.error("keyed", place, message);
    return;
  }
  const reading = readField(plan, producer, field.field, at.task);
  if (reading.kind === "absent") {
    reportAbsent(findings, "keyed", place, subject, field, reading);
  } else if (!isObject(plan, reading)) {
    const is = reading.kind === "typed" ? typeWords(plan, reading.type) : "list";
    const message = `${subject} needs an object to look keys up in, but ${fieldWords(field)} is declared ${is}; declare it "object", or by a schema of type object`;
    findings.error("keyed", place, message);
  }
}

/** Whether a named producer is a dependency; reports it where it is not. */
export function isDependency(
  plan: PlanView,
  findings: Findings,
  at: TaskAt,
  code: string,
  place: PlanPlace,
  subject: string,
  producer: string,
): boolean {
  const { dependsOn } = at.task;
  if (plan.dependencies(at.task).has(producer)) return true;
  const has = dependsOn.length === 0 ? "it has none" : `it has ${quoteList(dependsOn)}`;
  const message = `${subject}: ${quote(producer)} is not one of its dependencies (${has})`;
  findings.unknown(code, place, message, producer, dependsOn);
  return false;
}
