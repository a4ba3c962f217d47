/** A task can reach the engine's own repository: git waits for ever at a pipe that stands in a file's place there. */
import { mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { WorldRefused } from "@crucible/core";
import { describe, expect, it } from "vitest";
import { git } from "../../src/git/git.js";
import { makePipe, temporaryFolder } from "../support/folder.js";

describe("git in a repository with a pipe", () => {
  it.each([
    "HEAD",
    "config",
    "packed-refs",
    "shallow",
    "commondir",
    "info/attributes",
    "objects/info/alternates",
    "objects/info/commit-graph",
  ])("in the place of %s is not started, and says so", async (name) => {
    const cwd = temporaryFolder();
    const repository = join(cwd, "memory.git");
    await git({ cwd }, ["init", "--quiet", "--bare", repository]);
    const path = join(repository, name);
    rmSync(path, { force: true });
    mkdirSync(dirname(path), { recursive: true });
    makePipe(path);
    const asked = git({ cwd, repository }, ["rev-parse", "HEAD"]);
    await expect(asked).rejects.toThrow(WorldRefused);
    await expect(asked).rejects.toThrow(`${path} is a named pipe`);
  });

  it("in the place of what borrowed objects are found by is not started", async () => {
    const cwd = temporaryFolder();
    const [repository, lender] = ["own.git", "memory.git"].map((name) => join(cwd, name));
    for (const made of [repository, lender]) {
      await git({ cwd }, ["init", "--quiet", "--bare", made ?? ""]);
    }
    const alternateObjects = join(lender ?? "", "objects");
    mkdirSync(join(alternateObjects, "info"), { recursive: true });
    makePipe(join(alternateObjects, "info/alternates"));
    const call = { cwd, repository: repository ?? "", alternateObjects };
    await expect(git(call, ["count-objects"])).rejects.toThrow("named pipe");
  });

  it("in the place of the index is not started", async () => {
    const cwd = temporaryFolder();
    const repository = join(cwd, "memory.git");
    await git({ cwd }, ["init", "--quiet", "--bare", repository]);
    const index = join(cwd, "index");
    makePipe(index);
    await expect(git({ cwd, repository, index }, ["write-tree"])).rejects.toThrow("named pipe");
  });
});
