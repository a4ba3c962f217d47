import type { Frame } from "../calls/frame.js";
import type { Value } from "../values/value.js";

/** An expression, ready to run. */
export type Evaluator = (frame: Frame) => Value;

/** Ends the innermost loop, or its turn. */
export const BREAK: unique symbol = Symbol("break");
export const CONTINUE: unique symbol = Symbol("continue");

/** How a statement ended: undefined went on, a value returned from the function. */
export type Completion = Value | undefined | typeof BREAK | typeof CONTINUE;

/** A statement, ready to run. */
export type Executor = (frame: Frame) => Completion;

/** Puts a value into the target of an assignment. */
export type Assigner = (frame: Frame, value: Value) => void;
