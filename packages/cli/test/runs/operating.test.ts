/** What an operator does about runs: halt, resume, stop, rerun; with real packs, git and processes. */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { CEILINGS, exists, folderOf, MANIFEST, pack, removeFolders } from "../support/packs.js";
import { crucible, type Started, start } from "../support/recording-terminal.js";

afterAll(removeFolders);

/** `a` leaves a mark a run; `b` waits until it may go on, then passes when it may. */
const STEPS = `
command(name = "a", run = "echo x >>../ran; echo '{\\"v\\": 1}'"),
command(name = "b", run = "touch ../up; until [ -e ../go ]; do sleep 0.05; done; test -e ../ok", depends_on = ["a"]),
command(name = "c", run = "true", depends_on = ["b"])`;

const run = ["plan", "run", ...CEILINGS];

function allow(folder: string, ...names: readonly string[]): void {
  for (const name of names) writeFileSync(join(folder, name), "");
}

function timesRan(folder: string): number {
  return readFileSync(join(folder, "ran"), "utf8").split("\n").length - 1;
}

function nameIn(stdout: string): string {
  return /run-[\w-]+/.exec(stdout)?.[0] ?? "no name";
}

/** A run whose `b` is under way. */
async function live(folder: string, ...more: readonly string[]): Promise<Started> {
  rmSync(join(folder, "up"), { force: true });
  const started = start([...run, ...more], folder);
  await exists(join(folder, "up"));
  return started;
}

/** A halted run in a folder of its own. */
async function halted(...more: readonly string[]): Promise<string> {
  const folder = pack(STEPS);
  const started = await live(folder, ...more);
  started.interrupt();
  expect((await started.ended).code).toBe(130);
  return folder;
}

describe("a halted run", () => {
  it("is told how to go on, and goes on there without doing anything twice (CLI-022)", async () => {
    const folder = pack(STEPS);
    const started = await live(folder);
    started.interrupt();
    const { stdout } = await started.ended;
    const command = /^resume: crucible (run resume run-[\w-]+)$/m.exec(stdout)?.[1] ?? "";
    allow(folder, "go", "ok");
    const resumed = await crucible(command.split(" "), folder);
    expect(resumed.stderr).toBe("");
    expect(resumed.code).toBe(0);
    expect(resumed.stdout).toMatch(
      /\nplan v1: completed — spent \$0\.0000 of \$1\nverdict: valid\n$/,
    );
    expect(timesRan(folder)).toBe(1);
  });

  it("goes on from its record and rebuilds its workspace, whatever was done to either (RUN-061)", async () => {
    const folder = await halted();
    writeFileSync(join(folder, "workflow.star"), "this is no workflow\n");
    writeFileSync(join(folder, "workspace/stray"), "left by somebody\n");
    allow(folder, "go", "ok");
    const { code, stdout } = await crucible(["run", "resume"], folder);
    expect(code).toBe(0);
    expect(stdout).toContain("verdict: valid");
    expect(existsSync(join(folder, "workspace/stray"))).toBe(false);
    expect(timesRan(folder)).toBe(1);
  });

  it("says on a resume which files an interruption took, and how a task keeps its own", async () => {
    const folder = pack(`
command(name = "a", run = "echo 1 >kept; for i in 1 2 3 4 5 6 7; do echo 1 >lost$i; done", emits_files = ["kept"]),
command(name = "b", run = "touch ../up; until [ -e ../go ]; do sleep 0.05; done; ls >../seen", depends_on = ["a"])`);
    const started = await live(folder);
    started.interrupt();
    await started.ended;
    const refused = await crucible(["run", "resume", "--max-time", "1m"], folder);
    expect(refused.stderr).toBe(
      "error: a resume may raise the wall-clock ceiling of 5m, not lower it\n",
    );
    allow(folder, "go");
    const { code, stderr } = await crucible(["run", "resume"], folder);
    expect(code).toBe(0);
    expect(stderr).toBe(
      "not kept over the interruption: lost1, lost2, lost3, lost4, lost5 and 2 more; a task keeps what it declares (emits_files)\n",
    );
    expect(readFileSync(join(folder, "seen"), "utf8")).toBe("inputs\nkept\n");
  });

  it("is stopped for good without anything being dispatched", async () => {
    const folder = await halted();
    rmSync(join(folder, "up"));
    const name = nameIn((await crucible(["runs"], folder)).stdout);
    const stopped = await crucible(["run", "stop", name, "--reason", "not\u001b wanted"], folder);
    expect(stopped).toEqual({
      code: 0,
      stdout: `${name} is cancelled: not\\u{1b} wanted\n`,
      stderr: "",
    });
    expect(existsSync(join(folder, "up"))).toBe(false);
    const shown = await crucible(["run", "show"], folder);
    expect(shown.stdout).toMatch(/\n {2}b +left out\n {2}c +left out\n/);
    const graph = await crucible(["run", "graph"], folder);
    expect(graph.stdout).toContain("\n└─ b  left out\n   └─ c  left out\n");
    const resumed = await crucible(["run", "resume", name], folder);
    expect(resumed.code).toBe(1);
    expect(resumed.stderr).toBe(
      `error: ${name} is over (cancelled); next: \`crucible run rerun ${name} --from b\` (a new run from that task on)\n`,
    );
  });

  it("moves with its folder, which no path in the record names from the root", async () => {
    const folder = await halted();
    const moved = `${folder}-moved`;
    renameSync(folder, moved);
    try {
      const shown = await crucible(["run", "show"], moved);
      expect(shown.stdout).toContain("\nworkflow: crucible.toml\n");
      expect(shown.stdout).toContain("\nworkspace: workspace\n");
    } finally {
      renameSync(moved, folder);
    }
  });
});

