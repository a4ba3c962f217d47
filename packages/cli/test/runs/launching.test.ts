/** What `plan run` is told by options and manifest, seen by the tasks that run; with real packs, git and processes. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { CEILINGS, folderOf, MANIFEST, pack, removeFolders } from "../support/packs.js";
import { crucible, type Ended } from "../support/recording-terminal.js";

afterAll(removeFolders);

const PLAN = `version = 1
[budget]
usd = 2
[[task]]
name = "make"
kind = "command"
command = "echo made >made"
[[task]]
name = "say"
kind = "agent"
prompt = "Say it"
depends_on = ["make"]
emits = ["said"]
`;

function run(folder: string, ...more: readonly string[]): Promise<Ended> {
  return crucible(["plan", "run", ...CEILINGS, ...more], folder);
}

describe("plan run", () => {
  it("with a file and a manifest runs commands as processes and agents by the manifest (CLI-006)", async () => {
    const agent = `agent_cmd = "printf '{\\"said\\": \\"%s by %s\\"}' $(cat made) $CRUCIBLE_TASK >PLAN_TASK_RESULT.json"`;
    const folder = folderOf({
      "plan.toml": PLAN,
      "workflow.star": "never read\n",
      "crucible.toml": MANIFEST.replace(/agent_cmd = .*/, () => agent),
    });
    const { code, stdout } = await run(
      folder,
      "--file",
      "plan.toml",
      "--manifest",
      "crucible.toml",
    );
    expect(code).toBe(0);
    expect(stdout).toContain('out={"said":"made by say"}');
  });

  it("without a file runs the manifest's own workflow (CLI-009)", async () => {
    const folder = pack('command(name = "own", run = "true")', { "plan.toml": PLAN });
    const { stdout } = await run(folder);
    expect(stdout).toMatch(/^ {2}own +pass /);
    expect(stdout).not.toContain("make");
  });

  it("says what a required task lacks when nothing was dispatched (EXEC-004)", async () => {
    const folder = pack('command(name = "a", run = "true", needs = "gpu")');
    const { code, stderr } = await run(folder);
    expect(code).toBe(3);
    expect(stderr).toBe(
      "error: plan did not reach a valid verdict (truncated at a)\n" +
        "missing here: gpu, for a; --cap gpu vouches for it\n",
    );
    expect((await run(folder, "--cap", "gpu")).code).toBe(0);
  });

  it("calls a finding without a place an error all the same", async () => {
    const folder = pack('command(name = "a", run = "true")');
    expect(await run(folder, "--param", "a.model=m")).toEqual({
      code: 1,
      stdout: "",
      stderr: 'error: launch setting "a.model" names a task that runs no agent\n',
    });
  });

  it("replaces the manifest's harness and model, and leaves a task's own (CLI-010)", async () => {
    const source = `workflow(type = "playbook", tasks = [
  agent(name = "free", prompt = "go"),
  agent(name = "pinned", prompt = "go", harness = "pi", model = "own"),
])\n`;
    const agent = `agent_cmd = "printf '{\\"by\\": \\"%s/%s\\"}' $CRUCIBLE_HARNESS $CRUCIBLE_MODEL >PLAN_TASK_RESULT.json"
harness = "opencode"
model = "mine"`;
    const manifest = MANIFEST.replace(/agent_cmd = .*/, () => agent);
    const folder = folderOf({ "crucible.toml": manifest, "workflow.star": source });
    const said = ({ stdout }: Ended) => [...stdout.matchAll(/"by":"([^"]*)"/g)].map(([, by]) => by);
    expect(said(await run(folder))).toEqual(["opencode/mine", "pi/own"]);
    const replaced = await run(folder, "--harness", "Codex", "--model", "theirs");
    expect(said(replaced)).toEqual(["codex/theirs", "pi/own"]);
  });

  it("knows the names of harnesses", async () => {
    const { code, stderr } = await run(
      pack('command(name = "a", run = "true")'),
      "--harness",
      "codx",
    );
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^error: --harness "codx" is none of claude, .*; did you mean "codex"\?\n/,
    );
  });

  it("ends what may spend at the ceiling that --max-cost gives (CLI-013)", async () => {
    const spend = `agent_cmd = "echo '{\\"cost_usd\\": 0.6}' >>$CRUCIBLE_USAGE_FILE; printf '{}' >PLAN_TASK_RESULT.json"`;
    const source = `one = agent(name = "one", prompt = "go")
two = agent(name = "two", prompt = "go", depends_on = [one])
workflow(type = "playbook", tasks = [one, two])\n`;
    const manifest = MANIFEST.replace(/agent_cmd = .*/, () => spend);
    const folder = folderOf({ "crucible.toml": manifest, "workflow.star": source });
    const time = ["--max-time", "5m"];
    const small = await crucible(["plan", "run", "--max-cost", "0.6", ...time], folder);
    expect(small.code).toBe(3);
    expect(small.stdout).toMatch(/\n {2}two +blocked .*\(budget ceiling reached\)\n/);
    expect(small.stdout).toMatch(/— spent \$0\.6000 of \$0\.6\n$/);
    const large = await crucible(["plan", "run", "--max-cost", "1.2", ...time], folder);
    expect(large.code).toBe(0);
    const none = await crucible(["plan", "run", ...time], folder);
    expect(none.code).toBe(1);
    expect(none.stderr).toContain("--max-cost");
  });

  it("refuses before a run exists what it will need (RUN-063)", async () => {
    const task = 'command(name = "a", run = "true")';
    const repository = pack(task);
    writeFileSync(join(repository, "crucible.toml"), `${MANIFEST}[repo]\npath = "nowhere"\n`);
    const input = folderOf({
      "crucible.toml": MANIFEST,
      "workflow.star": `params = {"who": {"type": "string", "required": True}}
workflow(type = "playbook", tasks = [${task}])\n`,
    });
    const harness = pack('agent(name = "a", prompt = "go")');
    const real = MANIFEST.replace(
      /backend = .*\nagent_cmd = .*/,
      'backend = "local"\nharness = "pi"',
    );
    writeFileSync(join(harness, "crucible.toml"), real);
    const cases = [
      [repository, /nowhere/],
      [input, /no value for required parameter "who"/],
      [harness, /--agent-cmd <command> lets a command play the agent/],
    ] as const;
    for (const [folder, message] of cases) {
      const { code, stdout, stderr } = await run(folder);
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).toMatch(message);
      const runs = join(folder, "state/runs");
      expect(
        existsSync(runs) ? readdirSync(runs).flatMap((name) => readdirSync(join(runs, name))) : [],
      ).toEqual([]);
      expect(existsSync(join(folder, "workspace"))).toBe(false);
    }
  });

  it("refuses a state folder that cannot be written before anything runs, naming it and the option", async () => {
    const folder = pack('command(name = "a", run = "touch ../ran")');
    const { code, stdout, stderr } = await run(folder, "--state-dir", "/proc/1/nothing");
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^error: \/proc\/1\/nothing cannot be written: .*--state-dir/);
    expect(readdirSync(folder).sort()).toEqual(["crucible.toml", "workflow.star"]);
  });
});

