import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { WorldRefused } from "@crucible/core";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { readPack } from "../../src/pack/read-pack.js";
import { type GitWorldOptions, gitWorld } from "../../src/world/git-world.js";
import { settingsFrom } from "../../src/world/settings.js";
import { temporaryFolder } from "../support/folder.js";
import {
  fail,
  git,
  has,
  injecting,
  names,
  pass,
  read,
  repository,
  staged,
  testPack,
  write,
} from "../support/worlds.js";

const settingUp = (setupCommand: string, inject: readonly string[] = []) => ({
  workspace: { setupCommand, inject: inject.map((pattern) => ({ kind: "pattern", pattern })) },
});

describe("a workspace without a repository", () => {
  it("starts as one commit of the injected files, the same for the same files (RERUN-021)", async () => {
    const first = await testPack({ "a.sh": "a\n", "b.txt": "b\n" }).open({
      settings: injecting("a.sh"),
    });
    const second = await testPack({ "a.sh": "a\n" }).open({ settings: injecting("a.sh") });
    expect(names(first)).toEqual(["a.sh"]);
    expect(git(first, "rev-list", "--count", "HEAD")).toBe("1");
    expect(git(first, "rev-parse", "HEAD")).toBe(first.base);
    expect(second.base).toBe(first.base);
    expect(git(first, "status", "--porcelain")).toBe("");
    expect(git(first, "symbolic-ref", "HEAD")).toBe("refs/heads/main");
  });

  it("starts empty without injected files, and afresh for every execution", async () => {
    const pack = testPack();
    const first = await pack.open();
    await pass(first, "echo 1 > left");
    await first.close();
    expect(has(first, "left")).toBe(true);
    const second = await pack.open({ execution: "exec-2" });
    expect(names(second)).toEqual([]);
    expect(second.base).toBe(first.base);
  });
});

describe("a workspace of a repository", () => {
  it("is a checkout of its head, whatever is uncommitted there", async () => {
    const source = repository({ "a.txt": "a\n", "d/b.txt": "b\n" });
    write(source, "a.txt", "dirty\n");
    const workspace = await testPack({ "in.txt": "in\n" }).open({
      settings: { repo: { path: source }, ...injecting("in.txt") },
    });
    expect(read(workspace, "a.txt")).toBe("a\n");
    expect(names(workspace)).toEqual(["a.txt", "d/", "in.txt"]);
    expect(workspace.base).toBe(git(source, "rev-parse", "HEAD"));
    expect(git(workspace, "status", "--porcelain")).toBe("?? in.txt");
    expect(git(source, "for-each-ref", "--format=%(refname)")).toBe("refs/heads/trunk");
  });

  it.each(["side", "v1", "the commit"])("is a checkout of %s when it is asked for", async (ref) => {
    const source = repository({ "a.txt": "a\n" });
    git(source, "checkout", "-q", "-b", "side");
    write(source, "a.txt", "side\n");
    git(source, "commit", "-q", "-a", "-m", "second");
    git(source, "tag", "v1");
    const commit = git(source, "rev-parse", "HEAD");
    git(source, "checkout", "-q", "trunk");
    const workspace = await testPack().open({
      settings: { repo: { path: source, ref: ref === "the commit" ? commit : ref } },
    });
    expect(read(workspace, "a.txt")).toBe("side\n");
    expect(workspace.base).toBe(commit);
  });

  it("may be named relative to the pack and by a URL", async () => {
    const pack = testPack();
    mkdirSync(join(pack.folder, "..", "never"), { recursive: true });
    rmSync(join(pack.folder, "..", "never"), { recursive: true });
    execFileSync("git", ["init", "-q", "state/source"], { cwd: pack.folder });
    write(join(pack.folder, "state/source"), "a.txt", "a\n");
    git(join(pack.folder, "state/source"), "add", "-A");
    git(join(pack.folder, "state/source"), "commit", "-q", "-m", "first");
    const near = await pack.open({ settings: { repo: { path: "state/source" } } });
    expect(read(near, "a.txt")).toBe("a\n");
    await near.close();
    const far = await pack.open({
      execution: "exec-2",
      settings: { repo: { url: `file://${pack.folder}/state/source` } },
    });
    expect(read(far, "a.txt")).toBe("a\n");
  });

  it("may lie on another machine, whose server is asked for nothing of its own", async () => {
    const source = repository({ "a.txt": "a\n" });
    const programs = temporaryFolder();
    // What a host of repositories lets in by ssh: the one command, by its usual name.
    const server = `#!/bin/sh
for last in "$@"; do :; done
case "$last" in "git-upload-pack "*) eval "$last" ;; *) echo "no such command: $last" >&2; exit 1 ;; esac
`;
    write(programs, "ssh", server, 0o755);
    vi.stubEnv("PATH", `${programs}:${process.env["PATH"]}`);
    const addresses = [`ssh://host${source}`, `git@host:${source}`];
    for (const [index, url] of addresses.entries()) {
      const workspace = await testPack().open({
        execution: `e${index}`,
        settings: { repo: { url } },
      });
      expect(read(workspace, "a.txt")).toBe("a\n");
    }
    vi.unstubAllEnvs();
  });

  it("gets only the task's own changes into commits, not what was injected", async () => {
    const source = repository({ "a.txt": "a\n" });
    const workspace = await testPack({ "in.txt": "in\n" }).open({
      settings: { repo: { path: source }, ...injecting("in.txt") },
    });
    await pass(workspace, "echo b > b.txt; rm a.txt");
    expect(git(workspace, "show", "--format=", "--name-status", "HEAD")).toBe("D\ta.txt\nA\tb.txt");
    expect(git(workspace, "status", "--porcelain")).toBe("?? in.txt");
  });

  it.each([
    [
      "a repository that is not there",
      { path: "/no/such/repository" },
      "[repo] /no/such/repository",
    ],
    ["a ref that is not there", { ref: "nowhere" }, "nowhere cannot be had"],
    ["both a url and a path", { url: "x" }, "exactly one of url or path"],
    ["a ref that is an option", { ref: "--upload-pack=touch ran" }, "[repo].ref cannot be"],
  ])("is refused for %s, and nothing is left behind", async (_what, change, message) => {
    const source = repository({ "a.txt": "a\n" });
    const pack = testPack();
    const opening = pack.open({ settings: { repo: { path: source, ...change } } });
    await expect(opening).rejects.toThrow(WorldRefused);
    await expect(opening).rejects.toThrow(message);
    expect(existsSync(join(pack.folder, "workspace"))).toBe(false);
  });

  it("is refused when it tracks inputs/, which is not its to use", async () => {
    const source = repository({ "inputs/mine.txt": "mine\n" });
    await expect(testPack().open({ settings: { repo: { path: source } } })).rejects.toThrow(
      "the repository has inputs/",
    );
  });
});

