/** Amounts as people read them: dollars and bytes. */
import { SIZE_UNITS } from "../options/values.js";

/** A plain number of dollars: `$1`, `$2.5`. */
export function plainUsd(usd: number): string {
  return `$${usd}`;
}

/** Dollars with the four decimals that spend is shown with: `$0.0123`. */
export function spentUsd(usd: number): string {
  return `$${usd.toFixed(4)}`;
}

/** Bytes in the largest unit that keeps the number whole, so that a bound is never rounded: `256 MiB`, `65537 bytes`. */
export function wholeBytes(bytes: number): string {
  const { value, unit } = inLargestUnit(bytes);
  return `${value} ${unit || "bytes"}`;
}

/** The same as an option takes it: `256 MiB`, `65537`. */
export function sizeOption(bytes: number): string {
  const { value, unit } = inLargestUnit(bytes);
  return unit === "" ? String(value) : `${value} ${unit}`;
}

function inLargestUnit(bytes: number): { readonly value: number; readonly unit: string } {
  let value = bytes;
  let power = 0;
  while (value >= 1024 && value % 1024 === 0 && power < SIZE_UNITS.length - 1) {
    value /= 1024;
    power += 1;
  }
  return { value, unit: SIZE_UNITS[power] ?? "" };
}
