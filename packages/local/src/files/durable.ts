/** Writes that are there after a power cut: contents are synced before they get their name, folders after they change. */
import { randomBytes } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/** Puts a whole file under its name at once, durable on return. */
export async function writeDurably(
  path: string,
  content: string | Uint8Array,
  mode: number = 0o644,
): Promise<void> {
  const temporary = await writeBeside(path, content, mode);
  try {
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Writes and syncs a file under a name of its own beside `path`; the caller gives it its name or removes it. */
export async function writeBeside(
  path: string,
  content: string | Uint8Array,
  mode: number = 0o644,
): Promise<string> {
  const temporary = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  const file = await open(temporary, "wx", mode);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  return temporary;
}

/** Makes the names in a folder durable. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Creates a folder with those above it, every new name durable. */
export async function createFolder(path: string, mode: number = 0o755): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode });
  if (first === undefined) return;
  for (let folder = path; ; folder = dirname(folder)) {
    await syncFolder(dirname(folder));
    if (folder === first || folder === dirname(folder)) return;
  }
}

/** A temporary name's ending, to be ignored by whoever lists a folder. */
export function isTemporary(name: string): boolean {
  return name.endsWith(".tmp");
}
