/** Whole runs through the command: what is printed, what is kept, and which exit code says so. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureBuilt } from "./support/build.js";
import {
  crucible,
  type Ended,
  edit,
  exampleFolder,
  freshFolder,
  packFolder,
  removeFolders,
  start,
} from "./support/command.js";
import { CEILINGS, MANIFEST, packOfTasks } from "./support/packs.js";
import { exists, isAlive } from "./support/processes.js";

beforeAll(ensureBuilt, 300_000);
afterAll(removeFolders);

function run(folder: string, ...more: string[]): Promise<Ended> {
  return crucible(["plan", "run", ...CEILINGS, ...more], folder);
}

interface Line {
  readonly kind: string;
  readonly task?: string;
}

function logOf(folder: string, state = "state"): readonly Line[] {
  const text = readFileSync(join(folder, state, "session.jsonl"), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}

function rowsOf(stdout: string): readonly string[] {
  return stdout.split("\n").filter((line) => / attempts=\d+ cost=\$/.test(line));
}

describe("the hello example", () => {
  const rows = [
    '  draft                pass       attempts=1 cost=$0.0200  out={"lines":1}',
    '  check                pass       attempts=1 cost=$0.0000  out={"characters":14}',
    '  audit                fail       attempts=1 cost=$0.0100  out={"status":"fail","note":"the greeting is not signed"}  (the greeting is not signed)',
    '  summary              pass       attempts=1 cost=$0.0000  out={"checked":true,"audited":false}',
  ];

  it("runs to a valid verdict without a network, twice alike (CLI-025, CLI-029)", async () => {
    const folder = exampleFolder("hello");
    for (const _launch of [1, 2]) {
      const { code, stdout, stderr } = await run(folder);
      expect(stderr).toBe("");
      expect(rowsOf(stdout)).toEqual(rows);
      expect(stdout.split("\n").slice(rows.length)).toEqual([
        expect.stringMatching(/^log: state\/session\.jsonl \(run-[\w-]+\)$/),
        "workspace: workspace",
        "plan v1: completed — spent $0.0300 of $1",
        "verdict: valid",
        "",
      ]);
      expect(code).toBe(0);
    }
  });

  it("prints what its README shows", async () => {
    const folder = exampleFolder("hello");
    const readme = readFileSync(join(folder, "README.md"), "utf8");
    const fences = [...readme.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)];
    const [ofRun, ofShow] = fences
      .filter(([, language]) => language === "")
      .map(([, , text]) => text);
    const shown = await crucible(["plan", "show", ...CEILINGS], folder);
    expect(ofShow).toBe(shown.stdout);
    expect(rowsOf(ofRun ?? "")).toEqual(rows);
  });

  it("leaves one commit a task that passed in the shared workspace", async () => {
    const folder = exampleFolder("hello");
    await run(folder);
    const log = ["-C", join(folder, "workspace"), "log", "--format=%s"];
    const commits = execFileSync("git", log, { encoding: "utf8" }).trimEnd().split("\n");
    expect(commits.slice(0, -1)).toEqual(["task summary", "task check", "task draft"]);
    expect(readFileSync(join(folder, "workspace/summary.txt"), "utf8")).toBe("Hello, world!\n");
  });

  it("logs a row a task, one verdict and one shutdown (WIRE-002, WIRE-018, WIRE-023)", async () => {
    const folder = exampleFolder("hello");
    await run(folder);
    const log = logOf(folder);
    const settled = log.filter(({ kind }) => kind === "task_result").map(({ task }) => task);
    expect(settled.sort()).toEqual(["audit", "check", "draft", "summary"]);
    expect(log[0]).toMatchObject({ kind: "plan_admitted", wall_clock_ms: 300_000, budget_usd: 1 });
    expect(log.filter(({ kind }) => kind === "verdict")).toMatchObject([{ verdict: "valid" }]);
    expect(log.filter(({ kind }) => kind === "shutdown")).toMatchObject([
      { outcome: "finished", reason: "completed", verdict: "valid" },
    ]);
    expect(log.at(-1)?.kind).toBe("shutdown");
  });

  it("greets whom the launcher names, whatever the name holds (CLI-014)", async () => {
    const folder = exampleFolder("hello");
    const guest = '"$(id)" & Söhne';
    const { code } = await run(folder, "--param", `guest=${guest}`);
    expect(code).toBe(0);
    expect(readFileSync(join(folder, "workspace/greeting.txt"), "utf8")).toBe(`Hello, ${guest}!\n`);
  });

  it("fails its check when the agent writes something else", async () => {
    const folder = exampleFolder("hello");
    edit(folder, "tools/agent.sh", "Hello, %s", "Bye, %s");
    const { code, stdout, stderr } = await run(folder);
    expect(code).toBe(3);
    expect(stdout).toContain('  (exit 1: greeting.txt does not read "Hello, …!")');
    expect(stdout).not.toContain("verdict:");
    expect(stderr).toBe("error: plan did not reach a valid verdict (short-circuited at check)\n");
  });
});

describe("the exit code", () => {
  it("is 0 when only an advisory task fails (WIRE-024, CLI-017)", async () => {
    const folder = packOfTasks(
      'command(name = "a", run = "true"), command(name = "b", run = "false", required = False)',
    );
    expect((await run(folder)).code).toBe(0);
  });

  it("is 3 when a required task fails", async () => {
    const { code, stderr } = await run(packOfTasks('command(name = "a", run = "exit 7")'));
    expect(code).toBe(3);
    expect(stderr).toBe("error: plan did not reach a valid verdict (short-circuited at a)\n");
  });

  it("is 3 when a required task cannot run here, and 0 where it can (CLI-011, EXEC-097)", async () => {
    const folder = packOfTasks('command(name = "a", run = "true", needs = "gpu")');
    const truncated = await run(folder);
    expect(truncated.code).toBe(3);
    expect(truncated.stderr).toContain("(truncated at a)");
    expect((await run(folder, "--cap", "gpu")).code).toBe(0);
  });

  it("is 3 when the run outlives --max-time (CLI-012)", async () => {
    const folder = packOfTasks('command(name = "a", run = "sleep 60")');
    const ended = await crucible(["plan", "run", "--max-cost", "1", "--max-time", "0.5s"], folder);
    expect(ended.code).toBe(3);
    expect(ended.stderr).toContain("(wall-clock ceiling reached)");
    expect(logOf(folder).at(-1)).toMatchObject({ kind: "shutdown", outcome: "budget" });
  });

  it.each([
    [["--max-time", "5m"], ["--max-cost"]],
    [["--max-cost", "1"], ["--max-time"]],
    [[], ["--max-cost", "--max-time"]],
  ])(
    "is 1 with %j alone, and the error names %j (CEIL-002, CEIL-003, CLI-018)",
    async (given, missing) => {
      const folder = packOfTasks('command(name = "a", run = "true")');
      const { code, stdout, stderr } = await crucible(["plan", "run", ...given], folder);
      expect(code).toBe(1);
      expect(stdout).toBe("");
      const named = ["--max-cost", "--max-time"].filter((flag) => stderr.includes(flag));
      expect(named).toEqual(missing);
      expect(readdirSync(folder).sort()).toEqual(["crucible.toml", "workflow.star"]);
    },
  );

  it("is 1 when a timeout is longer than the run may be (CEIL-029)", async () => {
    const folder = packOfTasks('command(name = "slow", run = "true", timeout = "2h")');
    const { code, stderr } = await run(folder);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: task "slow".*2h.*5m/);
    expect(existsSync(join(folder, "state"))).toBe(false);
  });

  it("is 2 for a wrong command line, and nothing runs (PLAN-055)", async () => {
    const folder = packOfTasks('command(name = "a", run = "true")');
    const { code, stderr } = await run(folder, "--iterations", "2");
    expect(code).toBe(2);
    expect(stderr).toContain('unknown option "--iterations"');
    expect(existsSync(join(folder, "state"))).toBe(false);
  });

  it("is 1 where there is no manifest", async () => {
    const { code, stderr } = await run(freshFolder());
    expect(code).toBe(1);
    expect(stderr).toContain("error: cannot read crucible.toml: there is no such file;");
  });
});

describe("an interrupt", () => {
  it("halts the run: 130, processes gone, log readable, no shutdown (CLI-023, RUN-014)", async () => {
    const folder = packOfTasks(
      'command(name = "a", run = "touch up; sleep 300 & echo $! >pid; wait")',
    );
    const running = start(["plan", "run", ...CEILINGS], folder);
    await exists(join(folder, "workspace/pid"));
    const pid = Number(readFileSync(join(folder, "workspace/pid"), "utf8"));
    expect(isAlive(pid)).toBe(true);
    running.signal("SIGINT");
    const { code, stdout, stderr } = await running.ended;
    expect(code).toBe(130);
    expect(stdout).toContain("plan v1: halted");
    expect(stderr).toContain("halting; press Ctrl+C again within two seconds");
    expect(isAlive(pid)).toBe(false);
    const kinds = logOf(folder).map(({ kind }) => kind);
    expect(kinds.at(-1)).toBe("halted");
    expect(kinds).not.toContain("shutdown");
  });

  it("leaves a live run alone that another launch meets (RUN-055, RUN-056)", async () => {
    const folder = packOfTasks('command(name = "a", run = "touch up; sleep 300")');
    const first = start(["plan", "run", ...CEILINGS], folder);
    await exists(join(folder, "workspace/up"));
    const second = await run(folder);
    first.signal("SIGTERM");
    const { code, stdout } = await first.ended;
    expect(code).toBe(130);
    const id = /\((run-[\w-]+)\)/.exec(stdout)?.[1] ?? "no id";
    expect(second.code).toBe(1);
    expect(second.stderr).toContain(id);
  });
});

describe("plan run", () => {
  it("plays agents with --agent-cmd in place of the manifest's (CLI-008)", async () => {
    const folder = packOfTasks('agent(name = "a", prompt = "go", emits = ["who"])');
    const agentCmd = `printf '{"who": "me"}' >PLAN_TASK_RESULT.json`;
    const { code, stdout } = await run(folder, "--agent-cmd", agentCmd);
    expect(code).toBe(0);
    expect(stdout).toContain('out={"who":"me"}');
  });

  it("keeps its log where --state-dir says", async () => {
    const folder = exampleFolder("hello");
    const state = freshFolder();
    const { code, stdout } = await run(folder, "--state-dir", state);
    expect(code).toBe(0);
    expect(stdout).toContain(`log: ${state}/session.jsonl`);
    expect(logOf(state, ".").at(-1)?.kind).toBe("shutdown");
    expect(existsSync(join(folder, "state/runs"))).toBe(false);
  });

  it("prints plainly into a pipe", async () => {
    const { stdout, stderr } = await run(packOfTasks('command(name = "a", run = "false")'));
    expect(stdout + stderr).not.toContain("\u001b");
  });
});

describe("a plan file", () => {
  const PLAN = `version = 1
[budget]
usd = 2.5
[params]
topic = "slag"
[[task]]
name = "propose"
kind = "agent"
prompt = "Say something"
emits = ["said"]
[[task]]
name = "check"
kind = "command"
command = "sh ./check.sh"
depends_on = ["propose"]
`;
  const files = {
    "plan.toml": PLAN,
    "check.sh": 'cat "$CRUCIBLE_INPUTS_FILE"\n',
    "role.sh": `printf '{"said": "%s"}\\n' "$CRUCIBLE_PROMPT"\n`,
  };

  it("runs with a stand-in and without a manifest, under its own budget (CLI-007)", async () => {
    const folder = packFolder(files);
    const args = ["plan", "run", "--file", "plan.toml", "--agent-cmd", "sh ./role.sh"];
    const { code, stdout } = await crucible(args, folder);
    expect(stdout).toContain('out={"said":"Say something"}');
    expect(stdout).toContain('out={"params":{"topic":"slag"},"propose":{"said":"Say something"}}');
    expect(stdout).toMatch(/\nplan v1: completed — spent \$0\.0000 of \$2\.5\nverdict: valid\n$/);
    expect(code).toBe(0);
  });

  it("runs under a manifest, and --max-cost replaces its budget", async () => {
    const manifest = `${MANIFEST}[workspace]\ninject = ["check.sh"]\n`;
    const folder = packFolder({ ...files, "crucible.toml": manifest, "workflow.star": "" });
    const agentCmd = `printf '{"said": 1}' >PLAN_TASK_RESULT.json`;
    const args = ["--file", "plan.toml", "--manifest", "crucible.toml", "--agent-cmd", agentCmd];
    const { code, stdout } = await crucible(["plan", "run", ...args, "--max-cost", "1"], folder);
    expect(stdout).toContain("plan v1: completed — spent $0.0000 of $1\n");
    expect(code).toBe(0);
  });

  it("without anybody to play its agents says how to name one", async () => {
    const { code, stdout } = await crucible(
      ["plan", "run", "--file", "plan.toml"],
      packFolder(files),
    );
    expect(code).toBe(3);
    expect(stdout).toContain("pass --agent-cmd");
  });

  it("takes no parameters", async () => {
    const args = ["plan", "run", "--file", "plan.toml", "--param", "topic=iron"];
    const { code, stderr } = await crucible(args, packFolder(files));
    expect(code).toBe(2);
    expect(stderr).toContain("nothing can consume topic");
  });

  it("that is wrong is refused at its place (PLAN-001)", async () => {
    const folder = packFolder({
      ...files,
      "plan.toml": PLAN.replace("version = 1", "version = 2"),
    });
    const { code, stderr } = await crucible(["plan", "show", "--file", "plan.toml"], folder);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^plan\.toml:1:11: .*version 2/);
  });
});

describe("plan show", () => {
  it("prints and writes nothing (CLI-001)", async () => {
    const folder = exampleFolder("hello");
    const before = readdirSync(folder).sort();
    const { code, stdout } = await crucible(["plan", "show", ...CEILINGS], folder);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^plan v1 — 4 tasks, budget \$1\n/);
    expect(stdout).toMatch(/\n {2}wall-clock ceiling +5m\n/);
    expect(stdout).toMatch(/\nverdict: runnable\n$/);
    expect(readdirSync(folder).sort()).toEqual(before);
  });

  it("says before any spend that a plan would be truncated (CLI-004)", async () => {
    const folder = packOfTasks('command(name = "train", run = "true", needs = "gpu")');
    const without = await crucible(["plan", "show"], folder);
    expect(without.stdout).toContain("[UNRUNNABLE]");
    expect(without.stdout).toMatch(/verdict: TRUNCATED — required task train unrunnable/);
    const provided = await crucible(["plan", "show", "--cap", "gpu"], folder);
    expect(provided.stdout).toMatch(/verdict: runnable\n$/);
  });

  it("prints a flowchart (CLI-002)", async () => {
    const { stdout } = await crucible(["plan", "show", "--mermaid"], exampleFolder("hello"));
    expect(stdout).toMatch(/^flowchart LR\n/);
  });
});
