import { execFileSync } from "node:child_process";
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/folder.js";
import { shell } from "../support/processes.js";
import {
  fail,
  git,
  has,
  names,
  pass,
  plainFolder,
  read,
  run,
  runStaged,
  set,
  staged,
  testPack,
  textOf,
  write,
} from "../support/worlds.js";

const BYTES_MAX = 1_000_000;

describe("staged inputs", () => {
  it("lie under their producers' names, each with its own tree (FILE-019)", async () => {
    const workspace = plainFolder();
    await workspace.stage([
      set("p", staged("a/b.txt", "p\n")),
      set("node[llm-d%2Frouter]", staged("a/b.txt", "n\n"), staged("c", "c\n")),
    ]);
    await runStaged(workspace, 'test "$(cat inputs/p/a/b.txt)" = p');
    expect(read(workspace, "inputs/node[llm-d%2Frouter]/a/b.txt")).toBe("n\n");
  });

  it.each(["022", "077", "000"])(
    "are 0444 or 0555 under a mask of %s (FILE-020, FILE-048)",
    async (mask) => {
      const workspace = plainFolder();
      const before = process.umask(Number.parseInt(mask, 8));
      try {
        await workspace.stage([set("p", staged("data", "d"), staged("tool", "t", true))]);
      } finally {
        process.umask(before);
      }
      const mode = (path: string): number => statSync(join(workspace.location, path)).mode & 0o777;
      expect(mode("inputs/p/data")).toBe(0o444);
      expect(mode("inputs/p/tool")).toBe(0o555);
    },
  );

  it("are exactly those of the last staging, whatever a task did to them (FILE-022)", async () => {
    const workspace = plainFolder();
    await workspace.stage([set("p", staged("x", "original\n")), set("q", staged("y", "y\n"))]);
    await runStaged(
      workspace,
      "chmod u+w inputs/p/x; echo evil >> inputs/p/x; rm -rf inputs/q; ln -s /tmp inputs/link; mkdir inputs/z; chmod 500 inputs/z inputs/p",
    );
    await workspace.stage([set("p", staged("x", "original\n"))]);
    expect(names(workspace, "inputs")).toEqual(["p/"]);
    expect(read(workspace, "inputs/p/x")).toBe("original\n");
    await workspace.stage([]);
    expect(has(workspace, "inputs")).toBe(false);
  });

  it("replace a link in place of inputs/ and leave alone what it led to", async () => {
    const workspace = plainFolder();
    const outside = temporaryFolder();
    writeFileSync(join(outside, "mine"), "mine\n");
    await runStaged(workspace, `ln -s ${outside} inputs`);
    await workspace.stage([set("p", staged("x", "x"))]);
    expect(readFileSync(join(outside, "mine"), "utf8")).toBe("mine\n");
    expect(names(workspace, "inputs")).toEqual(["p/"]);
  });

  it("are out of git's sight and never part of a commit (FILE-021)", async () => {
    const workspace = await testPack().open();
    await workspace.stage([set("p", staged("x", "x"))]);
    await runStaged(
      workspace,
      'echo own > own; echo more > inputs/more; git add -A; test -z "$(git ls-files inputs)"',
    );
    await workspace.settle(await workspace.commit("task t"));
    expect(git(workspace, "ls-tree", "-r", "--name-only", "HEAD")).toBe("own");
    expect(git(workspace, "status", "--porcelain")).toBe("");
  });

  it.each([
    ["..", "x"],
    [".", "x"],
    ["a/b", "x"],
    ["", "x"],
    ["p", "../x"],
    ["p", "/x"],
    ["p", "a//x"],
  ])("are refused at %j with a file %j", async (directory, path) => {
    const workspace = plainFolder();
    await expect(workspace.stage([set(directory, staged(path, "x"))])).rejects.toThrow();
  });
});

