/** Bounds on a turn's stream, beside the attempt's own deadline. */

export interface TurnLimits {
  /** How long the agent may take to say anything at all. */
  readonly startupMs: number;
  /** How long it may go on trying to reach its model without coming on. */
  readonly retryMs: number;
  /** How long it may say nothing while no tool of its is at work; a model that thinks is silent too. */
  readonly stallMs: number;
  /** How long it may stay after it said that it is done. */
  readonly exitMs: number;
  /** How often its output is looked at. */
  readonly pollMs: number;
  /** How often it is told what the turn has used by then, when nothing else tells it: somebody may be watching. */
  readonly tellMs: number;
  /** Longer lines are skipped and counted. */
  readonly lineBytesMax: number;
}

export const TURN_LIMITS_DEFAULT: TurnLimits = Object.freeze({
  startupMs: 60_000,
  retryMs: 120_000,
  stallMs: 1_800_000,
  exitMs: 5_000,
  pollMs: 50,
  tellMs: 30_000,
  lineBytesMax: 67_108_864,
});
