/** Declared files: relative paths inside the workspace, in their one normal spelling, each once. */
import type { FileDeclaration } from "@crucible/core";
import { quote } from "../diagnostics/quote.js";
import type { Findings } from "./findings.js";
import { type PlanView, placeOf, type TaskAt } from "./plan-view.js";

/** Paths are names on a disk; nothing sensible is longer. */
const PATH_LENGTH_MAX = 4096;

type FilePathReading =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly message: string };

/**
 * Brings a declared path into its normal spelling: `.` components and doubled slashes go. Absolute paths, `..`, and
 * characters that a path cannot hold are refused, also where the path would lead back inside (FILE-002, FILE-003).
 */
function readFilePath(text: string): FilePathReading {
  const refuse = (why: string): FilePathReading => ({
    ok: false,
    message: `${quote(text)} ${why}`,
  });
  if (text.trim() === "") return refuse("is not a path");
  if (text.length > PATH_LENGTH_MAX) return refuse(`is longer than ${PATH_LENGTH_MAX} characters`);
  if (/[\0\n\r]/.test(text)) return refuse("holds a character that a declared path cannot hold");
  if (text.startsWith("/")) return refuse("is absolute; declare it relative to the workspace");
  const steps = text.split("/").filter((step) => step !== "" && step !== ".");
  if (steps.includes("..")) return refuse("may not contain `..`; it must stay in the workspace");
  if (steps.length === 0 || text.endsWith("/")) return refuse("names a folder, not a file");
  return { ok: true, path: steps.join("/") };
}

/** The normal spelling; a path that has none stays as written, and the checks refuse it. */
export function normalFilePath(text: string): string {
  const reading = readFilePath(text);
  return reading.ok ? reading.path : text;
}

export function checkFiles(plan: PlanView, findings: Findings): void {
  for (const at of plan.entries()) {
    if (at.task.emitsFiles.length === 0) continue;
    const seen = new Set<string>();
    for (const [position, file] of at.task.emitsFiles.entries()) {
      checkFile(plan, findings, at, position, file, seen);
      seen.add(file.path);
    }
  }
}

function checkFile(
  plan: PlanView,
  findings: Findings,
  at: TaskAt,
  position: number,
  { path, schema }: FileDeclaration,
  seen: ReadonlySet<string>,
): void {
  const place = placeOf(at, "emits_files", position);
  const subject = `task ${quote(at.task.name)}`;
  const reading = readFilePath(path);
  if (!reading.ok) {
    findings.error("file-path", place, `${subject}: declared file ${reading.message}`);
  } else if (reading.path !== path) {
    const message = `${subject}: declared file ${quote(path)} must be written ${quote(reading.path)}`;
    findings.error("file-path", place, message, { suggestion: reading.path });
  } else if (seen.has(path)) {
    findings.error("repeated-file", place, `${subject} declares file ${quote(path)} twice`);
  }
  const problem = schema === undefined ? undefined : plan.schemas.problemOf(schema);
  if (problem !== undefined) {
    findings.error("schema", place, `${subject}: declared file ${quote(path)}: ${problem}`);
  }
}
