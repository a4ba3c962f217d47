/** `abs`, `dir`, `fail`, `getattr` and `hasattr`. */
import { type Native, native } from "../calls/native.js";
import { Fault } from "../errors/fault.js";
import { negate } from "../integers/integer.js";
import { stringArgument } from "../methods/argument-checks.js";
import { attributeIfAny, attributeNames, attributeOf } from "../methods/attributes.js";
import { mismatch } from "../operations/mismatch.js";
import { asNumber } from "../operations/number-argument.js";
import { applyUnary } from "../operations/unary.js";
import { textOf } from "../operations/value-text.js";
import { StarlarkFloat } from "../values/float.js";
import { HostValue } from "../values/host-value.js";
import { StarlarkList } from "../values/list.js";
import type { Value } from "../values/value.js";

export const REFLECTION: readonly Native<null>[] = [
  native("abs(number, /)", (_none, [number]) => absolute(number as Value)),
  native("dir(value, /)", (_none, [value], { budget }) => {
    const names = attributeNames(value as Value);
    budget.spendContainer(names.length);
    return new StarlarkList([...names]);
  }),
  native("fail(*args, sep?)", (_none, [sep], { budget }, { rest }) => {
    const separator = sep === undefined ? " " : stringArgument(sep, "the sep of fail()");
    const parts = rest.map((value) => textOf(value, "fail", budget));
    budget.spendString(parts.reduce((sum, part) => sum + part.length + separator.length, 0));
    throw new Fault(`fail: ${parts.join(separator)}`, { code: "fail" });
  }),
  native("getattr(value, name, default?, /)", (_none, [value, name, fallback]) => {
    const attribute = stringArgument(name, "the name of getattr()");
    if (fallback === undefined) return attributeOf(value as Value, attribute);
    const found = attributeIfAny(value as Value, attribute);
    return found === undefined ? fallback : found;
  }),
  native("hasattr(value, name, /)", (_none, [value, name]) => {
    const attribute = stringArgument(name, "the name of hasattr()");
    return attributeIfAny(value as Value, attribute) !== undefined;
  }),
];

function absolute(value: Value): Value {
  const number = asNumber(value, "sign");
  if (number === undefined) throw mismatch(value, "an int or a float", "the argument of abs()");
  if (number instanceof StarlarkFloat) return new StarlarkFloat(Math.abs(number.value));
  // A host's number keeps its own kind where the host gives the sign a meaning.
  if (value instanceof HostValue) return number < 0 ? applyUnary("-", value) : value;
  return number < 0 ? negate(number) : number;
}
