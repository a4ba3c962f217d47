import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseStat } from "../../src/process/proc-table.js";
import { parsePsLine } from "../../src/process/ps-table.js";
import { survivorsOf } from "../../src/process/survivors.js";
import { Sweeper, sweep } from "../../src/process/sweep.js";
import { temporaryFolder } from "../support/folder.js";
import { exited, runningWith, shell, start, stdoutText, until } from "../support/processes.js";

/** A number that no other test sleeps for, so that a process can be told by its command line. */
let seconds = 61_000;
const sleeper = (): string => {
  seconds += 1;
  return `sleep\0${seconds}`;
};
const asShell = (command: string): string => command.replace("\0", " ");

describe("ending an attempt", () => {
  it.each<[string, (sleep: string) => string]>([
    ["a background child", (sleep) => `${sleep} & wait`],
    ["a child of a child", (sleep) => `sh -c '(${sleep}) & wait' & wait`],
    ["one that starts a session of its own", (sleep) => `setsid sh -c '${sleep}; true' & wait`],
    ["one whose parent is gone", (sleep) => `(setsid ${sleep} &) ; sleep 60`],
    [
      "one that ignores signals",
      (sleep) => `trap '' TERM INT HUP; nohup ${sleep} >/dev/null 2>&1 & wait`,
    ],
    ["one that cleared its environment below its parent", (sleep) => `env -i ${sleep} & wait`],
  ])("ends %s too", async (_what, script) => {
    const sleep = sleeper();
    const running = start(temporaryFolder(), shell(script(asShell(sleep))));
    await until(() => runningWith(sleep) > 0);
    await running.kill();
    expect(runningWith(sleep)).toBe(0);
    expect(await exited(running)).toMatchObject({
      exitCode: null,
      signal: "SIGKILL",
      survivors: [],
    });
  });

  it("leaves no process behind when the attempt succeeded", async () => {
    const sleep = sleeper();
    const script = `setsid nohup ${asShell(sleep)} >/dev/null 2>&1 & ${asShell(sleep)} & echo ok`;
    const running = start(temporaryFolder(), shell(script));
    expect((await exited(running)).exitCode).toBe(0);
    expect(runningWith(sleep)).toBe(0);
    expect(await stdoutText(running)).toBe("ok\n");
  });

  /** Two shells in sessions of their own, which wait for something that never comes. */
  const LINGERING = `mkfifo pipe
for n in 1 2; do setsid sh -c ": >started$n; read -r _ <pipe" & done
until [ -e started1 ] && [ -e started2 ]; do sleep 0.01; done`;

  it("asks one first that has something to say at its end, and ends its children all the same", async () => {
    const sleep = sleeper();
    const script = `trap 'echo farewell; exit 7' INT; setsid ${asShell(sleep)} & echo ready; wait; wait`;
    const notice = { signal: "SIGINT", graceMs: 30_000 } as const;
    const running = start(temporaryFolder(), { ...shell(script), notice });
    await until(() => runningWith(sleep) > 0);
    await running.kill();
    expect(await stdoutText(running)).toBe("ready\nfarewell\n");
    expect(await exited(running)).toMatchObject({ exitCode: 7, survivors: [] });
    expect(runningWith(sleep)).toBe(0);
  });

  it("waits no longer than its grace for one that was asked and does not listen", async () => {
    const sleep = sleeper();
    const script = `trap '' INT; ${asShell(sleep)}; echo never`;
    const notice = { signal: "SIGINT", graceMs: 100 } as const;
    const running = start(temporaryFolder(), { ...shell(script), notice });
    await until(() => runningWith(sleep) > 0);
    await running.kill();
    expect(runningWith(sleep)).toBe(0);
    expect(await exited(running)).toMatchObject({ exitCode: null, signal: "SIGKILL" });
  });

  it("names what outlived it and was ended", async () => {
    const running = start(temporaryFolder(), shell(`${LINGERING}; exit 3`));
    expect(await exited(running)).toMatchObject({ exitCode: 3, survivors: ["2 of sh (ended)"] });
  });

  it("names nothing that was ended together with it", async () => {
    const folder = temporaryFolder();
    const running = start(folder, shell(`${LINGERING}; : >waits; sleep 60`));
    await until(() => existsSync(join(folder, "waits")));
    await running.kill();
    expect(await exited(running)).toMatchObject({ exitCode: null, survivors: [] });
  });

  it("names no more than a note can hold", () => {
    const ended = Array.from(
      { length: 20 },
      (_, index) => `tool-${String(index).padStart(2, "0")}`,
    );
    const survivors = survivorsOf({ ended, left: ["stuck (process 1)"] }, true);
    expect(survivors).toHaveLength(10);
    expect(survivors.slice(7)).toEqual(["tool-07 (ended)", "12 more", "stuck (process 1)"]);
    expect(survivorsOf({ ended, left: ["stuck (process 1)"] }, false)).toEqual([
      "stuck (process 1)",
    ]);
  });

  it("does not wait for a child that holds the error stream", async () => {
    const sleep = sleeper();
    const running = start(temporaryFolder(), shell(`echo before >&2; setsid ${asShell(sleep)} &`));
    expect((await exited(running)).stderrTail).toBe("before\n");
    expect(runningWith(sleep)).toBe(0);
  });

  it("keeps an escaped child from writing later", async () => {
    const folder = temporaryFolder();
    const running = start(
      folder,
      shell("setsid sh -c 'sleep 0.5; echo leaked > leaked.txt' & sleep 60"),
    );
    await until(() => runningWith("leaked.txt") > 1);
    await running.kill();
    await new Promise((resolve) => setTimeout(resolve, 800));
    expect(existsSync(join(folder, "leaked.txt"))).toBe(false);
  });

  it("ends one that replaces itself by another over and over", async () => {
    const folder = temporaryFolder();
    const ticks = join(folder, "ticks");
    writeFileSync(join(folder, "chain.sh"), "echo >> ticks; setsid sh ./chain.sh & exit 0\n");
    const running = start(folder, shell("setsid sh ./chain.sh; sleep 60"));
    await until(() => existsSync(ticks) && statSync(ticks).size > 20);
    await running.kill();
    expect((await exited(running)).survivors).toEqual([]);
    const ended = statSync(ticks).size;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(statSync(ticks).size).toBe(ended);
  });

  it("may be asked for before the process has started, twice, and after its end", async () => {
    const running = start(temporaryFolder(), shell("sleep 60"));
    await Promise.all([running.kill(), running.kill()]);
    await running.kill();
    expect(await exited(running)).toMatchObject({ signal: "SIGKILL" });
  });

  it("leaves processes of another attempt alone", async () => {
    const [ours, theirs] = [sleeper(), sleeper()];
    const other = start(temporaryFolder(), shell(asShell(theirs)));
    const running = start(temporaryFolder(), shell(asShell(ours)));
    await until(() => runningWith(ours) > 0 && runningWith(theirs) > 0);
    await running.kill();
    expect(runningWith(theirs)).toBe(1);
    await other.kill();
  });

  it("ends every attempt of an execution by the beginning of their markers", async () => {
    const sleep = sleeper();
    const marker = `run-x/exec-${process.pid}/`;
    const script = `CRUCIBLE_ATTEMPT_ID=${marker}a setsid ${asShell(sleep)} & wait`;
    const running = start(temporaryFolder(), shell(script));
    await until(() => runningWith(sleep) > 0);
    const { ended, left } = await sweep({ marker });
    expect([ended.length, left]).toEqual([1, []]);
    expect(runningWith(sleep)).toBe(0);
    await running.kill();
  });

  it("reports what it could not end, by name and number", async () => {
    const immortal = {
      pid: 4_194_999,
      parent: 1,
      group: 7,
      session: 7,
      started: "1",
      command: "stuck",
    };
    const table = {
      list: async () => ({ pids: [immortal.pid], looked: new Map([[immortal.pid, immortal]]) }),
      marker: () => null,
      now: () => immortal,
    };
    const sweeper = new Sweeper(table, 3);
    expect(await sweeper.sweep({ marker: "m", leader: 7 })).toEqual({
      ended: [],
      left: ["stuck (process 4194999)"],
    });
  });
});