describe("capturing a declared file", () => {
  it("gives its bytes and its execute bit", async () => {
    const workspace = plainFolder();
    await run(
      workspace,
      "mkdir d; printf 'bytes' > d/f; printf run > tool; chmod +x tool; : > empty",
    );
    const file = await workspace.capture("d/f", { bytesMax: 5 });
    expect(file).toMatchObject({ kind: "file", executable: false });
    expect(await textOf(file)).toBe("bytes");
    const tool = await workspace.capture("tool", { bytesMax: BYTES_MAX });
    expect(tool).toMatchObject({ kind: "file", executable: true });
    expect(await textOf(tool)).toBe("run");
    expect(await textOf(await workspace.capture("empty", { bytesMax: 0 }))).toBe("");
  });

  it("finds nothing where nothing is", async () => {
    const workspace = plainFolder();
    await run(workspace, "echo > f");
    for (const path of ["none", "none/deeper", "f/below"]) {
      expect(await workspace.capture(path, { bytesMax: BYTES_MAX })).toEqual({ kind: "absent" });
    }
  });

  it.each([
    ["a link to a file", "ln -s /etc/hostname p", "p"],
    ["a folder that is a link", "ln -s /etc hop", "hop/hostname"],
    ["a link into the process's own files", "ln -s /proc/self env", "env/environ"],
    ["a link that leads nowhere", "ln -s nowhere p", "p"],
    [
      "a link back into the workspace",
      'mkdir real; echo ok > real/f; ln -s "$PWD/real" inside',
      "inside/f",
    ],
    ["a link in the middle", "mkdir -p a/real; echo ok > a/real/f; ln -s real a/b", "a/b/f"],
  ])("refuses %s (FILE-005)", async (_what, script, path) => {
    const workspace = plainFolder();
    await run(workspace, script);
    expect(await workspace.capture(path, { bytesMax: BYTES_MAX })).toEqual({
      kind: "refused",
      problem: "traverses a symlink",
    });
  });

  it.each([
    ["a folder", "mkdir p"],
    ["a pipe", "mkfifo p"],
    ["a socket", "python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"p\")'"],
  ])("refuses %s (FILE-008)", async (_what, script) => {
    const workspace = plainFolder();
    await run(workspace, script);
    expect(await workspace.capture("p", { bytesMax: BYTES_MAX })).toEqual({
      kind: "refused",
      problem: "is not a regular file",
    });
  });

  it("refuses a file with another name, inside or outside (FILE-006)", async () => {
    const workspace = plainFolder();
    const outside = join(temporaryFolder(), "secret");
    writeFileSync(outside, "secret\n");
    linkSync(outside, join(workspace.location, "p"));
    expect(await workspace.capture("p", { bytesMax: BYTES_MAX })).toEqual({
      kind: "refused",
      problem: "has 2 names; a captured file has one",
    });
  });

  it.each(["../up", "/etc/hostname", "a/../b", "", "a//b", "."])(
    "refuses the path %j",
    async (path) => {
      const workspace = plainFolder();
      expect(await workspace.capture(path, { bytesMax: BYTES_MAX })).toMatchObject({
        kind: "refused",
      });
    },
  );

  it("refuses more bytes than allowed before it reads any, sparse ones too (FILE-030)", async () => {
    const workspace = plainFolder();
    await run(workspace, "truncate -s 10G big; printf 123456 > six");
    expect(await workspace.capture("big", { bytesMax: BYTES_MAX })).toEqual({ kind: "too_large" });
    expect(await workspace.capture("six", { bytesMax: 5 })).toEqual({ kind: "too_large" });
    expect(await textOf(await workspace.capture("six", { bytesMax: 6 }))).toBe("123456");
  });

  it("breaks off when the file grows while it is read", async () => {
    const workspace = plainFolder();
    await run(workspace, "printf 123456 > f");
    const capture = await workspace.capture("f", { bytesMax: 6 });
    truncateSync(join(workspace.location, "f"), 1_000_000);
    await expect(textOf(capture)).rejects.toThrow("grew beyond 6 bytes");
  });

  it("reads what it opened although the name was given to another file since (FILE-007)", async () => {
    const workspace = plainFolder();
    await run(workspace, "echo fine > f");
    const capture = await workspace.capture("f", { bytesMax: BYTES_MAX });
    rmSync(join(workspace.location, "f"));
    symlinkSync("/etc/hostname", join(workspace.location, "f"));
    expect(await textOf(capture)).toBe("fine\n");
  });

  it("never gives another file's bytes while the path is being swapped (FILE-007)", async () => {
    const workspace = plainFolder();
    mkdirSync(join(workspace.location, "d"));
    const swapping = workspace.spawn(
      shell(
        "cd d; while :; do echo fine > f; ln -sfn /etc/passwd f; rm -f f; echo fine > f; cd ..; mv d e; ln -s /etc d; rm d; mv e d; cd d; done",
      ),
    );
    const seen = new Set<string>();
    for (let round = 0; round < 300; round++) {
      for (const path of ["d/f", "d/passwd"]) {
        const capture = await workspace.capture(path, { bytesMax: BYTES_MAX });
        seen.add(capture.kind === "file" ? await textOf(capture) : capture.kind);
      }
    }
    await swapping.kill();
    for (const text of seen) expect(["fine\n", "", "absent", "refused"]).toContain(text);
  });

  it.each([
    ["the file", "echo x > p", "p", "x\n"],
    ["a folder", "mkdir -p p/q; echo > p/q/r", "p", "refused"],
    ["a link and not what it leads to", "echo kept > target; ln -s target p", "p", "refused"],
    ["a link on the way", "mkdir real; echo kept > real/f; ln -s real p", "p/f", "refused"],
    ["nothing", "true", "p", "absent"],
  ])("takes away %s when asked to", async (_what, script, path, found) => {
    const workspace = plainFolder();
    await run(workspace, script);
    const capture = await workspace.capture(path, { bytesMax: BYTES_MAX, remove: true });
    expect(capture.kind === "file" ? await textOf(capture) : capture.kind).toBe(found);
    expect(has(workspace, "p")).toBe(false);
    for (const kept of ["target", "real/f"]) {
      if (script.includes(kept)) expect(read(workspace, kept)).toBe("kept\n");
    }
  });
});

