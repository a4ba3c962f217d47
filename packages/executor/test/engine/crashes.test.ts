/**
 * The process dies at every step of a run in turn, and the run is resumed: whatever the instant, it comes to the same
 * rows, writes no row twice and redoes nothing that had settled.
 */
import type { LogLine } from "@crucible/core";
import { agent, command, type Program, planOf, Testbed } from "@crucible/testing";
import { describe, expect, it } from "vitest";

const plan = planOf([
  command("list", { emits: [{ name: "items" }], emitsFiles: [{ path: "list.txt" }] }),
  command("each", {
    dependsOn: ["list"],
    over: { task: "list", field: "items" },
    maxFanout: 4,
    isolation: "worktree",
  }),
  agent("draft", { dependsOn: ["each"], session: "writer" }),
  command("review", {
    dependsOn: ["draft"],
    revise: { targets: ["draft"], maxRounds: 2 },
    required: false,
  }),
  command("after", { stage: "epilogue" }),
]);

/** How often each task was run, over all processes. */
type Counts = Map<string, number>;

function bedOf(counts: Counts): Testbed {
  const counted = (then: Program): Program => {
    return (run) => {
      const name = run.env.get("CRUCIBLE_TASK") ?? "";
      counts.set(name, (counts.get(name) ?? 0) + 1);
      return then(run);
    };
  };
  return new Testbed({
    commands: {
      list: counted((run) => {
        run.write("list.txt", "x");
        run.print('{"items":["a","b"]}\n');
      }),
      each: counted(async (run) => {
        await run.sleep(1_000);
        run.print("{}\n");
      }),
      review: counted((run) => {
        run.print('{"note":"again"}\n');
        return 1;
      }),
      after: counted((run) => run.print("{}\n")),
    },
    agent: async (turn) => {
      turn.spend(0.5);
      await turn.sleep(1_000);
      turn.answer({ round: turn.request.session?.turn ?? null });
    },
  });
}

/** Name and status of every row, in order. */
function rowsOf(log: readonly LogLine[]): readonly string[] {
  return log.flatMap((line) =>
    line.kind === "task_result" ? [`${line.task} ${line.status}`] : [],
  );
}

const OPERATIONS = [
  "store.append",
  "store.append done",
  "store.flush",
  "store.flush done",
  "blobs.put",
  "blobs.put done",
  "store.putPrivate",
  "workspace.fork",
  "workspace.stage",
  "workspace.capture",
  "workspace.commit",
  "workspace.settle",
];

async function undisturbed(): Promise<{
  readonly rows: readonly string[];
  readonly calls: ReadonlyMap<string, number>;
}> {
  const bed = bedOf(new Map());
  const { log } = await bed.run(plan);
  return {
    rows: rowsOf(log),
    calls: new Map(OPERATIONS.map((operation) => [operation, bed.faults.calls(operation)])),
  };
}

/** Runs until the process dies at a call, then resumes until the run is over. */
async function disturbed(
  operation: string,
  call: number,
  kept: number,
): Promise<{ readonly log: readonly LogLine[]; readonly counts: Counts }> {
  const counts: Counts = new Map();
  const bed = bedOf(counts);
  bed.faults.plan(operation, call, { kind: "crash" });
  const started = bed.start(plan);
  started.catch(() => undefined);
  await bed.clock.advance(10_000);
  expect(bed.faults.crashed).toBe(true);
  const next = bed.successor({}, kept);
  const [summary] = await next.engine.list();
  // Blobs of the pack are written before there is any run.
  if (summary === undefined) return { log: (await next.run(plan)).log, counts };
  const id = { run: summary.run, execution: summary.execution };
  if (next.disk.log(id).at(-1)?.kind !== "shutdown") {
    await next.finish(await next.engine.resume(summary.run));
  }
  return { log: next.disk.log(id), counts };
}

describe("a process that dies", () => {
  it.each(OPERATIONS)("at any %s", async (operation) => {
    const { rows, calls } = await undisturbed();
    const times = calls.get(operation) ?? 0;
    expect(times).toBeGreaterThan(0);
    for (let call = 1; call <= times; call++) {
      for (const kept of [0, Number.POSITIVE_INFINITY]) {
        const { log, counts } = await disturbed(operation, call, kept);
        const where = `${operation} ${call}, ${kept} kept`;
        const settled = rowsOf(log);
        expect([...settled].sort(), where).toEqual([...rows].sort());
        expect(log.filter((line) => line.kind === "shutdown").length, where).toBe(1);
        expect(log.filter((line) => line.kind === "verdict").length, where).toBe(1);
        expect(
          log.map((line) => line.seq),
          where,
        ).toEqual(log.map((_, index) => index));
        for (const [task, times] of counts) {
          const most = task === "review" ? 3 : 2;
          expect(times, `${where}: ${task}`).toBeLessThanOrEqual(most);
        }
      }
    }
  });
});