describe("plan run --resume", () => {
  it("takes what the run was launched with, and raises ceilings", async () => {
    const limits = [
      "--max-concurrency",
      "2",
      "--cap",
      "gpu",
      "--turn-price",
      "0.25",
      "--max-captured",
      "1GiB",
    ];
    const folder = await halted(...limits);
    allow(folder, "go", "ok");
    const same = [...limits, "--manifest", "crucible.toml"];
    const raised = ["--resume", "--max-cost", "2", "--max-time", "10m"];
    const { code, stdout } = await crucible(["plan", "run", ...raised, ...same], folder);
    expect(code).toBe(0);
    expect(stdout).toContain("spent $0.0000 of $2\n");
  });

  it("names every difference, and leaves the run as it was", async () => {
    const source = `params = {
  "n": {"type": "integer", "default": 3},
  "names": {"type": "list", "default": ["a", "b"]},
  "sure": {"type": "boolean", "default": True},
}
workflow(type = "playbook", tasks = [${STEPS}])\n`;
    const folder = folderOf({ "crucible.toml": MANIFEST, "workflow.star": source });
    const started = await live(folder, "--param", "n=4");
    started.interrupt();
    const name = nameIn((await started.ended).stdout);
    const log = readFileSync(join(folder, "state/session.jsonl"), "utf8");
    const resume = async (...given: readonly string[]) =>
      (await crucible(["plan", "run", "--resume", ...given], folder)).stderr;
    const differing = ["--param", "n=5", "--param", "names=a,c", "--param", "sure=true"];
    expect(await resume(...differing)).toBe(
      `error: ${name} was launched with another value of n\n` +
        `error: ${name} was launched with another value of names\n`,
    );
    for (const list of [
      '["a",1e999]',
      "[-0]",
      '["\\ud800"]',
      `${"[".repeat(2_000)}${"]".repeat(2_000)}`,
    ]) {
      expect(await resume("--param", `names=${list}`)).toBe(
        `error: ${name} was launched with another value of names\n`,
      );
    }
    const flags = ["--agent-cmd", "x y", "--model", "m", "--cap", "gpu", "--max-concurrency", "3"];
    const more = ["--turn-price", "0.5", "--max-captured", "1GiB", "--file", "workflow.star"];
    expect(await resume(...flags, ...more)).toBe(
      `error: ${name} was launched without --agent-cmd, not with --agent-cmd 'x y'\n` +
        `error: ${name} was launched without --model, not with --model m\n` +
        `error: ${name} was launched without --file, not with --file workflow.star\n` +
        `error: ${name} was launched without --cap gpu\n` +
        `error: ${name} was launched with --max-concurrency 8, not with --max-concurrency 3\n` +
        `error: ${name} was launched with --max-captured '256 MiB', not with --max-captured '1 GiB'\n` +
        `error: ${name} was launched without --turn-price, not with --turn-price 0.5\n`,
    );
    const slip = 'no parameter or launch setting "nmaes"; did you mean "names"?';
    expect(await resume("--param", "nmaes=a")).toContain(slip);
    expect(await resume("--max-cost", "0.5")).toContain(
      "may raise the cost ceiling of $1, not lower",
    );
    expect(await resume("--manifest", "other.toml")).toContain(
      `run ${name} reads "crucible.toml", not "other.toml"`,
    );
    expect(readFileSync(join(folder, "state/session.jsonl"), "utf8")).toBe(log);
    allow(folder, "go", "ok");
    const same = ["--param", "n=4", "--param", "names=a, b", "--param", "sure=True"];
    expect((await crucible(["plan", "run", "--resume", name, ...same], folder)).code).toBe(0);
  });

  it("finds the run of a plan file beside it, with the stand-in of its launch", async () => {
    const folder = folderOf({
      "plan.toml": `version = 1
[budget]
usd = 1
[[task]]
name = "a"
kind = "agent"
prompt = "go"
`,
    });
    const agent = `touch ${folder}/up; until [ -e ${folder}/go ]; do sleep 0.05; done; echo '{"by": "me"}'`;
    const started = start(["plan", "run", "--file", "plan.toml", "--agent-cmd", agent], folder);
    await exists(join(folder, "up"));
    started.interrupt();
    await started.ended;
    allow(folder, "go");
    const resumed = await crucible(["plan", "run", "--resume", "--file", "plan.toml"], folder);
    expect(resumed.code).toBe(0);
    expect(resumed.stdout).toContain('out={"by":"me"}');
  });
});

