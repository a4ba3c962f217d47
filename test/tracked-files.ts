/** The repository as git knows it: what is tracked is what a reader gets. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

export const root: string = dirname(import.meta.dirname);

/** Tracked paths, relative to the root with forward slashes; a file deleted but not yet committed is left out. */
export function trackedFiles(): readonly string[] {
  const listed = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" });
  return listed.split("\0").filter((path) => path !== "" && existsSync(join(root, path)));
}

export function textOf(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

/** Documents for people; prompts and fixtures happen to be Markdown too and follow no rule of style. */
export function isDocument(path: string): boolean {
  return /^([^/]+|docs\/.+|(packages|examples)\/[^/]+\/README|\.changeset\/README)\.md$/.test(path);
}
