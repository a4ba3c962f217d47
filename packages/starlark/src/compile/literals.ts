import type { Frame } from "../calls/frame.js";
import { Fault } from "../errors/fault.js";
import { describe } from "../operations/value-text.js";
import type {
  BytesLiteral,
  DictEntry,
  DictExpression,
  Expression,
  FloatLiteral,
  IntegerLiteral,
  ListExpression,
  StringLiteral,
  TupleExpression,
} from "../syntax/nodes.js";
import { StarlarkBytes } from "../values/bytes.js";
import { StarlarkDict } from "../values/dict.js";
import { StarlarkFloat } from "../values/float.js";
import { StarlarkList } from "../values/list.js";
import { EMPTY_TUPLE, StarlarkTuple } from "../values/tuple.js";
import type { Value } from "../values/value.js";
import type { Context } from "./context.js";
import type { Evaluator } from "./evaluator.js";
import { type Gatherer, gatherer } from "./gather.js";

export function compileConstant(node: IntegerLiteral | StringLiteral): Evaluator {
  const { value } = node;
  if (typeof value !== "number" || value >= SMALL_END) return constant(value);
  smallConstants[value] ??= constant(value);
  return smallConstants[value];
}

function constant(value: Value): Evaluator {
  return () => value;
}

/** Small ints are everywhere in programs; their evaluators are shared. */
const SMALL_END = 256;
const smallConstants: Evaluator[] = [];

export function compileBytes(node: BytesLiteral): Evaluator {
  const value = new StarlarkBytes(node.value);
  return () => value;
}

export function compileFloat(node: FloatLiteral): Evaluator {
  const value = new StarlarkFloat(node.value);
  return () => value;
}

export function compileList(node: ListExpression, context: Context): Evaluator {
  const constants = constantsOf(node.elements);
  return constants === undefined
    ? listOf(gatherElements(node.elements, context), node, context)
    : listOfConstants(constants, node, context);
}

function listOf(items: Gatherer, node: ListExpression, context: Context): Evaluator {
  return (frame) => {
    admit(node.elements.length, node, context);
    return new StarlarkList(items(frame));
  };
}

function listOfConstants(constants: Value[], node: ListExpression, context: Context): Evaluator {
  return () => {
    admit(constants.length, node, context);
    return new StarlarkList(constants.slice());
  };
}

export function compileTuple(node: TupleExpression, context: Context): Evaluator {
  if (node.elements.length === 0) return emptyTuple;
  const constants = constantsOf(node.elements);
  return constants === undefined
    ? tupleOf(gatherElements(node.elements, context), node, context)
    : tupleOfConstants(constants, node, context);
}

const emptyTuple: Evaluator = () => EMPTY_TUPLE;

function tupleOf(items: Gatherer, node: TupleExpression, context: Context): Evaluator {
  return (frame) => {
    admit(node.elements.length, node, context);
    return new StarlarkTuple(items(frame));
  };
}

function tupleOfConstants(constants: Value[], node: TupleExpression, context: Context): Evaluator {
  return () => {
    admit(constants.length, node, context);
    return new StarlarkTuple(constants.slice());
  };
}

function gatherElements(nodes: readonly Expression[], context: Context): Gatherer {
  const evaluators: Evaluator[] = new Array(nodes.length);
  for (let index = 0; index < nodes.length; index++) {
    evaluators[index] = context.expression(nodes[index] as Expression);
  }
  return gatherer(evaluators);
}

/** The values of the expressions when all are written out, so that they need no evaluators. */
function constantsOf(nodes: readonly Expression[]): Value[] | undefined {
  for (let index = 0; index < nodes.length; index++) {
    if (!isConstant(nodes[index] as Expression)) return undefined;
  }
  return (nodes as readonly (IntegerLiteral | StringLiteral)[]).map(constantValue);
}

function constantValue({ value }: IntegerLiteral | StringLiteral): Value {
  return value;
}

function isConstant(node: Expression): node is IntegerLiteral | StringLiteral {
  return node.kind === "StringLiteral" || node.kind === "IntegerLiteral";
}

function admit(length: number, node: Expression, context: Context): void {
  try {
    context.budget.spendLiteral(length);
  } catch (error) {
    throw context.locate(error, node);
  }
}

/** A dict; two entries with equal keys are an error at the second. */
export function compileDict(node: DictExpression, context: Context): Evaluator {
  const { entries } = node;
  const parts: Part[] = new Array(entries.length * 2);
  for (let index = 0; index < entries.length; index++) {
    const { key, value } = entries[index] as DictEntry;
    parts[index * 2] = compilePart(key, context);
    parts[index * 2 + 1] = compilePart(value, context);
  }
  return dictOf(parts, node, context);
}

/** `parts` are keys and values in turns. */
function dictOf(parts: readonly Part[], node: DictExpression, context: Context): Evaluator {
  return (frame) => {
    const { entries } = node;
    admit(entries.length, node, context);
    const dict = new StarlarkDict();
    for (let index = 0; index < entries.length; index++) {
      const key = partValue(parts[index * 2] as Part, frame);
      const value = partValue(parts[index * 2 + 1] as Part, frame);
      putNew(dict, key, value, entries[index] as DictEntry, context);
    }
    return dict;
  };
}

/** A key or value of a dict: itself when it is written out, else how to find it. */
type Part = Evaluator | string | number | bigint;

function compilePart(node: Expression, context: Context): Part {
  return isConstant(node) ? node.value : context.expression(node);
}

function partValue(part: Part, frame: Frame): Value {
  return typeof part === "function" ? part(frame) : part;
}

function putNew(
  dict: StarlarkDict,
  key: Value,
  value: Value,
  entry: DictEntry,
  context: Context,
): void {
  const size = dict.size;
  try {
    dict.put(key, value, context.budget);
  } catch (error) {
    throw context.locate(error, entry.key);
  }
  if (dict.size === size) throw context.located(repeatedKey(key), entry.key);
}

function repeatedKey(key: Value): Fault {
  return new Fault(`duplicate key: ${describe(key)}`, { code: "duplicate-key" });
}
