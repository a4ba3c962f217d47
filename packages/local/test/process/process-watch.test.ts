import { describe, expect, it } from "vitest";
import type { Listed, ProcessTable, RunningProcess } from "../../src/process/process-table.js";
import { ProcessWatch } from "../../src/process/process-watch.js";
import { Sweeper } from "../../src/process/sweep.js";

function running(pid: number, also: Partial<RunningProcess> = {}): RunningProcess {
  return { pid, parent: 1, group: pid, session: pid, started: "1", command: `p${pid}`, ...also };
}

/** A table that a test fills; it counts what it is asked. */
class FakeTable implements ProcessTable {
  readonly processes = new Map<number, Listed>();
  readonly markers = new Map<number, string>();
  readonly looked: number[][] = [];
  readonly environments: number[] = [];

  async list(isNew: (pid: number) => boolean): ReturnType<ProcessTable["list"]> {
    const due = [...this.processes].filter(([pid]) => isNew(pid));
    this.looked.push(due.map(([pid]) => pid));
    return { pids: [...this.processes.keys()], looked: new Map(due) };
  }

  marker({ pid }: RunningProcess): string | null {
    this.environments.push(pid);
    return this.markers.get(pid) ?? null;
  }

  now({ pid, started }: RunningProcess): RunningProcess | undefined {
    const now = this.processes.get(pid);
    return typeof now === "object" && now.started === started ? now : undefined;
  }
}

describe("watching the machine's processes", () => {
  it("takes one look for all who ask in the same moment, and another for who asks later", async () => {
    const table = new FakeTable();
    const watch = new ProcessWatch(table, "MARK");
    await Promise.all([watch.look(), watch.look(), watch.look()]);
    expect(table.looked).toHaveLength(1);
    await watch.look();
    expect(table.looked).toHaveLength(2);
  });

  it("reads only what is new when looks follow each other closely", async () => {
    const table = new FakeTable();
    table.processes.set(10, running(10)).set(11, "nobody");
    const watch = new ProcessWatch(table, "MARK");
    await watch.look();
    table.processes.set(12, running(12));
    const sight = await watch.look();
    expect(table.looked).toEqual([[10, 11], [12]]);
    expect([...sight.processes.keys()]).toEqual([10, 12]);
    expect(table.environments).toEqual([10, 12]);
  });

  it("knows a number that was given to another process", async () => {
    const table = new FakeTable();
    table.processes.set(10, running(10));
    table.markers.set(10, "first");
    const watch = new ProcessWatch(table, "MARK");
    expect((await watch.look()).processes.get(10)).toMatchObject({ marker: "first" });
    table.processes.set(10, running(10, { started: "2" }));
    table.markers.set(10, "second");
    await new Promise((resolve) => setTimeout(resolve, 80));
    expect((await watch.look()).processes.get(10)).toMatchObject({ marker: "second" });
  });

  it("is unsure after a process that was gone before it could be looked at", async () => {
    const table = new FakeTable();
    table.processes.set(10, "gone");
    const watch = new ProcessWatch(table, "MARK");
    expect((await watch.look()).unsure).toBe(true);
    table.processes.delete(10);
    expect((await watch.look()).unsure).toBe(false);
  });
});

describe("judging who belongs to an attempt", () => {
  /** The numbers that a sweep could not end: all of the attempt, since nothing here can be ended. */
  async function judged(table: FakeTable): Promise<readonly string[]> {
    const swept = await new Sweeper(table, 3).sweep({ marker: "a/1", leader: 4_194_900 });
    return swept.left;
  }

  it("names what it ended as it was then, not as it was when it was first met", async () => {
    const table = new FakeTable();
    const pid = 4_194_901;
    table.processes.set(pid, running(pid, { group: 4_194_900, command: "setsid" }));
    const watching = table.now.bind(table);
    let looks = 0;
    table.now = (one) => {
      looks += 1;
      const now = watching(one);
      // Gone at the second look.
      if (looks > 1) table.processes.delete(pid);
      return now === undefined || looks > 1 ? undefined : { ...now, command: "server" };
    };
    const swept = await new Sweeper(table, 5).sweep({ marker: "a/1", leader: 4_194_900 });
    expect(swept).toEqual({ ended: ["server"], left: [] });
  });

  it("takes the group, the session, descendants and the marked, and nobody else", async () => {
    const table = new FakeTable();
    const [first, ...others] = [4_194_901, 4_194_902, 4_194_903, 4_194_904, 4_194_905, 4_194_906];
    const [second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0] = others;
    table.processes
      .set(first ?? 0, running(first ?? 0, { group: 4_194_900 }))
      .set(second, running(second, { session: 4_194_900 }))
      .set(third, running(third, { parent: second }))
      .set(fourth, running(fourth))
      .set(fifth, running(fifth))
      .set(sixth, running(sixth));
    table.markers.set(fourth, "a/1").set(fifth, "a/10");
    expect([...(await judged(table))].sort()).toEqual([
      "p4194901 (process 4194901)",
      "p4194902 (process 4194902)",
      "p4194903 (process 4194903)",
      "p4194904 (process 4194904)",
    ]);
  });

  it("never takes this program, whatever it is marked with", async () => {
    const table = new FakeTable();
    table.processes.set(process.pid, running(process.pid, { group: 4_194_900 }));
    table.markers.set(process.pid, "a/1");
    expect(await judged(table)).toEqual([]);
  });
});