describe("a workspace of a linked worktree", () => {
  it("is a checkout of what the worktree stands on, which it leaves alone", async () => {
    const source = repository({ "a.txt": "a\n" });
    const linked = join(temporaryFolder(), "linked");
    git(source, "worktree", "add", "-q", "-b", "side", linked);
    write(linked, "b.txt", "b\n");
    git(linked, "add", "-A");
    git(linked, "commit", "-q", "-m", "second");
    const workspace = await testPack().open({ settings: { repo: { path: linked } } });
    expect(workspace.base).toBe(git(linked, "rev-parse", "HEAD"));
    expect(names(workspace)).toEqual(["a.txt", "b.txt"]);
    await pass(workspace, "echo 2 >> b.txt");
    expect(git(linked, "status", "--porcelain")).toBe("");
    expect(git(source, "worktree", "list").split("\n")).toHaveLength(2);
  });
});

describe("a workspace that a command sets up", () => {
  it("is taken as it is, its commit the base, what it left uncommitted still so", async () => {
    const workspace = await testPack({
      "setup.sh":
        "git init -q -b dev workspace && cd workspace && echo '*.log' > .gitignore && echo v1 > t.txt && touch gone.txt && git add -A && git -c user.name=n -c user.email=e@x commit -qm i; echo v2 >> t.txt; echo staged > s.txt; git add s.txt; echo new > u.txt; echo noise > x.log; rm gone.txt; chmod +x t.txt",
      "in.txt": "in\n",
    }).open({ settings: settingUp("sh ./setup.sh", ["in.txt"]) });
    const before = git(workspace, "status", "--porcelain");
    expect(before).toBe("D gone.txt\nA  s.txt\n M t.txt\n?? in.txt\n?? u.txt");
    expect(workspace.base).toBe(git(workspace, "rev-parse", "HEAD"));
    await fail(workspace, "rm -rf * .gitignore; git add -A; echo x > new.log");
    expect(git(workspace, "status", "--porcelain")).toBe(before);
    expect(read(workspace, "t.txt")).toBe("v1\nv2\n");
    expect(read(workspace, "x.log")).toBe("noise\n");
    expect(has(workspace, "new.log")).toBe(false);
    await pass(workspace, "echo mine > mine.txt", "task mine");
    expect(git(workspace, "log", "--format=%s")).toBe("task mine\ni");
    expect(git(workspace, "symbolic-ref", "HEAD")).toBe("refs/heads/dev");
    expect(git(workspace, "status", "--porcelain")).toBe(before);
  });

  it("runs in the pack's folder with the engine's environment, without variables of git", async () => {
    const pack = testPack({
      "setup.sh":
        'pwd > out; env | grep -c "^GIT_" >> out; mkdir workspace; mv out workspace; exit 0',
    });
    process.env["GIT_DIR"] = "/nowhere";
    try {
      const workspace = await pack.open({ settings: settingUp("sh setup.sh") });
      expect(read(workspace, "out")).toBe(`${pack.folder}\n0\n`);
      expect(git(workspace, "show", "--format=%s", "--name-only", "HEAD")).toContain("out");
    } finally {
      delete process.env["GIT_DIR"];
    }
  });

  it("may make a repository without a commit, or a folder without one, or nothing", async () => {
    const unborn = await testPack().open({
      settings: settingUp("git init -q -b dev workspace; echo a > workspace/a"),
    });
    expect(git(unborn, "log", "--format=%s", "dev")).toBe("base: the workspace's pristine start");
    expect(git(unborn, "status", "--porcelain")).toBe("");
    const plain = await testPack().open({
      settings: settingUp("mkdir workspace; echo a > workspace/a"),
    });
    expect(git(plain, "ls-files")).toBe("a");
    const nothing = await testPack().open({ settings: settingUp("true") });
    expect(names(nothing)).toEqual([]);
  });

  it("keeps ignored files out of the base commit and in the workspace", async () => {
    const script =
      "mkdir -p workspace/node_modules/m; cd workspace; echo node_modules > .gitignore; echo m > node_modules/m/index.js";
    const workspace = await testPack().open({ settings: settingUp(script) });
    expect(git(workspace, "ls-files")).toBe(".gitignore");
    await fail(workspace, "rm -r node_modules; mkdir node_modules; echo bad > node_modules/other");
    expect(read(workspace, "node_modules/m/index.js")).toBe("m\n");
    expect(names(workspace, "node_modules")).toEqual(["m/"]);
  });

  it("may be a worktree of another repository, in which a run leaves nothing", async () => {
    const other = repository({ "a.txt": "a\n" });
    const before = git(other, "for-each-ref");
    const script = `git -C ${other} worktree add -q -b work "$PWD/workspace" && echo new > workspace/new.txt`;
    const workspace = await testPack().open({ settings: settingUp(script) });
    expect(workspace.base).toBe(git(other, "rev-parse", "HEAD"));
    expect(git(workspace, "status", "--porcelain")).toBe("?? new.txt");
    expect(git(workspace, "symbolic-ref", "HEAD")).toBe("refs/heads/work");
    await pass(workspace, "echo 2 >> a.txt");
    expect(git(workspace, "log", "--format=%s")).toBe("task t\nfirst");
    const since = git(other, "for-each-ref").split("\n");
    expect(since.filter((line) => !line.endsWith("refs/heads/work")).join("\n")).toBe(before);
    expect(git(other, "rev-parse", "work")).toBe(workspace.base);
    expect(git(other, "log", "--all", "--format=%s")).toBe("first");
  });

  it("is refused with what the command said when it fails", async () => {
    const pack = testPack();
    const opening = pack.open({
      settings: settingUp("mkdir workspace; echo half; echo broken >&2; exit 7"),
    });
    await expect(opening).rejects.toThrow("[workspace].setup_cmd failed (exit 7): broken");
    expect(existsSync(join(pack.folder, "workspace"))).toBe(false);
    expect(readdirSync(join(pack.folder, "state/runs/run-1/exec-1"))).toEqual([]);
  });

  it.each([
    ["inputs/", "mkdir -p workspace/inputs", "set-up made inputs/"],
    ["a file", "echo > workspace", "is not a folder"],
    ["a broken repository", "mkdir -p workspace/.git", "git"],
    ["a link for a repository", "mkdir workspace && ln -s /tmp workspace/.git", "neither"],
    [
      "a worktree of a repository that is gone",
      "mkdir workspace && echo 'gitdir: /nowhere' > workspace/.git",
      "git",
    ],
  ])("is refused when it made %s", async (_what, script, message) => {
    await expect(testPack().open({ settings: settingUp(script) })).rejects.toThrow(message);
  });
});

