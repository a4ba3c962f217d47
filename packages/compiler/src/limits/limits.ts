/**
 * Every bound of a compilation: those of the language, and those of what a workflow may build with it.
 *
 * A pack may come from anyone. Each bound is an option of {@link compile}, and an error that one causes names it as it is
 * spelled here.
 */
import { DEFAULT_LIMITS, type Limits, resolveBounds } from "@crucible/starlark";

export interface CompileLimits extends Limits {
  /** Bytes of one prompt, skill, template or review file. */
  readonly fileBytes: number;
  /** Bytes of one schema file. */
  readonly schemaBytes: number;
  /** Bytes of all embedded files together, each counted once. */
  readonly embeddedBytes: number;
  /** Modules that `load` reads. */
  readonly modules: number;
  /** Bytes of the root source and all its modules together. */
  readonly modulesBytes: number;
  /** Tasks that constructors make. */
  readonly tasksConstructed: number;
  /** Tasks of one workflow. */
  readonly tasksShipped: number;
}

/** The bounds that hold when nobody says otherwise. */
export const DEFAULT_COMPILE_LIMITS: CompileLimits = Object.freeze({
  ...DEFAULT_LIMITS,
  fileBytes: 262_144,
  schemaBytes: 65_536,
  embeddedBytes: 16_777_216,
  modules: 32,
  modulesBytes: 1_048_576,
  tasksConstructed: 20_000,
  tasksShipped: 10_000,
});

/** The defaults with the given bounds in their place; a bound must be a safe, non-negative integer. */
export function resolveCompileLimits(overrides: Partial<CompileLimits> = {}): CompileLimits {
  return resolveBounds(DEFAULT_COMPILE_LIMITS, overrides);
}

/** What follows every message about a bound, so that a reader knows which option to turn. */
export function boundClause(name: keyof CompileLimits, limits: CompileLimits): string {
  return `maximum is ${limits[name]} (bound \`${name}\`)`;
}
