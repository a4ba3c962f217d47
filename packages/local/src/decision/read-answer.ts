/** Reads the answer to one question, by the kind of the question. */
import { type Question, unreachable } from "@crucible/core";
import type { AnswerPlace } from "./answer-place.js";
import { optionsOf, unanswerable } from "./distribution.js";

type Probabilities = ReadonlyMap<string, number>;

/** How a protocol spells its answers; the labels are the question's own, in declared order. */
export interface AnswerReaders {
  yesOrNo(place: AnswerPlace): Probabilities;
  choice(place: AnswerPlace, labels: readonly string[]): Probabilities;
  score(place: AnswerPlace, labels: readonly string[]): Probabilities;
}

/** A probability a label. Throws `AnswerRefused` for whatever the question does not declare. */
export function readAnswer(
  question: Question,
  place: AnswerPlace,
  readers: AnswerReaders,
): Probabilities {
  const labelsOf = (options: readonly { readonly label: string }[]): readonly string[] =>
    options.map(({ label }) => label);
  switch (question.type) {
    case "noul":
      return readers.yesOrNo(place);
    case "choice":
      return readers.choice(place, labelsOf(optionsOf(question)));
    case "score":
      return readers.score(place, labelsOf(question.levels));
    case "pick":
      return unanswerable(question);
    default:
      return unreachable(question);
  }
}
