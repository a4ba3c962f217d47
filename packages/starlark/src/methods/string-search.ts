/** `find` and its kin, `count`, `replace`, `partition`, `startswith` and `endswith`. */
import type { Budget } from "../budget/budget.js";
import type { NativeRun } from "../calls/native.js";
import { Fault } from "../errors/fault.js";
import { mismatch, wrongType } from "../operations/mismatch.js";
import { describe } from "../operations/value-text.js";
import { codePointLength } from "../text/code-points.js";
import {
  countOccurrences,
  occurrence,
  placeIn,
  replaceText,
  type Stretch,
  stretchOf,
} from "../text/search.js";
import { StarlarkTuple } from "../values/tuple.js";
import { typeName } from "../values/type-name.js";
import type { Value } from "../values/value.js";
import { boundArgument, countArgument, stringArgument } from "./argument-checks.js";

type Bound = Value | undefined;

/** The part of the text between two optional places. */
function stretchBetween(
  text: string,
  start: Bound,
  end: Bound,
  name: string,
  budget: Budget,
): Stretch {
  if ((start ?? end ?? null) === null) return { text, before: 0 };
  const length = codePointLength(text, budget);
  const from = boundArgument(start, length, 0, `the start of ${name}()`);
  const to = boundArgument(end, length, length, `the end of ${name}()`);
  return stretchOf(text, from, to, budget);
}

export function findIn(name: "find" | "rfind" | "index" | "rindex"): NativeRun<string> {
  const last = name.startsWith("r");
  return (text, [value, start, end], { budget }) => {
    const part = stringArgument(value, `what ${name}() looks for`);
    const place = placeIn(stretchBetween(text, start, end, name, budget), part, last, budget);
    if (place >= 0 || !name.endsWith("index")) return place;
    throw new Fault(`substring ${describe(part)} not found`, { code: "missing-item" });
  };
}

export const countIn: NativeRun<string> = (text, [value, start, end], { budget }) => {
  const part = stringArgument(value, "what count() looks for");
  const stretch = stretchBetween(text, start, end, "count", budget);
  return countOccurrences(stretch.text, part, Number.POSITIVE_INFINITY, budget);
};

export const replaceIn: NativeRun<string> = (text, [old, replacement, count], { budget }) => {
  const part = stringArgument(old, "what replace() looks for");
  const insertion = stringArgument(replacement, "the replacement of replace()");
  const given = countArgument(count, -1, "the count of replace()");
  const countMax = given < 0 ? Number.POSITIVE_INFINITY : given;
  return replaceText(text, part, insertion, countMax, budget);
};

export function partition(fromRight: boolean): NativeRun<string> {
  return (text, [value], { budget }) => {
    const name = fromRight ? "rpartition" : "partition";
    const separator = stringArgument(value, `the separator of ${name}()`);
    if (separator === "") {
      throw new Fault(`empty separator in ${name}()`, { code: "invalid-value" });
    }
    budget.spendContainer(3);
    const at = occurrence(text, separator, fromRight, budget);
    if (at < 0) return new StarlarkTuple(fromRight ? ["", "", text] : [text, "", ""]);
    const after = text.slice(at + separator.length);
    return new StarlarkTuple([text.slice(0, at), separator, after]);
  };
}

function notAffix(item: Value, index: number, what: string): Fault {
  const message = `${what}: got ${typeName(item)}, for element ${index}, want string`;
  return wrongType(item, "a string", message);
}

/** `startswith` and `endswith`; a tuple holds alternatives. */
export function affixTest(name: "startswith" | "endswith"): NativeRun<string> {
  const what = `the ${name === "startswith" ? "prefix" : "suffix"} of ${name}()`;
  const test = (text: string, affix: string): boolean =>
    name === "startswith" ? text.startsWith(affix) : text.endsWith(affix);
  return (text, [affix, start, end], { budget }) => {
    const { text: stretch } = stretchBetween(text, start, end, name, budget);
    if (typeof affix === "string") {
      budget.spendScan(affix.length);
      return test(stretch, affix);
    }
    if (!(affix instanceof StarlarkTuple)) {
      throw mismatch(affix ?? null, "a string or a tuple of strings", what);
    }
    budget.spendTicks(affix.items.length);
    return affix.items.some((alternative, index) => {
      if (typeof alternative !== "string") throw notAffix(alternative, index, what);
      budget.spendScan(alternative.length);
      return test(stretch, alternative);
    });
  };
}
