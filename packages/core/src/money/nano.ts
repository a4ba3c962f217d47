/**
 * Money is counted in integer nano-dollars, so that ten lanes at $0.10 are exactly $1.00.
 *
 * A safe integer holds about nine million dollars, far above any ceiling that a run is given.
 */

/** Nano-dollars in one dollar. */
export const NANO_PER_USD = 1_000_000_000;

/** The largest amount that is counted exactly, in dollars. */
export const USD_MAX: number = Math.floor(Number.MAX_SAFE_INTEGER / NANO_PER_USD);

/** A few units in the last place, as a share of the amount. */
const ROUNDING_REST = 2 ** -50;

/** Dollars to nano-dollars, rounded up: a fraction of a nano-dollar spent is never forgotten. Throws RangeError on a value that is negative, not finite or above {@link USD_MAX}. */
export function nanoFromUsd(usd: number): number {
  if (!Number.isFinite(usd) || usd < 0 || usd > USD_MAX) {
    throw new RangeError(`${usd} is not an amount of dollars from 0 to ${USD_MAX}`);
  }
  const nano = usd * NANO_PER_USD;
  const nearest = Math.round(nano);
  // What arithmetic on doubles leaves behind (0.1 * 3) is no fraction that was spent.
  const isRest = Math.abs(nano - nearest) <= nano * ROUNDING_REST;
  return isRest ? nearest : Math.ceil(nano);
}

/** Nano-dollars to dollars, for wires and people; never used to compare. */
export function usdFromNano(nano: number): number {
  return nano / NANO_PER_USD;
}
