/** The `split` and `strip` families. */
import type { NativeRun } from "../calls/native.js";
import { Fault } from "../errors/fault.js";
import { splitText, splitTextRight, splitWords, splitWordsRight } from "../text/split.js";
import { type StripSide, stripText } from "../text/strip.js";
import type { Value } from "../values/value.js";
import { countArgument, stringArgument } from "./argument-checks.js";

export function splitMethod(name: "split" | "rsplit"): NativeRun<string> {
  return (text, [separatorValue, maxValue], { budget }) => {
    const given = countArgument(maxValue, -1, `the maxsplit of ${name}()`);
    const splitsMax = given < 0 ? Number.POSITIVE_INFINITY : given;
    const separator = optionalString(separatorValue, `the separator of ${name}()`);
    if (separator === undefined) {
      const split = name === "split" ? splitWords : splitWordsRight;
      return split(text, splitsMax, budget);
    }
    if (separator === "") {
      throw new Fault(`empty separator in ${name}()`, { code: "invalid-value" });
    }
    const split = name === "split" ? splitText : splitTextRight;
    return split(text, separator, splitsMax, budget);
  };
}

export function stripMethod(name: string, side: StripSide): NativeRun<string> {
  return (text, [characters], { budget }) => {
    budget.spendScan(text.length);
    return stripText(text, optionalString(characters, `the characters of ${name}()`), side);
  };
}

function optionalString(value: Value | undefined, what: string): string | undefined {
  return value === undefined || value === null ? undefined : stringArgument(value, what);
}