describe("injected files", () => {
  it("are put back before every task, in the workspace and in forks, and tasks cannot change them", async () => {
    const workspace = await testPack({ "check.sh": "echo ok\n", "d/x": "x\n" }).open({
      settings: injecting("check.sh", "d"),
    });
    const commit = await pass(workspace, "echo hacked > check.sh; rm -r d; echo y > y");
    expect(git(workspace, "show", "--format=", "--name-only", commit ?? "")).toBe("y");
    expect(read(workspace, "check.sh")).toBe("echo ok\n");
    write(workspace.location, "check.sh", "hacked between\n");
    await workspace.stage([]);
    expect(read(workspace, "check.sh")).toBe("echo ok\n");
    const fork = await workspace.fork("a");
    write(fork.location, "check.sh", "hacked\n");
    await fork.stage([]);
    expect(read(fork, "check.sh")).toBe("echo ok\n");
    await fork.close();
  });

  it("replace links and folders that stand in their way, and nothing outside", async () => {
    const workspace = await testPack({ "d/x": "x\n", f: "f\n" }).open({
      settings: injecting("d", "f"),
    });
    const outside = temporaryFolder();
    writeFileSync(join(outside, "x"), "mine\n");
    rmSync(join(workspace.location, "d"), { recursive: true });
    execFileSync("ln", ["-s", outside, join(workspace.location, "d")]);
    rmSync(join(workspace.location, "f"));
    mkdirSync(join(workspace.location, "f/inner"), { recursive: true });
    await workspace.stage([]);
    expect(readFileSync(join(outside, "x"), "utf8")).toBe("mine\n");
    expect(read(workspace, "d/x")).toBe("x\n");
    expect(read(workspace, "f")).toBe("f\n");
  });

  it("keep their execute bit, may have another place, come from outside the pack, and may be changed when not frozen", async () => {
    const pack = testPack({ "tool.sh": "echo\n" });
    execFileSync("chmod", ["+x", join(pack.folder, "tool.sh")]);
    const outside = temporaryFolder();
    writeFileSync(join(outside, "data"), "data\n");
    const inject = [
      { kind: "file", source: "tool.sh", destination: "bin/tool", frozen: true },
      { kind: "file", source: join(outside, "data"), destination: "data", frozen: false },
    ];
    const workspace = await pack.open({ settings: { workspace: { inject } } });
    expect(statSync(join(workspace.location, "bin/tool")).mode & 0o111).not.toBe(0);
    await pass(workspace, "echo more >> data; chmod -x bin/tool");
    expect(read(workspace, "data")).toBe("data\nmore\n");
    await workspace.stage([]);
    expect(statSync(join(workspace.location, "bin/tool")).mode & 0o111).not.toBe(0);
  });

  it("that are missing are listed together", async () => {
    const inject = [
      { kind: "pattern", pattern: "nothing-*" },
      { kind: "file", source: "no.txt", destination: "a" },
      { kind: "file", source: "README.md", destination: "../up" },
      { kind: "file", source: "README.md", destination: "inputs/x" },
      { kind: "file", source: "README.md", destination: ".git/hooks/x" },
    ];
    const opening = testPack().open({ settings: { workspace: { inject } } });
    for (const problem of [
      'inject entry "nothing-*" matches no file',
      '"no.txt" cannot be read (ENOENT)',
      '"../up" leaves the workspace',
      '"inputs/x" is in inputs/',
      '".git/hooks/x" is inside a repository',
    ]) {
      await expect(opening).rejects.toThrow(problem);
    }
  });
});

