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
  | "bytes"
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

/** Keywords that begin a statement or a part of one. */
export const STATEMENT_KEYWORDS: readonly Keyword[] = [
  "break",
  "continue",
  "def",
  "elif",
  "else",
  "for",
  "if",
  "load",
  "pass",
  "return",
];

const keywords: readonly Keyword[] = [...STATEMENT_KEYWORDS, "and", "in", "lambda", "not", "or"];

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

/** How a kind is named in `got …, want …`. */
export function describeKind(kind: TokenKind): string {
  switch (kind) {
    case "newline":
    case "end of file":
    case "indent":
      return kind;
    case "dedent":
      return "unindent";
    case "name":
      return "identifier";
    case "int":
    case "float":
    case "string":
    case "bytes":
      return `${kind} literal`;
    default:
      return /[a-z]/.test(kind) ? kind : `'${kind}'`;
  }
}
