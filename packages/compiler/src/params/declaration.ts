/** What a workflow source declares about one of its parameters. */
import type { ParamValue, SourceRange } from "@crucible/core";
import type { Pattern } from "../pattern/pattern.js";

export type ParamType = "string" | "integer" | "number" | "boolean" | "list";

/** Every accepted spelling of a type. */
export const PARAM_TYPES: ReadonlyMap<string, ParamType> = new Map([
  ["string", "string"],
  ["integer", "integer"],
  ["int", "integer"],
  ["number", "number"],
  ["boolean", "boolean"],
  ["bool", "boolean"],
  ["list<string>", "list"],
  ["list", "list"],
]);

/** The spelling that messages use: the standard words, and `list<string>`. */
export function typeWord(type: ParamType): string {
  return type === "list" ? "list<string>" : type;
}

export interface ParamDeclaration {
  readonly name: string;
  /** Where the name is written. */
  readonly range: SourceRange;
  readonly type: ParamType;
  readonly required: boolean;
  /** Absent when there is none; a default is pack content, never external (DSL-040). */
  readonly default?: ParamValue;
  readonly description?: string;
  readonly pattern?: Pattern;
  /** Inclusive. */
  readonly minimum?: number;
  readonly maximum?: number;
  readonly choices?: readonly (string | number)[];
  /** A hint for launch forms; changes nothing about binding (DSL-013). */
  readonly multiline: boolean;
}

/** The params block of a source, or an empty one. */
export interface ParamsBlock {
  readonly declarations: readonly ParamDeclaration[];
  /** The block, or the beginning of a source that has none. */
  readonly range: SourceRange;
}
