/**
 * A route that one dependency's output decides: no attempt, no network, no spend (ROUTE-013 to ROUTE-016). It fails when
 * a field is missing, has another type, or holds a label that the question does not declare.
 */
import {
  invariant,
  type JsonObject,
  type JsonValue,
  labelsOf,
  type Question,
  type RouteTask,
  UNCERTAIN,
} from "@crucible/core";
import { shown } from "../judge/judgement.js";
import type { Settlement } from "../rules/settlement.js";
import type { Settled } from "../state/instance.js";
import { certain, table } from "./answer-record.js";

export function decideByOutput(route: RouteTask, source: Settled | undefined): Settlement {
  invariant(route.decider.kind === "output", "a route that no output decides", route.name);
  const name = route.decider.task;
  const contributes =
    source?.status === "pass" || (source?.status === "skipped" && source.hasOutput);
  if (!source || !contributes) {
    return { status: "fail", note: `source ${name} contributed no output` };
  }
  const answers: [string, JsonObject][] = [];
  for (const question of route.questions) {
    const label = labelFrom(name, question, source.kept?.get(question.id));
    if ("problem" in label) return { status: "fail", note: label.problem };
    answers.push([question.id, certain(label.label)]);
  }
  return { status: "pass", note: "", output: table(answers) };
}

type Label = { readonly label: string } | { readonly problem: string };

function labelFrom(source: string, question: Question, value: JsonValue | undefined): Label {
  const place = `${source}.${question.id}`;
  if (value === undefined) {
    return { problem: `${source} emitted no field ${JSON.stringify(question.id)}` };
  }
  const label = typeof value === "boolean" ? (value ? "yes" : "no") : value;
  if (typeof label !== "string") {
    return { problem: `${place} is ${shown(value)}, not a label string or boolean` };
  }
  const labels = labelsOf(question);
  if (label === UNCERTAIN || labels?.includes(label)) return { label };
  return { problem: `${place} is ${shown(value)}, which the question does not declare` };
}
