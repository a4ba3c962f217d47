/** Bounds in force as names and values to read. Bounds of single tasks stand with their tasks. */
import { formatDuration } from "@crucible/core";
import type { BoundInForce } from "@crucible/executor";
import { plainUsd, wholeBytes } from "./amounts.js";

export function boundLines(
  bounds: readonly BoundInForce[],
): readonly (readonly [name: string, value: string])[] {
  return bounds
    .filter(({ task }) => task === undefined)
    .map((bound) => [bound.name, boundValue(bound)] as const);
}

function boundValue({ value, unit }: BoundInForce): string {
  switch (unit) {
    case "usd":
      return plainUsd(value);
    case "ms":
      return formatDuration(value);
    case "bytes":
      return wholeBytes(value);
    case "attempts":
      return String(value);
    case "levels":
      return `${value} levels`;
  }
}
