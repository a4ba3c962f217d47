/** What is said of runs that are over: the table, one run in full, and states of the folder that nobody hopes for. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CEILINGS, pack, removeFolders } from "../support/packs.js";
import { crucible } from "../support/recording-terminal.js";

const HOSTILE = `printf '{"status": "fail", "note": "\\\\\\\\u001b[31mred\\\\\\\\u009b2J"}' >PLAN_TASK_RESULT.json; echo '{"cost_usd": 0.25}' >>"$CRUCIBLE_USAGE_FILE"`;

let folder = "";
/** Names in the order of launch: a valid run, and one that failed. */
let names: readonly string[] = [];

beforeAll(async () => {
  folder = pack('command(name = "a", run = "echo \'{\\"v\\": 1}\'")');
  const manifest = readFileSync(join(folder, "crucible.toml"), "utf8");
  const agent = manifest
    .replace('file = "workflow.star"', 'file = "hostile.star"')
    .replace(
      /agent_cmd = .*/,
      `agent_cmd = ${JSON.stringify(HOSTILE.replaceAll("\\\\\\\\", "\\\\"))}`,
    );
  writeFileSync(join(folder, "crucible.hostile.toml"), agent);
  writeFileSync(
    join(folder, "hostile.star"),
    'workflow(type = "playbook", tasks = [agent(name = "a", prompt = "go")])\n',
  );
  const run = ["plan", "run", ...CEILINGS];
  const first = await crucible(run, folder);
  const second = await crucible([...run, "--manifest", "crucible.hostile.toml"], folder);
  expect([first.code, second.code]).toEqual([0, 3]);
  names = [first, second].map(({ stdout }) => /run-[\w-]+/.exec(stdout)?.[0] ?? "");
});
afterAll(removeFolders);

describe("crucible runs", () => {
  it("is a table, the newest first", async () => {
    const { code, stdout, stderr } = await crucible(["runs"], folder);
    expect([code, stderr]).toEqual([0, ""]);
    const cells = stdout.split("\n").map((line) => line.split(/ {2,}/));
    expect(cells).toEqual([
      ["RUN", "STATUS", "VERDICT", "ELAPSED", "COST", "WORKFLOW"],
      [
        names[1],
        "failed",
        "invalid",
        expect.stringMatching(/s$/),
        "$0.2500",
        "crucible.hostile.toml",
      ],
      [names[0], "succeeded", "valid", expect.stringMatching(/s$/), "$0.0000", "crucible.toml"],
      [""],
    ]);
  });

  it("is JSON for programs", async () => {
    const { stdout } = await crucible(["runs", "--json"], folder);
    expect(JSON.parse(stdout)).toEqual([
      {
        run: names[1],
        state: "failed",
        verdict: "invalid",
        reason: "short-circuited at a",
        started_at: expect.stringMatching(/^\d{4}-.*Z$/),
        elapsed_ms: expect.any(Number),
        spent_usd: 0.25,
        executions: 1,
        workflow: join(folder, "crucible.hostile.toml"),
      },
      expect.objectContaining({ run: names[0], state: "succeeded", verdict: "valid" }),
    ]);
  });

  it("finds the folder beside a manifest elsewhere, and names files from there", async () => {
    const manifest = join(folder, "crucible.toml");
    const { stdout } = await crucible(["runs", "--manifest", manifest], "/");
    expect(stdout).toContain(`  ${manifest.slice(1)}\n`);
  });

  it("of an empty folder says so", async () => {
    mkdirSync(join(folder, "empty"));
    const ended = await crucible(["runs", "--state-dir", "empty"], folder);
    expect(ended).toEqual({ code: 0, stdout: "no runs in empty\n", stderr: "" });
  });

  it.each([
    [
      ["runs", "--state-dir", "nowhere"],
      "there is no folder nowhere; --state-dir or --manifest says where the runs are",
    ],
    [
      ["runs", "--state-dir", "crucible.toml"],
      "crucible.toml is a file; runs are kept in a folder",
    ],
    [["runs", "--state-dir", "crucible.toml/x"], "cannot use crucible.toml/x for runs: ENOTDIR"],
    [
      ["plan", "run", ...CEILINGS, "--state-dir", "crucible.toml"],
      "crucible.toml is a file; runs are kept in a folder",
    ],
    [["run", "show", "--state-dir", "empty"], "there are no runs in empty"],
  ])("%j is refused", async (args, message) => {
    mkdirSync(join(folder, "empty"), { recursive: true });
    const { code, stdout, stderr } = await crucible(args, folder);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(`error: ${message}`);
  });
});