describe("declared files", () => {
  const captured = (folder: string): readonly string[] =>
    JSON.stringify(
      readFileSync(join(folder, "state/session.jsonl"), "utf8")
        .split("\n")
        .filter((line) => line.includes('"task_result"'))
        .map((line) => JSON.parse(line).files),
    ).match(/"path":"[^"]*"/g) ?? [];

  it("are part of the output, and the only files that consumers are given (FILE-001)", async () => {
    const folder = pack(`
command(name = "a", run = "mkdir -p out; echo 1 >out/kept; echo 2 >left", emits_files = ["out/kept"]),
command(name = "b", run = "find inputs -type f; cat inputs/a/out/kept; echo '{}'", depends_on = ["a"]),
command(name = "c", run = "find inputs -type f >../seen; true", depends_on = ["a"])`);
    expect((await run(folder)).code).toBe(0);
    expect(captured(folder)).toEqual(['"path":"out/kept"']);
    expect(readFileSync(join(folder, "seen"), "utf8")).toBe("inputs/a/out/kept\n");
  });

  it("never reach another run (FILE-032)", async () => {
    const folder = pack(`
command(name = "a", run = "test -e ../again && exit 0; echo 1 >kept", emits_files = ["kept"], required = False),
command(name = "b", run = "find inputs kept -type f 2>/dev/null >../seen; true", depends_on = ["a"], join = "settled")`);
    expect((await run(folder)).code).toBe(0);
    expect(readFileSync(join(folder, "seen"), "utf8")).toBe("inputs/a/kept\nkept\n");
    writeFileSync(join(folder, "again"), "");
    expect((await run(folder)).code).toBe(0);
    expect(readFileSync(join(folder, "seen"), "utf8")).toBe("");
    expect(captured(folder)).toEqual([]);
  });
});

describe("an attempt that ran out of time", () => {
  it("leaves no commit and no edits (CEIL-044)", async () => {
    const folder = pack(`
command(name = "a", run = "echo 1 >kept"),
command(name = "slow", run = "echo 2 >kept; echo 3 >new; sleep 60", timeout = "0.5s", depends_on = ["a"], required = False),
command(name = "b", run = "cat kept >../seen; ls >>../seen", depends_on = ["slow"], join = "settled")`);
    const { code, stdout } = await run(folder);
    expect(code).toBe(0);
    expect(stdout).toContain("(timed out: the task ran past its 0.5s limit)");
    expect(readFileSync(join(folder, "seen"), "utf8")).toMatch(/^1\n(?!.*new)/s);
    const log = ["-C", join(folder, "workspace"), "log", "--format=%s"];
    const commits = execFileSync("git", log, { encoding: "utf8" }).trimEnd().split("\n");
    expect(commits.slice(0, -1)).toEqual(["task b", "task a"]);
  });
});