describe("a live run", () => {
  it("is halted from elsewhere, which is told when that took effect", async () => {
    const folder = pack(STEPS);
    const started = await live(folder);
    const shown = await crucible(["run", "show"], folder);
    const name = nameIn(shown.stdout);
    expect(shown.stdout).toMatch(/^run-[\w-]+: running\n/);
    expect(shown.stdout).toMatch(/\n {2}b +running\n {2}c +waiting\n/);
    expect(shown.stdout).toContain(`\ndriven by: process ${process.pid}\n`);
    expect(shown.stdout).toContain(`\nnext: crucible run halt ${name}  (`);
    const halt = await crucible(["run", "halt", name.slice(-6)], folder);
    expect(halt.code).toBe(0);
    expect(halt.stdout).toMatch(
      /^halted at \d{4}-\d\d-\d\dT[\d:.]+Z\nresume: crucible run resume run-/,
    );
    expect((await started.ended).code).toBe(130);
    const again = await crucible(["run", "halt", name], folder);
    expect(again).toEqual({
      code: 1,
      stdout: "",
      stderr: `error: ${name} is not live (halted); next: \`crucible run resume ${name}\` (goes on where it was) or \`crucible run stop ${name}\` (ends it for good)\n`,
    });
  });

  it("counts what its attempts told so far, also when its process is gone without a word", async () => {
    const agent =
      "echo '{\\\"cost_usd\\\": 0.25}' >$CRUCIBLE_USAGE_FILE; touch ../up; until [ -e ../go ]; do sleep 0.05; done";
    const folder = folderOf({
      "crucible.toml": MANIFEST.replace(/agent_cmd = .*/, () => `agent_cmd = "${agent}"`),
      "workflow.star": 'workflow(type = "playbook", tasks = [agent(name = "a", prompt = "go")])\n',
    });
    const started = await live(folder);
    let shown = "";
    while (!shown.includes("spent: $0.2500")) {
      shown = (await crucible(["run", "show"], folder)).stdout;
    }
    expect(shown).toMatch(/\n {2}a +running\n/);
    const [name = ""] = readdirSync(join(folder, "state/runs"));
    const [execution = ""] = readdirSync(join(folder, "state/runs", name));
    const claim = join(folder, "state/runs", name, execution, "owner/00000001.json");
    const owner = readFileSync(claim, "utf8");
    // The same number, begun at another time: a process that is not there any more.
    writeFileSync(claim, owner.replace(/"started":"\d+"/, '"started":"1"'));
    const gone = await crucible(["run", "show"], folder);
    expect(gone.stdout).toMatch(/^run-[\w-]+: interrupted\n {2}a +interrupted\n/);
    expect(gone.stdout).toContain("\nspent: $0.2500\n");
    expect(gone.stdout).toContain(
      `next: crucible run resume ${name}  (ends what it left running, and goes on where it was)\n` +
        `next: crucible run stop ${name}  (ends it for good, with what it left running)\n`,
    );
    const graph = await crucible(["run", "graph"], folder);
    expect(graph.stdout).toContain("\na  interrupted\n");
    const json = await crucible(["run", "graph", "--json"], folder);
    expect(JSON.parse(json.stdout).tasks[0].rows[0].attempts).toMatchObject([
      { outcome: "indeterminate", cost_usd: 0.25 },
    ]);
    writeFileSync(claim, owner);
    started.interrupt();
    expect((await started.ended).code).toBe(130);
  });

  it("whose state folder is taken away ends, and nobody is told to go on with it", async () => {
    const folder = pack(STEPS);
    const started = await live(folder);
    rmSync(join(folder, "state"), { recursive: true });
    allow(folder, "go");
    const { code, stderr } = await started.ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: .*\nerror: the run's log is gone, so that nothing can go on/);
  });

  it("is cancelled from elsewhere, and is over", async () => {
    const folder = pack(STEPS);
    const started = await live(folder);
    const name = nameIn((await crucible(["runs"], folder)).stdout);
    const stop = await crucible(["run", "cancel", name], folder);
    expect(stop).toEqual({ code: 0, stdout: `${name} is cancelled\n`, stderr: "" });
    const { code, stderr } = await started.ended;
    expect(code).toBe(3);
    expect(stderr).toBe("error: plan did not reach a valid verdict (stopped by the operator)\n");
  });

  it("has one owner, who is named to whoever else resumes or launches", async () => {
    const folder = pack(STEPS);
    const started = await live(folder);
    const name = nameIn((await crucible(["runs"], folder)).stdout);
    const resumed = await crucible(["run", "resume"], folder);
    const launched = await crucible(run, folder);
    started.interrupt();
    await started.ended;
    for (const { code, stdout, stderr } of [resumed, launched]) {
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).toContain(`owned by process ${process.pid}`);
      expect(stderr).toContain(`\`crucible run halt ${name}\` ends it so that it can be resumed`);
    }
  });
});