describe("fingerprints", () => {
  it("differ when contents do, and only then (FILE-036, FILE-038)", async () => {
    const workspace = plainFolder();
    await run(workspace, "echo one > a; echo one > b; echo one > c; mkdir d; ln -s a l");
    const paths = ["a", "b", "c", "d", "l", "none", "../x"];
    const before = await workspace.fingerprint(paths);
    expect([...before.keys()]).toEqual(paths);
    for (const path of ["d", "l", "none", "../x"]) expect(before.get(path)).toBeNull();
    await run(workspace, "echo two > a; echo one > b.new; mv b.new b; chmod +x c; touch c");
    const after = await workspace.fingerprint(paths);
    expect(after.get("a")).not.toBe(before.get("a"));
    expect(after.get("b")).toBe(before.get("b"));
    expect(after.get("c")).toBe(before.get("c"));
  });

  it("of a file too large to read twice go by its times", async () => {
    const workspace = plainFolder();
    await run(workspace, "truncate -s 3G big");
    const before = await workspace.fingerprint(["big"]);
    expect((await workspace.fingerprint(["big"])).get("big")).toBe(before.get("big"));
    await run(workspace, "printf x | dd of=big bs=1 seek=5 conv=notrunc status=none");
    expect((await workspace.fingerprint(["big"])).get("big")).not.toBe(before.get("big"));
  });
});

