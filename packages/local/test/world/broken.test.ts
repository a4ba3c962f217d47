/**
 * A task may leave anything behind: a repository that is none, pipes where git reads, folders deeper than a path can name.
 * None of it stops the engine, holds it up, or makes it read or write outside the workspace.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/folder.js";
import { fail, git, has, names, pass, testPack } from "../support/worlds.js";

/** Walks down step by step, so that no path is ever too long for the task itself. */
const DEEP =
  "p=$(printf 'dddddddddd/%.0s' $(seq 40)); for i in $(seq 12); do mkdir -p $p; cd $p; done; echo x > f";

/** What a task does to the workspace, by what it leaves; `$OUTSIDE` is a folder of somebody else. */
const DAMAGE: readonly (readonly [string, string])[] = [
  ["a pipe in place of .gitignore", "mkfifo .gitignore"],
  ["a pipe in place of .gitattributes", "mkfifo .gitattributes"],
  ["a pipe in place of .gitmodules", "mkfifo .gitmodules"],
  [
    "a pipe as the rules of a folder",
    "mkdir d; echo x > d/f; mkfifo d/.gitignore d/.gitattributes",
  ],
  ["rules that are a link to a pipe", "mkfifo p; ln -s p .gitignore; ln -s p .gitattributes"],
  ["folders deeper than a path can name", DEEP],
  [
    "pipes in the repository",
    "cd .git; rm -f info/exclude config; mkfifo info/exclude config hooks",
  ],
  ["a pipe in place of HEAD", "rm -f .git/HEAD; mkfifo .git/HEAD"],
  ["a pipe in place of the branch", "rm -f .git/refs/heads/main; mkfifo .git/refs/heads/main"],
  ["a pipe in place of the packed branches", "rm -f .git/packed-refs; mkfifo .git/packed-refs"],
  ["a pipe in place of the index", "rm -f .git/index; mkfifo .git/index"],
  [
    "a pipe in place of the alternates",
    "rm .git/objects/info/*; mkfifo .git/objects/info/alternates",
  ],
  ["a pipe among the packs", "mkdir -p .git/objects/pack; mkfifo .git/objects/pack/pack-1.idx"],
  [
    "links out of the repository",
    "cd .git; for p in info/exclude objects/info/alternates index HEAD refs/heads/main; do ln -sf $OUTSIDE/file $p; done",
  ],
  [
    "parts that are links to folders",
    "cd .git; for p in info refs objects; do rm -rf $p; ln -s $OUTSIDE $p; done",
  ],
  ["a configuration that is none", "echo '[broken' > .git/config"],
  [
    "a configuration that includes a pipe",
    "mkfifo p; printf '[include]\\npath = ../p\\n' > .git/config",
  ],
  ["a repository of the future", "printf '[core]\\nrepositoryformatversion = 9\\n' > .git/config"],
  ["an index that is none", "echo x > .git/index"],
  [
    "folders in place of files",
    "cd .git; rm -f HEAD index config; mkdir HEAD index config; touch HEAD/x index/x",
  ],
  [
    "files in place of folders",
    "cd .git; rm -rf info objects refs; echo x > info; echo x > objects; echo x > refs",
  ],
  [
    "a branch below the branch",
    "rm .git/refs/heads/main; mkdir .git/refs/heads/main; echo x > .git/refs/heads/main/x",
  ],
  ["folders in place of locks", "mkdir .git/index.lock .git/HEAD.lock .git/refs/heads/main.lock"],
  ["a repository without anything", "rm -rf .git; mkdir .git"],
  [
    "names that are no text in the repository",
    `cd .git; touch "$(printf '\\377')"; mkdir "$(printf 'd\\377')"`,
  ],
  [
    "locked parts of the repository",
    "cd .git; chmod 000 config; mkdir locked; touch locked/x; chmod 000 locked; chmod 500 .",
  ],
  ["folders too deep in the repository", `cd .git; ${DEEP}`],
];

describe("a task that leaves", () => {
  it.each(DAMAGE)(
    "%s leaves nothing when it fails, and is followed by others",
    async (_, script) => {
      const outside = temporaryFolder();
      const workspace = await testPack().open();
      const damage = `echo theirs > ${outside}/file; export OUTSIDE=${outside}; (${script}) || exit 9`;

      await pass(workspace, "echo one > a");
      await fail(workspace, damage);
      expect(names(workspace)).toEqual(["a"]);
      expect(git(workspace, "log", "-1", "--format=%s")).toBe("task t");
      expect(git(workspace, "status", "--porcelain")).toBe("");

      await pass(workspace, damage);
      const commit = await pass(workspace, "echo two > b");
      const branch = join(workspace.location, ".git/refs/heads/main");
      expect(readFileSync(branch, "utf8").trim()).toBe(commit);
      await fail(workspace, "rm -rf .git a");
      await pass(workspace, "echo three > c");
      expect(["a", "b", "c"].filter((name) => has(workspace, name))).toEqual(["a", "b", "c"]);
      expect(readFileSync(join(outside, "file"), "utf8")).toBe("theirs\n");
    },
  );
});
