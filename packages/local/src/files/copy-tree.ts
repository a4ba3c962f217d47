/** Copies a tree as it stands, whatever an attempt put into it: locked folders and files, names that are no text, links. */
import { type BigIntStats, constants, copyFileSync, lstatSync } from "node:fs";
import { chmod, copyFile, mkdir, readdir, readlink, symlink, utimes } from "node:fs/promises";
import { canBeEntered, inside } from "./raw-path.js";
import { makeWritable } from "./remove-tree.js";

export interface CopyChoices {
  /** Whether files keep the times of their last change. */
  readonly keepsTimes?: boolean;
  /** Names directly in the tree that are not copied. */
  readonly without?: readonly string[];
}

/** More bytes than this are copied by the thread pool; a small file costs less than handing it over. */
const SMALL_BYTES_MAX = 65_536n;

/**
 * Makes `to` a copy of the folder `from`, which must be there. Links are copied as links. Left out are sockets and pipes,
 * which say nothing without their process, and folders deeper than a path can name.
 */
export async function copyTree(from: string, to: string, choices: CopyChoices = {}): Promise<void> {
  await copyFolder(Buffer.from(from), Buffer.from(to), choices);
}

async function copyFolder(from: Buffer, to: Buffer, choices: CopyChoices): Promise<void> {
  const { keepsTimes = false, without = [] } = choices;
  await makeWritable(from);
  await mkdir(to, { recursive: true });
  await chmod(to, Number(lstatSync(from).mode) & 0o7777);
  for (const name of await readdir(from, { encoding: "buffer" })) {
    if (without.includes(name.toString("latin1"))) continue;
    const [source, target] = [inside(from, name), inside(to, name)];
    const status = lookAt(source);
    if (status?.isSymbolicLink()) {
      await symlink(await readlink(source, { encoding: "buffer" }), target);
    } else if (status?.isFile()) await copyOne(source, target, status, keepsTimes);
    else if (status?.isDirectory() && canBeEntered(source) && canBeEntered(target)) {
      await copyFolder(source, target, { keepsTimes });
    }
  }
}

function lookAt(path: Buffer): BigIntStats | undefined {
  return lstatSync(path, { bigint: true, throwIfNoEntry: false });
}

async function copyOne(
  from: Buffer,
  to: Buffer,
  status: BigIntStats,
  keepsTimes: boolean,
): Promise<void> {
  if ((status.mode & 0o400n) === 0n) await chmod(from, Number(status.mode & 0o7777n) | 0o400);
  if (status.size > SMALL_BYTES_MAX) await copyFile(from, to, constants.COPYFILE_FICLONE);
  else copyFileSync(from, to, constants.COPYFILE_FICLONE);
  if (keepsTimes) await utimes(to, status.atime, status.mtime);
}
