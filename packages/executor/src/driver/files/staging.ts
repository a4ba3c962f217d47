/** The file sets an attempt is given: each producer's complete set below `inputs/`, read-only (FILE-018, FILE-019). */
import {
  type Blobs,
  type CapturedFile,
  type StagedFile,
  type StagedSet,
  StoreLost,
} from "@crucible/core";
import type { StagedRow } from "../../machine/machine.js";
import type { Rows } from "../inputs/rows.js";
import { setDirectory } from "./set-directory.js";

export function stagedSets(
  staged: readonly StagedRow[],
  rows: Rows,
  blobs: Blobs,
): readonly StagedSet[] {
  return staged.map(({ row, node, key }) => ({
    directory: setDirectory(node, key),
    files: (rows.files(row) ?? []).map((file) => stagedFile(file, blobs)),
  }));
}

export function stagedFile(file: CapturedFile, blobs: Blobs): StagedFile {
  return {
    path: file.path,
    executable: file.executable,
    content: () => contentOf(file, blobs),
  };
}

async function* contentOf(file: CapturedFile, blobs: Blobs): AsyncIterable<Uint8Array> {
  const content = await blobs.get(file.digest);
  if (content === undefined) throw new StoreLost(`the content of ${file.path} is not in the store`);
  yield* content;
}
