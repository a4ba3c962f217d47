/** Which paths a workspace's own ignore rules keep out of its commits. */
import { join } from "node:path";
import type { RawPath } from "../files/raw-path.js";
import { type GitCall, GitFailed, git, zeroEnded, zeroEnding } from "../git/git.js";
import { look } from "./scan.js";

/**
 * The ignored ones among some paths: `.gitignore` files and the repository's `info/exclude` are asked. A path that the
 * published commit holds already is never ignored, as git itself has it.
 */
export async function ignoredPaths(
  root: string,
  call: GitCall,
  paths: readonly RawPath[],
  published: () => Promise<ReadonlySet<RawPath>>,
): Promise<ReadonlySet<RawPath>> {
  if (paths.length === 0) return new Set();
  const args = [...excludesIn(root), "check-ignore", "--no-index", "-z", "--stdin"];
  // A name that begins with a colon would be read as a pattern.
  const input = zeroEnding(paths.map((path) => `./${path}`));
  const matched = await matching({ ...call, workTree: root, input }, args);
  if (matched.length === 0) return new Set();
  const held = await published();
  return new Set(matched.filter((path) => !held.has(path)));
}

/** Git would wait for whoever writes to a pipe, so only a file is named to it. */
function excludesIn(root: string): readonly string[] {
  const path = ".git/info/exclude";
  if (look(root, path)?.kind !== "file") return [];
  return ["-c", `core.excludesFile=${join(root, path)}`];
}

async function matching(call: GitCall, args: readonly string[]): Promise<readonly RawPath[]> {
  try {
    return zeroEnded(await git(call, args)).map((path) => path.slice("./".length));
  } catch (error) {
    // One: none of the paths is ignored.
    if (error instanceof GitFailed && error.exitCode === 1) return [];
    throw error;
  }
}
