/** The words of one tag of a template: names, texts, numbers and marks, each with its place. */
import { ReviewRefused } from "./template.js";

export interface TagToken {
  readonly kind: "name" | "text" | "number" | "mark" | "close";
  /** The decoded text, the name, the digits or the mark. */
  readonly text: string;
  /** Place in the template, in code units. */
  readonly offset: number;
  readonly end: number;
}

const SPACE = /\s*/y;
const TOKENS: readonly (readonly [TagToken["kind"], RegExp])[] = [
  ["close", /[-+]?[%}]\}/y],
  ["name", /[A-Za-z_][A-Za-z0-9_]*/y],
  ["number", /-?\d+(?:\.\d+)?/y],
  ["text", /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/y],
  ["mark", /==|!=|[.,[\]|()+\-*/<>=]/y],
];

/** Reads one word; `locate` gives the place for the message of a refusal. */
export function readTagToken(
  source: string,
  from: number,
  locate: (offset: number) => string,
): TagToken {
  const offset = matchAt(SPACE, source, from)?.end ?? from;
  if (offset >= source.length) throw new ReviewRefused(`${locate(from)}: the tag is not closed`);
  for (const [kind, pattern] of TOKENS) {
    const match = matchAt(pattern, source, offset);
    if (match) {
      const text = kind === "text" ? decoded(match.text, locate(offset)) : match.text;
      return { kind, text, offset, end: match.end };
    }
  }
  const found = JSON.stringify(String.fromCodePoint(source.codePointAt(offset) ?? 0));
  throw new ReviewRefused(`${locate(offset)}: a tag cannot hold ${found}`);
}

function matchAt(
  pattern: RegExp,
  source: string,
  offset: number,
): { readonly text: string; readonly end: number } | undefined {
  pattern.lastIndex = offset;
  const text = pattern.exec(source)?.[0];
  return text === undefined ? undefined : { text, end: offset + text.length };
}

/** Quotes and backslashes are escaped by a backslash, and nothing else is. */
function decoded(quoted: string, at: string): string {
  return quoted.slice(1, -1).replace(/\\(.)/g, (_, escaped: string) => {
    if (escaped === '"' || escaped === "'" || escaped === "\\") return escaped;
    throw new ReviewRefused(`${at}: the escape \\${escaped} is not supported yet`);
  });
}
