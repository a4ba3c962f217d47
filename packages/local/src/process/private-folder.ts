/**
 * The private folder of one process, where its output is kept too: the files that variables name, and the files it may write
 * back to. It lies outside the workspace and only its owner may enter it. What is small is made and taken away on the
 * spot: handing a call of some microseconds to the thread pool costs more than the call.
 */
import { mkdirSync, unlinkSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeWritable, removeTree } from "../files/remove-tree.js";

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
/** What the names of files begin with: all lie in the one folder, since making a folder costs as much as starting a program. */
const GIVEN = "given.";
const RETURNED = "feedback.";
const EMPTY = new Uint8Array();
const NEW = { mode: 0o600, flag: "wx" } as const;

/** Creates the folder with its files; rejects when a name cannot be a variable's. */
export async function createPrivateFolder(
  location: string,
  files: ReadonlyMap<string, Uint8Array>,
  feedback: readonly string[],
): Promise<PrivateFolder> {
  mkdirSync(location, { recursive: true, mode: 0o700 });
  const variables = new Map<string, string>();
  const given = await createFiles(location, GIVEN, files, variables);
  await createFiles(location, RETURNED, new Map(feedback.map((name) => [name, EMPTY])), variables);
  return {
    variables,
    feedback: (variable) => (feedback.includes(variable) ? variables.get(variable) : undefined),
    dropGiven: async () => {
      for (const path of given) await dropFile(path);
    },
  };
}

/** Creates a file for each variable and notes its path. */
async function createFiles(
  location: string,
  prefix: string,
  files: ReadonlyMap<string, Uint8Array>,
  variables: Map<string, string>,
): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const [variable, content] of files) {
    const path = join(location, prefix + nameOf(variable));
    await writeNew(path, content);
    variables.set(variable, path);
    paths.push(path);
  }
  return paths;
}

async function writeNew(path: string, content: Uint8Array): Promise<void> {
  if (content.length > SMALL_BYTES_MAX) {
    await writeFile(path, content, NEW);
    return;
  }
  writeFileSync(path, content, NEW);
}

/** The process may have put something else there, or locked the folder. */
async function dropFile(path: string): Promise<void> {
  try {
    unlinkSync(path);
  } catch {
    await makeWritable(dirname(path));
    await removeTree(path);
  }
}

function nameOf(variable: string): string {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(variable)) {
    throw new Error(`"${variable}" is not the name of a variable`);
  }
  return variable;
}
