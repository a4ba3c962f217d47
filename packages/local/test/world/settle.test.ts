import { chmodSync, existsSync, lstatSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  fail,
  git,
  has,
  injecting,
  names,
  pass,
  read,
  run,
  testPack,
  write,
} from "../support/worlds.js";

describe("a passing task", () => {
  it("adds one commit under its name, and the branch stands on it (EXEC-143, EXEC-146)", async () => {
    const workspace = await testPack().open();
    const commit = await pass(workspace, "echo 1 > a; mkdir b; echo 2 > b/c", "task draft");
    expect(git(workspace, "log", "--format=%s")).toBe(
      "task draft\nbase: the workspace's pristine start",
    );
    expect(git(workspace, "rev-parse", "HEAD")).toBe(commit);
    expect(git(workspace, "show", "--format=%an <%ae>", "--name-status", "HEAD")).toBe(
      "Crucible <crucible@localhost>\n\nA\ta\nA\tb/c",
    );
    expect(git(workspace, "status", "--porcelain")).toBe("");
  });

  it("that changes nothing adds one too, so that the history tells what passed", async () => {
    const workspace = await testPack().open();
    const commit = await pass(workspace, "true", "task look");
    expect(git(workspace, "rev-list", "--count", "HEAD")).toBe("2");
    expect(git(workspace, "show", "--format=%s", "--name-status", "HEAD")).toBe("task look");
    expect(git(workspace, "rev-parse", "HEAD")).toBe(commit);
  });

  it("hands what it wrote to the next task, ignored files and empty folders too", async () => {
    const workspace = await testPack().open();
    await pass(workspace, "echo '*.log' > .gitignore; echo noise > x.log; mkdir -p empty/inner");
    await pass(workspace, "cat .gitignore x.log && test -d empty/inner && echo more >> x.log");
    await fail(workspace, "rm -r x.log empty; echo bad > y.log");
    expect(read(workspace, "x.log")).toBe("noise\nmore\n");
    expect(has(workspace, "empty/inner")).toBe(true);
    expect(has(workspace, "y.log")).toBe(false);
    expect(git(workspace, "ls-tree", "--name-only", "-r", "HEAD")).toBe(".gitignore");
  });

  it("that only made a folder hands it on", async () => {
    const workspace = await testPack().open();
    await pass(workspace, "mkdir build");
    expect(has(workspace, "build")).toBe(true);
  });

  it("that changed nothing and is found not to pass leaves what was settled whole", async () => {
    const workspace = await testPack().open();
    await pass(workspace, "echo 1 > a");
    for (const _round of [1, 2]) {
      await workspace.commit("task t");
      await workspace.settle(null);
    }
    await pass(workspace, "true", "task look");
    await pass(workspace, "echo 2 > b", "task t");
    expect(git(workspace, "log", "-3", "--format=%s", "--name-only")).toBe(
      "task t\n\nb\ntask look\ntask t\n\na",
    );
    expect(git(workspace, "diff", "--cached", "--name-only")).toBe("");
  });

  it("hands the index on as it is: in step with the branch where nobody used git", async () => {
    const workspace = await testPack().open();
    await pass(workspace, "echo 1 > a; mkdir d; echo 1 > d/b");
    await pass(workspace, "echo 2 > a; rm -r d; echo 2 > d");
    await fail(workspace, "echo 3 > a");
    const fork = await workspace.fork("r#1");
    await pass(fork, "echo 4 > c");
    for (const one of [workspace, fork]) {
      expect(git(one, "diff", "--cached", "--name-only")).toBe("");
      expect(git(one, "status", "--porcelain")).toBe("");
    }
    await fork.close();
  });

  it("keeps an index that is a link, or has another name, from being written through", async () => {
    const workspace = await testPack().open();
    await pass(workspace, "echo 1 > a");
    const outside = join(workspace.location, "..", "outside");
    await pass(workspace, "cp .git/index ../outside; ln -sf ../../outside .git/index; echo 2 > a");
    await pass(workspace, "ln -f .git/index ../other; cp .git/index ../kept; echo 3 > a");
    expect(lstatSync(join(workspace.location, ".git/index")).isFile()).toBe(true);
    expect(readFileSync(join(workspace.location, "../other"))).toEqual(
      readFileSync(join(workspace.location, "../kept")),
    );
    expect(readFileSync(outside).subarray(0, 4).toString()).toBe("DIRC");
    expect(git(workspace, "status", "--porcelain")).toBe("");
  });

  it.each([
    ["a folder", "mkdir -p .GIT d/.Git; echo 1 > .GIT/f; echo 1 > d/.Git/f", ".GIT/f"],
    ["a link", "ln -s base .gitmodules", ".gitmodules"],
  ])(
    "may leave what git refuses to hold: %s; others go on beside it",
    async (_what, make, path) => {
      const workspace = await testPack().open();
      await pass(workspace, "echo 0 > base");
      await pass(workspace, `${make}; echo 1 > ok`);
      await fail(workspace, `echo 2 > ok; rm -f ${path}; echo 2 > ${path}; echo 2 > more`);
      expect(git(workspace, "ls-tree", "-r", "--name-only", "HEAD")).toBe("base\nok");
      expect(read(workspace, "ok")).toBe("1\n");
      expect(has(workspace, "more")).toBe(false);
      await pass(workspace, "echo 3 > ok");
      expect(git(workspace, "show", "HEAD:ok")).toBe("3");
    },
  );

  it("is not published by its commit alone", async () => {
    const workspace = await testPack().open();
    await run(workspace, "echo 1 > a");
    const commit = await workspace.commit("task t");
    expect(git(workspace, "rev-list", "--count", "HEAD")).toBe("1");
    // The engine may still find that it cannot pass.
    await workspace.settle(null);
    expect(names(workspace)).toEqual([]);
    await expect(workspace.settle(commit)).rejects.toThrow("was not prepared");
  });

  it("gives up a commit of more than its time allows, and goes back (CEIL-033)", async () => {
    const workspace = await testPack().open();
    await pass(workspace, "echo 1 > a");
    await run(workspace, "echo 2 > a; truncate -s 500G big");
    const attempt = new AbortController();
    const committing = workspace.commit("task t", attempt);
    setTimeout(() => attempt.abort(), 300);
    await expect(committing).rejects.toThrow("git update-index");
    await workspace.settle(null);
    expect(names(workspace)).toEqual(["a"]);
    expect(read(workspace, "a")).toBe("1\n");
    await pass(workspace, "echo 3 > a");
  });

  it("keeps bytes as they are, whatever the workspace's attributes say", async () => {
    const workspace = await testPack().open();
    await pass(
      workspace,
      "printf '*.sh text eol=crlf\\n*.id ident\\n' > .gitattributes; printf 'a\\r\\nb\\n' > x.sh; echo '$Id$' > y.id",
    );
    expect(git(workspace, "cat-file", "-s", "HEAD:x.sh")).toBe("5");
    await fail(workspace, "rm x.sh y.id");
    expect(read(workspace, "x.sh")).toBe("a\r\nb\n");
    expect(read(workspace, "y.id")).toBe("$Id$\n");
  });

  it("records modes, links, removals and names that are no UTF-8", async () => {
    const workspace = await testPack().open();
    await pass(
      workspace,
      "echo run > tool; chmod +x tool; ln -s tool link; echo bytes > \"$(printf 'f\\377')\"; echo gone > gone",
    );
    await pass(workspace, "rm gone; chmod -x tool; mkdir -p d; mv link d/link");
    expect(git(workspace, "ls-tree", "-r", "--format=%(objectmode) %(path)", "HEAD")).toBe(
      '120000 d/link\n100644 "f\\377"\n100644 tool',
    );
    await fail(workspace, "rm -r d f*; chmod +x tool");
    expect(lstatSync(join(workspace.location, "d/link")).isSymbolicLink()).toBe(true);
    expect(statSync(join(workspace.location, "tool")).mode & 0o111).toBe(0);
    expect(git(workspace, "status", "--porcelain")).toBe("");
  });

  it("may put a link where a folder was, with ignored files in it too (EXEC-143)", async () => {
    const workspace = await testPack().open();
    await pass(
      workspace,
      "echo '*.log' > .gitignore; mkdir -p d/in; echo 1 > d/in/f; echo 1 > d/x.log",
    );
    await pass(workspace, "rm -r d; ln -s .. d");
    expect(git(workspace, "ls-tree", "-r", "--format=%(objectmode) %(path)", "HEAD")).toBe(
      "100644 .gitignore\n120000 d",
    );
    await fail(workspace, "rm d; mkdir d; echo 2 > d/f");
    expect(lstatSync(join(workspace.location, "d")).isSymbolicLink()).toBe(true);
    await pass(workspace, "rm d; mkdir d; echo 3 > d/f");
    expect(git(workspace, "ls-tree", "-r", "--name-only", "HEAD")).toBe(".gitignore\nd/f");
  });

  it("is one commit whatever it committed itself", async () => {
    const workspace = await testPack().open();
    const script =
      "git config user.name a; git config user.email b; git checkout -q -b mine; echo 1 > a; git add a; git commit -q -m own; echo 2 > b";
    const commit = await pass(workspace, script, "task t");
    expect(git(workspace, "symbolic-ref", "HEAD")).toBe("refs/heads/main");
    expect(git(workspace, "rev-parse", "main")).toBe(commit);
    expect(git(workspace, "show", "--format=%s", "--name-only", "HEAD")).toBe("task t\n\na\nb");
  });

  it("is committed unsigned and past its repository's hooks and filters, whose settings stay as they are", async () => {
    const pack = testPack({
      "setup.sh": [
        "git init -q workspace && cd workspace",
        "printf '#!/bin/sh\\nexit 1\\n' > .git/hooks/pre-commit 2>/dev/null || { mkdir -p .git/hooks; printf '#!/bin/sh\\nexit 1\\n' > .git/hooks/pre-commit; }",
        "cp .git/hooks/pre-commit .git/hooks/reference-transaction",
        "chmod +x .git/hooks/*",
        "git config commit.gpgsign true; git config gpg.program false",
        "git config core.autocrlf true; git config core.hooksPath .git/hooks",
        'git config filter.evil.clean "touch $PWD/ran; cat"',
        "git config core.fsmonitor 'touch ran-too'",
        "echo '* filter=evil' > .gitattributes; echo base > base.txt",
      ].join("\n"),
    });
    const workspace = await pack.open({ settings: { workspace: { setupCommand: "sh setup.sh" } } });
    const config = read(workspace, ".git/config");
    await pass(workspace, "printf 'a\\r\\nb\\n' > x.sh", "task t");
    expect(
      git(workspace, "-c", "core.fsmonitor=false", "show", "--no-patch", "--format=%s %G?", "HEAD"),
    ).toBe("task t N");
    expect(git(workspace, "cat-file", "-s", "HEAD:x.sh")).toBe("5");
    expect(read(workspace, ".git/config")).toBe(config);
    expect(names(workspace)).toEqual([".gitattributes", "base.txt", "x.sh"]);
  });
});

