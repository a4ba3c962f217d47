/**
 * What a git that was ended in its midst leaves among objects: a pack or a folder of objects that never got its name. Git
 * itself takes such leavings away only where it collects garbage, which is never done to the memory.
 */
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { removeTree } from "../files/remove-tree.js";

/** Git keeps writing what it has begun, so what was not written to for this long is nobody's. */
const IDLE_MS = 3_600_000;

/** Takes away what nobody is writing any more; whatever cannot be looked at or taken away stays. */
export async function dropHalfWritten(objects: string): Promise<void> {
  for (const folder of [objects, join(objects, "pack")]) {
    const names = await readdir(folder).catch(() => []);
    for (const name of names.filter((one) => one.startsWith("tmp_"))) {
      const path = join(folder, name);
      if (Date.now() - (await lastWriteMs(path)) > IDLE_MS) {
        await removeTree(path).catch(() => undefined);
      }
    }
  }
}

/** The latest change of a file, or of a folder and whatever is in it. */
async function lastWriteMs(path: string): Promise<number> {
  const status = await lstat(path).catch(() => undefined);
  if (status === undefined) return Number.POSITIVE_INFINITY;
  let latest = status.mtimeMs;
  if (!status.isDirectory()) return latest;
  for (const name of await readdir(path).catch(() => [])) {
    latest = Math.max(latest, await lastWriteMs(join(path, name)));
  }
  return latest;
}
