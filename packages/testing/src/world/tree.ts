/** The files of a workspace in memory, as values: a tree is a map from path to entry and is never changed in place. */
import { digestOf, digestOfBytes, type JsonValue } from "@crucible/core";

export type TreeEntry =
  | {
      readonly kind: "file";
      readonly bytes: Uint8Array;
      readonly executable: boolean;
      /** How many names the file has; above one it is refused at capture. */
      readonly names: number;
    }
  | { readonly kind: "link"; readonly target: string }
  | { readonly kind: "folder" }
  | { readonly kind: "fifo" };

export type Tree = ReadonlyMap<string, TreeEntry>;

/** A change of one path between two trees; `undefined` where there is nothing. */
export interface TreeChange {
  readonly path: string;
  readonly before: TreeEntry | undefined;
  readonly after: TreeEntry | undefined;
}

export function textFile(text: string, executable = false): TreeEntry {
  return { kind: "file", bytes: new TextEncoder().encode(text), executable, names: 1 };
}

export function treeOf(files: Readonly<Record<string, string>>): Tree {
  return new Map(Object.entries(files).map(([path, text]) => [path, textFile(text)]));
}

/** What was staged for an attempt is no part of the work. */
export function isStaged(path: string): boolean {
  return path === "inputs" || path.startsWith("inputs/");
}

/** The same tree when nothing is staged in it. */
export function withoutStaged(tree: Tree): Tree {
  if (tree.size === 0 || ![...tree.keys()].some(isStaged)) return tree;
  return new Map([...tree].filter(([path]) => !isStaged(path)));
}

export function changesBetween(before: Tree, after: Tree): readonly TreeChange[] {
  if (before === after) return [];
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
  return paths
    .map((path) => ({ path, before: before.get(path), after: after.get(path) }))
    .filter((change) => !sameEntry(change.before, change.after));
}

export function sameEntry(a: TreeEntry | undefined, b: TreeEntry | undefined): boolean {
  return JSON.stringify(describe(a)) === JSON.stringify(describe(b));
}

/** Trees never change, so one that many commits share is digested once. */
const digests = new WeakMap<Tree, string>();

/** `sha256:` over paths and contents. */
export function treeDigest(tree: Tree): string {
  const known = digests.get(tree);
  if (known !== undefined) return known;
  const paths = [...tree.keys()].sort();
  const digest = digestOf(paths.map((path) => [path, describe(tree.get(path))]));
  digests.set(tree, digest);
  return digest;
}

function describe(entry: TreeEntry | undefined): JsonValue {
  if (entry === undefined) return null;
  switch (entry.kind) {
    case "file":
      return ["file", digestOfBytes(entry.bytes), entry.executable];
    case "link":
      return ["link", entry.target];
    default:
      return [entry.kind];
  }
}
