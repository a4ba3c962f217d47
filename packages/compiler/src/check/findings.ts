/** Collects what the checks object to, up to as much as anybody reads, and ends every message with the nearest known name where a name was unknown. */
import {
  type Diagnostic,
  type DiagnosticNote,
  nearest,
  type Severity,
  sortDiagnostics,
} from "@crucible/core";
import { isEnough } from "../diagnostics/enough.js";
import { quote } from "../diagnostics/quote.js";
import { type Locate, locateNearest, type PlanPlace } from "./place.js";

/**
 * How many character comparisons all suggestions of one check may cost. Each unknown name is compared with every known
 * one, so a hostile plan of ten thousand wrong names would otherwise take minutes.
 */
const SUGGESTION_WORK_MAX = 20_000_000;

export interface FindingExtras {
  readonly suggestion?: string | undefined;
  readonly notes?: readonly DiagnosticNote[];
}

export class Findings {
  readonly #locate: Locate;
  readonly #found: Diagnostic[] = [];
  #suggestionWork = 0;

  constructor(locate: Locate) {
    this.#locate = locate;
  }

  get hasErrors(): boolean {
    return this.#found.some(({ severity }) => severity === "error");
  }

  /** In reading order, each once. */
  sorted(): readonly Diagnostic[] {
    return sortDiagnostics(this.#found);
  }

  error(code: string, place: PlanPlace, message: string, extras: FindingExtras = {}): void {
    this.#push("error", code, place, message, extras);
  }

  /** Reports a name that nobody declared, with the candidate that was probably meant. */
  unknown(
    code: string,
    place: PlanPlace,
    message: string,
    name: string,
    candidates: Iterable<string>,
  ): void {
    const suggestion = this.nearest(name, candidates);
    const hint = suggestion === undefined ? "" : `; did you mean ${quote(suggestion)}?`;
    this.error(code, place, `${message}${hint}`, { suggestion });
  }

  nearest(name: string, candidates: Iterable<string>): string | undefined {
    const near: string[] = [];
    for (const candidate of candidates) {
      if (this.#suggestionWork > SUGGESTION_WORK_MAX) return undefined;
      this.#suggestionWork++;
      if (Math.abs(candidate.length - name.length) > 4) continue;
      this.#suggestionWork += candidate.length * name.length;
      near.push(candidate);
    }
    return nearest(name, near);
  }

  note(message: string, place: PlanPlace): DiagnosticNote {
    const range = locateNearest(this.#locate, place);
    return range ? { message, range } : { message };
  }

  #push(
    severity: Severity,
    code: string,
    place: PlanPlace,
    message: string,
    { suggestion, notes = [] }: FindingExtras,
  ): void {
    if (isEnough(this.#found)) return;
    const range = locateNearest(this.#locate, place);
    this.#found.push({
      code,
      severity,
      message,
      notes,
      ...(range ? { range } : {}),
      ...(suggestion === undefined ? {} : { suggestion }),
    });
  }
}
