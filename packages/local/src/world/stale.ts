/** What processes that are gone leave in a repository, and what git would wait on for ever. */
import { type Dirent, lstatSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { canBeEntered, inside } from "../files/raw-path.js";
import { makeWritable, removeTree } from "../files/remove-tree.js";

/**
 * Removes locks, pipes and sockets from a repository. `without` are its parts that are not gone through; of `objects`, the
 * places are that git opens without being told a name.
 */
export async function removeStale(repository: string, without: readonly string[]): Promise<void> {
  const root = Buffer.from(repository);
  await removeIn(root, without);
  const objects = inside(root, Buffer.from("objects"));
  if (!isFolder(objects)) return;
  for (const part of ["info", "pack"]) {
    const folder = inside(objects, Buffer.from(part));
    for (const entry of isFolder(folder) ? await entriesOf(folder) : []) {
      if (isStale(entry)) await removeTree(inside(folder, entry.name));
    }
  }
}

async function removeIn(folder: Buffer, without: readonly string[]): Promise<void> {
  for (const entry of await entriesOf(folder)) {
    if (without.includes(entry.name.toString("latin1"))) continue;
    const path = inside(folder, entry.name);
    if (isStale(entry)) await removeTree(path);
    else if (entry.isDirectory() && canBeEntered(path)) await removeIn(path, []);
  }
}

async function entriesOf(folder: Buffer): Promise<readonly Dirent<Buffer>[]> {
  await makeWritable(folder);
  return await readdir(folder, { withFileTypes: true, encoding: "buffer" });
}

/** A link is none: what it leads to is somebody else's. */
function isFolder(path: Buffer): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function isStale(entry: Dirent<Buffer>): boolean {
  if (entry.name.toString("latin1").endsWith(".lock")) return true;
  return !(entry.isFile() || entry.isDirectory() || entry.isSymbolicLink());
}
