import type { Frame } from "../calls/frame.js";
import type { Completion, Executor } from "./evaluator.js";

/** Statements one after another, until one ends the block. */
export function sequence(executors: readonly Executor[]): Executor {
  const [first, second, third] = executors;
  if (first === undefined) return () => undefined;
  if (second === undefined) return first;
  if (third === undefined) {
    return (frame) => {
      const completion = first(frame);
      return completion === undefined ? second(frame) : completion;
    };
  }
  return (frame) => runAll(executors, frame);
}

function runAll(executors: readonly Executor[], frame: Frame): Completion {
  for (let index = 0; index < executors.length; index++) {
    const completion = (executors[index] as Executor)(frame);
    if (completion !== undefined) return completion;
  }
  return undefined;
}
