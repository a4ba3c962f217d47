import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CompileError, readManifest } from "@crucible/compiler";
import { LaunchRefused, ResumeRefused, type RunResult } from "@crucible/executor";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { PackRefused } from "../../src/pack/read-pack.js";
import { type LocalHost, localHost } from "../../src/run/local-host.js";
import { runLocally } from "../../src/run/run-locally.js";
import { temporaryFolder } from "../support/folder.js";
import { LAUNCH, MANIFEST, packFolder } from "../support/packs.js";
import { runningWith, until } from "../support/processes.js";
import { git } from "../support/worlds.js";

vi.setConfig({ testTimeout: 120_000 });

/** An engine over the pack's folder, as the next process makes one. */
function hostOf(folder: string): LocalHost {
  const reading = readManifest(MANIFEST);
  if (!reading.ok) throw new Error("the test's manifest cannot be read");
  return localHost({ packFolder: folder, manifest: reading.manifest });
}

const statuses = (result: RunResult): string[] =>
  result.tasks.map(({ name, status, attempts }) => `${name} ${status} ${attempts}`);

describe("a playbook in a folder", () => {
  it("runs to a valid verdict with real processes, files and commits", async () => {
    const folder = packFolder(
      `
draft = agent(name = "draft", prompt = "write", emits = {"words": "integer"}, emits_files = ["poem.txt"])
check = command(name = "check", run = "sh tools/check.sh", depends_on = [draft], emits = {"ok": "boolean"})
aside = command(name = "aside", run = "echo x > poem.txt; git status --porcelain | wc -l", depends_on = [draft], isolated = True)
fails = command(name = "fails", run = "echo junk > junk; echo why >&2; exit 3", depends_on = [check], required = False)
last = command(name = "last", run = "ls; cat poem.txt >&2; echo '{}'", depends_on = [fails, aside], join = "settled")
workflow(type = "playbook", tasks = [draft, check, aside, fails, last], result = check)
`,
      {
        "agent.sh":
          'printf \'{"cost_usd": 0.25}\\n\' >> "$CRUCIBLE_USAGE_FILE"; echo "a poem" > poem.txt; echo \'{"words": 2}\' > PLAN_TASK_RESULT.json\n',
        "check.sh":
          'test "$(cat inputs/draft/poem.txt)" = "a poem" && grep -q \'"words":2\' "$CRUCIBLE_INPUTS_FILE" && ! echo no 2>/dev/null >> inputs/draft/poem.txt.x; echo "{\\"ok\\": true}"\n',
      },
    );
    const run = await runLocally(folder, { launch: LAUNCH });
    const result = await run.result();
    expect(statuses(result).toSorted()).toEqual([
      "aside pass 1",
      "check pass 1",
      "draft pass 1",
      "fails fail 1",
      "last pass 1",
    ]);
    expect(result).toMatchObject({ verdict: "valid", outcome: "finished", spentUsd: 0.25 });
    expect(result.tasks.find(({ name }) => name === "fails")?.note).toBe("exit 3: why");
    const workspace = join(folder, "workspace");
    // One commit a passing task of the shared workspace, in the order in which they settled.
    expect(git(workspace, "log", "--format=%s").split("\n")).toEqual([
      "task last",
      "task check",
      "task draft",
      "base: the workspace's pristine start",
    ]);
    expect(readFileSync(join(workspace, "poem.txt"), "utf8")).toBe("a poem\n");
    expect(existsSync(join(workspace, "junk"))).toBe(false);
    const log = readFileSync(join(folder, "state/session.jsonl"), "utf8").trim().split("\n");
    expect(JSON.parse(log.at(-1) ?? "")).toMatchObject({ kind: "shutdown", verdict: "valid" });
    expect(existsSync(join(folder, "state/runs", run.id, run.execution, "scratch"))).toBe(false);
    expect(await hostOf(folder).engine.list()).toMatchObject([{ run: run.id, state: "succeeded" }]);
  });

  it("leaves no process behind when a command leaves one (EXEC-100)", async () => {
    const folder = packFolder(`
a = command(name = "a", run = "(setsid sleep 61601 &) ; sleep 61602 & echo '{}'", timeout = "30s")
b = command(name = "b", run = "setsid sh -c 'sleep 61603; true' & sleep 60", timeout = "1s", required = False)
workflow(type = "playbook", tasks = [a, b])
`);
    const run = await runLocally(folder, { launch: LAUNCH });
    const result = await run.result();
    expect(statuses(result)).toEqual(["a pass 1", "b fail 1"]);
    expect(result.tasks[1]?.note).toBe("timed out: the task ran past its 1s limit");
    for (const seconds of [61_601, 61_602, 61_603]) {
      expect(runningWith(`sleep\u0000${seconds}`)).toBe(0);
    }
  });

  it("is refused, and nothing exists, when something about it is wrong (RUN-062)", async () => {
    const unsound = packFolder('workflow(type = "playbook", tasks = [comand()])\n');
    await expect(runLocally(unsound, { launch: LAUNCH })).rejects.toThrow(CompileError);
    const sound = packFolder(
      'a = command(name = "a", run = "true")\nworkflow(type = "playbook", tasks = [a])\n',
    );
    await expect(runLocally(sound, { launch: {} })).rejects.toThrow(LaunchRefused);
    writeFileSync(join(sound, "crucible.toml"), MANIFEST.replace('"tools"', '"absent"'));
    await expect(runLocally(sound, { launch: LAUNCH })).rejects.toThrow("matches no file");
    for (const folder of [unsound, sound]) {
      expect(existsSync(join(folder, "workspace"))).toBe(false);
      expect(await hostOf(folder).engine.list()).toEqual([]);
    }
    await expect(runLocally(join(temporaryFolder(), "none"), { launch: LAUNCH })).rejects.toThrow(
      PackRefused,
    );
  });

  it("is refused while another run is live in its workspace, naming it (RUN-055, RUN-056)", async () => {
    const folder = packFolder(
      'a = command(name = "a", run = "while [ ! -e ../go ]; do sleep 0.05; done")\nworkflow(type = "playbook", tasks = [a])\n',
    );
    const first = await runLocally(folder, { launch: LAUNCH });
    const second = runLocally(folder, { launch: LAUNCH });
    await expect(second).rejects.toThrow(LaunchRefused);
    await expect(second).rejects.toThrow(`${first.id} is live in this workspace`);
    writeFileSync(join(folder, "go"), "");
    expect((await first.result()).verdict).toBe("valid");
  });
});