describe("a workspace's folder", () => {
  it("that holds files of somebody else is left alone and refused", async () => {
    const pack = testPack({ "workspace/precious.txt": "mine\n" });
    await expect(pack.open()).rejects.toThrow("holds files that no run has made");
    expect(readFileSync(join(pack.folder, "workspace/precious.txt"), "utf8")).toBe("mine\n");
  });

  it("that is a file of somebody else is left alone and refused", async () => {
    const pack = testPack({ workspace: "mine\n" });
    await expect(pack.open()).rejects.toThrow("is a file, and no run has made it");
    expect(readFileSync(join(pack.folder, "workspace"), "utf8")).toBe("mine\n");
  });

  it("that a run made is known again although its state is gone, or its repository", async () => {
    const pack = testPack();
    const first = await pack.open();
    await pass(first, "echo 1 > a");
    await first.close();
    rmSync(join(pack.folder, "state"), { recursive: true });
    const second = await pack.open();
    await second.close();
    rmSync(join(pack.folder, "workspace/.git"), { recursive: true });
    write(pack.folder, "workspace/b", "b\n");
    expect(names(await pack.open())).toEqual([]);
  });

  it.each([".", "..", "../other", "/tmp/elsewhere", "state"])("cannot be %s", async (dir) => {
    await expect(testPack().open({ settings: { workspace: { dir } } })).rejects.toThrow(
      `[workspace].dir "${dir}"`,
    );
  });

  it("takes one run at a time, also when state is kept elsewhere (RUN-055, RUN-056)", async () => {
    const pack = testPack();
    const first = await pack.open();
    const other = gitWorld({ packFolder: pack.folder, stateFolder: temporaryFolder() });
    const start = {
      run: "run-2",
      execution: "exec-2",
      pack: await readPack(pack.folder),
      settings: {},
    };
    await expect(other.open(start)).rejects.toThrow("run-1 is live in this workspace");
    await first.close();
    await (await other.open(start)).close();
  });

  it.each<[string, (pack: string) => GitWorldOptions]>([
    [
      "its pack's folder has another name",
      (pack) => {
        const link = join(temporaryFolder(), "link");
        symlinkSync(pack, link);
        return { packFolder: link };
      },
    ],
    ["it is part of a larger pack", (pack) => ({ packFolder: dirname(pack) })],
  ])("takes one run at a time, also when %s", async (_what, optionsFor) => {
    const pack = testPack();
    const first = await pack.open();
    const options = optionsFor(pack.folder);
    const dir =
      options.packFolder === dirname(pack.folder)
        ? `${basename(pack.folder)}/workspace`
        : "workspace";
    const opening = gitWorld({ ...options, stateFolder: temporaryFolder() }).open({
      run: "run-2",
      execution: "exec-2",
      pack: await readPack(pack.folder),
      settings: { workspace: { dir } },
    });
    await expect(opening).rejects.toThrow("run-1 is live in this workspace");
    await first.close();
  });

  it("takes one run at a time, wherever temporary files are", async () => {
    const pack = testPack();
    await pack.open();
    vi.stubEnv("TMPDIR", temporaryFolder());
    onTestFinished(() => void vi.unstubAllEnvs());
    await expect(pack.open({ run: "run-2" })).rejects.toThrow("run-1 is live in this workspace");
  });

  it("is not carried forward from an earlier run", async () => {
    const settings = settingsFrom({
      workspace: { dir: "workspace", inject: [], carryForward: ["notes"] },
    });
    await expect(testPack().open({ settings })).rejects.toThrow(
      "carry_forward is not supported yet",
    );
  });
});

