/** What the git memory holds is git's own, and is there for good. */
import { existsSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryName } from "../../src/files/temporary.js";
import { git, pass, testPack } from "../support/worlds.js";

describe("the git memory", () => {
  it("names the start and every commit, so that not even collecting garbage loses one", async () => {
    const pack = testPack();
    const workspace = await pack.open();
    const memory = join(pack.folder, "state/memory.git");
    const commits = [await pass(workspace, "echo 1 > a"), await pass(workspace, "true")];
    const fork = await workspace.fork("r#1");
    commits.push(await pass(fork, "echo 2 > b"));
    await fork.close();
    const named = git(memory, "for-each-ref", "--format=%(refname) %(objectname)").split("\n");
    const names = commits.map((commit) => `refs/crucible/exec-1/${commit} ${commit}`);
    expect(named.sort()).toEqual(
      [`refs/crucible/exec-1/base ${workspace.base}`, ...names].toSorted(),
    );
    git(memory, "gc", "--prune=now", "--quiet");
    for (const commit of commits) expect(git(memory, "cat-file", "-t", commit)).toBe("commit");
    // Names that were packed are no hindrance to more of them.
    const last = await pass(workspace, "echo 3 > c");
    expect(git(memory, "rev-parse", `refs/crucible/exec-1/${last}`)).toBe(last);
    expect(git(memory, "fsck", "--strict", "--no-dangling")).toBe("");
    expect(git(workspace, "fsck", "--strict", "--no-dangling")).toBe("");
  });

  it("loses the half-written names of engines that are gone when it is opened", async () => {
    const pack = testPack();
    const first = await pack.open();
    await first.close();
    const memory = join(pack.folder, "state/memory.git");
    const here = temporaryName(join(memory, "name"));
    const gone = here.replace(/-\d+-\d*-(?=[0-9a-f]+\.tmp$)/, "-999999999-1-");
    for (const path of [here, gone]) writeFileSync(path, "");
    await pack.open({ base: first.base });
    expect([here, gone].map((path) => existsSync(path))).toEqual([true, false]);
  });

  it("loses what a git that was ended left half written, unless it may be at work still", async () => {
    const pack = testPack();
    const first = await pack.open();
    await first.close();
    const objects = join(pack.folder, "state/memory.git/objects");
    const left = ["pack/tmp_pack_old", "tmp_objdir-old/c5/tmp_obj_a"].map((at) =>
      join(objects, at),
    );
    const young = ["pack/tmp_pack_new", "tmp_objdir-new/c5/tmp_obj_b"].map((at) =>
      join(objects, at),
    );
    for (const path of [...left, ...young]) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, "half");
    }
    const longAgo = new Date(Date.now() - 7_200_000);
    const old = [...left, "tmp_objdir-old/c5", "tmp_objdir-old", "tmp_objdir-new"];
    for (const at of old) utimesSync(at.startsWith("/") ? at : join(objects, at), longAgo, longAgo);
    await pack.open({ base: first.base });
    expect(left.map((path) => existsSync(path))).toEqual([false, false]);
    expect(young.map((path) => existsSync(path))).toEqual([true, true]);
    expect(existsSync(join(objects, "tmp_objdir-old"))).toBe(false);
  });
});