describe("an engine that was killed", () => {
  const WORKFLOW = `
a = command(name = "a", run = "echo a >> ../ran; echo kept > kept.txt; echo loose > loose.txt; echo '{\\"n\\": 1}'", emits = {"n": "integer"}, emits_files = ["kept.txt"])
b = command(name = "b", run = "sh tools/b.sh", depends_on = [a])
c = command(name = "c", run = "cat \\"$CRUCIBLE_INPUTS_FILE\\"; echo; ls", depends_on = [b])
workflow(type = "playbook", tasks = [a, b, c])
`;
  const B = `echo b >> ../ran
if [ ! -e ../again ]; then touch ../hanging; setsid sleep 61700 & sleep 61701; fi
test -e kept.txt && test ! -e loose.txt && echo '{}'
`;

  /** Starts the pack in a process of its own and gives that and the run's name. */
  async function started(folder: string): Promise<{ child: ChildProcess; run: string }> {
    const source = new URL("../../src/run/run-locally.ts", import.meta.url);
    const program = `import { runLocally } from ${JSON.stringify(fileURLToPath(source))};
const run = await runLocally(${JSON.stringify(folder)}, { launch: ${JSON.stringify(LAUNCH)} });
process.stdout.write(run.id + "\\n");
await run.result();`;
    const child = spawn(
      process.execPath,
      ["--conditions=@crucible/source", "--import=tsx", "--input-type=module", "--eval", program],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    onTestFinished(() => void child.kill("SIGKILL"));
    let printed = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      printed += chunk.toString("utf8");
    });
    await until(() => printed.includes("\n"));
    return { child, run: printed.trim() };
  }

  it("is followed by another that runs only what had not settled (RESUME-001, RESUME-004, RESUME-005)", async () => {
    const folder = packFolder(WORKFLOW, { "b.sh": B });
    const { child, run } = await started(folder);
    await until(() => existsSync(join(folder, "hanging")) && runningWith("sleep\u000061700") > 0);
    const next = hostOf(folder);
    expect((await next.engine.list())[0]?.state).toBe("running");
    await expect(next.engine.resume(run)).rejects.toThrow(ResumeRefused);
    await expect(next.engine.resume(run)).rejects.toThrow(`owned by process ${child.pid}`);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect((await next.engine.list())[0]?.state).toBe("interrupted");
    writeFileSync(join(folder, "again"), "");
    const resumed = await next.engine.resume(run);
    const result = await resumed.result();
    expect(result).toMatchObject({ run, verdict: "valid" });
    expect(statuses(result)).toEqual(["a pass 1", "b pass 2", "c pass 1"]);
    expect(readFileSync(join(folder, "ran"), "utf8")).toBe("a\nb\nb\n");
    expect(runningWith("sleep\u000061700")).toBe(0);
    expect(runningWith("sleep\u000061701")).toBe(0);
    const log = readFileSync(join(folder, "state/session.jsonl"), "utf8").trim().split("\n");
    const lines = log.map(
      (line) => JSON.parse(line) as { kind: string; seq: number; task?: string },
    );
    expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, index) => index));
    expect(lines.filter(({ kind }) => kind === "shutdown")).toHaveLength(1);
    expect(lines.filter(({ kind }) => kind === "task_result").map(({ task }) => task)).toEqual([
      "a",
      "b",
      "c",
    ]);
    await expect(next.engine.resume(run)).rejects.toThrow("is over");
  });

  it("leaves a torn line that the next one drops, and a damaged one that it refuses", async () => {
    const folder = packFolder(WORKFLOW, { "b.sh": B });
    const { child, run } = await started(folder);
    await until(() => existsSync(join(folder, "hanging")));
    child.kill("SIGKILL");
    await once(child, "exit");
    const [execution = ""] = readdirSync(join(folder, "state/runs", run));
    const path = join(folder, "state/runs", run, execution, "session.jsonl");
    const whole = readFileSync(path, "utf8");
    const next = hostOf(folder);
    writeFileSync(path, `${whole}{"damaged\n`);
    const lines = whole.trim().split("\n").length;
    await expect(next.engine.resume(run)).rejects.toThrow(`line ${lines + 1} cannot be read`);
    writeFileSync(path, `${whole}{"v":1,"seq":`);
    writeFileSync(join(folder, "again"), "");
    const result = await (await next.engine.resume(run)).result();
    expect(statuses(result)).toEqual(["a pass 1", "b pass 2", "c pass 1"]);
    for (const line of readFileSync(path, "utf8").trim().split("\n")) JSON.parse(line);
  });
});

