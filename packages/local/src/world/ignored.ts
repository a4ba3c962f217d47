/** Which paths a workspace's own ignore rules keep out of its commits. */
import { join } from "node:path";
import { foldersAbove, type RawPath } from "../files/raw-path.js";
import { readPart } from "../files/read-part.js";
import { type GitCall, GitFailed, git, zeroEnded, zeroEnding } from "../git/git.js";
import { INPUTS_RULE, look } from "./scan.js";

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
  const held = await published();
  const asked = paths.filter((path) => !held.has(path));
  // Most tasks change files that the commit holds, and many workspaces have no rules: git is then not started.
  if (asked.length === 0 || !(await hasRules(root, asked))) return new Set();
  const args = [...excludesIn(root), "check-ignore", "--no-index", "-z", "--stdin"];
  // A name that begins with a colon would be read as a pattern.
  const input = zeroEnding(asked.map((path) => `./${path}`));
  return new Set(await matching({ ...call, workTree: root, input }, args));
}

/** Git would wait for whoever writes to a pipe, so only a file is named to it. */
function excludesIn(root: string): readonly string[] {
  if (look(root, EXCLUDES)?.kind !== "file") return [];
  return ["-c", `core.excludesFile=${join(root, EXCLUDES)}`];
}

const EXCLUDES = ".git/info/exclude";
/** Nobody writes so many rules by hand; of more, git is asked. */
const RULES_BYTES_MAX = 65_536;
/** Lines that ignore nothing: none at all, remarks, and the rule of the folder that no recording looks at. */
const NO_RULE = new RegExp(`^(?:#.*|${INPUTS_RULE}|)$`);

/** Whether anything might be ignored: the repository has rules, or some folder on the way to a path has a file of them. */
async function hasRules(root: string, paths: readonly RawPath[]): Promise<boolean> {
  const rules = await readPart(join(root, EXCLUDES), 0, RULES_BYTES_MAX)
    // Nothing, or nothing that git would be given.
    .catch(() => new Uint8Array());
  const lines = Buffer.from(rules).toString("latin1").split("\n");
  if (rules.length === RULES_BYTES_MAX || !lines.every((line) => NO_RULE.test(line))) return true;
  // The file system is asked, which may take another name for this one.
  const folders = new Set<RawPath>();
  for (const path of paths) for (const folder of foldersAbove(path)) folders.add(folder);
  const places = [".gitignore", ...[...folders].map((folder) => `${folder}/.gitignore`)];
  return places.some((place) => look(root, place) !== undefined);
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
