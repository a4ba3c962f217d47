/** Settling an attempt is a row of steps; an engine may be killed between any two of them, and the next goes on. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compile, readManifest } from "@crucible/compiler";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { readPack } from "../../src/pack/read-pack.js";
import { type LocalHost, localHost } from "../../src/run/local-host.js";
import { LAUNCH, MANIFEST, packFolder } from "../support/packs.js";
import { runningWith } from "../support/processes.js";
import { git } from "../support/worlds.js";

vi.setConfig({ testTimeout: 120_000 });

const WORKFLOW = `
a = command(name = "a", run = "echo a >> ../ran; echo '{}'")
b = agent(name = "b", prompt = "write", session = "s", emits_files = ["out.txt"], depends_on = [a])
c = command(name = "c", run = "test \\"$(cat inputs/b/out.txt)\\" = data && echo '{}'", depends_on = [b])
workflow(type = "playbook", tasks = [a, b, c])
`;

/** Leaves a process behind, and a file that nothing declares, the first time. */
const AGENT = `echo b >> ../ran
test "$(grep -c b ../ran)" = 1 && echo first > first.txt
echo data > out.txt
(setsid sleep 61800 >/dev/null 2>&1 &)
echo '{}' > PLAN_TASK_RESULT.json
`;

function hostOf(folder: string): LocalHost {
  const reading = readManifest(MANIFEST);
  if (!reading.ok) throw new Error("the test's manifest cannot be read");
  return localHost({ packFolder: folder, manifest: reading.manifest });
}

/** Runs the pack in an engine that is killed at the place. */
async function killedAt(folder: string, place: string): Promise<void> {
  const program = fileURLToPath(new URL("../support/crashing-engine.ts", import.meta.url));
  const flags = ["--conditions=@crucible/source", "--import=tsx"];
  const child = spawn(process.execPath, [...flags, program, folder, place], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
}

interface Line {
  readonly kind: string;
  readonly seq: number;
  readonly task?: string;
}

function logOf(folder: string): readonly Line[] {
  const text = readFileSync(join(folder, "state/session.jsonl"), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}

const RUNS_AGAIN = "runs again";
const IS_DONE = "is done";

describe("an engine that is killed while it settles an attempt", () => {
  it.each([
    ["when its processes have ended", RUNS_AGAIN, "ended:after"],
    ["when its result was read", RUNS_AGAIN, "capture:before"],
    ["before its files are kept", RUNS_AGAIN, "put:before"],
    ["when its files are kept", RUNS_AGAIN, "put:after"],
    ["when its commit was made", RUNS_AGAIN, "commit:after"],
    ["before its cursor is kept", RUNS_AGAIN, "putPrivate:before"],
    ["when its cursor is kept", RUNS_AGAIN, "putPrivate:after"],
    ["before its row is written", RUNS_AGAIN, "append:before"],
    ["when its row is written", IS_DONE, "append:after"],
    ["before its commit is published", IS_DONE, "settle:before"],
    ["when its commit is published", IS_DONE, "settle:after"],
  ])("%s: the attempt's task %s, once (RESUME-001, RESUME-004)", async (_when, then, place) => {
    const folder = packFolder(WORKFLOW, { "agent.sh": AGENT });
    await killedAt(folder, place);
    const host = hostOf(folder);
    const [interrupted] = await host.engine.list();
    expect(interrupted?.state).toBe("interrupted");
    const resumed = await host.engine.resume(interrupted?.run ?? "");
    const result = await resumed.result();
    expect(result.verdict).toBe("valid");
    expect(result.tasks.map(({ name, status, attempts }) => [name, status, attempts])).toEqual([
      ["a", "pass", 1],
      ["b", "pass", then === RUNS_AGAIN ? 2 : 1],
      // It had started in the same write as the row of `b` (an attempt without an end, RESUME-004).
      ["c", "pass", then === RUNS_AGAIN ? 1 : 2],
    ]);
    expect(readFileSync(join(folder, "ran"), "utf8")).toBe(
      then === RUNS_AGAIN ? "a\nb\nb\n" : "a\nb\n",
    );
    const lines = logOf(folder);
    expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, index) => index));
    const rows = lines.filter(({ kind }) => kind === "task_result").map(({ task }) => task);
    expect(rows).toEqual(["a", "b", "c"]);
    expect(lines.filter(({ kind }) => kind === "shutdown")).toHaveLength(1);
    // Undeclared files do not survive an interruption, and commits are those of the resumed run alone (RESUME-010).
    const workspace = join(folder, "workspace");
    expect(existsSync(join(workspace, "first.txt"))).toBe(false);
    expect(readFileSync(join(workspace, "out.txt"), "utf8")).toBe("data\n");
    expect(git(workspace, "log", "--format=%s").split("\n").slice(0, -1)).toEqual(
      then === RUNS_AGAIN ? ["task c", "task b"] : ["task c"],
    );
    expect(runningWith("sleep\u000061800")).toBe(0);
    const execution = join(folder, "state/runs", result.run, result.execution);
    expect(readdirSync(execution)).not.toContain("scratch");
    expect(readdirSync(execution)).not.toContain("forks");
  });
});

