/** Starting a process is most of what settling a task costs, so how often git is started is part of what is promised. */
import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../support/folder.js";
import { fail, git, pass, run, testPack } from "../support/worlds.js";

/** Puts a git that writes down what it is asked in front of the real one; gives what it was asked since the last time. */
function watchedGit(): () => readonly string[] {
  const folder = temporaryFolder();
  const [log, program] = [join(folder, "log"), join(folder, "git")];
  const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
  writeFileSync(log, "");
  writeFileSync(program, `#!/bin/sh\necho "$*" >> '${log}'\nexec '${real}' "$@"\n`);
  chmodSync(program, 0o755);
  const before = process.env["PATH"] ?? "";
  process.env["PATH"] = `${folder}${delimiter}${before}`;
  onTestFinished(() => {
    process.env["PATH"] = before;
  });
  return () => {
    const calls = readFileSync(log, "utf8").split("\n").slice(0, -1);
    writeFileSync(log, "");
    return calls.map((call) => call.replace(/^(?:-c \S+ )*(\S+).*$/, "$1"));
  };
}

/** Files that changed a moment ago are read again, since they may have changed since. */
const GROW_OLD = "sleep 0.2";
const COMMIT = ["commit-tree"];
const CHANGE = ["update-index", "update-index", "write-tree", ...COMMIT];

describe("git is started", () => {
  it("for a passing task that changes files: to store them, to make a tree and a commit of them", async () => {
    const workspace = await testPack().open();
    const calls = watchedGit();
    await pass(workspace, "echo 1 > a; mkdir d; echo 1 > d/b");
    expect(calls()).toEqual(CHANGE);
    await pass(workspace, "echo 2 > a; rm d/b; ln -s a link");
    expect(calls()).toEqual(CHANGE);
  });

  it("for one that changes nothing: to make a commit", async () => {
    const workspace = await testPack().open();
    const calls = watchedGit();
    await pass(workspace, "true");
    expect(calls()).toEqual(COMMIT);
    await pass(workspace, "mkdir empty");
    expect(calls()).toEqual(COMMIT);
  });

  it("once more where a task used git, whose index then keeps what it knows", async () => {
    const workspace = await testPack().open();
    await pass(workspace, "echo 1 > a");
    const calls = watchedGit();
    await run(workspace, "echo 2 > b");
    git(workspace, "add", "b");
    calls();
    const commit = await workspace.commit("task t");
    await workspace.settle(commit);
    expect(calls()).toEqual([...CHANGE, "update-index"]);
    expect(git(workspace, "status", "--porcelain")).toBe("");
  });

  it("once more for new files where there are rules, and once more for those that they keep out", async () => {
    const workspace = await testPack().open();
    await pass(workspace, `echo '*.log' > .gitignore; echo 1 > a; ${GROW_OLD}`);
    const calls = watchedGit();
    await pass(workspace, "echo 2 > a");
    expect(calls()).toEqual(CHANGE);
    await pass(workspace, `echo 1 > b; ${GROW_OLD}`);
    expect(calls()).toEqual(["check-ignore", ...CHANGE]);
    await pass(workspace, "echo 1 > x.log");
    expect(calls()).toEqual(["check-ignore", "update-index", ...COMMIT]);
  });

  it("for a failing task: to write back what it changed", async () => {
    const workspace = await testPack().open();
    await pass(workspace, `echo 1 > a; ${GROW_OLD}`);
    const calls = watchedGit();
    await fail(workspace, "echo 2 > b; mkdir c");
    expect(calls()).toEqual([]);
    await fail(workspace, "rm a");
    expect(calls()).toEqual(["checkout-index"]);
  });

  it("for a fork: to write its files", async () => {
    const workspace = await testPack().open();
    await pass(workspace, "echo 1 > a");
    const calls = watchedGit();
    const fork = await workspace.fork("r#1");
    expect(calls()).toEqual(["checkout-index"]);
    await pass(fork, "echo 2 > a");
    expect(calls()).toEqual(CHANGE);
    await fork.close();
  });
});
