/** Settling an attempt is a row of steps; an engine may be killed between any two of them, and the next goes on. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readManifest } from "@crucible/compiler";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type LocalHost, localHost } from "../../src/run/local-host.js";
import { MANIFEST, packFolder } from "../support/packs.js";
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
    ["when its processes have ended", "ended:after", RUNS_AGAIN],
    ["when its result was read", "capture:before", RUNS_AGAIN],
    ["before its files are kept", "put:before", RUNS_AGAIN],
    ["when its files are kept", "put:after", RUNS_AGAIN],
    ["when its commit was made", "commit:after", RUNS_AGAIN],
    ["before its cursor is kept", "putPrivate:before", RUNS_AGAIN],
    ["when its cursor is kept", "putPrivate:after", RUNS_AGAIN],
    ["before its row is written", "append:before", RUNS_AGAIN],
    ["when its row is written", "append:after", IS_DONE],
    ["before its commit is published", "settle:before", IS_DONE],
    ["when its commit is published", "settle:after", IS_DONE],
  ])("%s: the attempt's task %s, once (RESUME-001, RESUME-004)", async (_when, place, then) => {
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
      // It had started in the same batch as the row of `b` (an attempt without an end, RESUME-004).
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