describe("an engine that is killed while it throws a failed attempt's changes away", () => {
  const FAILING = `
a = command(name = "a", run = "echo 1 > kept.txt; echo '{}'", emits_files = ["kept.txt"])
b = command(name = "b", run = "echo b >> ../ran; echo 2 > kept.txt; echo bad > bad.txt; exit 1", depends_on = [a], required = False)
c = command(name = "c", run = "test ! -e bad.txt && printf '{\\"kept\\": %d}' $(cat kept.txt)", depends_on = [a, b], join = "settled")
workflow(type = "playbook", tasks = [a, b, c])
`;

  it.each([
    ["when its processes have ended", RUNS_AGAIN, "ended:after"],
    ["before its row is written", RUNS_AGAIN, "append:before"],
    ["when its row is written", IS_DONE, "append:after"],
    ["before they are thrown away", IS_DONE, "settle:before"],
    ["when they are thrown away", IS_DONE, "settle:after"],
  ])(
    "%s: none of them is left, and the task %s (EXEC-144, RESUME-001)",
    async (_when, then, place) => {
      const folder = packFolder(FAILING);
      await killedAt(folder, place);
      const host = hostOf(folder);
      const [interrupted] = await host.engine.list();
      const resumed = await host.engine.resume(interrupted?.run ?? "");
      const result = await resumed.result();
      expect(result.tasks.map(({ name, status, output }) => [name, status, output])).toEqual([
        ["a", "pass", {}],
        ["b", "fail", undefined],
        ["c", "pass", { kept: 1 }],
      ]);
      expect(readFileSync(join(folder, "ran"), "utf8")).toBe(
        then === RUNS_AGAIN ? "b\nb\n" : "b\n",
      );
      expect(existsSync(join(folder, "workspace/bad.txt"))).toBe(false);
    },
  );
});

describe("an engine that is killed while it gives an isolated workspace back", () => {
  const ISOLATED = `
b = command(name = "b", run = "echo b >> ../../../../../../../ran; echo '{}'", isolated = True)
c = command(name = "c", run = "while ls ../state/runs/*/*/forks/*; do sleep 0.05; done >&2; echo '{}'", depends_on = [b])
workflow(type = "playbook", tasks = [b, c])
`;

  // The run goes on meanwhile, so its last task waits until the isolated workspace is gone.
  it.each([
    ["before", "close:before"],
    ["when it is gone", "close:after"],
  ])("%s: nothing of it is left, and its task is done", async (_when, place) => {
    const folder = packFolder(ISOLATED);
    await killedAt(folder, place);
    const host = hostOf(folder);
    const [interrupted] = await host.engine.list();
    const resumed = await host.engine.resume(interrupted?.run ?? "");
    const result = await resumed.result();
    expect(result.tasks.map(({ name, status }) => [name, status])).toEqual([
      ["b", "pass"],
      ["c", "pass"],
    ]);
    const execution = join(folder, "state/runs", result.run, result.execution);
    expect(readdirSync(execution)).not.toContain("forks");
    expect(git(join(folder, "workspace"), "worktree", "list").split("\n")).toHaveLength(1);
  });
});

describe("an engine that is killed when its run is over", () => {
  const LAST = `
b = command(name = "b", run = "echo b >> ../ran; echo '{}'")
workflow(type = "playbook", tasks = [b])
`;

  it.each([
    ["before its workspace is closed", "close:before"],
    ["when its workspace is closed", "close:after"],
    ["before its run is released", "release:before"],
    ["when its run is released", "release:after"],
  ])("%s: the run stays over, and the next one starts (RESUME-001)", async (_when, place) => {
    const folder = packFolder(LAST);
    await killedAt(folder, place);
    const before = logOf(folder);
    expect(before.at(-1)?.kind).toBe("shutdown");
    const host = hostOf(folder);
    const [over] = await host.engine.list();
    expect(over).toMatchObject({ state: "succeeded" });
    await expect(host.engine.resume(over?.run ?? "")).rejects.toThrow(/is over/);
    expect(logOf(folder)).toEqual(before);
    const pack = await readPack(folder);
    const next = await host.engine.start(compile(pack), LAUNCH, host.runOptions(pack));
    expect(await next.result()).toMatchObject({ verdict: "valid" });
    expect(readFileSync(join(folder, "ran"), "utf8")).toBe("b\nb\n");
    for (const { run, execution } of [...(await host.engine.list())]) {
      const left = readdirSync(join(folder, "state/runs", run, execution ?? ""));
      expect(left).not.toContain("scratch");
    }
  });
});
