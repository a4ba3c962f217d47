/**
 * Gives every declared parameter its value: the supplied one, else the default, else null (DSL-015, DSL-032 to DSL-035).
 *
 * Supplied values come as text, as a command line has them, or as typed JSON, as a parameter file has them; both are
 * checked against the same declaration. Binding happens before evaluation, so a bad value is refused whatever the rest
 * of the source says. No message repeats a supplied value: it comes from outside the pack.
 */
import {
  type BoundParam,
  type Diagnostic,
  didYouMean,
  type JsonValue,
  nearest,
  type ParamValue,
} from "@crucible/core";
import { comparable, isEnough } from "../diagnostics/enough.js";
import { errorAt } from "../diagnostics/error-at.js";
import { quote } from "../diagnostics/quote.js";
import { violation } from "./constraints.js";
import { type ParamDeclaration, type ParamsBlock, typeWord } from "./declaration.js";
import { readListText, readNumberText, readSafeInteger } from "./value-text.js";

/** A supplied value: text to be read by the declared type, or a value of that type already. */
export type ParamInput = JsonValue;

/** Characters that all supplied values may have together. */
const SUPPLIED_LENGTH_MAX = 1_048_576;

export type Binding =
  | { readonly ok: true; readonly params: readonly BoundParam[] }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

export function bindParams(block: ParamsBlock, supplied: ReadonlyMap<string, ParamInput>): Binding {
  const diagnostics = undeclared(block, supplied);
  const tooLong = checkTotal(block, supplied);
  if (tooLong) return { ok: false, diagnostics: [tooLong] };
  const params: BoundParam[] = [];
  for (const declaration of block.declarations) {
    const input = supplied.get(declaration.name);
    const bound = input === undefined ? unsupplied(declaration) : bindOne(declaration, input);
    if (!("problem" in bound)) params.push(bound);
    else if (!isEnough(diagnostics)) {
      diagnostics.push(errorAt("param-value", bound.problem, declaration.range));
    }
  }
  return diagnostics.length > 0 ? { ok: false, diagnostics } : { ok: true, params };
}

function undeclared(block: ParamsBlock, supplied: ReadonlyMap<string, ParamInput>): Diagnostic[] {
  const names = block.declarations.map((declaration) => declaration.name);
  const known = new Set(names);
  const candidates = comparable(names);
  const diagnostics: Diagnostic[] = [];
  for (const name of supplied.keys()) {
    if (known.has(name) || isEnough(diagnostics)) continue;
    const shown = quote(name);
    const hint = names.length === 0 ? "; the source declares none" : didYouMean(name, candidates);
    const message = `no parameter ${shown} is declared${hint}`;
    const suggestion = nearest(name, candidates);
    diagnostics.push(errorAt("unknown-param", message, block.range, { suggestion }));
  }
  return diagnostics;
}

function checkTotal(
  block: ParamsBlock,
  supplied: ReadonlyMap<string, ParamInput>,
): Diagnostic | undefined {
  let total = 0;
  for (const input of supplied.values()) {
    if (typeof input === "string") total += input.length;
    else if (Array.isArray(input)) {
      for (const item of input as readonly JsonValue[]) {
        total += typeof item === "string" ? item.length + 1 : 1;
      }
    }
  }
  if (total <= SUPPLIED_LENGTH_MAX) return undefined;
  const message = `the supplied parameters are ${total} characters long together; maximum is ${SUPPLIED_LENGTH_MAX}`;
  return errorAt("params-too-long", message, block.range);
}

type Bound = BoundParam | { readonly problem: string };

function unsupplied(declaration: ParamDeclaration): Bound {
  const { name, required, description } = declaration;
  if (!required) return { name, value: declaration.default ?? null, supplied: false };
  const detail = description === undefined ? "" : ` (${description})`;
  return { problem: `no value for required parameter ${quote(name)}${detail}` };
}

function bindOne(declaration: ParamDeclaration, input: ParamInput): Bound {
  const subject = `parameter ${quote(declaration.name)}`;
  const value = typed(declaration, input);
  if (value === undefined) return { problem: `${subject} is not ${wanted(declaration)}` };
  const texts = Array.isArray(value) ? (value as readonly string[]) : [value];
  for (const text of texts) {
    const problem = typeof text === "string" ? textProblem(text) : undefined;
    if (problem !== undefined) return { problem: `${subject} ${problem}` };
  }
  const problem = violation(value, declaration);
  if (problem !== undefined) return { problem: `${subject} ${problem}` };
  return { name: declaration.name, value, supplied: true };
}

/** Such text can be given to no process and written to no log faithfully. */
function textProblem(text: string): string | undefined {
  if (text.includes("\0")) return "holds a NUL character";
  return text.isWellFormed() ? undefined : "holds a lone surrogate";
}

function wanted({ type }: ParamDeclaration): string {
  switch (type) {
    case "string":
      return "a string";
    case "integer":
      return "a whole number between -9007199254740991 and 9007199254740991";
    case "number":
      return "a finite number";
    case "boolean":
      return "true or false";
    case "list":
      return `a ${typeWord(type)}: a JSON array of strings, or texts separated by commas`;
  }
}

/** The input as a value of the declared type, or `undefined` when it is none. */
function typed(
  declaration: ParamDeclaration,
  input: ParamInput,
): Exclude<ParamValue, null> | undefined {
  switch (declaration.type) {
    case "string":
      return typeof input === "string" ? input : undefined;
    case "integer":
      return typeof input === "string" ? readSafeInteger(input) : wholeNumber(input);
    case "number":
      return typeof input === "string" ? readNumberText(input) : finiteNumber(input);
    case "boolean":
      return typeof input === "boolean" ? input : TRUTH_TEXTS.get(input);
    case "list":
      return typeof input === "string" ? readListText(input) : textList(input);
  }
}

const TRUTH_TEXTS: ReadonlyMap<unknown, boolean> = new Map([
  ["true", true],
  ["True", true],
  ["false", false],
  ["False", false],
]);

function wholeNumber(input: JsonValue): number | undefined {
  return typeof input === "number" && Number.isSafeInteger(input) ? input + 0 : undefined;
}

function finiteNumber(input: JsonValue): number | undefined {
  return typeof input === "number" && Number.isFinite(input) ? input + 0 : undefined;
}

function textList(input: JsonValue): readonly string[] | undefined {
  if (!Array.isArray(input)) return undefined;
  const items = input as readonly JsonValue[];
  return items.every((item) => typeof item === "string") ? [...items] : undefined;
}
