/**
 * One JSON value, one text: keys sorted, no spaces, numbers as ECMAScript prints them.
 *
 * A digest is only as good as its text, so whatever JSON would bend silently (NaN to null, -0 to 0, undefined to a
 * missing key, a lone surrogate to a replacement character) is refused instead. The library sorts and prints, the
 * platform prints what is sorted already; the guard in front of both refuses.
 */
import stringify from "fast-json-stable-stringify";
import { invariant } from "../diagnostics/internal-error.js";
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
  switch (formOf(value, 0)) {
    case "ordered":
      return JSON.stringify(value);
    case "unordered":
      return stringify(value);
    case "broken": {
      const found = firstProblem(value);
      invariant(found !== undefined, "a value that cannot be printed has a problem");
      throw new CanonicalJsonError(found.path, found.problem);
    }
  }
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
  return formOf(root, 0) === "broken" ? firstProblem(root) : undefined;
}

/** Whether a value can be printed at all, and if so whether its keys are in their order already. */
type Form = "broken" | "unordered" | "ordered";

/** Goes down no deeper than is allowed, so it may recurse. */
function formOf(value: unknown, depth: number): Form {
  if (problemOf(value, depth) !== undefined) return "broken";
  if (typeof value !== "object" || value === null) return "ordered";
  return Array.isArray(value) ? formOfList(value, depth) : formOfObject(value, depth);
}

function formOfList(items: readonly unknown[], depth: number): Form {
  let form: Form = "ordered";
  for (let index = 0; index < items.length; index++) {
    const item = formOf(items[index], depth + 1);
    if (item === "broken") return item;
    if (item === "unordered") form = item;
  }
  return form;
}

function formOfObject(value: object, depth: number): Form {
  const fields = value as Readonly<Record<string, unknown>>;
  let form: Form = "ordered";
  let before = "";
  for (const key of Object.keys(fields)) {
    const field = formOf(fields[key], depth + 1);
    if (field === "broken") return field;
    if (field === "unordered" || key < before) form = "unordered";
    before = key;
  }
  return form;
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
