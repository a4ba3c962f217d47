import type { BytesElements, StarlarkBytes } from "./bytes.js";
import type { Callable } from "./callable.js";
import type { StarlarkDict } from "./dict.js";
import type { StarlarkFloat } from "./float.js";
import type { HostValue } from "./host-value.js";
import type { StarlarkList } from "./list.js";
import type { StarlarkRange } from "./range.js";
import type { StarlarkSet } from "./set.js";
import type { StringElements } from "./string-elements.js";
import type { StarlarkTuple } from "./tuple.js";

/**
 * Every value of the language as JavaScript sees it.
 *
 * `None` is null; a bool is a boolean; an int is a number while it is a safe integer and a bigint beyond, so equal ints
 * have one form; a string is a well-formed string. A float is boxed, because a bare number is always an int.
 */
export type Value =
  | null
  | boolean
  | number
  | bigint
  | string
  | StarlarkFloat
  | StarlarkTuple
  | StarlarkList
  | StarlarkDict
  | StarlarkSet
  | StarlarkRange
  | StringElements
  | StarlarkBytes
  | BytesElements
  | Callable
  | HostValue;
