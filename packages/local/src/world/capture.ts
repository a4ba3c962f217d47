/** Reading declared files of a workspace, without leaving it and without more bytes than allowed. */
import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { BlobTooLarge, type Capture, type CaptureOptions } from "@crucible/core";
import { componentsOf, openFolder, openRegularFile } from "../files/beneath.js";
import { giveBack, piecesOf } from "../files/pieces.js";
import { removeTree } from "../files/remove-tree.js";

/** Above this size a file's times tell whether it changed; reading it twice an attempt would cost more than it tells. */
const HASHED_BYTES_MAX = 268_435_456n;

/** Opens a declared file; its content must be read to its end, or broken off, to close it (FILE-005 to FILE-008). */
export async function captureFile(
  root: string,
  path: string,
  options: CaptureOptions,
): Promise<Capture> {
  const opened = await openRegularFile(root, path);
  // What was opened can be read on when its name is gone.
  if (options.remove === true) await removeBeneath(root, path);
  if (opened.kind === "refused") return { kind: "refused", problem: opened.problem };
  if (opened.kind === "absent") return opened;
  if (opened.status.size > BigInt(options.bytesMax)) {
    await opened.file.close();
    return { kind: "too_large" };
  }
  return {
    kind: "file",
    executable: (opened.status.mode & 0o111n) !== 0n,
    content: contentOf(opened.file, options.bytesMax),
  };
}

/** A content identity a path (FILE-036 to FILE-038); `null` where there is no regular file. */
export async function fingerprints(
  root: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const found = new Map<string, string | null>();
  for (const path of paths) found.set(path, await fingerprint(root, path));
  return found;
}

async function fingerprint(root: string, path: string): Promise<string | null> {
  const opened = await openRegularFile(root, path);
  if (opened.kind !== "file") return null;
  const { size, ino, mtimeNs, ctimeNs } = opened.status;
  if (size > HASHED_BYTES_MAX) {
    await opened.file.close();
    return `times:${size}:${ino}:${mtimeNs}:${ctimeNs}`;
  }
  const hash = createHash("sha256");
  for await (const piece of contentOf(opened.file, Number(HASHED_BYTES_MAX))) {
    hash.update(piece);
    giveBack(piece);
  }
  return `sha256:${hash.digest("hex")}`;
}

async function* contentOf(file: FileHandle, bytesMax: number): AsyncGenerator<Uint8Array> {
  try {
    let size = 0;
    for await (const piece of piecesOf(file)) {
      size += piece.length;
      if (size > bytesMax) throw new BlobTooLarge(`the file grew beyond ${bytesMax} bytes`);
      yield piece;
    }
  } finally {
    await file.close();
  }
}

/** Takes away whatever stands at the path: the file, a folder, or the link on the way to it. */
async function removeBeneath(root: string, path: string): Promise<void> {
  const components = componentsOf(path) ?? [];
  for (let depth = components.length; depth > 0; depth--) {
    const folder = await openFolder(root, components.slice(0, depth - 1));
    if (folder.kind !== "folder") continue;
    try {
      await removeTree(join(folder.location, components[depth - 1] ?? ""));
      return;
    } finally {
      await folder.close();
    }
  }
}
