/**
 * The captured sets of an execution as a tree for people and tools: `files/<row>/<path>`, each file a link to its blob.
 * A set appears at once, by a rename. The log is what counts: a file system without links, or a name that is too long for
 * it, is no reason to stop.
 */
import { createHash } from "node:crypto";
import { mkdir, rename, symlink } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { LogLine } from "@crucible/core";
import { componentsOf } from "../files/beneath.js";
import { removeTree } from "../files/remove-tree.js";
import { blobPath } from "./blobs.js";

const NAME_BYTES_MAX = 200;

/** Publishes the sets of the rows among these lines. */
export async function publishSets(
  blobs: string,
  folder: string,
  lines: readonly LogLine[],
): Promise<void> {
  for (const line of lines) {
    if (line.kind !== "task_result" || line.files === undefined || line.files.length === 0)
      continue;
    const name = setName(line.task);
    const [published, building] = ["files", "files.tmp"].map((part) => join(folder, part, name));
    if (published === undefined || building === undefined) continue;
    try {
      await removeTree(building);
      for (const { path, digest } of line.files) {
        if (componentsOf(path) === undefined) continue;
        const link = join(building, path);
        await mkdir(dirname(link), { recursive: true });
        // Both places are equally deep, so the link holds in either.
        await symlink(relative(dirname(link), blobPath(blobs, digest)), link);
      }
      await mkdir(dirname(published), { recursive: true });
      await removeTree(published);
      await rename(building, published);
      await removeTree(dirname(building));
    } catch {
      await removeTree(building).catch(() => undefined);
    }
  }
}

/** A row's name as one folder, escaped as the folders of staged sets are (FILE-023, FILE-024). */
function setName(row: string): string {
  const escaped = row
    .replaceAll("%", "%25")
    .replaceAll("/", "%2F")
    .replaceAll("\\", "%5C")
    .replaceAll("\0", "%00")
    .replace("[.", "[%2E");
  if (Buffer.byteLength(escaped) <= NAME_BYTES_MAX) return escaped;
  const digest = createHash("sha256").update(row).digest("hex").slice(0, 16);
  return `${row.slice(0, row.indexOf("["))}[sha256-${digest}]`;
}