describe("a failed run", () => {
  it("holds no workspace: another may be launched there (RUN-058)", async () => {
    const folder = pack(STEPS);
    allow(folder, "go");
    expect((await crucible(run, folder)).code).toBe(3);
    allow(folder, "ok");
    expect((await crucible(run, folder)).code).toBe(0);
    const { stdout } = await crucible(["runs"], folder);
    expect(stdout.split("\n").map((line) => line.split(/ +/)[1])).toEqual([
      "STATUS",
      "succeeded",
      "failed",
      undefined,
    ]);
  });

  it("is tried again under its name: what passed is reused, the rest runs", async () => {
    const folder = pack(STEPS);
    allow(folder, "go");
    const failed = await crucible(run, folder);
    const name = nameIn(failed.stdout);
    const shown = await crucible(["run", "show"], folder);
    expect(shown.stdout).toContain(
      `next: crucible run resume ${name}  (runs what did not pass again)`,
    );
    allow(folder, "ok");
    const { code, stdout } = await crucible(["run", "resume", name], folder);
    expect(code).toBe(0);
    expect(stdout).toContain(`out={"v":1}  reused from ${name}\n`);
    expect(timesRan(folder)).toBe(1);
    const after = await crucible(["run", "show", "--json"], folder);
    expect(JSON.parse(after.stdout)).toMatchObject({
      run: name,
      state: "succeeded",
      executions: 2,
    });
  });
});

describe("run rerun", () => {
  it("is a new run from a task on, of the pack as it is now, with the parent's parameters", async () => {
    const source = (last: string) => `params = {"who": {"type": "string", "required": True}}
workflow(type = "playbook", tasks = [
  command(name = "a", run = "echo x >>../ran"),
  command(name = "b", run = "cp \\"$CRUCIBLE_INPUTS_FILE\\" ../inputs; ${last}", depends_on = ["a"]),
])\n`;
    const folder = folderOf({ "crucible.toml": MANIFEST, "workflow.star": source("true") });
    const parent = nameIn((await crucible([...run, "--param", "who=Ada"], folder)).stdout);
    writeFileSync(join(folder, "workflow.star"), source(`echo '{\\"new\\": 1}'`));
    const rerun = ["run", "rerun", parent, "--from", "b", "--max-cost", "3"];
    const { code, stdout, stderr } = await crucible(rerun, folder);
    expect(stderr).toBe("");
    expect(code).toBe(0);
    expect(nameIn(stdout.slice(stdout.indexOf("log:")))).not.toBe(parent);
    expect(stdout).toContain('out={"new":1}');
    expect(stdout).toContain("of $3\n");
    expect(timesRan(folder)).toBe(1);
    expect(JSON.parse(readFileSync(join(folder, "inputs"), "utf8"))).toMatchObject({
      params: { who: "Ada" },
    });
  });

  it("needs tasks that the plan has", async () => {
    const folder = pack('command(name = "check", run = "true")');
    const name = nameIn((await crucible(run, folder)).stdout);
    const without = await crucible(["run", "rerun", name], folder);
    expect(without.code).toBe(2);
    expect(without.stderr).toContain("error: run rerun needs --from <task>");
    const unknown = await crucible(["run", "rerun", name, "--from", "chekc"], folder);
    expect(unknown).toEqual({
      code: 1,
      stdout: "",
      stderr: 'error: the plan has no task "chekc"; did you mean "check"?\n',
    });
  });
});
