/**
 * Puts a file beneath a folder. A link or a file that stands where a folder must be is taken away, never followed, so
 * that nothing outside the folder is ever written.
 */
import { type FileHandle, lstat, mkdir, open, rename } from "node:fs/promises";
import { join } from "node:path";
import { componentsOf } from "./beneath.js";
import { errorCode } from "./error-code.js";
import { giveBack, writePiece } from "./pieces.js";
import { makeWritable, removeTree } from "./remove-tree.js";
import { temporaryName } from "./temporary.js";

/** Writes the content under `root/path` with this mode, whatever stands there now. */
export async function placeFile(
  root: string,
  path: string,
  content: Uint8Array | AsyncIterable<Uint8Array>,
  mode: number,
): Promise<void> {
  const components = componentsOf(path);
  if (components === undefined) throw new Error(`"${path}" is no path inside ${root}`);
  const folder = await makeFolders(root, components.slice(0, -1));
  const name = components.at(-1) ?? "";
  const temporary = temporaryName(join(folder, ".placing"));
  try {
    await fill(temporary, content, mode);
    await moveOver(temporary, join(folder, name));
  } catch (error) {
    await removeTree(temporary).catch(() => undefined);
    throw error;
  }
}

async function fill(
  path: string,
  content: Uint8Array | AsyncIterable<Uint8Array>,
  mode: number,
): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    if (content instanceof Uint8Array) await file.writeFile(content);
    else await writePieces(file, content);
    // After the contents, since a file that may not be written could not be filled; no mask applies.
    await file.chmod(mode);
  } finally {
    await file.close();
  }
}

async function writePieces(file: FileHandle, content: AsyncIterable<Uint8Array>): Promise<void> {
  let writing: Promise<void> = Promise.resolve();
  for await (const piece of content) {
    await writing;
    // The next piece is read and looked at while this one is on its way.
    writing = writePiece(file, piece).then(() => giveBack(piece));
    writing.catch(() => undefined);
  }
  await writing;
}

/** Makes sure that every component below `root` is a real folder; gives the last one. */
export async function makeFolders(root: string, components: readonly string[]): Promise<string> {
  let folder = root;
  for (const component of components) {
    await makeWritable(folder);
    folder = join(folder, component);
    const status = await lstat(folder).catch(() => undefined);
    if (status !== undefined && !status.isDirectory()) await removeTree(folder);
    if (status?.isDirectory() !== true) await mkdir(folder);
  }
  await makeWritable(folder);
  return folder;
}

async function moveOver(temporary: string, target: string): Promise<void> {
  try {
    await rename(temporary, target);
  } catch (error) {
    if (!["EISDIR", "ENOTEMPTY", "EEXIST", "ENOTDIR"].includes(errorCode(error))) throw error;
    await removeTree(target);
    await rename(temporary, target);
  }
}