describe("a fork", () => {
  it("has the settled state, uncommitted and ignored files too, and its changes stay in it (EXEC-102, EXEC-103)", async () => {
    const pack = testPack({
      "setup.sh":
        "git init -q workspace && cd workspace && echo '*.log' > .gitignore && echo v1 > t.txt && touch gone.txt && git add -A && git -c user.name=n -c user.email=e@x commit -qm i; echo v2 >> t.txt; echo staged > s.txt; git add s.txt; echo new > u.txt; echo noise > x.log; rm gone.txt; chmod +x t.txt; mkdir empty",
    });
    const workspace = await pack.open({ settings: { workspace: { setupCommand: "sh setup.sh" } } });
    await pass(workspace, "echo p > passed");
    const fork = await workspace.fork("r#1");
    expect(names(fork)).toEqual(names(workspace));
    expect(read(fork, "t.txt")).toBe("v1\nv2\n");
    expect(read(fork, "x.log")).toBe("noise\n");
    expect(statSync(join(fork.location, "t.txt")).mode & 0o111).not.toBe(0);
    for (const args of [
      ["status", "--porcelain"],
      ["log", "--format=%s"],
      ["diff", "--cached"],
    ]) {
      expect(git(fork, ...args)).toBe(git(workspace, ...args));
    }
    await run(
      fork,
      "echo edit > t.txt; rm u.txt; git add -A; git -c user.name=n -c user.email=e commit -qm mine; git branch side",
    );
    expect(read(workspace, "t.txt")).toBe("v1\nv2\n");
    expect(has(workspace, "u.txt")).toBe(true);
    expect(git(workspace, "for-each-ref", "--format=%(refname)")).not.toContain("side");
    const place = fork.location;
    await fork.close();
    expect(() => statSync(place)).toThrow();
    expect(git(workspace, "fsck", "--connectivity-only", "--no-dangling")).toBe("");
  });

  it("may be made while something runs in the shared workspace, and does not see it", async () => {
    const workspace = await testPack().open();
    await pass(workspace, "echo settled > a");
    const running = workspace.spawn(shell("echo unsettled > a; echo more > b; sleep 60"));
    while (!has(workspace, "b")) await new Promise((resolve) => setTimeout(resolve, 5));
    const fork = await workspace.fork("r");
    expect(names(fork)).toEqual(["a"]);
    expect(read(fork, "a")).toBe("settled\n");
    await running.kill();
    await fork.close();
  });

  it("is one of many that start together, under any names (EXEC-100)", async () => {
    const workspace = await testPack().open();
    await pass(workspace, "for i in $(seq 50); do echo $i > f$i; done");
    const attempts = Array.from({ length: 8 }, (_, index) =>
      index < 2 ? "same/[x]..\0" : `r${index}`,
    );
    const forks = await Promise.all(attempts.map((attempt) => workspace.fork(attempt)));
    expect(new Set(forks.map((fork) => fork.location)).size).toBe(8);
    await Promise.all(
      forks.map(async (fork, index) => {
        await run(fork, `git status >/dev/null; echo ${index} > mine; test $(ls | wc -l) = 51`);
        await fork.close();
      }),
    );
    expect(git(workspace, "worktree", "list").split("\n")).toHaveLength(1);
    expect(git(workspace, "for-each-ref", "--format=%(refname)")).toBe("refs/heads/main");
    expect(git(workspace, "status", "--porcelain")).toBe("");
  });

  it("is whole although the shared workspace settles again while it is made", async () => {
    const workspace = await testPack().open();
    await pass(workspace, "echo 0 > a; for i in $(seq 20); do git branch b$i; done");
    for (let round = 1; round <= 5; round++) {
      const fork = workspace.fork("r");
      await pass(workspace, `echo ${round} > a; git branch c${round}`, `task ${round}`);
      const made = await fork;
      const number = read(made, "a").trim();
      expect(git(made, "show", "HEAD:a")).toBe(number);
      expect(git(made, "status", "--porcelain")).toBe("");
      expect(Number(number)).toBe(round - 1);
      await made.close();
    }
    // Forms that nobody uses any more are gone: index of the commit, repository.
    const scratch = join(workspace.location, "../state/runs/run-1/exec-1/scratch/shared");
    const kept = readdirSync(scratch).map((name) => name.replace(/-\d+$/, ""));
    expect(kept.toSorted()).toEqual(["published", "repository"]);
  });

  it("shares objects instead of copying them", async () => {
    const workspace = await testPack().open();
    await pass(workspace, "head -c 3000000 /dev/urandom > big");
    const fork = await workspace.fork("r");
    const used = Number(
      execFileSync("du", ["-sk", join(fork.location, ".git")], { encoding: "utf8" }).split("\t")[0],
    );
    expect(used).toBeLessThan(1_000);
    expect(git(fork, "cat-file", "-s", "HEAD:big")).toBe("3000000");
    await fork.close();
  });

  it("goes back to what it was made from, commits for itself, and cannot be forked", async () => {
    const workspace = await testPack().open();
    await pass(workspace, "echo 1 > a");
    const fork = await workspace.fork("r");
    await fail(fork, "echo 2 > a; echo 3 > b");
    expect(names(fork)).toEqual(["a"]);
    expect(read(fork, "a")).toBe("1\n");
    await pass(fork, "echo 4 > c", "task in fork");
    expect(git(fork, "log", "-1", "--format=%s")).toBe("task in fork");
    expect(git(workspace, "rev-list", "--count", "HEAD")).toBe("2");
    await expect(fork.fork("again")).rejects.toThrow("not forked again");
    await fork.close();
  });

  it("that cannot be made says where and why, and leaves nothing", async () => {
    const pack = testPack();
    const workspace = await pack.open();
    const execution = join(pack.folder, "state/runs/run-1/exec-1");
    write(execution, "forks", "in the way");
    await expect(workspace.fork("r")).rejects.toThrow(
      `an isolated workspace cannot be made in ${join(execution, "forks")}: ENOTDIR: not a directory`,
    );
    rmSync(join(execution, "forks"));
    const fork = await workspace.fork("r");
    expect(readdirSync(join(execution, "forks"))).toHaveLength(1);
    await fork.close();
  });

  it("that a killed engine left is gone when the workspace is opened again", async () => {
    const pack = testPack();
    const first = await pack.open();
    await first.fork("r");
    const forks = join(pack.folder, "state/runs/run-1/exec-1/forks");
    execFileSync("mv", [forks, `${forks}.kept`]);
    await first.close();
    execFileSync("mv", [`${forks}.kept`, forks]);
    const second = await pack.open({ base: first.base });
    expect(() => statSync(forks)).toThrow();
    write(second.location, "x", "x");
  });
});
