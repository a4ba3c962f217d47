/**
 * Decisions: an input and a list of questions, answered by a list whose entries carry the questions' names. A yes-or-no
 * question is a `predicate`; a model may also decline a question, which answers nothing.
 */
import {
  canonicalJson,
  type JsonObject,
  type LabelOption,
  type Question,
  unreachable,
} from "@crucible/core";
import { type AnswerPlace, required, shownText } from "./answer-place.js";
import { checkChoice, Distribution, optionsOf, unanswerable, yesOrNo } from "./distribution.js";
import type { DecisionProtocol } from "./protocol.js";
import { type AnswerReaders, type ReadAnswer, readAnswer } from "./read-answer.js";

export const decisionsProtocol: DecisionProtocol = {
  body: (model, { inputs, questions }) => ({
    model,
    // The protocol takes text; the canonical form is the same for the same inputs.
    input: canonicalJson(inputs),
    questions: questions.map(questionBody),
  }),

  read: (answers, questions) => {
    const given = new Map<string, ReadAnswer>();
    for (const place of answers.items()) {
      const name = required(place, place.fields(), "name");
      const question = questions.find(({ id }) => id === name.text());
      if (question === undefined) {
        return name.refuse(`is ${shownText(name.text())}, a question that the route does not ask`);
      }
      if (given.has(question.id)) name.refuse("answers a question for the second time");
      given.set(question.id, readAnswer(question, place, READERS));
    }
    const missing = questions.find(({ id }) => !given.has(id));
    if (missing !== undefined) answers.refuse(`lacks an answer to ${shownText(missing.id)}`);
    return given;
  },
};

function questionBody(question: Question): JsonObject {
  const { id, instructions } = question;
  switch (question.type) {
    case "noul":
      return { type: "predicate", name: id, instructions };
    case "choice": {
      const choices = optionsOf(question).map(({ label, ...rest }) => ({ value: label, ...rest }));
      return { type: "choice", name: id, instructions, choices };
    }
    case "score":
      return { type: "score", name: id, instructions, levels: question.levels.map(levelBody) };
    case "pick":
      return unanswerable(question);
    default:
      return unreachable(question);
  }
}

function levelBody({ label, description }: LabelOption): JsonObject {
  return description === undefined ? { label } : { label, description };
}

const READERS: AnswerReaders = { yesOrNo: readPredicate, choice: readChoice, score: readScore };

function fieldsOf(
  place: AnswerPlace,
  type: string,
  more: readonly string[],
): ReadonlyMap<string, AnswerPlace> {
  const given = required(place, place.fields(), "type");
  if (given.text() === "refusal") place.refuse("is a refusal: the model declined the question");
  if (given.text() !== type) given.refuse(`must be ${JSON.stringify(type)}, as it was asked`);
  const fields = place.fieldsAmong(["type", "name", "confidence", ...more]);
  fields.get("confidence")?.probability();
  return fields;
}

function readPredicate(place: AnswerPlace): ReadonlyMap<string, number> {
  const fields = fieldsOf(place, "predicate", ["probability"]);
  return yesOrNo(required(place, fields, "probability").probability());
}

function readChoice(place: AnswerPlace, labels: readonly string[]): ReadonlyMap<string, number> {
  const fields = fieldsOf(place, "choice", ["choice", "probabilities"]);
  const list = required(place, fields, "probabilities");
  const distribution = new Distribution(list, labels);
  for (const item of list.items()) {
    const own = item.fieldsAmong(["value", "probability"]);
    const value = required(item, own, "value");
    distribution.add(value.text(), value, required(item, own, "probability").probability());
  }
  const probabilities = distribution.complete();
  const choice = required(place, fields, "choice");
  checkChoice(choice, choice.text(), probabilities);
  return probabilities;
}

function readScore(place: AnswerPlace, labels: readonly string[]): Required<ReadAnswer> {
  const fields = fieldsOf(place, "score", ["score", "probabilities"]);
  const position = required(place, fields, "score").numberUpTo(labels.length - 1);
  const list = required(place, fields, "probabilities");
  const distribution = new Distribution(list, labels);
  for (const item of list.items()) {
    const own = item.fieldsAmong(["value", "label", "probability"]);
    const value = required(item, own, "value");
    const label = labels[value.numberUpTo(labels.length - 1)];
    if (label === undefined) return value.refuse("is no level's number");
    const named = required(item, own, "label");
    if (named.text() !== label)
      named.refuse(`must be ${shownText(label)}, the label of that level`);
    distribution.add(label, value, required(item, own, "probability").probability());
  }
  return { probabilities: distribution.complete(), position };
}