describe("a run's name", () => {
  it.each(["show", "graph"])("may be left out of `run %s`: the newest is meant", async (verb) => {
    const { stdout } = await crucible(["run", verb], folder);
    expect(stdout).toContain(names[1] ?? "");
  });

  it("may be short while it is only one run's", async () => {
    const short = names[0]?.slice(-6) ?? "";
    const { stdout } = await crucible(["run", "show", short], folder);
    expect(stdout).toMatch(new RegExp(`^${names[0]}: succeeded — completed\n`));
  });

  it("that can be several is refused with all of them", async () => {
    const { code, stderr } = await crucible(["run", "show", "run-"], folder);
    expect(code).toBe(1);
    expect(stderr).toBe(`error: "run-" can be several runs in state: ${names.join(", ")}\n`);
  });

  it("that is nobody's gets the nearest", async () => {
    const short = names[0]?.slice(-6) ?? "";
    const slip = `${short.slice(0, 5)}${short.endsWith("9") ? "8" : "9"}`;
    const { code, stderr } = await crucible(["run", "show", slip], folder);
    expect(code).toBe(1);
    expect(stderr).toBe(`error: there is no run "${slip}" in state; did you mean ${short}?\n`);
    const far = await crucible(["run", "halt", "something-else"], folder);
    expect(far.stderr).toContain("`crucible runs` lists them");
  });
});

describe("run show", () => {
  it("says how the run stands, what it did under which limits, and what comes next", async () => {
    const { stdout } = await crucible(["run", "show", names[0] ?? ""], folder);
    const execution = readdirSync(join(folder, "state/runs", names[0] ?? ""))[0];
    expect(stdout.split("\n")).toEqual([
      `${names[0]}: succeeded — completed`,
      '  a                    pass       attempts=1 cost=$0.0000  out={"v":1}',
      "workflow: crucible.toml",
      expect.stringMatching(/^started: \d{4}-[\d:T.-]+Z, worked on for [\d.]+s$/),
      "spent: $0.0000",
      "limits: $1, 5m, 8 attempts at once",
      "capabilities: isolation.worktree",
      expect.stringMatching(/^digest: sha256:[0-9a-f]{64}$/),
      `log: state/runs/${names[0]}/${execution}/session.jsonl`,
      "workspace: workspace",
      `next: crucible run rerun ${names[0]} --from a  (a new run from that task on)`,
      "",
    ]);
  });

  it("is JSON for programs", async () => {
    const { stdout } = await crucible(["run", "show", "--json", names[1] ?? ""], folder);
    expect(JSON.parse(stdout)).toMatchObject({
      run: names[1],
      state: "failed",
      budget_usd: 1,
      wall_clock_ms: 300_000,
      workspace: join(folder, "workspace"),
      tasks: [{ name: "a", status: "fail", attempts: 1, cost_usd: 0.25, reused: null }],
      next: [`crucible run resume ${names[1]}`, `crucible run rerun ${names[1]} --from a`],
    });
  });

  it("names the state folder in commands where it is not the usual one", async () => {
    const { stdout } = await crucible(["run", "show", "--state-dir", `${folder}/state`], "/");
    expect(stdout).toContain(
      `next: crucible run resume ${names[1]} --state-dir ${folder.slice(1)}/state`,
    );
  });

  it("never lets an agent speak to the terminal", async () => {
    const table = await crucible(["run", "show"], folder);
    expect(table.stdout).toContain("(\\u{1b}[31mred\\u{9b}2J)");
    for (const args of [
      ["run", "show", "--json"],
      ["run", "graph"],
      ["run", "graph", "--json"],
    ]) {
      const { code, stdout } = await crucible(args, folder);
      expect(code).toBe(0);
      expect(stdout).toMatch(/red/);
      expect(stdout).not.toMatch(/[\u001b\u009b]/);
    }
  });
});

