/** Bounds that an operator may set. Every one is named in the message of whatever it stops. */
import { RESULT_LINE_BYTES_MAX } from "../result/last-line.js";

export interface Bounds {
  /** Longest result line or result file, in bytes. */
  readonly resultBytesMax: number;
  /** Largest inputs object, in bytes of JSON. */
  readonly inputsBytesMax: number;
  /** Largest captured file that is read as JSON for its schema, in bytes. */
  readonly jsonFileBytesMax: number;
  /** Largest history that one task reads, in bytes of JSON. */
  readonly historyBytesMax: number;
  /** Largest evidence of a route that a person answers, in bytes of JSON. */
  readonly evidenceBytesMax: number;
}

export const BOUNDS_DEFAULT: Bounds = Object.freeze({
  resultBytesMax: RESULT_LINE_BYTES_MAX,
  inputsBytesMax: 64 * 1024 * 1024,
  jsonFileBytesMax: 16 * 1024 * 1024,
  historyBytesMax: 65_536,
  evidenceBytesMax: 16 * 1024 * 1024,
});

/** The defaults with what an operator set. Throws RangeError on a bound that bounds nothing. */
export function boundsWith(set: Partial<Bounds>): Bounds {
  const bounds = { ...BOUNDS_DEFAULT, ...set };
  for (const [name, value] of Object.entries(bounds)) {
    if (Number.isSafeInteger(value) && value >= 0) continue;
    throw new RangeError(`the bound ${name} must be whole bytes, got ${value}`);
  }
  return bounds;
}
