/**
 * Turns a refusal into an error with a place.
 *
 * The place is the operation that was running, or the argument that the refusal names when the operation was a call.
 * Each running call becomes a note, innermost first, as far as a reader can use them.
 */

import type { Diagnostic, DiagnosticNote } from "@crucible/core/diagnostics";
import { clip } from "../errors/clip.js";
import type { Fault } from "../errors/fault.js";
import { type CallFrame, StarlarkError } from "../errors/starlark-error.js";
import type { Site } from "./site.js";

const CALL_NOTES_MAX = 8;

export function locate(fault: Fault, site: Site, callSites: readonly Site[]): StarlarkError {
  const argument = fault.argument === undefined ? undefined : site.argument(fault.argument);
  const diagnostic: Diagnostic = {
    code: fault.code,
    severity: "error",
    message: fault.message,
    range: site.source.range(argument ?? site.node),
    notes: [...fault.notes, ...callNotes(site, callSites)],
    ...(fault.suggestion === undefined ? {} : { suggestion: fault.suggestion }),
  };
  return new StarlarkError([diagnostic], callStack(site, callSites));
}

/** One note a place, however often a recursion went through it. */
function callNotes(site: Site, callSites: readonly Site[]): DiagnosticNote[] {
  const notes: DiagnosticNote[] = [];
  const shown = new Set<unknown>();
  let callee = site.functionName;
  let hidden = callSites.length;
  for (let index = callSites.length - 1; index >= 0 && notes.length < CALL_NOTES_MAX; index--) {
    const caller = callSites[index];
    if (caller === undefined) break;
    if (!shown.has(caller)) {
      shown.add(caller);
      const message =
        caller.node.kind === "Call" ? `${clip(callee)} was called here` : "loaded here";
      notes.push({ message, range: caller.range });
      hidden--;
    }
    callee = caller.functionName;
  }
  if (hidden > 0) notes.push({ message: `and ${hidden} more ${hidden === 1 ? "call" : "calls"}` });
  return notes;
}

/** Frames kept from either end of a stack that is too long to copy whole. */
const FRAMES_MAX = 64;

function callStack(site: Site, callSites: readonly Site[]): CallFrame[] {
  const frames: CallFrame[] = [];
  for (let index = Math.max(0, callSites.length - FRAMES_MAX); index < callSites.length; index++) {
    const caller = callSites[index];
    if (caller === undefined) continue;
    const functionName = callSites[index + 1]?.functionName ?? site.functionName;
    frames.push({ functionName, range: caller.range });
  }
  return frames;
}
