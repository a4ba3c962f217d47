/**
 * System One: a state and questions by name, answered by name. A `noul` is the probability of yes, a `choice` has one a
 * label, a `score` one a level, levels by their number from 0 on.
 */
import {
  type JsonObject,
  type JsonValue,
  type LabelOption,
  type Question,
  unreachable,
} from "@crucible/core";
import { type AnswerPlace, required } from "./answer-place.js";
import { checkChoice, Distribution, optionsOf, unanswerable, yesOrNo } from "./distribution.js";
import type { DecisionProtocol } from "./protocol.js";
import { type AnswerReaders, type ReadAnswer, readAnswer } from "./read-answer.js";

type Fields = { [key: string]: JsonValue };

export const systemOneProtocol: DecisionProtocol = {
  body: (model, { inputs, questions }) => {
    const asked = Object.create(null) as Fields;
    for (const question of questions) asked[question.id] = questionBody(question);
    return { model, state: inputs, questions: asked };
  },

  read: (answers, questions) => {
    const given = answers.fields();
    for (const [id, place] of given) {
      if (!questions.some((question) => question.id === id)) {
        place.refuse("answers a question that the route does not ask");
      }
    }
    return new Map(
      questions.map((question) => [
        question.id,
        readAnswer(question, required(answers, given, question.id), READERS),
      ]),
    );
  },
};

function questionBody(question: Question): JsonObject {
  const { instructions } = question;
  switch (question.type) {
    case "noul":
      return { type: "noul", instructions };
    case "choice": {
      const criteria = Object.create(null) as Fields;
      for (const { label, description } of optionsOf(question))
        criteria[label] = description ?? null;
      return { type: "choice", instructions, criteria };
    }
    case "score":
      return { type: "score", instructions, criteria: question.levels.map(levelText) };
    case "pick":
      return unanswerable(question);
    default:
      return unreachable(question);
  }
}

function levelText({ label, description }: LabelOption): string {
  return description === undefined ? label : `${label}: ${description}`;
}

const READERS: AnswerReaders = { yesOrNo: readNoul, choice: readChoice, score: readScore };

function fieldsOf(
  place: AnswerPlace,
  type: string,
  more: readonly string[],
): ReadonlyMap<string, AnswerPlace> {
  const fields = place.fieldsAmong(["type", "confidence", ...more]);
  const given = required(place, fields, "type");
  if (given.text() !== type) given.refuse(`must be ${JSON.stringify(type)}, as it was asked`);
  fields.get("confidence")?.probability();
  return fields;
}

function readNoul(place: AnswerPlace): ReadonlyMap<string, number> {
  const fields = fieldsOf(place, "noul", ["noul"]);
  return yesOrNo(required(place, fields, "noul").probability());
}

function readChoice(place: AnswerPlace, labels: readonly string[]): ReadonlyMap<string, number> {
  const fields = fieldsOf(place, "choice", ["choice", "probabilities"]);
  const table = required(place, fields, "probabilities");
  const distribution = new Distribution(table, labels);
  for (const [label, at] of table.fields()) distribution.add(label, at, at.probability());
  const probabilities = distribution.complete();
  const choice = required(place, fields, "choice");
  checkChoice(choice, choice.text(), probabilities);
  return probabilities;
}

function readScore(place: AnswerPlace, labels: readonly string[]): Required<ReadAnswer> {
  const fields = fieldsOf(place, "score", ["score", "legend", "probabilities"]);
  const position = required(place, fields, "score").numberUpTo(labels.length - 1);
  const table = required(place, fields, "probabilities");
  const distribution = new Distribution(table, labels);
  for (const [number, at] of table.fields()) {
    const label = /^(0|[1-9][0-9]{0,5})$/.test(number) ? labels[Number(number)] : undefined;
    if (label === undefined)
      return at.refuse(`is about no level; there is 0 to ${labels.length - 1}`);
    distribution.add(label, at, at.probability());
  }
  return { probabilities: distribution.complete(), position };
}
