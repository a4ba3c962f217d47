/** Disks that are full and logs that were harmed: what the command says, and that nothing is lost by it. */

import { spawn } from "node:child_process";
import {
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureBuilt } from "./support/build.js";
import { crucible, type Ended, entry, removeFolders, start } from "./support/command.js";
import { CEILINGS, packOfTasks } from "./support/packs.js";
import { exists } from "./support/processes.js";

beforeAll(ensureBuilt, 300_000);
afterAll(removeFolders);

describe("a disk that is full", () => {
  const TASKS = 24;

  /** Tasks in a row, each of which says so beside the workspace; their rows fill the log. */
  function chain(): string {
    const task = (index: number): string => {
      const after = index === 0 ? "" : `, depends_on = ["t${index - 1}"]`;
      return `command(name = "t${index}", run = "echo t${index} >>../ran; echo '{}'"${after})`;
    };
    const tasks = Array.from({ length: TASKS }, (_, index) => task(index)).join(",\n");
    return packOfTasks(`\n${tasks}`);
  }

  /** Runs the command where no file may be longer than so many blocks of 512 bytes. */
  async function limited(blocks: number, args: readonly string[], folder: string): Promise<Ended> {
    const { PATH, HOME } = process.env;
    const script = `ulimit -f ${blocks} && exec "$0" "$@"`;
    const child = spawn("sh", ["-c", script, process.execPath, entry, ...args], {
      cwd: folder,
      env: { PATH, HOME },
    });
    const texts = { stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      texts.stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      texts.stderr += text;
    });
    const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
    return { code, ...texts };
  }

  it("ends the command with what is full and how to go on, and no task that settled runs again", async () => {
    const folder = chain();
    const stopped = await limited(40, ["plan", "run", ...CEILINGS], folder);
    expect(stopped.code).toBe(1);
    expect(stopped.stderr).toMatch(/^error: the log \/.*\/session\.jsonl cannot be written: EFBIG/);
    const command = /`crucible (run resume run-\S+)` goes on with it\n$/.exec(stopped.stderr)?.[1];
    const resumed = await crucible((command ?? "").split(" "), folder);
    expect(resumed.code).toBe(0);
    const ran = readFileSync(join(folder, "ran"), "utf8").trimEnd().split("\n");
    expect([...new Set(ran)]).toEqual(Array.from({ length: TASKS }, (_, index) => `t${index}`));
    // Only what was in flight began again.
    expect(ran.length).toBeLessThanOrEqual(TASKS + 1);
  });

  it("refuses a launch in words when not even its beginning can be written", async () => {
    const folder = chain();
    const refused = await limited(1, ["plan", "run", ...CEILINGS], folder);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/^error: .*EFBIG.*\n$/);
    expect((await crucible(["runs"], folder)).stdout).not.toContain("run-");
  });
});

describe("a log that was harmed", () => {
  /** A run that was killed while `b` waited; gives the log's own path. */
  async function interrupted(): Promise<{ readonly folder: string; readonly log: string }> {
    const folder = packOfTasks(`
  command(name = "a", run = "echo a >>../ran; echo '{}'", emits_files = []),
  command(name = "b", run = "echo b >>../ran; until [ -e ../go ]; do sleep 0.05; done", depends_on = ["a"]),
`);
    const running = start(["plan", "run", ...CEILINGS], folder);
    await exists(join(folder, "ran"));
    while (!readFileSync(join(folder, "ran"), "utf8").includes("b")) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    running.signal("SIGKILL");
    await running.ended;
    writeFileSync(join(folder, "go"), "");
    return { folder, log: realpathSync(join(folder, "state/session.jsonl")) };
  }

  it.each([
    [
      "is no JSON",
      (lines: string[]) => lines.with(2, "garbage"),
      "line 3 cannot be read: it is not JSON",
    ],
    [
      "is missing",
      (lines: string[]) => lines.toSpliced(2, 1),
      "line 3 cannot be read: it is numbered 3",
    ],
    [
      "says nothing",
      (lines: string[]) => lines.with(2, "{}"),
      "line 3 cannot be read: /v: is missing",
    ],
  ])("in a line that %s is not gone on with; the line is named", async (_how, harm, message) => {
    const { folder, log } = await interrupted();
    const before = readFileSync(log, "utf8");
    writeFileSync(log, harm(before.split("\n")).join("\n"));
    const refused = await crucible(["run", "resume"], folder);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(message);
    expect(refused.stderr).toMatch(/\/session\.jsonl: .*; put back a copy .*, or start anew with /);
    expect((await crucible(["runs"], folder)).stdout).toMatch(/ damaged /);
    // As the message says, a copy from before lets it go on.
    writeFileSync(log, before);
    expect((await crucible(["run", "resume"], folder)).code).toBe(0);
    expect(readFileSync(join(folder, "ran"), "utf8")).toBe("a\nb\nb\n");
  });

  it("by being taken away is not begun again from nothing", async () => {
    const { folder, log } = await interrupted();
    rmSync(log);
    const refused = await crucible(["run", "resume"], folder);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/session\.jsonl is gone; put back a copy/);
    expect(readFileSync(join(folder, "ran"), "utf8")).toBe("a\nb\n");
  });

  it("in the middle of its last line loses that line alone (RESUME-001)", async () => {
    const { folder, log } = await interrupted();
    truncateSync(log, readFileSync(log).length - 7);
    expect((await crucible(["run", "resume"], folder)).code).toBe(0);
    const seqs = readFileSync(log, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).seq);
    expect(seqs).toEqual(seqs.map((_, index) => index));
    expect(readdirSync(join(folder, "state"))).toContain("session.jsonl");
  });
});
