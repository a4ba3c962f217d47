/** `emits` and `emits_files`: what a task declares to give. */
import {
  canonicalJson,
  compareText,
  type EmitField,
  type FieldType,
  type FileDeclaration,
  nearest,
  TYPE_TOKENS,
  type TypeToken,
} from "@crucible/core";
import { quote } from "../diagnostics/quote.js";
import { type DocumentNode, plainValue, type TableNode } from "../document/node.js";
import { readJson } from "../document/read-json.js";
import type { LocatedText, TableReader } from "../document/table-reader.js";
import { unknownFormats } from "../schema/formats.js";
import { present } from "./values.js";

/** A list of names, or a table from names to types, which is sorted by name. */
export function readEmits(table: TableReader): readonly EmitField[] {
  const node = table.take("emits");
  if (node === undefined) return [];
  if (node.kind === "list") return table.texts("emits").map(({ value }) => ({ name: value }));
  if (node.kind === "table") return readTypedFields(table, node);
  table.wrongKind(table.place("emits"), "a list of fields or a table of types", node);
  return [];
}

function readTypedFields(table: TableReader, node: TableNode): readonly EmitField[] {
  const fields: EmitField[] = [];
  for (const [name, { value }] of node.entries) {
    const type = readFieldType(table, `${table.title}: output field ${quote(name)}`, value);
    fields.push({ name, ...present("type", type) });
  }
  return fields.sort((a, b) => compareText(a.name, b.name));
}

function readFieldType(
  table: TableReader,
  subject: string,
  node: DocumentNode,
): FieldType | undefined {
  switch (node.kind) {
    case "text":
      return readToken(table, subject, node);
    case "list":
      return { kind: "labels", labels: readLabels(table, subject, node.items) };
    case "table": {
      const below = table.below(node, subject);
      const text = below.locatedText("schema");
      if (!below.has("schema")) {
        below.missing("schema", `${subject} needs a type: a word, labels or a schema`);
      }
      below.close();
      const schema = text && readSchemaText(table, subject, text);
      return schema === undefined ? undefined : { kind: "schema", schema };
    }
    default:
      table.wrongKind(subject, "a type, a list of labels or a schema", node);
      return undefined;
  }
}

function readToken(table: TableReader, subject: string, text: LocatedText): FieldType | undefined {
  const token = TYPE_TOKENS.find((word): word is TypeToken => word === text.value);
  if (token !== undefined) return { kind: "token", token };
  const types = `${TYPE_TOKENS.join(", ")}, a list of labels or a schema`;
  const meant = meantToken(text.value);
  const hint = meant === undefined ? "" : `; did you mean ${quote(meant)}?`;
  const message = `${subject} has unknown type ${quote(text.value)}${hint} (a type is ${types})`;
  table.report("unknown-type", message, text, meant);
  return undefined;
}

/** The type whose beginning was written (`int`), else the nearest spelling. */
function meantToken(word: string): string | undefined {
  const longer = word.length < 3 ? undefined : TYPE_TOKENS.find((token) => token.startsWith(word));
  return longer ?? nearest(word, TYPE_TOKENS);
}

function readLabels(
  table: TableReader,
  subject: string,
  items: readonly DocumentNode[],
): readonly string[] {
  const labels: string[] = [];
  for (const item of items) {
    if (item.kind === "text") labels.push(item.value);
    else table.wrongKind(`a label of ${subject}`, "a string", item);
  }
  return labels;
}

/**
 * Paths, or `{ path, schema }`, in the author's order and as they are written: a plan file is what a run is frozen as, so
 * the checks refuse a path that is not in its normal form (FILE-003).
 */
export function readEmitsFiles(table: TableReader): readonly FileDeclaration[] {
  const node = table.take("emits_files");
  if (node === undefined) return [];
  if (node.kind !== "list") {
    table.wrongKind(table.place("emits_files"), "a list of files", node);
    return [];
  }
  return node.items.flatMap((item) => readFile(table, item) ?? []);
}

function readFile(table: TableReader, node: DocumentNode): FileDeclaration | undefined {
  const subject = `${table.title}: a declared file`;
  if (node.kind === "text") return { path: node.value };
  if (node.kind !== "table") {
    table.wrongKind(subject, "a path or a table of path and schema", node);
    return undefined;
  }
  const below = table.below(node, subject);
  const path = below.text("path");
  const text = below.locatedText("schema");
  if (!below.has("path")) below.missing("path", `${subject} needs path`);
  below.close();
  if (path === undefined) return undefined;
  const schema =
    text && readSchemaText(table, `${table.title}: declared file ${quote(path)}`, text);
  return { path, ...present("schema", schema) };
}

/** A schema as canonical text: neither white space nor the order of keys changes a plan. */
function readSchemaText(
  table: TableReader,
  subject: string,
  text: LocatedText,
): string | undefined {
  const reading = readJson(text.value, "schema");
  if (!reading.ok) {
    const [first] = reading.diagnostics;
    const at = first?.range ? ` at ${first.range.start.line}:${first.range.start.column}` : "";
    table.report("schema", `${subject}: the schema is not JSON: ${first?.message}${at}`, text);
    return undefined;
  }
  const schema = plainValue(reading.document.root);
  for (const warning of unknownFormats(schema)) {
    table.warn("unknown-format", `${subject}: ${warning}`, text);
  }
  return canonicalJson(schema);
}
