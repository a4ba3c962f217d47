/**
 * A pack: the files of one playbook as frozen bytes. Compilation and workspaces read these bytes, never the folder they
 * came from, so that a run keeps what it was launched with.
 */

import { compareText } from "../diagnostics/compare-text.js";
import { digestOfText } from "../json/digest.js";

export interface PackFile {
  /** Relative, forward slashes, no `.` or `..` component. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly executable: boolean;
  /** `sha256:` over the bytes. */
  readonly digest: string;
}

export interface Pack {
  /** `tree1:` and the hexadecimal SHA-256 over the sorted list of file digests and paths. */
  readonly digest: string;
  /** By path, in byte order of the paths. */
  readonly files: ReadonlyMap<string, PackFile>;
}

/** Folders that belong to a run, not to a pack: no file below a segment of one of these names is part of a pack. */
export const PACK_EXCLUDED_SEGMENTS: readonly string[] = ["state", ".git", "workspace"];

/** The pack of the given files; order does not matter. Paths must be valid and unique. */
export function packOf(files: readonly PackFile[]): Pack {
  const sorted = [...files].sort((a, b) => compareText(a.path, b.path));
  const lines = sorted.map((file) => `${file.digest.slice("sha256:".length)}  ${file.path}\n`);
  const tree = digestOfText(lines.join("")).slice("sha256:".length);
  return Object.freeze({
    digest: `tree1:${tree}`,
    files: new Map(sorted.map((file) => [file.path, Object.freeze(file)])),
  });
}
