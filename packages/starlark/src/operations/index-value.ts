/** `value[index]` and `value[index] = content` */
import type { Budget } from "../budget/budget.js";
import { Fault } from "../errors/fault.js";
import type { Integer } from "../integers/integer.js";
import { characterAt, codePointLength } from "../text/code-points.js";
import { StarlarkBytes } from "../values/bytes.js";
import { StarlarkDict } from "../values/dict.js";
import { HostValue } from "../values/host-value.js";
import { StarlarkList } from "../values/list.js";
import { StarlarkRange } from "../values/range.js";
import { StringElements } from "../values/string-elements.js";
import { StarlarkTuple } from "../values/tuple.js";
import { typeName } from "../values/type-name.js";
import type { Value } from "../values/value.js";
import { integerOf } from "./number-argument.js";
import { describe } from "./value-text.js";

export function indexValue(value: Value, index: Value, budget: Budget): Value {
  if (value instanceof StarlarkDict) return lookUp(value, index, budget);
  if (value instanceof StarlarkList || value instanceof StarlarkTuple) {
    return value.items[place(index, value.items.length, value)] as Value;
  }
  if (typeof value === "string") {
    return characterAt(value, place(index, codePointLength(value, budget), value), budget);
  }
  if (value instanceof StarlarkRange) return value.at(place(index, value.length, value));
  if (value instanceof StarlarkBytes) {
    return value.bytes[place(index, value.bytes.length, value)] as number;
  }
  if (value instanceof StringElements && value.indexable) return elementAt(value, index, budget);
  const own = value instanceof HostValue ? value.index(index) : undefined;
  if (own !== undefined) return own;
  const shown = `${typeName(value)}[${typeName(index)}]`;
  throw new Fault(`unhandled index operation ${shown}`, { code: "unsupported" });
}

function lookUp(dict: StarlarkDict, key: Value, budget: Budget): Value {
  const found = dict.get(key, budget);
  if (found !== undefined) return found;
  throw new Fault(`key ${describe(key)} not in dict`, { code: "missing-key" });
}

function elementAt(elements: StringElements, index: Value, budget: Budget): Value {
  const length = codePointLength(elements.text, budget);
  const character = characterAt(elements.text, place(index, length, elements), budget);
  return elements.ordinals ? (character.codePointAt(0) ?? 0) : character;
}

/** The offset that an index means; negative ones count from the end. */
function place(index: Value, length: number, value: Value): number {
  const integer =
    typeof index === "number" ? index : integerOf(index, `a ${typeName(value)} index`, "index");
  const offset = integer < 0 ? Number(integer) + length : Number(integer);
  if (offset >= 0 && offset < length) return offset;
  throw outOfRange(typeName(value), integer, length);
}

/** The error of an index that a sequence of the length does not have. */
export function outOfRange(type: string, index: Integer, length: number): Fault {
  const range = length === 0 ? `: empty ${type}` : ` [${-length}:${length - 1}]`;
  return new Fault(`${type} index ${describe(index)} out of range${range}`, {
    code: "index-out-of-range",
  });
}

export function setIndexValue(value: Value, index: Value, content: Value, budget: Budget): void {
  if (value instanceof StarlarkDict) {
    value.checkMutable("insert into");
    value.put(index, content, budget);
  } else if (value instanceof StarlarkList) {
    value.checkMutable("assign to element of");
    value.items[place(index, value.items.length, value)] = content;
  } else if (!(value instanceof HostValue && value.setIndex(index, content))) {
    const hint =
      typeof value === "string" || value instanceof StarlarkTuple || value instanceof StarlarkBytes
        ? "; it is immutable"
        : "";
    throw new Fault(`${typeName(value)} does not support element assignment${hint}`, {
      code: "unsupported",
    });
  }
}
