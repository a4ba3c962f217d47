/**
 * Runs git by itself: no user or system configuration, no hooks, no signing, no templates, no prompts, an identity of
 * its own, and none of the caller's `GIT_*` variables. What a workspace's own configuration says is never read where it
 * could run a program: work goes through a repository of the engine's with the workspace as its work tree.
 */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { WorldRefused } from "@crucible/core";
import { errorCode } from "../files/error-code.js";
import { type ProgramEnd, runProgram } from "./program.js";

export interface GitCall {
  /** Current folder. */
  readonly cwd: string;
  /** Repository to use; found from the current folder when absent. */
  readonly repository?: string;
  readonly workTree?: string;
  readonly index?: string;
  /** Objects are written here, and read from `alternateObjects` too. */
  readonly objects?: string;
  readonly alternateObjects?: string;
  readonly input?: string | Uint8Array;
  /** What is written must be on the disk when git returns. */
  readonly durable?: boolean;
  /** Ends git where it is; the call then fails. */
  readonly signal?: AbortSignal | undefined;
  /** Seconds since 1970 for both dates of a commit; the present when absent. */
  readonly atSeconds?: number;
}

/**
 * A git command that ended with an error, or that could not be given what it would read. What git complains about is a
 * precondition of the place, not a fault of the engine.
 */
export class GitFailed extends WorldRefused {
  readonly exitCode: number | undefined;
  constructor(args: readonly string[], exitCode: number | undefined, detail: string) {
    super(`git ${args[0] ?? ""}: ${detail}`);
    this.exitCode = exitCode;
  }
}

/** Configuration with the standing of a command line: it outranks every file. */
const CONFIGURATION: readonly (readonly [string, string])[] = [
  ["advice.detachedHead", "false"],
  // Writing many files waits for the file system rather than for the processor.
  ["checkout.workers", "4"],
  ["commit.gpgSign", "false"],
  ["core.attributesFile", "/dev/null"],
  ["core.autocrlf", "false"],
  ["core.excludesFile", "/dev/null"],
  ["core.fileMode", "true"],
  ["core.fsmonitor", "false"],
  ["core.fsyncMethod", "batch"],
  ["core.hooksPath", "/dev/null"],
  // Names that other systems cannot hold are ordinary here.
  ["core.protectHFS", "false"],
  ["core.protectNTFS", "false"],
  ["core.quotePath", "false"],
  ["core.symlinks", "true"],
  ["core.untrackedCache", "false"],
  ["gc.auto", "0"],
  // The version that `index-file.ts` reads.
  ["index.version", "2"],
  // A server that stopped answering must not hold a run for ever.
  ["http.lowSpeedLimit", "1"],
  ["http.lowSpeedTime", "120"],
  ["init.defaultBranch", "main"],
  ["maintenance.auto", "false"],
  ["safe.directory", "*"],
];

const IDENTITY = { name: "Crucible", email: "crucible@localhost" } as const;

/** What git may know of the caller: where programs, keys and temporary files are, and how the network is reached. */
const PASSED_ON: readonly string[] = [
  "PATH",
  "HOME",
  "TMPDIR",
  "SSH_AUTH_SOCK",
  "http_proxy",
  "https_proxy",
  "HTTPS_PROXY",
  "no_proxy",
  "NO_PROXY",
  "ALL_PROXY",
];

/** Runs git and gives its standard output. Rejects with {@link GitFailed}, or `WorldRefused` when there is no git. */
export async function git(call: GitCall, args: readonly string[]): Promise<Buffer> {
  const { exitCode, stdout, stderr } = await run(call, args);
  if (exitCode === 0) return stdout;
  const said = new TextDecoder().decode(stderr).trim();
  throw new GitFailed(args, exitCode ?? undefined, said || "it failed without a word");
}

async function run(call: GitCall, args: readonly string[]): Promise<ProgramEnd> {
  const { cwd, input = "", signal } = call;
  const pipe = readsOf(call).find(isPipe);
  if (pipe !== undefined) throw new GitFailed(args, undefined, `${pipe} is a named pipe`);
  try {
    return await runProgram("git", args, { cwd, env: environmentOf(call), input, signal });
  } catch (error) {
    if (errorCode(error) === "ENOENT") throw new WorldRefused(missing(cwd));
    throw new GitFailed(args, undefined, error instanceof Error ? error.message : String(error));
  }
}

/** What git reads of a repository whatever it is asked, below the repository and below its objects. */
const READ = ["HEAD", "commondir", "config", "packed-refs", "shallow", "info/attributes"] as const;
const READ_OF_OBJECTS = ["info/alternates", "info/http-alternates", "info/commit-graph"] as const;

