/** Operating runs between processes: real signals, a halt from another terminal, pipes that close, terminals that watch. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureBuilt } from "./support/build.js";
import { crucible, entry, removeFolders, start } from "./support/command.js";
import { CEILINGS, packOfTasks } from "./support/packs.js";
import { exists, isAlive } from "./support/processes.js";

beforeAll(ensureBuilt, 300_000);
afterAll(removeFolders);

/** `a` passes; `b` starts a process that ignores every polite signal in a session of its own, unless it may go on. */
function pack(): string {
  return packOfTasks(`
  command(name = "a", run = "echo x >>../ran"),
  command(name = "b", run = "test -e ../go && exit; trap '' INT TERM HUP; sleep 300 & echo $! >../pid.new; mv ../pid.new ../pid; wait", depends_on = ["a"]),
`);
}

async function pidIn(folder: string): Promise<number> {
  await exists(join(folder, "pid"));
  return Number(readFileSync(join(folder, "pid"), "utf8"));
}

describe("signals", () => {
  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "%s halts, and the run goes on when resumed (CLI-022, CLI-023)",
    async (signal) => {
      const folder = pack();
      const running = start(["plan", "run", ...CEILINGS], folder);
      const pid = await pidIn(folder);
      running.signal(signal);
      const { code, stdout } = await running.ended;
      expect(code).toBe(130);
      expect(isAlive(pid)).toBe(false);
      writeFileSync(join(folder, "go"), "");
      const command = /^resume: crucible (.*)$/m.exec(stdout)?.[1] ?? "";
      const resumed = await crucible(command.split(" "), folder);
      expect(resumed.stdout).toMatch(/\nverdict: valid\n$/);
      expect(readFileSync(join(folder, "ran"), "utf8")).toBe("x\n");
    },
  );

  it("a second Ctrl+C ends everything at once, and the run can still be resumed (CLI-023)", async () => {
    const folder = pack();
    const running = start(["plan", "run", ...CEILINGS], folder);
    const pid = await pidIn(folder);
    running.signal("SIGINT");
    await running.said("halting");
    running.signal("SIGINT");
    expect((await running.ended).code).toBe(130);
    expect(isAlive(pid)).toBe(false);
    const { stdout } = await crucible(["runs"], folder);
    expect(stdout).toMatch(/\nrun-[\w-]+ +(halted|interrupted) /);
    writeFileSync(join(folder, "go"), "");
    expect((await crucible(["run", "resume"], folder)).code).toBe(0);
    expect(readFileSync(join(folder, "ran"), "utf8")).toBe("x\n");
  });

  it("a killed engine leaves an interrupted run, which goes on and ends what was left", async () => {
    const folder = pack();
    const running = start(["plan", "run", ...CEILINGS], folder);
    const pid = await pidIn(folder);
    running.signal("SIGKILL");
    await running.ended;
    const shown = await crucible(["run", "show"], folder);
    expect(shown.stdout).toMatch(/^run-[\w-]+: interrupted\n/);
    writeFileSync(join(folder, "go"), "");
    expect((await crucible(["run", "resume"], folder)).code).toBe(0);
    expect(isAlive(pid)).toBe(false);
  });
});

describe("another process", () => {
  it("halts a live run, and is told so when it has", async () => {
    const folder = pack();
    const running = start(["plan", "run", ...CEILINGS], folder);
    const pid = await pidIn(folder);
    const refused = await crucible(["run", "resume"], folder);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(`owned by process ${running.pid}`);
    const name = /of (run-[\w-]+)/.exec(refused.stderr)?.[1] ?? "";
    const halt = await crucible(["run", "halt", name], folder);
    expect(isAlive(pid)).toBe(false);
    expect(halt.stdout).toMatch(/^halted at .*Z\nresume: crucible run resume run-/);
    expect((await running.ended).code).toBe(130);
  });
});

