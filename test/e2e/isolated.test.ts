/** Isolated tasks that start together on somebody's repository: it stays as it was, whatever becomes of the engine. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ensureBuilt } from "./support/build.js";
import { crucible, packFolder, removeFolders, start } from "./support/command.js";
import { CEILINGS } from "./support/packs.js";

vi.setConfig({ testTimeout: 120_000 });
beforeAll(ensureBuilt, 300_000);
afterAll(removeFolders);

const AT_ONCE = 8;
const ROUNDS = 2;

const MANIFEST = `edition = 2
[workflow]
type = "playbook"
file = "workflow.star"
[repo]
path = "theirs"
[agent]
backend = "local"
goal = "a test"
`;

/** Each task changes what a repository holds besides files, and stays until it may go when it is to be interrupted. */
function pack(wait: string): string {
  const script = `git branch mine && git -c user.name=n -c user.email=e@x commit -q --allow-empty -m mine && git status >/dev/null && ${wait} && echo '{}'`;
  const tasks = Array.from(
    { length: AT_ONCE },
    (_, index) => `command(name = "r${index}", run = ${JSON.stringify(script)}, isolated = True)`,
  );
  const folder = packFolder({
    "crucible.toml": MANIFEST,
    "workflow.star": `workflow(type = "playbook", tasks = [${tasks.join(",\n")}])\n`,
    "theirs/a.txt": "a\n",
  });
  const theirs = join(folder, "theirs");
  git(theirs, "init", "-q", "-b", "trunk");
  git(theirs, "add", "-A");
  git(theirs, "commit", "-q", "-m", "first");
  return folder;
}

function git(folder: string, ...args: readonly string[]): string {
  const who = ["-c", "user.name=n", "-c", "user.email=e@x"];
  return execFileSync("git", [...who, ...args], { cwd: folder, encoding: "utf8" });
}

/** Everything about a repository that a run could leave a trace in. */
function traces(folder: string): readonly unknown[] {
  const theirs = join(folder, "theirs");
  return [
    git(theirs, "for-each-ref"),
    git(theirs, "worktree", "list"),
    git(theirs, "status", "--porcelain"),
    readFileSync(join(theirs, ".git/config"), "utf8"),
    readdirSync(join(theirs, ".git")).sort(),
  ];
}

/** What the run itself may show of forks once it is over: nothing. */
function expectNoForks(folder: string): void {
  const workspace = join(folder, "workspace");
  expect(git(workspace, "worktree", "list").trimEnd().split("\n")).toHaveLength(1);
  expect(git(workspace, "for-each-ref", "--format=%(refname)")).toBe("refs/heads/main\n");
  const runs = join(folder, "state/runs");
  for (const run of readdirSync(runs)) {
    for (const execution of readdirSync(join(runs, run)).filter((name) => !name.startsWith("."))) {
      expect(existsSync(join(runs, run, execution, "forks"))).toBe(false);
    }
  }
}

const passes = (stdout: string): number => stdout.match(/^ {2}r\d +pass /gm)?.length ?? 0;

describe("isolated tasks that start together", () => {
  it("all pass at the first attempt and leave nothing in the repository (EXEC-100, EXEC-102)", async () => {
    const folder = pack("true");
    const before = traces(folder);
    for (let round = 0; round < ROUNDS; round++) {
      const { code, stdout } = await crucible(["plan", "run", ...CEILINGS], folder);
      expect([code, stdout.match(/^ {2}r\d +pass +attempts=1 /gm)?.length]).toEqual([0, AT_ONCE]);
      expect(traces(folder)).toEqual(before);
      expectNoForks(folder);
    }
  });

  it("leave nothing when the engine is killed in their midst and another goes on (RESUME-004)", async () => {
    const up = "touch ../../../../../../../up-$CRUCIBLE_TASK";
    const folder = pack(`${up} && until test -e ../../../../../../../go; do sleep 0.05; done`);
    const before = traces(folder);
    const running = start(["plan", "run", ...CEILINGS], folder);
    while (readdirSync(folder).filter((name) => name.startsWith("up-")).length < AT_ONCE / 2) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    running.signal("SIGKILL");
    await running.ended;
    expect(traces(folder)).toEqual(before);
    execFileSync("touch", ["go"], { cwd: folder });
    const { code, stdout } = await crucible(["run", "resume"], folder);
    expect([code, passes(stdout)]).toEqual([0, AT_ONCE]);
    expect(traces(folder)).toEqual(before);
    expectNoForks(folder);
  });
});