describe("a world without git", () => {
  it("provides no isolation and refuses by name (EXEC-104)", async () => {
    const pack = testPack();
    const path = process.env["PATH"];
    process.env["PATH"] = "/nowhere";
    try {
      expect(await gitWorld({ packFolder: pack.folder }).capabilities()).toEqual([]);
      await expect(pack.open()).rejects.toThrow("needs git on the PATH");
    } finally {
      process.env["PATH"] = path;
    }
    expect(await gitWorld({ packFolder: pack.folder }).capabilities()).toEqual([
      "isolation.worktree",
    ]);
  });
});

describe("a resumed execution", () => {
  it("starts again from its base, with declared files over it, uncommitted (RESUME-005, RESUME-008, RESUME-010)", async () => {
    const pack = testPack({ "in.txt": "in\n" });
    const settings = injecting("in.txt");
    const first = await pack.open({ settings });
    await pass(first, "echo 1 > declared; echo 2 > undeclared");
    await first.close();
    const again = await pack.open({
      settings,
      base: first.base,
      restore: [staged("declared", "1\n"), staged("d/x", "old\n"), staged("d/x", "new\n", true)],
    });
    expect(again.base).toBe(first.base);
    expect(names(again)).toEqual(["d/", "declared", "in.txt"]);
    expect(read(again, "d/x")).toBe("new\n");
    expect(statSync(join(again.location, "d/x")).mode & 0o111).not.toBe(0);
    expect(git(again, "rev-list", "--count", "HEAD")).toBe("1");
    await fail(again, "rm -r d declared");
    expect(read(again, "declared")).toBe("1\n");
    const commit = await pass(again, "echo 3 > c");
    expect(git(again, "show", "--format=", "--name-only", commit ?? "")).toBe("c");
  });

  it("takes its base although the repository moved on, or is gone (RERUN-018)", async () => {
    const source = repository({ "a.txt": "a\n" });
    const settings = { repo: { path: source } };
    const pack = testPack();
    const first = await pack.open({ settings });
    await first.close();
    write(source, "a.txt", "moved on\n");
    git(source, "commit", "-q", "-a", "-m", "second");
    const again = await pack.open({ settings, base: first.base });
    expect(read(again, "a.txt")).toBe("a\n");
    await again.close();
    rmSync(source, { recursive: true });
    expect((await pack.open({ settings, base: first.base })).base).toBe(first.base);
  });

  it("is refused when its base cannot be had any more (RERUN-019)", async () => {
    const source = repository({ "a.txt": "a\n" });
    const base = "0123456789012345678901234567890123456789";
    await expect(testPack().open({ settings: { repo: { path: source } }, base })).rejects.toThrow(
      `the run's start ${base} cannot be had`,
    );
    await expect(testPack().open({ base })).rejects.toThrow("is not in the git memory any more");
  });

  it("is refused when set-up makes other files, and accepted when it makes the same ones (RERUN-020)", async () => {
    const pack = testPack({ "content.txt": "one\n" });
    const settings = settingUp(
      "git init -q workspace && cp content.txt workspace && cd workspace && git add -A && git -c user.name=n -c user.email=e commit -qm $(date +%N)",
    );
    const first = await pack.open({ settings });
    await first.close();
    const same = await pack.open({ settings, base: first.base });
    expect(same.base).toBe(first.base);
    expect(git(same, "rev-parse", "HEAD")).not.toBe(first.base);
    await same.close();
    write(pack.folder, "content.txt", "two\n");
    await expect(pack.open({ settings, base: first.base })).rejects.toThrow(
      "cannot be prepared as the run began",
    );
  });
});

