/** The probabilities of one question, whatever the protocol spells them like. */
import { InternalError, invariant, type LabelOption, type Question } from "@crucible/core";
import { type AnswerPlace, shownText } from "./answer-place.js";

/** Probabilities are rounded by servers; what adds up to more than this much above 1 is no distribution. */
const EXCESS_MAX = 0.02;
/** A choice may fall behind the likeliest label by as much as rounding can explain. */
const ROUNDING = 0.001;

/** The answer to a yes-or-no question of which the yes is this likely. */
export function yesOrNo(yes: number): ReadonlyMap<string, number> {
  // In decimal, so that 1 - 0.9 is 0.1 and meets a threshold of 0.1.
  const no = Number((1 - yes).toPrecision(15));
  return new Map([
    ["yes", yes],
    ["no", no],
  ]);
}

/** Collects a probability a label, each declared and given once. */
export class Distribution {
  readonly #owner: AnswerPlace;
  readonly #labels: readonly string[];
  readonly #given = new Map<string, number>();

  constructor(owner: AnswerPlace, labels: readonly string[]) {
    this.#owner = owner;
    this.#labels = labels;
  }

  add(label: string, at: AnswerPlace, probability: number): void {
    if (!this.#labels.includes(label)) {
      at.refuse(`is about ${shownText(label)}, an option that the question does not declare`);
    }
    if (this.#given.has(label)) at.refuse(`gives ${shownText(label)} a second time`);
    this.#given.set(label, probability);
  }

  /** The labels' probabilities in declared order, once all are there and add up to no more than 1. */
  complete(): ReadonlyMap<string, number> {
    const missing = this.#labels.find((label) => !this.#given.has(label));
    if (missing !== undefined) this.#owner.refuse(`lacks a probability for ${shownText(missing)}`);
    const sum = [...this.#given.values()].reduce((total, one) => total + one, 0);
    if (sum > 1 + EXCESS_MAX)
      this.#owner.refuse(`adds up to ${Number(sum.toPrecision(6))}, more than 1`);
    return new Map(this.#labels.map((label) => [label, this.#given.get(label) ?? 0]));
  }
}

/** Refuses an answer that contradicts itself: what it chose must be as likely as anything else. */
export function checkChoice(
  place: AnswerPlace,
  choice: string,
  probabilities: ReadonlyMap<string, number>,
): void {
  const own =
    probabilities.get(choice) ??
    place.refuse(`is ${shownText(choice)}, an option that the question does not declare`);
  const most = [...probabilities.values()].reduce((best, one) => Math.max(best, one), 0);
  if (own < most - ROUNDING)
    place.refuse(`is ${shownText(choice)}, though another option is likelier`);
}

/** The options of a choice; those that come from another task are known by the time a model is asked. */
export function optionsOf(question: Extract<Question, { type: "choice" }>): readonly LabelOption[] {
  const { options } = question;
  invariant(!("task" in options), `the options of ${question.id} are not known`);
  return options;
}

/** Models answer no picks and no multiple choices; a plan that asks them was refused before (ROUTE-039). */
export function unanswerable(question: Question): never {
  throw new InternalError(
    `internal error: a decision model was asked ${question.type} ${question.id}`,
  );
}
