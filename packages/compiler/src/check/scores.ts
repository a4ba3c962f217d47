/** Whoever ranks, grades or compares reads `score`: its producer must declare it, and as a number (PLAN-031 to PLAN-034). */
import type { Task } from "@crucible/core";
import { quote } from "../diagnostics/quote.js";
import type { Findings } from "./findings.js";
import { isNumber, readField, reportAbsent, typeWords } from "./output-fields.js";
import type { PlanPlace } from "./place.js";
import { type PlanView, placeOf } from "./plan-view.js";

const SCORE = "score";

export function checkScores(plan: PlanView, findings: Findings): void {
  for (const at of plan.entries()) {
    const { task } = at;
    const check = (producer: string | undefined, place: PlanPlace, role: string): void => {
      const found = producer === undefined ? undefined : plan.task(producer);
      if (found) checkScore(plan, findings, task, found, place, role);
    };
    if (task.kind === "top_k") {
      for (const [position, name] of task.dependsOn.entries()) {
        check(name, placeOf(at, "depends_on", position), "ranks");
      }
    }
    if (task.kind === "engine" && task.op === "grade") {
      check(task.source, placeOf(at, "source"), "takes its score from");
      check(task.tiebreak, placeOf(at, "tiebreak"), "breaks ties by");
    }
    if (task.kind === "evaluate" && task.threshold !== undefined && task.emits.length > 0) {
      check(task.name, placeOf(at, "emits"), "compares");
    }
  }
}

function checkScore(
  plan: PlanView,
  findings: Findings,
  reader: Task,
  producer: Task,
  place: PlanPlace,
  role: string,
): void {
  if (producer.kind === "engine" || producer.kind === "route") return;
  // An evaluate task compares its own output, an instance its own instance's.
  const reading = readField(plan, producer, SCORE, producer === reader ? producer : reader);
  const isItself = producer === reader;
  const subject = isItself
    ? `task ${quote(reader.name)} compares its score with a threshold`
    : `task ${quote(reader.name)} ${role} ${quote(producer.name)}`;
  if (reading.kind === "absent") {
    reportAbsent(findings, "score", place, subject, { task: producer.name, field: SCORE }, reading);
  } else if (reading.kind === "typed" && !isNumber(plan, reading.type)) {
    const message = `${subject}: output field "score" of ${quote(producer.name)} must be declared number or integer, or by a schema that is shown to admit numbers only, not ${typeWords(plan, reading.type)}`;
    findings.error("score", place, message);
  }
}
