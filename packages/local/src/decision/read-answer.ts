/** Reads the answer to one question, by the kind of the question. */
import { type Question, unreachable } from "@crucible/core";
import type { AnswerPlace } from "./answer-place.js";
import { optionsOf, unanswerable } from "./distribution.js";

type Probabilities = ReadonlyMap<string, number>;

/** What a model says to one question. */
export interface ReadAnswer {
  /** A probability a label, in declared order. */
  readonly probabilities: Probabilities;
  /** Where a `score` lies between its levels, from 0 on. */
  readonly position?: number;
}

/** How a protocol spells its answers; the labels are the question's own, in declared order. */
export interface AnswerReaders {
  yesOrNo(place: AnswerPlace): Probabilities;
  choice(place: AnswerPlace, labels: readonly string[]): Probabilities;
  score(place: AnswerPlace, labels: readonly string[]): Required<ReadAnswer>;
}

/** Throws `AnswerRefused` for whatever the question does not declare. */
export function readAnswer(
  question: Question,
  place: AnswerPlace,
  readers: AnswerReaders,
): ReadAnswer {
  const labelsOf = (options: readonly { readonly label: string }[]): readonly string[] =>
    options.map(({ label }) => label);
  switch (question.type) {
    case "noul":
      return { probabilities: readers.yesOrNo(place) };
    case "choice":
      return { probabilities: readers.choice(place, labelsOf(optionsOf(question))) };
    case "score":
      return readers.score(place, labelsOf(question.levels));
    case "pick":
      return unanswerable(question);
    default:
      return unreachable(question);
  }
}
