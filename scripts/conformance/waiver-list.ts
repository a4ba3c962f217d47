/**
 * The lines of the suites where this language differs, and why.
 *
 * A reason is a rule of this language, never a lack: what is missing counts as a difference.
 */
import type { Waiver } from "./waivers.js";

export const REASONS: ReadonlyMap<string, string> = new Map([
  ["bound", "a bound of this language, with its own number, is reached first or not at all"],
  ["bytes-index", "an index of bytes gives an int, as the public specification says"],
  ["code-points", "strings are sequences of code points, so no part of one is half a character"],
  ["compared-first", "which two elements a sort compares first is not defined"],
  ["first-error", "a parse ends at the first mistake of a statement"],
  ["first-place", "an unclosed bracket is reported where it was opened"],
  ["host", "the message is the host's own, and the host words it without a suggestion"],
  ["key-none", "`key = None` is the absence of a key"],
  ["load-scope", "there is one kind of load: its names are local to the file"],
  ["module", "the language has no module for JSON; hosts may give one"],
  ["parameters", "what is wrong with parameters is found by the parser and not after it"],
  ["place-only", "a built-in's iterable goes by place and has no name in messages"],
  ["rebinding", "a file is a script: its names may be bound again"],
  ["recursion", "recursion is allowed under the bound on the stack"],
  ["run-time", "whether a variable has a value yet is asked when it is read"],
  ["strip-nothing", "an empty set of characters strips nothing, as in Python"],
  ["suggestion", "a suggestion stands in quotes behind a semicolon"],
  ["top-level", "`for` and `if` are allowed at top level"],
  ["while", "there is no `while`, nor an option for it"],
]);

export const OFFICIAL_WAIVERS: readonly Waiver[] = [];

const data = (name: string): string => `starlark/testdata/${name}.star`;
const RESOLVE = "resolve/testdata/resolve.star";
const ERRORS = "syntax/testdata/errors.star";

export const STARLARK_GO_WAIVERS: readonly Waiver[] = [
  { file: data("assign"), lines: 338, reason: "load-scope" },
  { file: data("builtins"), lines: 59, reason: "compared-first" },
  { file: data("builtins"), lines: 66, reason: "key-none" },
  { file: data("builtins"), lines: 74, reason: "place-only" },
  { file: data("builtins"), lines: 224, reason: "host" },
  { file: data("bytes"), lines: 10, reason: "code-points" },
  { file: data("bytes"), lines: [87, 88], reason: "bytes-index" },
  { file: data("function"), lines: 55, reason: "recursion" },
  { file: data("function"), lines: 67, reason: "recursion" },
  { file: data("function"), lines: 78, reason: "recursion" },
  { file: data("function"), lines: 329, reason: "suggestion" },
  { file: data("int"), lines: 213, reason: "bound" },
  { file: data("json"), lines: [1, 300], reason: "module", removed: true },
  { file: data("misc"), lines: 139, reason: "suggestion" },
  { file: data("module"), lines: 17, reason: "suggestion" },
  { file: data("string"), lines: [27, 28], reason: "bound" },
  { file: data("string"), lines: [31, 32], reason: "code-points" },
  { file: data("string"), lines: 44, reason: "code-points", removed: true },
  { file: data("string"), lines: 47, reason: "code-points", removed: true },
  { file: data("string"), lines: 53, reason: "code-points" },
  { file: data("string"), lines: 62, reason: "code-points" },
  { file: data("string"), lines: [70, 71], reason: "code-points" },
  { file: data("string"), lines: 74, reason: "code-points" },
  { file: data("string"), lines: 79, reason: "code-points" },
  { file: data("string"), lines: 83, reason: "code-points" },
  { file: data("string"), lines: 89, reason: "code-points" },
  { file: data("string"), lines: 93, reason: "code-points" },
  { file: data("string"), lines: 94, reason: "code-points", removed: true },
  { file: data("string"), lines: 132, reason: "code-points" },
  { file: data("string"), lines: [309, 311], reason: "strip-nothing" },
  { file: data("tuple"), lines: [51, 52], reason: "bound" },
  { file: data("while"), lines: 11, reason: "while" },
  { file: RESOLVE, lines: 24, reason: "rebinding" },
  { file: RESOLVE, lines: 34, reason: "rebinding" },
  { file: RESOLVE, lines: 38, reason: "rebinding" },
  { file: RESOLVE, lines: 98, reason: "rebinding" },
  { file: RESOLVE, lines: 104, reason: "rebinding" },
  { file: RESOLVE, lines: [140, 142], reason: "first-error" },
  { file: RESOLVE, lines: [157, 158], reason: "while" },
  { file: RESOLVE, lines: 169, reason: "top-level" },
  { file: RESOLVE, lines: 172, reason: "top-level" },
  { file: RESOLVE, lines: 188, reason: "while" },
  { file: RESOLVE, lines: 195, reason: "while" },
  { file: RESOLVE, lines: 198, reason: "while" },
  { file: RESOLVE, lines: 204, reason: "while" },
  { file: RESOLVE, lines: 271, reason: "first-error" },
  { file: RESOLVE, lines: 278, reason: "first-error" },
  { file: RESOLVE, lines: 331, reason: "run-time" },
  { file: RESOLVE, lines: 364, reason: "suggestion" },
  { file: RESOLVE, lines: 367, reason: "suggestion" },
  { file: RESOLVE, lines: [372, 373], reason: "rebinding" },
  { file: RESOLVE, lines: [378, 379], reason: "rebinding" },
  { file: ERRORS, lines: 23, reason: "parameters" },
  { file: ERRORS, lines: 33, reason: "parameters" },
  { file: ERRORS, lines: [138, 139], reason: "first-place" },
];
