/** Parses JSON from outside and bounds how deep it nests, so that everything behind may recurse. */
import type { JsonValue } from "../json/json.js";
import { type Refused, refused } from "./problems.js";

/** Outputs nest at most 128 deep; a line or a header adds a few containers around them. */
const DEPTH_MAX = 160;

export type JsonReading = { readonly ok: true; readonly value: JsonValue } | Refused;

export function readJson(text: string): JsonReading {
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch {
    return refused({ path: "", message: "is not JSON" });
  }
  return nestsDeeperThan(value, DEPTH_MAX)
    ? refused({ path: "", message: `nests more than ${DEPTH_MAX} levels` })
    : { ok: true, value };
}

/** Walks level by level with lists of its own. */
function nestsDeeperThan(root: JsonValue, depthMax: number): boolean {
  let level: readonly JsonValue[] = [root];
  for (let depth = 0; depth <= depthMax; depth++) {
    const next: JsonValue[] = [];
    for (const value of level) {
      if (typeof value !== "object" || value === null) continue;
      for (const child of Object.values(value)) next.push(child as JsonValue);
    }
    if (next.length === 0) return false;
    level = next;
  }
  return true;
}
