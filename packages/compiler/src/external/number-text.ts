import { StarlarkFloat } from "@crucible/starlark";

/** A number as a prompt shows it: in full when it is an int, else the shortest text that means the same float. */
export function numberText(value: number | bigint | StarlarkFloat): string {
  return value instanceof StarlarkFloat ? String(value.value) : String(value);
}