describe("a task that does not pass", () => {
  it("leaves no commit and no change behind (EXEC-144, EXEC-145)", async () => {
    const workspace = await testPack({ "a.txt": "a\n", "d/b.txt": "b\n" }).open({
      settings: injecting("a.txt", "d"),
    });
    await pass(workspace, "echo kept > kept; chmod 755 kept");
    await fail(
      workspace,
      "echo x > a.txt; rm -r d; mkdir kept2; echo y > kept2/z; echo no > kept; chmod 600 kept; rm kept; mkdir kept; echo > kept/inner",
    );
    expect(names(workspace)).toEqual(["a.txt", "d/", "kept"]);
    expect(read(workspace, "kept")).toBe("kept\n");
    expect(statSync(join(workspace.location, "kept")).mode & 0o111).not.toBe(0);
    expect(read(workspace, "d/b.txt")).toBe("b\n");
    expect(git(workspace, "status", "--porcelain")).toBe("");
    expect(git(workspace, "rev-list", "--count", "HEAD")).toBe("2");
  });

  it("cannot hide a change by setting times back", async () => {
    const workspace = await testPack().open();
    await pass(workspace, "echo one > a; touch -d '2020-01-01' a");
    await fail(workspace, "echo two > a; touch -d '2020-01-01' a");
    expect(read(workspace, "a")).toBe("one\n");
  });

  it("cannot hide a change by making it at once, with the same size", async () => {
    const workspace = await testPack().open();
    for (let round = 0; round < 10; round++) {
      await pass(workspace, `printf '${round}' > a`);
      write(workspace.location, "a", "x");
      await workspace.settle(null);
      expect(read(workspace, "a")).toBe(String(round));
    }
  });

  it("loses its branches, its configuration, its stash and its locks", async () => {
    const workspace = await testPack().open();
    await pass(workspace, "echo 1 > a");
    const script =
      "git config user.name a; git config user.email b; echo 2 > a; git stash -q; git checkout -q -b other; echo 3 > c; git add c; git commit -q -m c; touch .git/index.lock .git/refs/heads/main.lock; echo '#!/bin/sh' > .git/hooks-evil";
    await fail(workspace, script);
    expect(git(workspace, "for-each-ref", "--format=%(refname)")).toBe("refs/heads/main");
    expect(read(workspace, ".git/config")).not.toContain("name = a");
    expect(git(workspace, "symbolic-ref", "HEAD")).toBe("refs/heads/main");
    expect(read(workspace, "a")).toBe("1\n");
    expect(git(workspace, "status", "--porcelain")).toBe("");
    expect(await pass(workspace, "echo 4 > d")).not.toBeNull();
  });

  it.each([
    ["removed", "rm -rf .git"],
    ["replaced by a file", "rm -rf .git; echo gitdir: /tmp > .git"],
    ["replaced by a link", "rm -rf .git; ln -s /tmp .git"],
    ["emptied of objects", "rm -rf .git/objects"],
  ])(
    "gets its repository back when it was %s, and so does one that passes",
    async (_what, script) => {
      const workspace = await testPack().open();
      await pass(workspace, "echo 1 > a");
      await fail(workspace, script);
      expect(git(workspace, "status", "--porcelain")).toBe("");
      await pass(workspace, `${script}; echo 2 > b`, "task after");
      expect(git(workspace, "log", "-1", "--format=%s")).toBe("task after");
      expect(git(workspace, "status", "--porcelain")).toBe("");
    },
  );

  it("has its pipes, sockets and repositories taken away", async () => {
    const workspace = await testPack().open();
    await fail(
      workspace,
      "mkfifo pipe; git init -q nested; git init -q deep/er; echo x > nested/f",
    );
    expect(names(workspace)).toEqual([]);
  });

  it("cannot make the engine write or remove outside through links", async () => {
    const workspace = await testPack().open();
    const outside = join(workspace.location, "..", "outside");
    write(outside, "f", "mine\n");
    await pass(workspace, "mkdir d; echo 1 > d/f");
    await fail(workspace, "rm -r d; ln -s ../outside d");
    expect(read(workspace, "../outside/f")).toBe("mine\n");
    expect(read(workspace, "d/f")).toBe("1\n");
    await fail(workspace, "ln -s ../../outside d/link");
    expect(read(workspace, "../outside/f")).toBe("mine\n");
    expect(names(workspace, "d")).toEqual(["f"]);
  });

  it("is undone although it locked files and folders", async () => {
    const workspace = await testPack().open();
    await pass(workspace, "mkdir d; echo 1 > d/f");
    await fail(
      workspace,
      "echo 2 > d/f; mkdir d/x; echo 3 > d/x/y; chmod 000 d/f d/x; chmod 500 d",
    );
    expect(read(workspace, "d/f")).toBe("1\n");
    expect(names(workspace, "d")).toEqual(["f"]);
    chmodSync(join(workspace.location, "d"), 0o755);
  });
});

