/** Operators and brackets: the longest one that fits wins. */
import { bindingOf } from "./binding.js";
import type { Punctuation } from "./token.js";

const all: readonly Punctuation[] = [
  "+",
  "-",
  "*",
  "/",
  "//",
  "%",
  "**",
  "~",
  "&",
  "|",
  "^",
  "<<",
  ">>",
  ".",
  ",",
  "=",
  ";",
  ":",
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  "<",
  ">",
  ">=",
  "<=",
  "==",
  "!=",
  "+=",
  "-=",
  "*=",
  "/=",
  "//=",
  "%=",
  "&=",
  "|=",
  "^=",
  "<<=",
  ">>=",
];

/** Whether a punctuation opens a bracket, closes one, or has nothing to do with brackets. */
type Bracket = "opens" | "closes" | "none";

/** A punctuation and what the lexer asks about it. */
interface Form {
  readonly kind: Punctuation;
  readonly length: number;
  readonly bracket: Bracket;
  readonly binding: number;
  /** Codes of its second and third character, if it has them. */
  readonly second: number;
  readonly third: number;
}

function formOf(kind: Punctuation): Form {
  const bracket = "([{".includes(kind) ? "opens" : ")]}".includes(kind) ? "closes" : "none";
  const [, second = "", third = ""] = kind;
  return {
    kind,
    length: kind.length,
    bracket,
    binding: bindingOf(kind),
    second: second === "" ? 0 : second.charCodeAt(0),
    third: third === "" ? 0 : third.charCodeAt(0),
  };
}

/** Forms by the code of their first character, longest first. */
const byFirst: readonly (readonly Form[])[] = Array.from({ length: 128 }, (_, code) =>
  all
    .filter((punctuation) => punctuation.charCodeAt(0) === code)
    .sort((a, b) => b.length - a.length)
    .map(formOf),
);

/** Whether some punctuation begins with the character. */
export function beginsPunctuation(code: number): boolean {
  return (byFirst[code] ?? []).length > 0;
}

/** The form of the punctuation at `offset`, where the text goes on; undefined when none stands there. */
export function punctuationAt(text: string, offset: number): Form | undefined {
  const code = text.charCodeAt(offset);
  if (code >= byFirst.length) return undefined;
  const forms = byFirst[code] as readonly Form[];
  for (let index = 0; index < forms.length; index++) {
    const form = forms[index] as Form;
    if (form.length === 1 || stands(form, text, offset)) return form;
  }
  return undefined;
}

function stands(form: Form, text: string, offset: number): boolean {
  if (offset + form.length > text.length) return false;
  if (text.charCodeAt(offset + 1) !== form.second) return false;
  return form.length === 2 || text.charCodeAt(offset + 2) === form.third;
}
