/**
 * Evaluating several expressions in order into one array.
 *
 * Arguments and displays are short and there are very many of them, so each short length has its own literal: an array
 * that grows by `push` is given room for seventeen elements at its first, which the collector then carries around.
 */
import type { Frame } from "../calls/frame.js";
import type { Value } from "../values/value.js";
import type { Evaluator } from "./evaluator.js";

/** Gives the values of the expressions, in a new array each time. */
export type Gatherer = (frame: Frame) => Value[];

export function gatherer(evaluators: readonly Evaluator[]): Gatherer {
  const [a, b, c, d, e, f] = evaluators;
  if (a === undefined) return gatherNone;
  if (b === undefined) return gatherOne(a);
  if (c === undefined) return gatherTwo(a, b);
  if (d === undefined) return (frame) => [a(frame), b(frame), c(frame)];
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

const gatherNone: Gatherer = () => [];

function gatherOne(a: Evaluator): Gatherer {
  return (frame) => [a(frame)];
}

function gatherTwo(a: Evaluator, b: Evaluator): Gatherer {
  return (frame) => [a(frame), b(frame)];
}