describe("a repository inside the workspace", () => {
  it("does not stop a passing task; its files are kept, its history is its own", async () => {
    const workspace = await testPack().open();
    await pass(workspace, "git init -q nested; echo x > nested/f");
    expect(git(workspace, "ls-tree", "-r", "--name-only", "HEAD")).toBe("nested/f");
    await fail(workspace, "echo y > nested/f; echo z > nested/g");
    expect(read(workspace, "nested/f")).toBe("x\n");
    expect(names(workspace, "nested")).toEqual(["f"]);
    expect(has(workspace, "nested/.git/HEAD")).toBe(true);
  });
});

describe("a task that removes the workspace itself", () => {
  const GONE = "cd .. && rm -rf workspace";

  it("and fails finds everything where it was", async () => {
    const workspace = await testPack().open();
    const before = await pass(workspace, "echo 1 > a; mkdir b; echo 2 > b/c");
    await fail(workspace, GONE);
    expect(names(workspace)).toEqual(["a", "b/"]);
    expect(git(workspace, "rev-parse", "HEAD")).toBe(before);
    expect(git(workspace, "status", "--porcelain")).toBe("");
  });

  it("and passes has deleted every file", async () => {
    const workspace = await testPack().open();
    await pass(workspace, "echo 1 > a");
    const commit = await pass(workspace, GONE);
    expect(git(workspace, "rev-parse", "HEAD")).toBe(commit);
    expect(git(workspace, "show", "--format=%s", "--name-status", "HEAD")).toBe("task t\n\nD\ta");
    await pass(workspace, "echo 3 > d");
    expect(names(workspace)).toEqual(["d"]);
  });

  it.each([
    [
      "a link to another folder",
      'mkdir other && echo secret > other/key && ln -s "$PWD/other" workspace',
    ],
    ["a file", "echo secret > workspace"],
  ])(
    "and puts %s in its place gives nothing of that away and harms none of it",
    async (_what, then) => {
      const workspace = await testPack().open();
      await pass(workspace, "echo 1 > a");
      await run(workspace, `${GONE} && ${then}`);
      expect(await workspace.capture("key", { bytesMax: 100, remove: true })).toEqual({
        kind: "absent",
      });
      await workspace.settle(null);
      expect(names(workspace)).toEqual(["a"]);
      const other = join(workspace.location, "../other/key");
      expect(existsSync(other)).toBe(then.includes("ln"));
    },
  );
});
