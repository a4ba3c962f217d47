/** Git worlds over temporary folders, and short ways to run something in their workspaces. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type {
  Capture,
  JsonObject,
  StagedFile,
  StagedSet,
  Workspace,
  WorkspaceStart,
} from "@crucible/core";
import { onTestFinished, vi } from "vitest";
import { readPack } from "../../src/pack/read-pack.js";
import { captureFile, fingerprints } from "../../src/world/capture.js";
import { gitWorld } from "../../src/world/git-world.js";
import { stageSets } from "../../src/world/staging.js";
import { temporaryFolder } from "./folder.js";
import { exited, shell, start } from "./processes.js";

// Every step is a few processes: a busy machine may take long over many of them.
vi.setConfig({ testTimeout: 60_000 });

/** What a plain folder can do of a workspace: files in, files out, processes. */
export type FilesOfWorkspace = Pick<
  Workspace,
  "location" | "stage" | "capture" | "fingerprint" | "spawn"
>;

/** A folder without git that takes files in and out as a workspace does. */
export function plainFolder(): FilesOfWorkspace {
  const location = temporaryFolder();
  return {
    location,
    stage: (sets) => stageSets(location, sets),
    capture: (path, options) => captureFile(location, path, options),
    fingerprint: (paths) => fingerprints(location, paths),
    spawn: (request) => start(location, request, temporaryFolder()),
  };
}

export interface TestPack {
  readonly folder: string;
  /** Opens a workspace; it is closed when the test ends. */
  open(change?: Partial<WorkspaceStart>): Promise<Workspace>;
}

/** A pack folder with these files. */
export function testPack(
  files: Readonly<Record<string, string>> = { "README.md": "read me\n" },
): TestPack {
  const folder = temporaryFolder();
  for (const [path, text] of Object.entries(files)) write(folder, path, text);
  return {
    folder,
    open: async (change = {}) => {
      const workspace = await gitWorld({ packFolder: folder }).open({
        run: "run-1",
        execution: "exec-1",
        pack: await readPack(folder),
        settings: {},
        ...change,
      });
      onTestFinished(async () => await workspace.close());
      return workspace;
    },
  };
}

/** Settings that inject whole patterns. */
export function injecting(...patterns: readonly string[]): JsonObject {
  return { workspace: { inject: patterns.map((pattern) => ({ kind: "pattern", pattern })) } };
}

export function write(folder: string, path: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text, { mode });
}

export function read(workspace: FilesOfWorkspace, path: string): string {
  return readFileSync(join(workspace.location, path), "utf8");
}

/** Names in the workspace, the repository left out, sorted; a folder's end with `/`. */
export function names(workspace: FilesOfWorkspace, folder = ""): string[] {
  return readdirSync(join(workspace.location, folder), { withFileTypes: true })
    .filter((entry) => entry.name !== ".git")
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .sort();
}

export function has(workspace: FilesOfWorkspace, path: string): boolean {
  return existsSync(join(workspace.location, path));
}

/** Runs a script in the workspace and fails unless it exits 0. */
export async function run(workspace: FilesOfWorkspace, script: string): Promise<void> {
  await workspace.stage([]);
  await runStaged(workspace, script);
}

export async function runStaged(workspace: FilesOfWorkspace, script: string): Promise<void> {
  const end = await exited(workspace.spawn(shell(script)));
  if (end.exitCode !== 0)
    throw new Error(`${script} ended with ${end.exitCode}: ${end.stderrTail}`);
}

/** Runs a script as a passing task does. */
export async function pass(
  workspace: Workspace,
  script: string,
  label = "task t",
): Promise<string> {
  await run(workspace, script);
  const commit = await workspace.commit(label);
  await workspace.settle(commit);
  return commit;
}

/** Runs a script as a failing task does. */
export async function fail(workspace: Workspace, script: string): Promise<void> {
  await run(workspace, script);
  await workspace.settle(null);
}

/** What git says in the workspace, run as an agent would run it. */
export function git(workspace: Workspace | string, ...args: readonly string[]): string {
  const cwd = typeof workspace === "string" ? workspace : workspace.location;
  return execFileSync("git", args, {
    cwd,
    encoding: "utf8",
    env: {
      PATH: process.env["PATH"],
      HOME: "/nonexistent",
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_AUTHOR_NAME: "Test",
      GIT_AUTHOR_EMAIL: "test@localhost",
      GIT_COMMITTER_NAME: "Test",
      GIT_COMMITTER_EMAIL: "test@localhost",
    },
    stdio: ["ignore", "pipe", "pipe"],
  }).trim();
}

export async function textOf(capture: Capture): Promise<string> {
  if (capture.kind !== "file") return capture.kind;
  const pieces: Uint8Array[] = [];
  for await (const piece of capture.content) pieces.push(piece);
  return Buffer.concat(pieces).toString("utf8");
}

export function staged(path: string, text: string, executable = false): StagedFile {
  return {
    path,
    executable,
    content: async function* () {
      yield new TextEncoder().encode(text);
    },
  };
}

export function set(directory: string, ...files: readonly StagedFile[]): StagedSet {
  return { directory, files };
}

/** A git repository with these files committed; gives its folder. */
export function repository(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  git(folder, "init", "-q", "-b", "trunk");
  for (const [path, text] of Object.entries(files)) write(folder, path, text);
  git(folder, "add", "-A");
  git(folder, "commit", "-q", "-m", "first");
  return folder;
}