describe("an owner that is stopped", () => {
  it("is named to whoever asks something of it, with what to do, and does it when it goes on", async () => {
    const folder = pack();
    const running = start(["plan", "run", ...CEILINGS], folder);
    await pidIn(folder);
    running.signal("SIGSTOP");
    const advice = `process ${running.pid}, which is stopped (kill -CONT ${running.pid} lets it go on, kill -KILL ${running.pid} ends it)`;
    const shown = await crucible(["run", "show"], folder);
    expect(shown.stdout).toContain(`\ndriven by: ${advice}\n`);
    const name = /^(run-[\w-]+):/.exec(shown.stdout)?.[1] ?? "";
    const resumed = await crucible(["run", "resume"], folder);
    expect(resumed.stderr).toContain(`${name} is owned by ${advice}`);
    const halt = start(["run", "halt", name], folder);
    await halt.said(`still waiting: ${name} is driven by ${advice}`);
    running.signal("SIGCONT");
    expect((await halt.ended).code).toBe(0);
    expect((await running.ended).code).toBe(130);
  });

  it("may be killed, and a stop that was asked of it ends the run all the same (RUN-015)", async () => {
    const folder = pack();
    const running = start(["plan", "run", ...CEILINGS], folder);
    const pid = await pidIn(folder);
    running.signal("SIGSTOP");
    const { stdout } = await crucible(["run", "show"], folder);
    const name = /^(run-[\w-]+):/.exec(stdout)?.[1] ?? "";
    const stop = start(["run", "stop", name], folder);
    await stop.said("still waiting");
    running.signal("SIGKILL");
    expect((await stop.ended).stdout).toBe(`${name} is cancelled\n`);
    expect(isAlive(pid)).toBe(false);
    const again = await crucible(["run", "resume", name], folder);
    expect(again.stderr).toContain("is over (cancelled)");
  });
});

describe("a reader that goes away", () => {
  it("ends the printing and not the run", async () => {
    const folder = pack();
    writeFileSync(join(folder, "go"), "");
    const running = start(["plan", "run", "--json", ...CEILINGS], folder);
    running.closeStdout();
    const { code, stderr } = await running.ended;
    expect([code, stderr]).toEqual([0, ""]);
    const { stdout } = await crucible(["runs"], folder);
    expect(stdout).toMatch(/ succeeded +valid /);
  });
});

describe("a terminal", () => {
  /** Of util-linux: runs a command on a pseudo-terminal. */
  const program = "script";
  const hasProgram = spawnSync(program, ["--version"]).status === 0;

  /** Runs the command on a pseudo-terminal; what it shows. */
  async function onTerminal(args: readonly string[], folder: string, env = {}): Promise<string> {
    const line = [process.execPath, entry, ...args].map((word) => `'${word}'`).join(" ");
    const { PATH, HOME } = process.env;
    const child = spawn(program, ["-qec", line, "/dev/null"], {
      cwd: folder,
      env: { PATH, HOME, TERM: "xterm", ...env },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let shown = "";
    for await (const part of child.stdout.setEncoding("utf8")) shown += part;
    return shown.replaceAll("\r\n", "\n");
  }

  it.runIf(hasProgram)("sees a line a task in colour, and none with NO_COLOR", async () => {
    const folder = pack();
    writeFileSync(join(folder, "go"), "");
    const coloured = await onTerminal(["plan", "run", ...CEILINGS], folder);
    expect(coloured).toMatch(
      /^ {2}a {20}\u001b\[32mpass {6}\u001b\[39m +\d+\.\ds {2}\$0\.0000 {2}\u001b\[2mno output/,
    );
    const plain = await onTerminal(["plan", "run", ...CEILINGS], folder, { NO_COLOR: "1" });
    expect(plain).toMatch(/^ {2}a {20}pass {8} +\d+\.\ds {2}\$0\.0000 {2}no output\n {2}b /);
    expect(plain).not.toContain("\u001b");
    expect(existsSync(join(folder, "state"))).toBe(true);
  });
});
