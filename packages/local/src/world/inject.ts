/** Files of the pack (and, named one by one, of elsewhere) that are put into the workspace before anything runs. */
import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { type Pack, type PackFile, WorldRefused } from "@crucible/core";
import { componentsOf, openRegularFile } from "../files/beneath.js";
import { errorCode } from "../files/error-code.js";
import { placeFile } from "../files/place-file.js";
import { matches } from "./pattern.js";
import { INPUTS_FOLDER } from "./scan.js";
import type { InjectEntry } from "./settings.js";

export interface Injected {
  /** Place in the workspace. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly executable: boolean;
  /** Put back before every task. */
  readonly frozen: boolean;
}

/** The files that the entries stand for, in order; a later one takes the place of an earlier one. Throws `WorldRefused`, listing all that is missing. */
export async function injectedFiles(
  entries: readonly InjectEntry[],
  pack: Pack,
  packFolder: string,
): Promise<readonly Injected[]> {
  const files = new Map<string, Injected>();
  const problems: string[] = [];
  for (const entry of entries) {
    const found = await filesOf(entry, pack, packFolder);
    if (typeof found === "string") problems.push(found);
    else for (const one of found) files.set(one.path, one);
  }
  problems.push(...[...files.keys()].flatMap((path) => placeProblem(path) ?? []));
  if (problems.length > 0) throw new WorldRefused(problems.join("; "));
  return [...files.values()];
}

/** The files of one entry, or what is wrong with it. */
async function filesOf(
  entry: InjectEntry,
  pack: Pack,
  packFolder: string,
): Promise<readonly Injected[] | string> {
  if (entry.kind === "file") return await single(entry, pack, packFolder);
  const found = [...pack.files.values()].filter((file) => matches(entry.pattern, file.path));
  if (found.length > 0) return found.map((file) => injected(file.path, file, true));
  return `[workspace].inject entry "${entry.pattern}" matches no file under ${packFolder}`;
}

/** Writes files into a workspace, over whatever stands in their places. */
export async function placeInjected(root: string, files: readonly Injected[]): Promise<void> {
  for (const file of files) {
    await placeFile(root, file.path, file.bytes, file.executable ? 0o755 : 0o644);
  }
}

/** Puts frozen files back that are not as they were. */
export async function restoreFrozen(root: string, files: readonly Injected[]): Promise<void> {
  for (const file of files) {
    if (file.frozen && !(await isIntact(root, file))) await placeInjected(root, [file]);
  }
}

async function isIntact(root: string, file: Injected): Promise<boolean> {
  const opened = await openRegularFile(root, file.path);
  if (opened.kind !== "file") return false;
  try {
    const executable = (opened.status.mode & 0o111n) !== 0n;
    if (executable !== file.executable || opened.status.size !== BigInt(file.bytes.length)) {
      return false;
    }
    return Buffer.compare(await opened.file.readFile(), file.bytes) === 0;
  } finally {
    await opened.file.close();
  }
}

function injected(path: string, file: PackFile, frozen: boolean): Injected {
  return { path, bytes: file.bytes, executable: file.executable, frozen };
}

/** A single file comes from the pack's frozen bytes when it is one of them, and from the disk when it lies outside. */
async function single(
  entry: Extract<InjectEntry, { kind: "file" }>,
  pack: Pack,
  packFolder: string,
): Promise<readonly Injected[] | string> {
  const file = pack.files.get(entry.source.replace(/^(\.\/)+/, ""));
  if (file !== undefined) return [injected(entry.destination, file, entry.frozen)];
  const location = resolve(packFolder, entry.source);
  try {
    const status = await stat(location);
    if (!status.isFile()) return `[workspace].inject src "${entry.source}" is not a regular file`;
    const executable = (status.mode & 0o111) !== 0;
    return [
      {
        path: entry.destination,
        bytes: await readFile(location),
        executable,
        frozen: entry.frozen,
      },
    ];
  } catch (error) {
    return `[workspace].inject src "${entry.source}" cannot be read (${errorCode(error)})`;
  }
}

function placeProblem(path: string): string | undefined {
  const components = componentsOf(path);
  if (components === undefined) return `[workspace].inject dst "${path}" leaves the workspace`;
  if (components.includes(".git")) return `[workspace].inject dst "${path}" is inside a repository`;
  return components[0] === INPUTS_FOLDER
    ? `[workspace].inject dst "${path}" is in ${INPUTS_FOLDER}/, which holds staged files`
    : undefined;
}
