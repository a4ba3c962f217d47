/** Takes away whatever stands at a path, read-only folders included, without following a link. */
import { chmod, lstat, readdir, rm, rmdir, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { errorCode } from "./error-code.js";

/** Removes a file, a link or a folder with everything in it; nothing there is fine. */
export async function removeTree(path: string | Buffer): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true });
  } catch (error) {
    if (!["EACCES", "EPERM", "ENOTEMPTY"].includes(errorCode(error))) throw error;
    await removeStubborn(bytesOf(path));
  }
}

/** Folders that may not be entered or changed are opened up on the way down. */
async function removeStubborn(path: Buffer): Promise<void> {
  const status = await lstat(path).catch(() => undefined);
  if (status === undefined) return;
  if (!status.isDirectory()) {
    await unlink(path);
    return;
  }
  await chmod(path, 0o700);
  for (const name of await readdir(path, { encoding: "buffer" })) {
    await removeStubborn(Buffer.concat([path, Buffer.from("/"), name]));
  }
  await rmdir(path);
}

/** Lets the owner change what is in a folder; a folder that is not there is fine. */
export async function makeWritable(folder: string | Buffer): Promise<void> {
  const status = await lstat(folder).catch(() => undefined);
  if (status?.isDirectory() && (status.mode & 0o700) !== 0o700) {
    await chmod(folder, (status.mode & 0o777) | 0o700);
  }
}

/** The folder that holds a path. */
export function folderOf(path: Buffer): Buffer {
  return Buffer.from(dirname(path.toString("latin1")), "latin1");
}

function bytesOf(path: string | Buffer): Buffer {
  return typeof path === "string" ? Buffer.from(path) : path;
}
