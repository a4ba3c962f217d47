/** Who may work on a run, with engines that are processes of their own. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { readManifest } from "@crucible/compiler";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type LocalHost, localHost } from "../../src/run/local-host.js";
import { runLocally } from "../../src/run/run-locally.js";
import { LAUNCH, MANIFEST, packFolder } from "../support/packs.js";
import { runningWith, until } from "../support/processes.js";

/** How often two engines go for a run at once: `CRUCIBLE_TEST_RESUME_ROUNDS`, a few unless given. */
const ROUNDS = Number(process.env["CRUCIBLE_TEST_RESUME_ROUNDS"] ?? "3");
vi.setConfig({ testTimeout: 120_000 + ROUNDS * 20_000 });

const WAITING = `
a = command(name = "a", run = "touch ../on; test -e ../done || sleep 61900")
workflow(type = "playbook", tasks = [a])
`;

function hostOf(folder: string): LocalHost {
  const reading = readManifest(MANIFEST);
  if (!reading.ok) throw new Error("the test's manifest cannot be read");
  return localHost({ packFolder: folder, manifest: reading.manifest });
}

/** An engine of its own that resumes and halts when it is told to. */
class OtherEngine {
  readonly child: ChildProcess;
  readonly #said: AsyncIterator<string>;

  constructor(folder: string, run: string) {
    const program = fileURLToPath(new URL("../support/resuming-engine.ts", import.meta.url));
    const flags = ["--conditions=@crucible/source", "--import=tsx"];
    this.child = spawn(process.execPath, [...flags, program, folder, run], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    onTestFinished(() => void this.child.kill("SIGKILL"));
    if (this.child.stdout === null) throw new Error("the engine has no output");
    this.#said = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();
  }

  async says(): Promise<string> {
    return String((await this.#said.next()).value);
  }

  async does(order: "resume" | "halt"): Promise<string> {
    this.child.stdin?.write(`${order}\n`);
    return await this.says();
  }
}

/** A run that was halted, so that anybody may go on with it. */
async function haltedRun(folder: string): Promise<string> {
  const run = await runLocally(folder, { launch: LAUNCH });
  await until(() => existsSync(join(folder, "on")));
  await run.halt();
  await run.result();
  return run.id;
}

describe("two engines that resume a run at once", () => {
  it("are one that goes on and one that is told who owns it, every time (RUN-060)", async () => {
    const folder = packFolder(WAITING);
    const run = await haltedRun(folder);
    const engines = [new OtherEngine(folder, run), new OtherEngine(folder, run)];
    for (const engine of engines) expect(await engine.says()).toBe("ready");
    for (let round = 0; round < ROUNDS; round++) {
      const said = await Promise.all(engines.map((engine) => engine.does("resume")));
      const owners = engines.filter((_, index) => said[index] === "owns it");
      expect([round, owners.length, said]).toEqual([round, 1, said]);
      const [owner] = owners;
      const refusal = said.find((one) => one !== "owns it");
      expect(refusal).toMatch(/^ResumeRefused: /);
      expect(refusal).toContain(`owned by process ${owner?.child.pid}`);
      expect(await owner?.does("halt")).toBe("halted");
    }
    writeFileSync(join(folder, "done"), "");
    const result = await (await hostOf(folder).engine.resume(run)).result();
    expect(result).toMatchObject({ verdict: "valid", run });
  });
});

describe("an owner", () => {
  it("that is stopped keeps its run, and one that was killed does not (RUN-059, RUN-060)", async () => {
    const folder = packFolder(WAITING);
    const run = await haltedRun(folder);
    const engine = new OtherEngine(folder, run);
    expect(await engine.says()).toBe("ready");
    expect(await engine.does("resume")).toBe("owns it");
    engine.child.kill("SIGSTOP");
    await until(() => stateOf(engine.child.pid) === "T");
    const next = hostOf(folder);
    await expect(next.engine.resume(run)).rejects.toThrow(`owned by process ${engine.child.pid}`);
    await expect(runLocally(folder, { launch: LAUNCH })).rejects.toThrow(
      `${run} is live in this workspace, owned by process ${engine.child.pid}`,
    );
    // A stopped process is killed all the same.
    engine.child.kill("SIGKILL");
    await once(engine.child, "exit");
    writeFileSync(join(folder, "done"), "");
    expect((await (await next.engine.resume(run)).result()).verdict).toBe("valid");
  });
});

describe("what an attempt started", () => {
  const ESCAPING = `
a = command(name = "a", run = "sh tools/escape.sh; touch ../on; sleep 62000")
workflow(type = "playbook", tasks = [a])
`;
  /** In sessions of their own, deaf to signals, orphaned twice over. */
  const ESCAPE = [62_001, 62_002, 62_003]
    .map(
      (seconds) =>
        `(trap '' TERM HUP INT; setsid nohup sh -c '(sleep ${seconds} &)' >/dev/null 2>&1 &)`,
    )
    .join("\n");
  const left = (): number =>
    [62_000, 62_001, 62_002, 62_003].filter((one) => runningWith(`sleep\0${one}`) > 0).length;

  it("outlives an engine that was killed until another follows, which ends only what was its own", async () => {
    const folder = packFolder(ESCAPING, { "escape.sh": ESCAPE });
    // A bystander that looks alike and carries another attempt's marker.
    const bystander = spawn("sleep", ["62004"], {
      env: { ...process.env, CRUCIBLE_ATTEMPT_ID: "somebody/else" },
      stdio: "ignore",
    });
    onTestFinished(() => void bystander.kill("SIGKILL"));
    const first = await runLocally(folder, { launch: LAUNCH });
    await until(() => existsSync(join(folder, "on")));
    await first.halt();
    await first.result();
    expect(left()).toBe(0);
    const engine = new OtherEngine(folder, first.id);
    expect(await engine.says()).toBe("ready");
    expect(await engine.does("resume")).toBe("owns it");
    await until(() => left() === 4);
    engine.child.kill("SIGKILL");
    await once(engine.child, "exit");
    expect(left()).toBe(4);
    const resumed = await hostOf(folder).engine.resume(first.id);
    await resumed.halt();
    await resumed.result();
    expect(left()).toBe(0);
    expect(bystander.exitCode).toBeNull();
    expect(bystander.signalCode).toBeNull();
  });

  it("is gone when its time is up, whatever escaped (CEIL-033)", async () => {
    const folder = packFolder(ESCAPING.replace('sleep 62000"', 'sleep 62000", timeout = "2s"'), {
      "escape.sh": `${ESCAPE}\n(setsid sh -c 'while :; do echo >> ../ticks; sleep 0.05; done' &)`,
    });
    const result = await (await runLocally(folder, { launch: LAUNCH })).result();
    expect(result.tasks[0]?.note).toBe("timed out: the task ran past its 2s limit");
    expect(left()).toBe(0);
    const ticks = readFileSync(join(folder, "ticks"), "utf8").length;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(readFileSync(join(folder, "ticks"), "utf8")).toHaveLength(ticks);
    expect(readdirSync(folder)).toContain("on");
  });
});

/** Linux's letter for what a process does. */
function stateOf(pid: number | undefined): string {
  const text = readFileSync(`/proc/${pid}/stat`, "latin1");
  return text.slice(text.lastIndexOf(")") + 2)[0] ?? "";
}
