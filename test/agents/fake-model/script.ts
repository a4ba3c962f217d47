/**
 * What the scripted model says. A turn is chosen by the latest text of the user, a step by how many tool rounds the
 * conversation already holds after that text. Both are read from the request alone, so a retry, a second process and a
 * resumed conversation all meet the step that they should.
 */

export interface ModelScript {
  readonly turns: readonly ScriptTurn[];
  /** Tokens of a step that says nothing else. */
  readonly usage?: Partial<ScriptUsage>;
}

interface ScriptTurn {
  /** Chooses the turn when the latest text of the user holds it; the first turn is taken when none is chosen. */
  readonly when?: string;
  /** The last one answers everything beyond it. */
  readonly steps: readonly ScriptStep[];
}

export interface ScriptUsage {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

export interface ScriptStep {
  /** A call of whichever shell tool the agent offers. */
  readonly shell?: string;
  /** A call of exactly this tool. */
  readonly tool?: { readonly name: string; readonly input: Readonly<Record<string, unknown>> };
  /** Comes before a call; by itself it ends the turn. */
  readonly text?: string;
  /** In place of the normal stop reason. */
  readonly stop?: string;
  readonly usage?: Partial<ScriptUsage>;
  /** Before the first byte. */
  readonly delayMs?: number;
  /** The connection is cut after so many events. */
  readonly cutAfter?: number;
  /** Before each event, and before the end. */
  readonly paceMs?: number;
  /** The request is refused in place of an answer, the first `times` times or always. */
  readonly fail?: ScriptFailure;
}

export interface ScriptFailure {
  /** An HTTP status; `hang` never answers. */
  readonly status: number | "hang";
  readonly times?: number;
  readonly message?: string;
}

export const USAGE_DEFAULT: ScriptUsage = { input: 1_000, output: 50, cacheRead: 0, cacheWrite: 0 };
