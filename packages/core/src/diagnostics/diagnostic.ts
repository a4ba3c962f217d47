/**
 * A finding about something a user wrote: data first, text last.
 *
 * Every phase that reads users' material (language, compiler, plan files, manifests) reports through this one shape, so
 * that a host can print, sort, count or translate findings without parsing text. Bugs never travel this way: they throw
 * an {@link InternalError}.
 */

/** A place in a text. `line` and `column` are 1-based; `column` counts code points; `offset` is a 0-based UTF-16 index. */
export interface Position {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** A stretch of one file, `end` exclusive. `file` is a pack-relative path with forward slashes. */
export interface SourceRange {
  readonly file: string;
  readonly start: Position;
  readonly end: Position;
}

/** A second place that explains the first: the other declaration, the bracket that was opened, the caller. */
export interface DiagnosticNote {
  readonly message: string;
  readonly range?: SourceRange;
}

export type Severity = "error" | "warning";

export interface Diagnostic {
  /** Stable identity of the finding's kind, in kebab case, such as `unknown-name`. */
  readonly code: string;
  readonly severity: Severity;
  /** Lower case, no full stop; names the offender and, where there is one, the fix. */
  readonly message: string;
  readonly range?: SourceRange;
  readonly notes: readonly DiagnosticNote[];
  /** The replacement that was probably meant, such as the right spelling of a name. */
  readonly suggestion?: string;
}
