/**
 * Takes a task's declared files out of its workspace into the store. A set is complete or there is none (FILE-046): of a
 * passing attempt every path must be there, of a failing one every path must have been changed by it (FILE-036).
 */
import {
  type Blobs,
  BlobTooLarge,
  type CapturedFile,
  type FileDeclaration,
  type Workspace,
} from "@crucible/core";
import { mismatchNote, type SchemaValidator } from "../schema/validator.js";
import type { CaptureQuota } from "./capture-quota.js";
import { readJsonFile } from "./read-json-file.js";

export type Fingerprints = ReadonlyMap<string, string | null>;

export interface CaptureRequest {
  readonly workspace: Workspace;
  readonly declared: readonly FileDeclaration[];
  readonly blobs: Blobs;
  readonly quota: CaptureQuota;
  /** Whose earlier set this one replaces. */
  readonly owner: string;
  /** Whether the attempt would pass; of a failing one, what the paths held before it started. */
  readonly attempt:
    | { readonly kind: "passing" | "repaired" }
    | { readonly kind: "failing"; readonly before: Fingerprints };
}

export interface CapturedSet {
  /** The whole set, or `null` when a path is missing or refused. */
  readonly files: readonly CapturedFile[] | null;
  /** One a path that is missing or refused. */
  readonly problems: readonly string[];
}

export const NO_FILES: CapturedSet = { files: null, problems: [] };

export async function captureSet(request: CaptureRequest): Promise<CapturedSet> {
  if (request.declared.length === 0) return NO_FILES;
  const unchanged = await unchangedPaths(request);
  const files: CapturedFile[] = [];
  const problems: string[] = [];
  let available = request.quota.available(request.owner);
  for (const { path } of request.declared) {
    const captured = unchanged.has(path)
      ? `declared file ${JSON.stringify(path)} holds what it held before the attempt started, so this attempt did not write it`
      : await captureFile(request, path, available);
    if (typeof captured === "string") {
      problems.push(captured);
    } else {
      files.push(captured);
      available -= captured.size;
    }
  }
  return problems.length > 0
    ? { files: null, problems: [...new Set(problems)] }
    : { files, problems };
}

/** Declared paths that are there but hold what they held; a path that was and is absent is absent, not unchanged. */
async function unchangedPaths(request: CaptureRequest): Promise<ReadonlySet<string>> {
  if (request.attempt.kind !== "failing") return new Set();
  const { before } = request.attempt;
  const paths = request.declared.map((file) => file.path);
  const after = await request.workspace.fingerprint(paths);
  return new Set(
    paths.filter((path) => {
      const now = after.get(path) ?? null;
      return now !== null && now === (before.get(path) ?? null);
    }),
  );
}

async function captureFile(
  request: CaptureRequest,
  path: string,
  available: number,
): Promise<CapturedFile | string> {
  const name = `declared file ${JSON.stringify(path)}`;
  const overBound = `this run's declared files exceed ${request.quota.bytesMax} bytes`;
  const captured = await request.workspace.capture(path, { bytesMax: available });
  switch (captured.kind) {
    case "absent":
      return `${name} is absent${ABSENT_AFTER[request.attempt.kind]}`;
    case "too_large":
      return overBound;
    case "refused":
      return `${name} ${captured.problem}`;
    case "file":
      try {
        const { digest, size } = await request.blobs.put(captured.content, available);
        return { path, digest, size, executable: captured.executable };
      } catch (error) {
        if (error instanceof BlobTooLarge) return overBound;
        throw error;
      }
  }
}

const ABSENT_AFTER = {
  passing: " after a passing attempt",
  repaired: "",
  failing: " after a failing attempt",
} as const;

export interface FileCheck {
  readonly declared: readonly FileDeclaration[];
  readonly files: readonly CapturedFile[];
  readonly blobs: Blobs;
  readonly validator: SchemaValidator;
  readonly jsonBytesMax: number;
  readonly signal: AbortSignal;
}

/** Checks the captured copies against the schemas declared for them (FILE-013, FILE-014). */
export async function checkFiles(check: FileCheck): Promise<readonly string[] | "aborted"> {
  const findings: string[] = [];
  const captured = new Map(check.files.map((file) => [file.path, file]));
  for (const { path, schema } of check.declared) {
    const file = captured.get(path);
    if (schema === undefined || file === undefined) continue;
    const finding = await fileFinding(check, file, schema);
    if (finding === "aborted") return "aborted";
    if (finding !== "") findings.push(`declared file ${JSON.stringify(path)} ${finding}`);
  }
  return findings;
}

/** What is wrong with one captured copy; empty when nothing is. */
async function fileFinding(check: FileCheck, file: CapturedFile, schema: string): Promise<string> {
  const reading = await readJsonFile(file, check.blobs, check.jsonBytesMax);
  if (reading.kind === "unreadable") return reading.problem;
  const verdict = await check.validator.validate(schema, reading.value, check.signal);
  switch (verdict.kind) {
    case "valid":
      return "";
    case "aborted":
      return "aborted";
    case "unusable":
      return `does not match its schema: ${verdict.problem}`;
    case "invalid":
      return `does not match its schema: ${mismatchNote(verdict)}`;
  }
}