describe("a damaged log", () => {
  it("is said where it is, hides no other run, and is built on by nobody", async () => {
    const damaged = pack('command(name = "a", run = "true")');
    const run = ["plan", "run", ...CEILINGS];
    const [first, second] = [await crucible(run, damaged), await crucible(run, damaged)];
    const names = [first, second].map(({ stdout }) => /run-[\w-]+/.exec(stdout)?.[0] ?? "");
    const [execution = ""] = readdirSync(join(damaged, "state/runs", names[0] ?? ""));
    const log = join(damaged, "state/runs", names[0] ?? "", execution, "session.jsonl");
    const lines = readFileSync(log, "utf8").split("\n");
    writeFileSync(log, [lines[0], "{not json", ...lines.slice(2)].join("\n"));
    const where = `${log}: line 2 cannot be read: it is not JSON`;
    const advice = "put back a copy from before the damage to go on, or start anew with";
    const table = await crucible(["runs"], damaged);
    expect(table.stdout).toMatch(
      new RegExp(`\n${names[1]}  succeeded .*\n${names[0]}  damaged +- +- +- +crucible`),
    );
    const shown = await crucible(["run", "show", names[0] ?? ""], damaged);
    expect(shown.stdout).toContain(`${names[0]}: damaged\n  ${where}; ${advice}`);
    expect(shown.stdout).toContain("\nspent: not known\n");
    const json = await crucible(["run", "show", names[0] ?? "", "--json"], damaged);
    expect(JSON.parse(json.stdout)).toMatchObject({ elapsed_ms: null, spent_usd: null });
    const rerun = ["--from", "a", ...CEILINGS];
    for (const [verb, more] of [
      ["graph"],
      ["resume"],
      ["halt"],
      ["stop"],
      ["rerun", rerun],
    ] as const) {
      const refused = await crucible(["run", verb, names[0] ?? "", ...(more ?? [])], damaged);
      expect(refused).toMatchObject({ code: 1, stdout: "" });
      expect(refused.stderr).toContain(`error: ${where}; ${advice}`);
    }
  });

  it.each([
    ["a folder in its log's place", "session.jsonl", "cannot be read: EISDIR"],
    ["no header", "header.json", "is gone"],
    [
      "a header of another version",
      "header.json",
      "has version 9, and this engine knows version 1",
    ],
  ])("%s is said where it is, and hides no other run", async (what, file, message) => {
    const folder = pack('command(name = "a", run = "true")');
    const run = ["plan", "run", ...CEILINGS];
    const [first, second] = [await crucible(run, folder), await crucible(run, folder)];
    const names = [first, second].map(({ stdout }) => /run-[\w-]+/.exec(stdout)?.[0] ?? "");
    const runs = join(folder, "state/runs");
    const [execution = ""] = readdirSync(join(runs, names[0] ?? ""));
    const path = join(runs, names[0] ?? "", execution, file);
    rmSync(path);
    if (what.startsWith("a folder")) mkdirSync(path);
    if (what.endsWith("version")) writeFileSync(path, '{"v":9}');
    // What somebody else keeps there is no run.
    mkdirSync(join(runs, "notes/of-mine"), { recursive: true });
    const { stdout } = await crucible(["runs"], folder);
    expect(stdout).toMatch(new RegExp(`\n${names[0]}  damaged  `));
    expect(stdout).toMatch(new RegExp(`\n${names[1]}  succeeded  `));
    expect(stdout).not.toContain("notes");
    const shown = await crucible(["run", "show", names[0] ?? ""], folder);
    expect(shown.stdout).toContain(`${names[0]}: damaged\n  ${path} ${message}`);
    const resumed = await crucible(["run", "resume", names[0] ?? ""], folder);
    expect(resumed.stderr).toContain(`error: ${path} ${message}`);
  });
});
