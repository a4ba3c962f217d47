/** Drives the built command as a process, in folders of its own. */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { copyAsCloned } from "../../clone-copy.js";
import { root } from "../../tracked-files.js";

/** The built command. */
export const entry: string = join(root, "packages/cli/dist/main.js");
const folders: string[] = [];

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A process of the command that is still under way. */
export interface Running {
  readonly ended: Promise<Ended>;
  readonly pid: number;
  /** Resolves once standard error holds a text. */
  said(text: string): Promise<void>;
  /** Stops reading standard output and closes it. */
  closeStdout(): void;
  signal(name: NodeJS.Signals): void;
}

/** A fresh folder, removed by {@link removeFolders}. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "crucible-e2e-"));
  folders.push(folder);
  return folder;
}

/** A pack from texts by path; a text's place says what the file is. */
export function packFolder(files: Readonly<Record<string, string>>): string {
  const folder = freshFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** A copy of one of the examples as a clone has it: no state, no workspace. */
export function exampleFolder(name: string): string {
  const folder = freshFolder();
  copyAsCloned(join("examples", name), folder);
  return folder;
}

export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Replaces a text in a file of a pack; it must stand there exactly once. */
export function edit(folder: string, path: string, before: string, after: string): void {
  const text = readFileSync(join(folder, path), "utf8");
  if (text.split(before).length !== 2) throw new Error(`${path} holds ${before} not exactly once`);
  writeFileSync(
    join(folder, path),
    text.replace(before, () => after),
  );
}

/** Variables besides the few that every process needs. */
export type Variables = Readonly<Record<string, string>>;

/** Starts `crucible …` with pipes, a bare environment and the folder as the current one. */
export function start(args: readonly string[], folder: string, variables: Variables = {}): Running {
  const { PATH, HOME, TMPDIR } = process.env;
  const bare = { PATH, HOME, ...(TMPDIR === undefined ? {} : { TMPDIR }) };
  const env: NodeJS.ProcessEnv = { ...bare, ...variables };
  const child = spawn(process.execPath, [entry, ...args], { cwd: folder, env });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    stderr += text;
  });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, stdout, stderr }));
  });
  return {
    ended,
    pid: child.pid ?? -1,
    said: async (text) => {
      while (!stderr.includes(text)) await new Promise((resolve) => setTimeout(resolve, 5));
    },
    closeStdout: () => void child.stdout.destroy(),
    signal: (name) => void child.kill(name),
  };
}

/** Runs `crucible …` to its end. */
export function crucible(
  args: readonly string[],
  folder: string,
  variables: Variables = {},
): Promise<Ended> {
  return start(args, folder, variables).ended;
}
