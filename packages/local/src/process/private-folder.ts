/**
 * The private folder of one process, where its output is kept too: the files that variables name, and the files it may write
 * back to. It lies outside the workspace and only its owner may enter it. What is small is made and taken away on the
 * spot: handing a call of some microseconds to the thread pool costs more than the call.
 */
import { constants, mkdirSync, rmdirSync, unlinkSync, writeFileSync } from "node:fs";
import { open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readPiece } from "../files/pieces.js";
import { removeTree } from "../files/remove-tree.js";

export interface PrivateFolder {
  /** Variables to add to the environment: each holds a path in the folder. */
  readonly variables: ReadonlyMap<string, string>;
  /** Where a feedback variable's file is. */
  feedback(variable: string): string | undefined;
  /** Takes away the files that were given; output and feedback stay. */
  dropGiven(): Promise<void>;
}

/** More bytes than this are written by the thread pool. */
const SMALL_BYTES_MAX = 65_536;
const NEW = { mode: 0o600, flag: "wx" } as const;

/** Creates the folder with its files; rejects when a name cannot be a variable's. */
export async function createPrivateFolder(
  location: string,
  files: ReadonlyMap<string, Uint8Array>,
  feedback: readonly string[],
): Promise<PrivateFolder> {
  mkdirSync(location, { recursive: true, mode: 0o700 });
  const given = join(location, "given");
  const returned = join(location, "feedback");
  const variables = new Map<string, string>();
  if (files.size > 0) mkdirSync(given, { mode: 0o700 });
  for (const [variable, content] of files) {
    const path = join(given, fileName(variable));
    await writeNew(path, content);
    variables.set(variable, path);
  }
  if (feedback.length > 0) mkdirSync(returned, { mode: 0o700 });
  for (const variable of feedback) {
    const path = join(returned, fileName(variable));
    await writeNew(path, new Uint8Array());
    variables.set(variable, path);
  }
  return {
    variables,
    feedback: (variable) => (feedback.includes(variable) ? variables.get(variable) : undefined),
    dropGiven: async () => {
      if (files.size > 0) await dropFolder(given, files.keys());
    },
  };
}

async function writeNew(path: string, content: Uint8Array): Promise<void> {
  if (content.length > SMALL_BYTES_MAX) {
    await writeFile(path, content, NEW);
    return;
  }
  writeFileSync(path, content, NEW);
}

/** The process may have changed what lies there, or locked it. */
async function dropFolder(folder: string, names: Iterable<string>): Promise<void> {
  try {
    for (const name of names) unlinkSync(join(folder, name));
    rmdirSync(folder);
  } catch {
    await removeTree(folder);
  }
}

function fileName(variable: string): string {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(variable)) {
    throw new Error(`"${variable}" is not the name of a variable`);
  }
  return variable;
}

/** Reads part of a file that a process may have replaced: a pipe or a link is refused, never waited on or followed. */
export async function readPart(path: string, from: number, bytesMax: number): Promise<Uint8Array> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags);
  try {
    const status = await file.stat();
    if (!status.isFile()) throw new Error(`${path} is no regular file any more`);
    return await readPiece(file, from, Math.min(bytesMax, status.size - from));
  } finally {
    await file.close();
  }
}
