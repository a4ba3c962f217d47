/**
 * A TOML or JSON document whose every value knows where it stands.
 *
 * Manifests, plan files, parameter files and schemas are all read into this one shape, so that each reader can point at
 * the key or the value it objects to. Nodes carry bare offsets; `document.range(node)` turns them into lines and columns
 * when somebody wants to read them.
 */
import type { JsonValue, SourceRange } from "@crucible/core";
import type { SourceText, Span } from "@crucible/starlark";

export type DocumentNode =
  | TableNode
  | ListNode
  | (Span & { readonly kind: "text"; readonly value: string })
  | IntegerNode
  | (Span & { readonly kind: "float"; readonly value: number })
  | (Span & { readonly kind: "boolean"; readonly value: boolean })
  | (Span & { readonly kind: "null" })
  /** A TOML date or time; nothing of ours takes one. */
  | (Span & { readonly kind: "date" });

export interface TableNode extends Span {
  readonly kind: "table";
  readonly entries: ReadonlyMap<string, TableEntry>;
}

export interface TableEntry {
  /** Where the key stands; for a TOML header, its last part. */
  readonly key: Span;
  readonly value: DocumentNode;
}

interface ListNode extends Span {
  readonly kind: "list";
  readonly items: readonly DocumentNode[];
}

interface IntegerNode extends Span {
  readonly kind: "integer";
  /** A number while it is a safe integer, a bigint beyond. */
  readonly value: number | bigint;
}

/** A document's root value and its text. */
export interface LocatedDocument {
  readonly root: DocumentNode;
  readonly source: SourceText;
  range(span: Span): SourceRange;
}

/** Containers inside containers that a document may hold; every walk over nodes may recurse that deep. */
export const DOCUMENT_DEPTH_MAX = 128;

/** What a message calls a node's kind. */
export function kindWords(node: DocumentNode): string {
  switch (node.kind) {
    case "table":
      return "a table";
    case "list":
      return "a list";
    case "text":
      return "a string";
    case "integer":
      return "an integer";
    case "float":
      return "a number";
    case "boolean":
      return "a boolean";
    case "null":
      return "null";
    case "date":
      return "a date";
  }
}

/** The bare value, places dropped. Objects have no prototype; an integer beyond the safe ones becomes a float. */
export function plainValue(node: DocumentNode): JsonValue {
  switch (node.kind) {
    case "table": {
      const object: { [key: string]: JsonValue } = Object.create(null) as {
        [key: string]: JsonValue;
      };
      for (const [key, entry] of node.entries) object[key] = plainValue(entry.value);
      return object;
    }
    case "list":
      return node.items.map(plainValue);
    case "integer":
      return Number(node.value);
    case "null":
    case "date":
      return null;
    default:
      return node.value;
  }
}

/** The node that keys and positions lead to, or the last one on the way that exists. */
export function nodeAt(root: DocumentNode, path: readonly (string | number)[]): DocumentNode {
  let node = root;
  for (const step of path) {
    const next =
      node.kind === "table" ? node.entries.get(String(step))?.value : itemAt(node, Number(step));
    if (!next) return node;
    node = next;
  }
  return node;
}

function itemAt(node: DocumentNode, index: number): DocumentNode | undefined {
  return node.kind === "list" ? node.items[index] : undefined;
}
