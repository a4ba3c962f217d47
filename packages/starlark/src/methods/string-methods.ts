/** The methods of strings. All places are in code points. */
import type { NativeRun } from "../calls/native.js";
import { capitalizeText, lowerText, titleText, upperText } from "../text/case.js";
import {
  isAlphabetic,
  isAlphanumeric,
  isDigits,
  isLowerText,
  isSpaces,
  isTitleText,
  isUpperText,
} from "../text/character-classes.js";
import { dotFormat } from "../text/dot-format.js";
import { splitLines } from "../text/split.js";
import { type ElementForm, StringElements } from "../values/string-elements.js";
import { boolArgument, stringArgument } from "./argument-checks.js";
import { type Methods, methodTable } from "./method-table.js";
import { joinStrings } from "./string-join.js";
import { splitMethod, stripMethod } from "./string-parts.js";
import { affixTest, countIn, findIn, partition, replaceIn } from "./string-search.js";

type Method = NativeRun<string>;

export const STRING_METHODS: Methods<string> = methodTable<string>([
  ["capitalize()", mapping(capitalizeText)],
  ["codepoint_ords()", elements("codepoint_ords")],
  ["codepoints()", elements("codepoints")],
  ["count(part, start?, end?, /)", countIn],
  ["elem_ords()", elements("elem_ords")],
  ["elems()", elements("elems")],
  ["endswith(suffix, start?, end?, /)", affixTest("endswith")],
  ["find(part, start?, end?, /)", findIn("find")],
  [
    "format(*args, **named)",
    (text, _args, { budget }, { rest, named }) => dotFormat(text, rest, named, budget),
  ],
  ["index(part, start?, end?, /)", findIn("index")],
  ["isalnum()", testing(isAlphanumeric)],
  ["isalpha()", testing(isAlphabetic)],
  ["isdigit()", testing(isDigits)],
  ["islower()", testing(isLowerText)],
  ["isspace()", testing(isSpaces)],
  ["istitle()", testing(isTitleText)],
  ["isupper()", testing(isUpperText)],
  ["join(parts, /)", joinStrings],
  ["lower()", mapping(lowerText)],
  ["lstrip(characters?, /)", stripMethod("lstrip", "left")],
  ["partition(separator, /)", partition(false)],
  ["removeprefix(prefix, /)", removePrefix],
  ["removesuffix(suffix, /)", removeSuffix],
  ["replace(old, new, count?, /)", replaceIn],
  ["rfind(part, start?, end?, /)", findIn("rfind")],
  ["rindex(part, start?, end?, /)", findIn("rindex")],
  ["rpartition(separator, /)", partition(true)],
  ["rsplit(sep?, maxsplit?)", splitMethod("rsplit")],
  ["rstrip(characters?, /)", stripMethod("rstrip", "right")],
  ["split(sep?, maxsplit?)", splitMethod("split")],
  [
    "splitlines(keepends?)",
    (text, [keep], { budget }) =>
      splitLines(text, boolArgument(keep, false, "the keepends of splitlines()"), budget),
  ],
  ["startswith(prefix, start?, end?, /)", affixTest("startswith")],
  ["strip(characters?, /)", stripMethod("strip", "both")],
  ["title()", mapping(titleText)],
  ["upper()", mapping(upperText)],
]);

function mapping(map: (text: string) => string): Method {
  return (text, _args, { budget }) => {
    budget.spendString(text.length);
    return map(text);
  };
}

function testing(test: (text: string) => boolean): Method {
  return (text, _args, { budget }) => {
    budget.spendScan(text.length);
    return test(text);
  };
}

function elements(form: ElementForm): Method {
  return (text) => new StringElements(text, form);
}

function removePrefix(...[text, [prefix], { budget }]: Parameters<Method>): string {
  const removed = stringArgument(prefix, "the prefix of removeprefix()");
  budget.spendScan(text.length);
  return text.startsWith(removed) ? text.slice(removed.length) : text;
}

function removeSuffix(...[text, [suffix], { budget }]: Parameters<Method>): string {
  const removed = stringArgument(suffix, "the suffix of removesuffix()");
  budget.spendScan(text.length);
  return text.endsWith(removed) ? text.slice(0, text.length - removed.length) : text;
}