describe("a halted run", () => {
  it("holds nothing, and goes on where it was (RUN-057)", async () => {
    const folder = packFolder(
      `
a = command(name = "a", run = "echo '{}'")
b = command(name = "b", run = "touch ../on; test -e ../again || sleep 60", depends_on = [a])
workflow(type = "playbook", tasks = [a, b])
`,
    );
    const run = await runLocally(folder, { launch: LAUNCH });
    await until(() => existsSync(join(folder, "on")));
    await run.halt();
    expect((await run.result()).state).toBe("halted");
    writeFileSync(join(folder, "again"), "");
    const result = await (await hostOf(folder).engine.resume(run.id)).result();
    expect(statuses(result)).toEqual(["a pass 1", "b pass 2"]);
  });

  it("is halted through the store from elsewhere", async () => {
    const folder = packFolder(
      'a = command(name = "a", run = "touch ../on; sleep 60")\nworkflow(type = "playbook", tasks = [a])\n',
    );
    const run = await runLocally(folder, { launch: LAUNCH });
    await until(() => existsSync(join(folder, "on")));
    const { fileStore } = await import("../../src/store/file-store.js");
    await fileStore(join(folder, "state")).requests.post(
      { run: run.id, execution: run.execution },
      { kind: "halt" },
    );
    expect((await run.result()).state).toBe("halted");
  });
});

describe("a rerun of a finished run", () => {
  it("replays the commits of what it reuses and runs the rest (RERUN-005, RERUN-022)", async () => {
    const folder = packFolder(`
a = command(name = "a", run = "echo a >> ../ran; echo 1 > a.txt")
b = command(name = "b", run = "echo b >> ../ran; echo 2 > b.txt", depends_on = [a])
workflow(type = "playbook", tasks = [a, b])
`);
    const parent = await runLocally(folder, { launch: LAUNCH });
    await parent.result();
    const rerun = await hostOf(folder).engine.rerun(parent.id, { from: ["b"] });
    const result = await rerun.result();
    expect(result).toMatchObject({ verdict: "valid" });
    expect(readFileSync(join(folder, "ran"), "utf8")).toBe("a\nb\nb\n");
    expect(git(join(folder, "workspace"), "log", "--format=%s")).toBe(
      "task b\ntask a\nbase: the workspace's pristine start",
    );
  });
});