describe("reading the process table", () => {
  it("reads a command that holds parentheses and spaces", () => {
    const numbers = Array.from({ length: 16 }, (_, index) => String(index + 100)).join(" ");
    expect(parseStat(`12 (a) (b c) S 5 6 7 ${numbers}`)).toEqual({
      pid: 12,
      parent: 5,
      group: 6,
      session: 7,
      started: "115",
      command: "a) (b c",
    });
  });

  it("leaves out those that have ended and texts that are no entry", () => {
    expect(parseStat("12 (gone) Z 5 6 7 0")).toBeUndefined();
    expect(parseStat("12 (kworker/0:1) I 2 0 0 0 -1 69238880 0")).toBeUndefined();
    expect(parseStat("")).toBeUndefined();
    expect(
      parsePsLine("  12     1    12      0 Z+   Mon Nov 30 18:16:00 2026     gone"),
    ).toBeUndefined();
    expect(parsePsLine("")).toBeUndefined();
  });

  it("reads a line of ps", () => {
    expect(
      parsePsLine("  12     1    11     10 S+   Mon Nov 30 18:16:00 2026     my tool"),
    ).toEqual({
      pid: 12,
      parent: 1,
      group: 11,
      session: 10,
      started: "Mon Nov 30 18:16:00 2026",
      command: "my tool",
    });
  });
});
