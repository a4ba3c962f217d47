/**
 * Evaluating several expressions in order into one array.
 *
 * Arguments and displays are short and there are very many of them, so each short length has its own literal: an array
 * that grows by `push` is given room for seventeen elements at its first, which the collector then carries around. Each
 * short length also has its own function, so that its closure keeps the evaluators that it calls and nothing else.
 */
import type { Frame } from "../calls/frame.js";
import type { Value } from "../values/value.js";
import type { Evaluator } from "./evaluator.js";

/** Gives the values of the expressions, in a new array each time. */
export type Gatherer = (frame: Frame) => Value[];

/** The evaluators must not be changed any more. */
export function gatherer(evaluators: readonly Evaluator[]): Gatherer {
  if (evaluators.length > 3) return gatherMany(evaluators);
  const a = evaluators[0];
  const b = evaluators[1];
  const c = evaluators[2];
  if (a === undefined) return gatherNone;
  if (b === undefined) return gatherOne(a);
  return c === undefined ? gatherTwo(a, b) : gatherThree(a, b, c);
}

const gatherNone: Gatherer = () => [];

function gatherOne(a: Evaluator): Gatherer {
  return (frame) => [a(frame)];
}

function gatherTwo(a: Evaluator, b: Evaluator): Gatherer {
  return (frame) => [a(frame), b(frame)];
}

function gatherThree(a: Evaluator, b: Evaluator, c: Evaluator): Gatherer {
  return (frame) => [a(frame), b(frame), c(frame)];
}

type FourOrMore = readonly [Evaluator, Evaluator, Evaluator, Evaluator, ...Evaluator[]];

function gatherMany(evaluators: readonly Evaluator[]): Gatherer {
  const [a, b, c, d, e, f] = evaluators as FourOrMore;
  if (e === undefined) return (frame) => [a(frame), b(frame), c(frame), d(frame)];
  if (f === undefined) return (frame) => [a(frame), b(frame), c(frame), d(frame), e(frame)];
  return (frame) => {
    const values = [a(frame), b(frame), c(frame), d(frame), e(frame), f(frame)];
    for (let index = values.length; index < evaluators.length; index++) {
      values.push((evaluators[index] as Evaluator)(frame));
    }
    return values;
  };
}
