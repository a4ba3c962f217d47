/** How a run is told while it goes on: calm lines for whoever watches, JSON a line for programs. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { CEILINGS, exists, pack, removeFolders } from "../support/packs.js";
import { crucible, start } from "../support/recording-terminal.js";

afterAll(removeFolders);

const run = ["plan", "run", ...CEILINGS];
const TASKS = `
command(name = "a", run = "echo '{\\"v\\": 1}'"),
command(name = "b", run = "echo too bad >&2; exit 4", depends_on = ["a"], required = False),
command(name = "c", run = "true", depends_on = ["b"], required = False)`;

describe("on a terminal", () => {
  it("a task is one line when it settles, with its time and its cost", async () => {
    const { code, stdout, stderr } = await crucible(run, pack(TASKS), { interactive: true });
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout.split("\n")).toEqual([
      expect.stringMatching(/^ {2}a {20}pass {8} +\d+\.\ds {2}\$0\.0000$/),
      expect.stringMatching(/^ {2}b {20}fail {8} +\d+\.\ds {2}\$0\.0000 {2}exit 4: too bad$/),
      "  c                    blocked          -  $0.0000  dependency did not pass",
      expect.stringMatching(/^log: state\/session\.jsonl \(run-[\w-]+\)$/),
      "workspace: workspace",
      "plan v1: completed — spent $0.0000 of $1",
      "verdict: valid",
      "",
    ]);
  });
});

describe("--json", () => {
  interface Event {
    readonly event: string;
    readonly line: { readonly seq: number };
    readonly run: string;
  }
  const eventsOf = (stdout: string): readonly Event[] =>
    stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Event);

  it("is one object a line: where it is, the log as it is written, what came of it", async () => {
    const folder = pack(TASKS);
    const { code, stdout, stderr } = await crucible([...run, "--json"], folder);
    expect([code, stderr]).toEqual([0, ""]);
    const events = eventsOf(stdout);
    const log = readFileSync(join(folder, "state/session.jsonl"), "utf8").trimEnd().split("\n");
    expect(events.slice(1, -1)).toEqual(
      log.map((line) => ({ event: "log", line: JSON.parse(line) })),
    );
    const { run: name, execution } = events[0] as Event & { readonly execution: string };
    expect(events[0]).toEqual({
      event: "begun",
      run: name,
      execution,
      resumed: false,
      log: join(folder, "state/runs", name, execution, "session.jsonl"),
      workspace: join(folder, "workspace"),
    });
    expect(events.at(-1)).toEqual({
      event: "ended",
      run: name,
      execution,
      state: "succeeded",
      verdict: "valid",
      reasons: [],
      outcome: "finished",
      reason: "completed",
      spent_usd: 0,
      reused_usd: 0,
      exit_code: 0,
      resume: null,
    });
  });

  it("of a resume has only what was added, and of a halt says how to go on", async () => {
    const folder = pack('command(name = "a", run = "touch ../up; sleep 60", timeout = "2s")');
    const started = start([...run, "--json"], folder);
    await exists(join(folder, "up"));
    started.interrupt();
    const halted = eventsOf((await started.ended).stdout);
    expect(halted.at(-1)).toMatchObject({
      event: "ended",
      state: "halted",
      verdict: null,
      outcome: null,
      exit_code: 130,
      resume: `crucible run resume ${halted[0]?.run}`,
    });
    const last = halted.at(-2)?.line.seq ?? 0;
    const resumed = await crucible(["run", "resume", "--json"], folder);
    expect(resumed.code).toBe(3);
    const events = eventsOf(resumed.stdout);
    expect(events[0]).toMatchObject({ event: "begun", run: halted[0]?.run, resumed: true });
    expect(events[1]?.line).toMatchObject({ seq: last + 1, kind: "recovery" });
    expect(events.at(-1)).toMatchObject({ event: "ended", exit_code: 3, resume: null });
  });

  it("of a refused launch is empty: the reason is on standard error", async () => {
    const { code, stdout, stderr } = await crucible(["plan", "run", "--json"], pack(TASKS));
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^error: a playbook runs under a cost ceiling/);
  });
});
