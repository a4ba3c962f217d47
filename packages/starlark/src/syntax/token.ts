/** Kinds of token. Punctuation and keywords are their own kind. */
export type TokenKind =
  | "end of file"
  | "newline"
  | "indent"
  | "dedent"
  | "name"
  | "int"
  | "float"
  | "string"
  | "reserved"
  | Keyword
  | Punctuation;

type Keyword =
  | "and"
  | "break"
  | "continue"
  | "def"
  | "elif"
  | "else"
  | "for"
  | "if"
  | "in"
  | "lambda"
  | "load"
  | "not"
  | "or"
  | "pass"
  | "return";

export type Punctuation =
  | "+"
  | "-"
  | "*"
  | "/"
  | "//"
  | "%"
  | "**"
  | "~"
  | "&"
  | "|"
  | "^"
  | "<<"
  | ">>"
  | "."
  | ","
  | "="
  | ";"
  | ":"
  | "("
  | ")"
  | "["
  | "]"
  | "{"
  | "}"
  | "<"
  | ">"
  | ">="
  | "<="
  | "=="
  | "!="
  | "+="
  | "-="
  | "*="
  | "/="
  | "//="
  | "%="
  | "&="
  | "|="
  | "^="
  | "<<="
  | ">>=";

const keywords: readonly Keyword[] = [
  "and",
  "break",
  "continue",
  "def",
  "elif",
  "else",
  "for",
  "if",
  "in",
  "lambda",
  "load",
  "not",
  "or",
  "pass",
  "return",
];

/** Words that no source may use as a name, so that a source that runs here means the same in Python. */
const reservedWords = [
  "as",
  "assert",
  "class",
  "del",
  "except",
  "finally",
  "from",
  "global",
  "import",
  "is",
  "nonlocal",
  "raise",
  "try",
  "while",
  "with",
  "yield",
] as const;

/** The token kind of every word that is no plain name. */
export const WORD_KINDS: ReadonlyMap<string, TokenKind> = new Map<string, TokenKind>([
  ...keywords.map((word) => [word, word] as const),
  ...reservedWords.map((word) => [word, "reserved"] as const),
]);

/** How a kind is named in "expected …". */
export function describeKind(kind: TokenKind): string {
  switch (kind) {
    case "newline":
      return "the end of the line";
    case "end of file":
      return "the end of the file";
    case "indent":
      return "an indented block";
    case "dedent":
      return "the end of the block";
    case "name":
      return "a name";
    case "int":
    case "float":
      return "a number";
    case "string":
      return "a string";
    default:
      return `\`${kind}\``;
  }
}
