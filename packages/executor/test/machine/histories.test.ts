/**
 * Recorded logs: whatever version reads them, they fold to the state that was recorded with them. A history is never
 * written anew; one that folds to something else is a break with every log that is out in the world.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ExecutionHeader, LogLine, Plan } from "@crucible/core";
import { decodeHeader, decodeLogLine, decodePlan } from "@crucible/core/wire";
import { describe, expect, it } from "vitest";
import { createMachine, type Machine, reusedTasks } from "../../src/machine/index.js";

const ROOT = join(import.meta.dirname, "histories");

interface History {
  readonly name: string;
  readonly header: ExecutionHeader;
  readonly plan: Plan;
  readonly text: readonly string[];
  readonly lines: readonly LogLine[];
  readonly snapshot: Picture;
}

interface Picture {
  readonly phase: string;
  readonly tasks: readonly {
    readonly name: string;
    readonly result: { readonly status: string; readonly note: string } | null;
  }[];
}

function historyOf(version: string, name: string): History {
  const read = (ending: string): string =>
    readFileSync(join(ROOT, version, `${name}.${ending}`), "utf8");
  const header = decodeHeader(read("header.json"));
  if (!header.ok) throw new Error(`${name}: ${JSON.stringify(header.problems)}`);
  const plan = decodePlan(header.header.plan);
  if (!plan.ok) throw new Error(`${name}: ${JSON.stringify(plan.problems)}`);
  const text = read("jsonl").split("\n").slice(0, -1);
  const lines = text.map((line) => {
    const reading = decodeLogLine(line);
    if (!reading.ok || reading.kind !== "known") throw new Error(`${name}: ${line}`);
    return reading.line;
  });
  const snapshot = JSON.parse(read("snapshot.json")) as Picture;
  return { name, header: header.header, plan: plan.plan, text, lines, snapshot };
}

const histories = readdirSync(ROOT)
  .sort()
  .flatMap((version) =>
    readdirSync(join(ROOT, version))
      .filter((file) => file.endsWith(".jsonl"))
      .map((file) => historyOf(version, file.slice(0, -".jsonl".length))),
  );
const byName = histories.map((history) => [history.name, history] as const);

function folded({ plan, header }: History, lines: readonly LogLine[]): Machine {
  const machine = createMachine(plan, header.launch, reusedTasks(lines));
  for (const line of lines) machine.evolve(line);
  return machine;
}

describe("the histories", () => {
  it("hold every kind of entry that a run writes", () => {
    const kinds = new Set(histories.flatMap(({ lines }) => lines.map(({ kind }) => kind)));
    expect([...kinds].sort()).toEqual([
      "agent_session",
      "asks_emitted",
      "attempt_ended",
      "attempt_started",
      "ceiling_reached",
      "completion",
      "decision_wait",
      "fan_out",
      "halt_requested",
      "halted",
      "heartbeat",
      "plan_admitted",
      "recovery",
      "shutdown",
      "spend",
      "stop_requested",
      "task_result",
      "verdict",
    ]);
  });

  it("hold every status, and every outcome that a playbook has", () => {
    const rows = histories.flatMap(({ lines }) => lines);
    const statuses = rows.flatMap((line) => (line.kind === "task_result" ? [line.status] : []));
    expect([...new Set(statuses)].sort()).toEqual([
      "blocked",
      "fail",
      "not_taken",
      "pass",
      "skipped",
      "transport",
      "truncated",
    ]);
    const outcomes = rows.flatMap((line) => (line.kind === "shutdown" ? [line.outcome] : []));
    expect([...new Set(outcomes)].sort()).toEqual([
      "budget",
      "complete",
      "error",
      "finished",
      "stopped",
    ]);
  });
});

describe.each(byName)("%s", (_, history) => {
  it("RESUME-003: folds to the state that was recorded with it", () => {
    expect(history.plan.digest).toBe(history.header.plan_digest);
    expect(folded(history, history.lines).snapshot()).toEqual(history.snapshot);
  });

  it("WIRE-033: folds to it with fields in every line that nobody knows", () => {
    const strange = history.lines.map((line) => ({ ...line, from_tomorrow: { x: [1] } }));
    expect(folded(history, strange).snapshot()).toEqual(history.snapshot);
  });

  it("is numbered without gaps, in batches that end, at times that do not go back", () => {
    expect(history.lines.map(({ seq }) => seq)).toEqual(history.lines.map((_, index) => index));
    expect(history.lines.at(-1)?.more).toBe(undefined);
    const times = history.lines.map(({ ms }) => ms);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  it("WIRE-033: is read by a reader that knows the first fields of a row and nothing else", () => {
    const rows = history.text.flatMap(firstRow);
    const known = history.lines.filter(({ kind }) => kind === "task_result");
    expect(rows).toHaveLength(known.length);
    const own = new Map(rows.map((row) => [row.task, row]));
    for (const { name, result } of history.snapshot.tasks) {
      const row = own.get(name);
      expect([row?.status, row?.note]).toEqual([result?.status, result?.note]);
    }
  });
});

interface FirstRow {
  readonly task: string;
  readonly status: string;
  readonly note: string;
}

const FIRST_FIELDS: readonly (readonly [string, string])[] = [
  ["task", "string"],
  ["status", "string"],
  ["plan_version", "number"],
  ["task_kind", "string"],
  ["iter", "number"],
  ["digest", "string"],
  ["job", "string"],
  ["attempts", "number"],
  ["cost_usd", "number"],
  ["note", "string"],
  ["secs", "number"],
  ["trace_id", "string"],
  ["span_id", "string"],
];

/** The oldest reader there is: one JSON object a line, `v` and `kind`, and of rows the fields they began with. */
function firstRow(text: string): readonly FirstRow[] {
  const line = JSON.parse(text) as Record<string, unknown>;
  expect(typeof line["v"]).toBe("number");
  if (line["kind"] !== "task_result") return [];
  for (const [field, type] of FIRST_FIELDS)
    expect([field, typeof line[field]]).toEqual([field, type]);
  expect(line["plan_version"]).toBe(1);
  return [line as unknown as FirstRow];
}
