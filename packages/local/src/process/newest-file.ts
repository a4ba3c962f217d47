/**
 * The newest of the files that an agent keeps in its home. The agent may have put anything there: no link is followed, and
 * a home of more entries than any agent makes is not looked through to its end.
 */
import type { Dirent } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { openRegularFile } from "../files/beneath.js";
import { readPiece } from "../files/pieces.js";

const ENTRIES_MAX = 100_000;

interface Found {
  /** Below the home. */
  readonly path: string;
  readonly changedMs: number;
}

/** The end of the newest file below a folder of a home whose name ends so; empty where there is none. */
export async function endOfNewest(
  home: string,
  folder: string,
  ending: string,
  bytesMax: number,
): Promise<Uint8Array> {
  const newest = await newestBelow(home, folder, ending);
  if (newest === undefined) return new Uint8Array();
  const opened = await openRegularFile(home, newest.path);
  if (opened.kind !== "file") return new Uint8Array();
  try {
    const size = Number(opened.status.size);
    const from = Math.max(0, size - bytesMax);
    return await readPiece(opened.file, from, size - from);
  } finally {
    await opened.file.close();
  }
}

async function newestBelow(
  home: string,
  folder: string,
  ending: string,
): Promise<Found | undefined> {
  let newest: Found | undefined;
  for await (const path of filesBelow(home, folder)) {
    if (!path.endsWith(ending)) continue;
    const changedMs = await changeOf(join(home, path));
    if (newest === undefined || changedMs > newest.changedMs) newest = { path, changedMs };
  }
  return newest;
}

async function* filesBelow(home: string, folder: string): AsyncGenerator<string> {
  let entries = 0;
  // The list grows while it is walked: folders inside are visited in turn.
  const folders = [folder];
  for (const at of folders) {
    for (const entry of await entriesOf(join(home, at))) {
      entries += 1;
      if (entries > ENTRIES_MAX) return;
      if (entry.isDirectory()) folders.push(join(at, entry.name));
      else if (entry.isFile()) yield join(at, entry.name);
    }
  }
}

/** Nothing where none can be listed: the agent may be at work there. */
async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  return await readdir(folder, { withFileTypes: true }).catch(() => []);
}

async function changeOf(path: string): Promise<number> {
  const status = await lstat(path).catch(() => undefined);
  return status?.isFile() === true ? status.mtimeMs : Number.NEGATIVE_INFINITY;
}
