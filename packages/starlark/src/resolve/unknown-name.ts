import type { Diagnostic } from "@crucible/core/diagnostics";
import { clip } from "../errors/clip.js";
import { suggest, suggestionOf } from "../errors/suggest.js";
import type { Identifier } from "../syntax/nodes.js";
import type { SourceText } from "../syntax/source-text.js";

/** A name that means nothing where it stands. */
export interface UnknownName {
  readonly name: string;
  /** Whether it stands in front of an argument list. */
  readonly called: boolean;
  /** The visible name that was probably meant. */
  readonly suggestion: string | undefined;
}

/** How the host speaks of names that do not exist. */
export interface UnknownNameWording {
  /** What a name that is called should have been; a message says `undefined` when absent. */
  readonly functionNoun?: string;
  /** What a name that is read should have been; a message says `undefined` when absent. */
  readonly variableNoun?: string;
  /** The names that may be suggested, given the visible ones. */
  readonly candidates?: (visible: readonly string[], unknown: UnknownName) => Iterable<string>;
  /** The whole message, or undefined for the usual one. */
  readonly describe?: (unknown: UnknownName) => string | undefined;
  /** Sentences about the name that follow the message. */
  readonly notes?: (unknown: UnknownName) => readonly string[];
}

/** Names of other languages and what they are called here. */
const HABITS: ReadonlyMap<string, string> = new Map([
  ["null", "None"],
  ["nil", "None"],
  ["undefined", "None"],
]);

/** The error of a name that neither the source, the host nor the language defines. */
export function unknownName(
  identifier: Identifier,
  called: boolean,
  visible: readonly string[],
  source: SourceText,
  wording: UnknownNameWording,
): Diagnostic {
  const { name } = identifier;
  const bare = { name, called, suggestion: undefined };
  const candidates = [...(wording.candidates?.(visible, bare) ?? visible)];
  const habit = HABITS.get(name);
  const { name: suggestion, clause } =
    habit !== undefined && candidates.includes(habit)
      ? suggestionOf(habit)
      : suggest(name, candidates);
  const noun = called ? wording.functionNoun : wording.variableNoun;
  const plain = noun === undefined ? `undefined: ${clip(name)}` : `unknown ${noun} "${clip(name)}"`;
  const unknown = { name, called, suggestion };
  const message = wording.describe?.(unknown) ?? `${plain}${clause}`;
  const notes = wording.notes?.(unknown) ?? [];
  return {
    code: "unknown-name",
    severity: "error",
    message,
    range: source.range(identifier),
    notes: notes.map((note) => ({ message: note })),
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}
