/**
 * TOML with places: the library's values, each joined to where it was written.
 *
 * Integers and floats stay apart (`5` and `5.0` differ), dates are kept only as the fact that one was written, and
 * nesting is bounded, so that every later walk may recurse.
 */
import { InternalError } from "@crucible/core";
import { SourceText } from "@crucible/starlark";
import { parse, TomlError, type TomlPrimitive, type TomlTable, type TomlValue } from "smol-toml";
import { normaliseSource } from "../pack/source-text.js";
import { DOCUMENT_DEPTH_MAX, type DocumentNode, type TableEntry } from "./node.js";
import type { DocumentReading } from "./read-json.js";
import { type Place, scanPlaces } from "./toml-places.js";

/**
 * Reads a TOML text. `file` is what diagnostics call it.
 *
 * Line ends are LF whatever the checkout made of them, or a text over several lines would be another one for it.
 */
export function readToml(written: string, file: string): DocumentReading {
  const text = normaliseSource(written);
  const source = new SourceText(file, text);
  const problem = (message: string, offset: number): DocumentReading => ({
    ok: false,
    diagnostics: [
      {
        code: "toml-syntax",
        severity: "error",
        message,
        range: source.range({ start: offset, end: Math.min(offset + 1, text.length) }),
        notes: [],
      },
    ],
  });
  if (!text.isWellFormed()) return problem("the text holds a lone surrogate", 0);
  try {
    const table = parse(text, { integersAsBigInt: true, maxDepth: DOCUMENT_DEPTH_MAX });
    const root = joined(table, scanPlaces(text, decodeKey), 0);
    return { ok: true, document: { root, source, range: (span) => source.range(span) } };
  } catch (error) {
    if (error instanceof TooDeep) {
      return problem(
        `the TOML nests too deep; maximum is ${DOCUMENT_DEPTH_MAX} levels`,
        error.offset,
      );
    }
    if (!(error instanceof TomlError)) throw error;
    return problem(firstLine(error.message), offsetOf(text, error.line, error.column));
  }
}

class TooDeep extends Error {
  readonly offset: number;
  constructor(offset: number) {
    super("too deep");
    this.offset = offset;
  }
}

function joined(value: TomlValue, where: Place, depth: number): DocumentNode {
  const { start, end } = where.value;
  if (depth > DOCUMENT_DEPTH_MAX) throw new TooDeep(start);
  if (Array.isArray(value)) {
    const items = value.map((item, index) => joined(item, childOf(where, index), depth + 1));
    return { kind: "list", items, start, end };
  }
  if (isTable(value)) {
    const entries = new Map<string, TableEntry>();
    for (const [name, item] of Object.entries(value)) {
      const at = childOf(where, name);
      entries.set(name, { key: at.key, value: joined(item, at, depth + 1) });
    }
    return { kind: "table", entries, start, end };
  }
  return { ...scalar(value), start, end };
}

type Scalar =
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "boolean"; readonly value: boolean }
  | { readonly kind: "integer"; readonly value: number | bigint }
  | { readonly kind: "float"; readonly value: number }
  | { readonly kind: "date" };

function scalar(value: TomlPrimitive): Scalar {
  switch (typeof value) {
    case "string":
      return { kind: "text", value };
    case "boolean":
      return { kind: "boolean", value };
    case "bigint":
      return {
        kind: "integer",
        value: Number.isSafeInteger(Number(value)) ? Number(value) : value,
      };
    case "number":
      return { kind: "float", value: value + 0 };
    default:
      return { kind: "date" };
  }
}

function isTable(value: TomlValue): value is TomlTable {
  if (typeof value !== "object") return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

function childOf(where: Place, name: string | number): Place {
  const found = where.children.get(name);
  if (!found) throw new InternalError(`internal error: no place for TOML key ${String(name)}`);
  return found;
}

function decodeKey(raw: string): string {
  const [name] = Object.keys(parse(`${raw} = 0`));
  return name ?? raw;
}

/** The library's message without its title and its excerpt, in our manner. */
function firstLine(message: string): string {
  const line = (message.split("\n")[0] ?? "").replace(/^Invalid TOML document: /, "");
  return `not TOML: ${line.charAt(0).toLowerCase()}${line.slice(1).replace(/\.$/, "")}`;
}

function offsetOf(text: string, line: number, column: number): number {
  let offset = 0;
  for (let count = 1; count < line; count++) {
    const next = text.indexOf("\n", offset);
    if (next === -1) break;
    offset = next + 1;
  }
  return Math.min(offset + column - 1, text.length);
}