describe("a rerun", () => {
  it("replays commits of the parent in their order, under their names (RERUN-022, RERUN-024)", async () => {
    const pack = testPack({ "in.txt": "in\n" });
    const settings = injecting("in.txt");
    const parent = await pack.open({ settings });
    const first = await pass(parent, "echo 1 > a; mkdir d; echo x > d/x", "task one");
    const second = await pass(parent, "echo 2 > b; rm a", "task two");
    const third = await pass(parent, "echo 3 >> d/x", "task three");
    await parent.close();
    const rerun = await pack.open({
      settings,
      execution: "exec-2",
      base: parent.base,
      replay: { run: "run-1", execution: "exec-1", commits: [first ?? "", third ?? ""] },
    });
    expect(git(rerun, "log", "--format=%s")).toBe(
      "task three\ntask one\nbase: the workspace's pristine start",
    );
    expect(git(rerun, "rev-parse", "HEAD~1")).not.toBe(second);
    expect(read(rerun, "d/x")).toBe("x\n3\n");
    expect(names(rerun)).toEqual(["a", "d/", "in.txt"]);
    expect(git(rerun, "status", "--porcelain")).toBe("");
    await fail(rerun, "rm -r *");
    expect(names(rerun)).toEqual(["a", "d/", "in.txt"]);
  });

  it("is refused when a replay conflicts or a commit is gone (RERUN-023, RERUN-026)", async () => {
    const pack = testPack();
    const parent = await pack.open();
    await pass(parent, "echo 1 > a", "task one");
    const second = await pass(parent, "echo 2 > a", "task two");
    await parent.close();
    const replaying = (commit: string | null) =>
      pack.open({
        execution: "exec-2",
        base: parent.base,
        replay: { run: "run-1", execution: "exec-1", commits: [commit ?? ""] },
      });
    await expect(replaying(second)).rejects.toThrow("cannot be replayed: it conflicts");
    const gone = "0123456789012345678901234567890123456789";
    await expect(replaying(gone)).rejects.toThrow(`commit ${gone} of a reused task`);
  });
});
