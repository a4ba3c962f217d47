/** `value.name`: methods of the language's own types, attributes of host values. */

import type { Native } from "../calls/native.js";
import { clip } from "../errors/clip.js";
import { Fault } from "../errors/fault.js";
import { suggest } from "../errors/suggest.js";
import { BoundMethod } from "../values/bound-method.js";
import { StarlarkBytes } from "../values/bytes.js";
import { StarlarkDict } from "../values/dict.js";
import { HostValue } from "../values/host-value.js";
import { StarlarkList } from "../values/list.js";
import { StarlarkSet } from "../values/set.js";
import { typeName } from "../values/type-name.js";
import type { Value } from "../values/value.js";
import { BYTES_METHODS } from "./bytes-methods.js";
import { DICT_METHODS } from "./dict-methods.js";
import { LIST_METHODS } from "./list-methods.js";
import type { Methods } from "./method-table.js";
import { SET_METHODS } from "./set-methods.js";
import { STRING_METHODS } from "./string-methods.js";

/** Gives the method of one name on any value; undefined when the value's type has none. */
type MethodFinder = (receiver: Value) => Native<Value> | undefined;

/** The finders of every name that some type has a method for. */
const FINDERS: ReadonlyMap<string, MethodFinder> = new Map(
  [STRING_METHODS, LIST_METHODS, DICT_METHODS, SET_METHODS, BYTES_METHODS]
    .flatMap((methods) => [...methods.keys()])
    .map((name) => [name, makeFinder(name)]),
);

const findNothing: MethodFinder = () => undefined;

export function methodFinder(name: string): MethodFinder {
  return FINDERS.get(name) ?? findNothing;
}

function makeFinder(name: string): MethodFinder {
  const ofString = anyReceiver(STRING_METHODS, name);
  const ofList = anyReceiver(LIST_METHODS, name);
  const ofDict = anyReceiver(DICT_METHODS, name);
  const ofSet = anyReceiver(SET_METHODS, name);
  const ofBytes = anyReceiver(BYTES_METHODS, name);
  return (receiver) => {
    if (typeof receiver === "string") return ofString;
    if (receiver instanceof StarlarkList) return ofList;
    if (receiver instanceof StarlarkDict) return ofDict;
    if (receiver instanceof StarlarkSet) return ofSet;
    return receiver instanceof StarlarkBytes ? ofBytes : undefined;
  };
}

/** A method whose receiver the caller has checked. */
function anyReceiver<Receiver extends Value>(
  methods: Methods<Receiver>,
  name: string,
): Native<Value> | undefined {
  return methods.get(name) as Native<Value> | undefined;
}

/** The attribute of a value; refuses a name that it does not have. */
export function attributeOf(value: Value, name: string): Value {
  const found = attributeIfAny(value, name);
  if (found !== undefined) return found;
  const names = attributeNames(value);
  const { name: suggestion, clause } = suggest(name, names);
  const missing = `${typeName(value)} has no .${clip(name)} field or method`;
  throw new Fault(`${missing}${clause}`, {
    code: "unknown-attribute",
    ...(suggestion === undefined ? {} : { suggestion }),
  });
}

/** The attribute of a value, or undefined. */
export function attributeIfAny(value: Value, name: string): Value | undefined {
  if (value instanceof HostValue) return value.attribute(name);
  const method = methodFinder(name)(value);
  return method === undefined ? undefined : new BoundMethod(value, method);
}

/** The names that `dir` lists, in code point order. */
export function attributeNames(value: Value): readonly string[] {
  if (value instanceof HostValue) return [...value.attributeNames()].sort();
  return [...(methodsOf(value)?.keys() ?? [])].sort();
}

function methodsOf(value: Value): ReadonlyMap<string, unknown> | undefined {
  if (typeof value === "string") return STRING_METHODS;
  if (value instanceof StarlarkList) return LIST_METHODS;
  if (value instanceof StarlarkDict) return DICT_METHODS;
  if (value instanceof StarlarkBytes) return BYTES_METHODS;
  return value instanceof StarlarkSet ? SET_METHODS : undefined;
}

/** `value.name = content` */
export function setAttribute(value: Value, name: string, content: Value): void {
  if (value instanceof HostValue && value.setAttribute(name, content)) return;
  throw new Fault(`can't assign to .${clip(name)} field of ${typeName(value)}`, {
    code: "unsupported",
  });
}
