/** Writes that are there after a power cut: contents are synced before they get their name, folders after they change. */
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { errorCode } from "./error-code.js";
import { temporaryName } from "./temporary.js";

/** Puts a whole file under its name at once, durable on return. */
export async function writeDurably(
  path: string,
  content: string | Uint8Array,
  mode: number = 0o644,
): Promise<void> {
  await nameDurably(await writeBeside(path, content, mode), path);
}

/** Gives what {@link writeBeside} wrote its name, durable on return; what cannot have it is removed. */
export async function nameDurably(temporary: string, path: string): Promise<void> {
  try {
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
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
  const temporary = temporaryName(path);
  const file = await open(temporary, "wx", mode);
  try {
    await file.writeFile(content);
    await file.sync();
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
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

/**
 * Creates a folder with those above it, every new name durable. Not by the platform's own recursion, which never comes
 * back from places where nothing can be created.
 */
export async function createFolder(path: string, mode: number = 0o755): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    if (errorCode(error) === "EEXIST") return;
    if (errorCode(error) !== "ENOENT" || dirname(path) === path) throw error;
    await createFolder(dirname(path), mode);
    // Once more and no oftener: what is missing now is not the folder above.
    await mkdir(path, { mode }).catch((again: unknown) => {
      if (errorCode(again) !== "EEXIST") throw again;
    });
  }
  await syncFolder(dirname(path));
}
