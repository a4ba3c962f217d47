/**
 * What the launcher adds to a plan: limits, width and what the place can provide. Recorded in the run header, never part
 * of the plan digest, so raising a ceiling does not make another plan.
 */

/** Both ceilings of a run; a playbook is refused without either (CEIL-001 to CEIL-003). */
export interface Ceilings {
  readonly costNano: number;
  readonly wallMs: number;
}

export interface Launch {
  readonly ceilings: Ceilings;
  /** How many attempts run at once at the most, the shared workspace's own attempt included. */
  readonly width: number;
  /** Capabilities in force: what the World verified and what the operator vouches for. */
  readonly capabilities: readonly string[];
  /** Bound on the bytes of captured files that are live at one time in a run. */
  readonly captureBytesMax: number;
  /** Price of one turn, in nano-dollars, for a harness that cannot report cost. */
  readonly turnPriceNano?: number;
}

/** Lanes of attempts at once unless the operator says otherwise. */
export const WIDTH_DEFAULT = 8;

/** 256 MiB of live captured files unless the operator says otherwise. */
export const CAPTURE_BYTES_DEFAULT = 268_435_456;
