import type { Frame } from "../calls/frame.js";
import type { Completion, Executor } from "./evaluator.js";

/** Statements one after another, until one ends the block. */
export function sequence(executors: readonly Executor[]): Executor {
  const { length } = executors;
  if (length === 0) return passes;
  if (length === 1) return executors[0] as Executor;
  return length === 2 ? pair(executors[0] as Executor, executors[1] as Executor) : all(executors);
}

/** The statement that does nothing. */
export const passes: Executor = () => undefined;

function pair(first: Executor, second: Executor): Executor {
  return (frame) => {
    const completion = first(frame);
    return completion === undefined ? second(frame) : completion;
  };
}

function all(executors: readonly Executor[]): Executor {
  return (frame) => runAll(executors, frame);
}

function runAll(executors: readonly Executor[], frame: Frame): Completion {
  for (let index = 0; index < executors.length; index++) {
    const completion = (executors[index] as Executor)(frame);
    if (completion !== undefined) return completion;
  }
  return undefined;
}
