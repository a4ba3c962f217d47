/**
 * One JSON value, one text: keys sorted, no spaces, numbers as ECMAScript prints them.
 *
 * A digest is only as good as its text, so whatever JSON would bend silently (NaN to null, -0 to 0, undefined to a
 * missing key, a lone surrogate to a replacement character) is refused instead. The library sorts and prints; the
 * guard in front of it refuses.
 */
import stringify from "fast-json-stable-stringify";
import type { JsonValue } from "./json.js";

/** Deeper values are refused before anything recurses over them: the guard walks with a list of its own. */
const DEPTH_MAX = 512;

/** Thrown when a value has no canonical JSON; `path` is a JSON pointer to the offender. */
export class CanonicalJsonError extends Error {
  override readonly name = "CanonicalJsonError";
  readonly path: string;
  constructor(path: string, problem: string) {
    super(`${path === "" ? "the value" : path} ${problem}`);
    this.path = path;
  }
}

/** The canonical text. Throws {@link CanonicalJsonError}. */
export function canonicalJson(value: JsonValue): string {
  const found = canonicalProblem(value);
  if (found) throw new CanonicalJsonError(found.path, found.problem);
  // Only objects and lists hold anything to sort.
  return typeof value === "object" && value !== null ? stringify(value) : JSON.stringify(value);
}

/** What keeps a value from having a canonical text: a JSON pointer to the offender and what is wrong with it. */
export interface CanonicalProblem {
  readonly path: string;
  readonly problem: string;
}

/** A value that waits to be looked at, and where it stands. */
interface Pending {
  readonly value: unknown;
  readonly path: string;
  readonly depth: number;
}

/** The first problem found, or `undefined` for a value that {@link canonicalJson} prints. */
export function canonicalProblem(root: JsonValue): CanonicalProblem | undefined {
  // Almost every value is fine, and where a problem is costs more to follow than whether there is one.
  return isFine(root, 0) ? undefined : firstProblem(root);
}

/** Whether nothing in a value keeps it from being printed. Goes down no deeper than is allowed, so it may recurse. */
function isFine(value: unknown, depth: number): boolean {
  if (problemOf(value, depth) !== undefined) return false;
  if (typeof value !== "object" || value === null) return true;
  const children: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  for (let index = 0; index < children.length; index++) {
    if (!isFine(children[index], depth + 1)) return false;
  }
  return true;
}

function firstProblem(root: JsonValue): CanonicalProblem | undefined {
  const pending: Pending[] = [{ value: root, path: "", depth: 0 }];
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    const problem = problemOf(item.value, item.depth);
    if (problem !== undefined) return { path: item.path, problem };
    pushChildren(item, pending);
  }
  return undefined;
}

function problemOf(value: unknown, depth: number): string | undefined {
  if (depth > DEPTH_MAX) return `nests more than ${DEPTH_MAX} levels`;
  switch (typeof value) {
    case "string":
      return value.isWellFormed() ? undefined : "holds a lone surrogate";
    case "number":
      if (!Number.isFinite(value)) return `is ${value}, which JSON cannot hold`;
      return Object.is(value, -0) ? "is -0, which JSON cannot hold" : undefined;
    case "boolean":
      return undefined;
    case "object":
      return value === null || Array.isArray(value) ? undefined : objectProblem(value);
    default:
      return `is ${typeof value}, which JSON cannot hold`;
  }
}

function pushChildren({ value, path, depth }: Pending, pending: Pending[]): void {
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      pending.push({ value: value[index], path: `${path}/${index}`, depth: depth + 1 });
    }
  } else if (typeof value === "object" && value !== null) {
    for (const [key, child] of Object.entries(value)) {
      const step = `${path}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      pending.push({ value: child, path: step, depth: depth + 1 });
    }
  }
}

function objectProblem(value: object): string | undefined {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) return "is not a plain object";
  // The library would call a toJSON method and print its answer; as data the name is like any other.
  if ("toJSON" in value && typeof value.toJSON === "function") return "has a toJSON method";
  return Object.keys(value).every((key) => key.isWellFormed())
    ? undefined
    : "has a key with a lone surrogate";
}
