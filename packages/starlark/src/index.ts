export { Budget } from "./budget/budget.js";
export { DEFAULT_LIMITS, type LimitName, type Limits, resolveBounds } from "./budget/limits.js";
export { callFunction } from "./call-function.js";
export type { HostCall } from "./calls/host-call.js";
export {
  type HostFunction,
  type HostFunctionOptions,
  type HostParameter,
  hostFunction,
} from "./calls/host-function.js";
export { Fault, type FaultDetails, refuse } from "./errors/fault.js";
export { type CallFrame, StarlarkError } from "./errors/starlark-error.js";
export {
  type EvaluateOptions,
  evaluate,
  type LoadRequest,
} from "./evaluate.js";
export { floatText } from "./floats/float-text.js";
export type { Module } from "./module.js";
export { equalValues } from "./operations/equal.js";
export { freeze } from "./operations/freeze.js";
export { iterateValue } from "./operations/iterate.js";
export { binaryOperation, unaryOperation } from "./operations/operators.js";
export { truthOf } from "./operations/truth.js";
export { describe, textOf } from "./operations/value-text.js";
export type { UnknownName, UnknownNameWording } from "./resolve/unknown-name.js";
export type * from "./syntax/nodes.js";
export { type ParseOptions, type ParseResult, parse } from "./syntax/parse.js";
export { SourceText, type Span } from "./syntax/source-text.js";
export type { SyntaxTree } from "./syntax/syntax-tree.js";
export { childrenOf, walk } from "./syntax/walk.js";
export { StarlarkBytes } from "./values/bytes.js";
export { Callable, type NamedValues } from "./values/callable.js";
export { type DictItem, StarlarkDict } from "./values/dict.js";
export { dictOf } from "./values/dict-of.js";
export { StarlarkFloat } from "./values/float.js";
export { StarlarkFunction } from "./values/function.js";
export {
  type HostOperator,
  HostValue,
  type NumberUse,
  type OperandSide,
  type TextUse,
} from "./values/host-value.js";
export { StarlarkList } from "./values/list.js";
export { StarlarkRange } from "./values/range.js";
export { StarlarkSet } from "./values/set.js";
export { StarlarkTuple } from "./values/tuple.js";
export { typeName } from "./values/type-name.js";
export type { Value } from "./values/value.js";