/** A task may put a pipe in the place of a file, and git would wait at it for ever. */
function readsOf({ repository, objects, alternateObjects, index }: GitCall): readonly string[] {
  if (repository === undefined) return [];
  const stores = [objects ?? join(repository, "objects")];
  if (alternateObjects !== undefined) stores.push(alternateObjects);
  return [
    ...READ.map((name) => join(repository, name)),
    ...stores.flatMap((store) => READ_OF_OBJECTS.map((name) => join(store, name))),
    ...(index === undefined ? [] : [index]),
  ];
}

function isPipe(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFIFO() === true;
  } catch {
    // What cannot be looked at is for git to complain about.
    return false;
  }
}

/** The one line that git prints. */
export async function gitLine(call: GitCall, args: readonly string[]): Promise<string> {
  return (await git(call, args)).toString("utf8").trim();
}

/** The line, or `undefined` when git ends with an error. */
export async function gitLineIfAny(
  call: GitCall,
  args: readonly string[],
): Promise<string | undefined> {
  try {
    return await gitLine(call, args);
  } catch (error) {
    if (error instanceof GitFailed) return undefined;
    throw error;
  }
}

/** The oldest git that leaves a user's configuration unread when it is told to. */
const VERSION_MIN = [2, 32] as const;

/** Rejects with `WorldRefused` when git is missing or too old. */
export async function requireGit(cwd: string): Promise<void> {
  const said = await gitLine({ cwd }, ["--version"]);
  const [, major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(said) ?? []).map(Number);
  if (major > VERSION_MIN[0] || (major === VERSION_MIN[0] && minor >= VERSION_MIN[1])) return;
  throw new WorldRefused(
    `a workspace needs git ${VERSION_MIN.join(".")} or later, and this is "${said}"`,
  );
}

/** Splits output whose items end with a zero byte; items are bytes, kept one character a byte. */
export function zeroEnded(output: Buffer): string[] {
  const items = output.toString("latin1").split("\0");
  items.pop();
  return items;
}

/** The input form of {@link zeroEnded}. */
export function zeroEnding(items: Iterable<string>): Buffer {
  return Buffer.from([...items].map((item) => `${item}\0`).join(""), "latin1");
}

function environmentOf(call: GitCall): Record<string, string> {
  const env: Record<string, string> = {
    LC_ALL: "C",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_SYSTEM: "/dev/null",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_SSH_COMMAND: "ssh -o BatchMode=yes -o ConnectTimeout=60",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_TEMPLATE_DIR: "",
    // What repositories are made with: names of objects have 40 digits throughout, and a branch is a file.
    GIT_DEFAULT_HASH: "sha1",
    GIT_DEFAULT_REF_FORMAT: "files",
    GIT_AUTHOR_NAME: IDENTITY.name,
    GIT_AUTHOR_EMAIL: IDENTITY.email,
    GIT_COMMITTER_NAME: IDENTITY.name,
    GIT_COMMITTER_EMAIL: IDENTITY.email,
  };
  for (const name of PASSED_ON) {
    const value = process.env[name];
    if (value !== undefined) env[name] = value;
  }
  const synced = call.durable === true ? "committed,loose-object,reference" : "none";
  const configuration = [...CONFIGURATION, ["core.fsync", synced] as const];
  env["GIT_CONFIG_COUNT"] = String(configuration.length);
  configuration.forEach(([key, value], index) => {
    env[`GIT_CONFIG_KEY_${index}`] = key;
    env[`GIT_CONFIG_VALUE_${index}`] = value;
  });
  const given: readonly (readonly [string, string | undefined])[] = [
    ["GIT_DIR", call.repository],
    ["GIT_WORK_TREE", call.workTree],
    ["GIT_INDEX_FILE", call.index],
    ["GIT_OBJECT_DIRECTORY", call.objects],
    ["GIT_ALTERNATE_OBJECT_DIRECTORIES", call.alternateObjects],
    ["GIT_AUTHOR_DATE", dateOf(call)],
    ["GIT_COMMITTER_DATE", dateOf(call)],
  ];
  for (const [name, value] of given) if (value !== undefined) env[name] = value;
  return env;
}

function dateOf(call: GitCall): string | undefined {
  return call.atSeconds === undefined ? undefined : `@${call.atSeconds} +0000`;
}

/** A missing folder and a missing program give the same code; people need to know which. */
function missing(cwd: string): string {
  const why = existsSync(cwd) ? "a workspace needs git on the PATH" : "there is no such folder";
  return `git cannot be started in ${cwd}: ${why}`;
}
