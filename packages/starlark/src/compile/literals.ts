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
  const items = compileItems(node, context);
  return (frame) => new StarlarkList(items(frame));
}

export function compileTuple(node: TupleExpression, context: Context): Evaluator {
  if (node.elements.length === 0) return () => EMPTY_TUPLE;
  const items = compileItems(node, context);
  return (frame) => new StarlarkTuple(items(frame));
}

function compileItems(node: ListExpression | TupleExpression, context: Context): Gatherer {
  const { length } = node.elements;
  const constants = constantsOf(node.elements);
  if (constants !== undefined) {
    return () => {
      admit(length, node, context);
      return constants.slice();
    };
  }
  const gather = gatherer(context.expressions(node.elements));
  return (frame) => {
    admit(length, node, context);
    return gather(frame);
  };
}

/** The values of the expressions when all are written out, so that they need no evaluators. */
function constantsOf(nodes: readonly Expression[]): Value[] | undefined {
  if (!nodes.every(isConstant)) return undefined;
  return nodes.map(({ value }) => value);
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
  const keys = node.entries.map((entry) => compilePart(entry.key, context));
  const values = node.entries.map((entry) => compilePart(entry.value, context));
  const { length } = keys;
  return (frame) => {
    admit(length, node, context);
    const dict = new StarlarkDict();
    for (let index = 0; index < length; index++) {
      const key = partValue(keys[index] as Part, frame);
      const value = partValue(values[index] as Part, frame);
      putNew(dict, key, value, node.entries[index] as DictEntry, context);
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
