/** Amounts as people read them: dollars and bytes. */

/** A plain number of dollars: `$1`, `$2.5`. */
export function plainUsd(usd: number): string {
  return `$${usd}`;
}

/** Dollars with the four decimals that spend is shown with: `$0.0123`. */
export function spentUsd(usd: number): string {
  return `$${usd.toFixed(4)}`;
}

const UNITS = ["bytes", "KiB", "MiB", "GiB", "TiB"] as const;

/** Bytes in the largest unit that keeps the number whole, so that a bound is never rounded: `256 MiB`, `65537 bytes`. */
export function wholeBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && value % 1024 === 0 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${value} ${UNITS[unit]}`;
}
