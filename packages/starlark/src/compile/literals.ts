import { Fault } from "../errors/fault.js";
import { describe } from "../operations/value-text.js";
import type {
  DictEntry,
  DictExpression,
  FloatLiteral,
  IntegerLiteral,
  ListExpression,
  StringLiteral,
  TupleExpression,
} from "../syntax/nodes.js";
import { StarlarkDict } from "../values/dict.js";
import { StarlarkFloat } from "../values/float.js";
import { StarlarkList } from "../values/list.js";
import { EMPTY_TUPLE, StarlarkTuple } from "../values/tuple.js";
import type { Value } from "../values/value.js";
import type { Context } from "./context.js";
import type { Evaluator } from "./evaluator.js";
import { guarded } from "./guarded.js";

export function compileConstant(node: IntegerLiteral | StringLiteral): Evaluator {
  const { value } = node;
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

function compileItems(
  node: ListExpression | TupleExpression,
  context: Context,
): (frame: Parameters<Evaluator>[0]) => Value[] {
  const elements = context.expressions(node.elements);
  const { length } = elements;
  const { budget, thread } = context;
  const admit = guarded((count: number) => budget.spendLiteral(count), context.site(node), thread);
  return (frame) => {
    admit(length);
    const items: Value[] = [];
    for (let index = 0; index < length; index++) {
      items.push((elements[index] as Evaluator)(frame));
    }
    return items;
  };
}

/** A dict; two entries with equal keys are an error at the second. */
export function compileDict(node: DictExpression, context: Context): Evaluator {
  const { thread, budget } = context;
  const admit = guarded((count: number) => budget.spendLiteral(count), context.site(node), thread);
  const entries = node.entries.map((entry) => compileEntry(entry, context));
  const { length } = entries;
  return (frame) => {
    admit(length);
    const dict = new StarlarkDict();
    for (let index = 0; index < length; index++) {
      const entry = entries[index] as CompiledEntry;
      const key = entry.key(frame);
      entry.put(dict, key, entry.value(frame));
    }
    return dict;
  };
}

interface CompiledEntry {
  readonly key: Evaluator;
  readonly value: Evaluator;
  readonly put: (dict: StarlarkDict, key: Value, value: Value) => void;
}

function compileEntry(node: DictEntry, context: Context): CompiledEntry {
  const { budget, thread } = context;
  const site = context.site(node.key);
  return {
    key: context.expression(node.key),
    value: context.expression(node.value),
    put: (dict, key, value) => {
      const size = dict.size;
      try {
        dict.put(key, value, budget);
      } catch (error) {
        throw thread.locate(error, site);
      }
      if (dict.size === size) throw thread.located(repeatedKey(key), site);
    },
  };
}

function repeatedKey(key: Value): Fault {
  return new Fault(`the key ${describe(key)} is given twice`, { code: "duplicate-key" });
}
