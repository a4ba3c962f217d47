/** Log lines are read leniently where an engine may be older than the log, and strictly where a line may be damaged. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Entry, LogLine } from "../src/index.js";
import { decodeLogLine } from "../src/wire/index.js";

const envelope = { v: 1, seq: 3, ts: "2026-01-02T03:04:05.678Z", ms: 1_234.5 } as const;
const digest = `sha256:${"0".repeat(64)}`;
const attempt = { task: "a[x/y]", attempt: 2 };

/** One entry of every kind, with every optional field. */
const entries: { readonly [Kind in Entry["kind"]]: Extract<Entry, { readonly kind: Kind }> } = {
  plan_admitted: {
    kind: "plan_admitted",
    plan_version: 1,
    digest,
    reason: "",
    budget_usd: 2.5,
    wall_clock_ms: 60_000,
    width: 8,
    capabilities: ["isolation"],
    base: "abc",
    tasks: [
      {
        name: "a",
        kind: "command",
        depends_on: [],
        optional: [],
        session: "",
        needs: "any",
        required: true,
        join: "all",
        stage: "iteration",
        over: "",
        max_fanout: 0,
        when: "",
        revise: ["x", "y"],
        max_rounds: 2,
        emits: [{ field: "f", type: ["p", "q"] }, { field: "g" }],
        emits_files: ["x", { path: "y", schema: "true" }],
        keyed: [],
        timeout: "",
        history_depth: 0,
        definition_digest: digest,
      },
    ],
    history_record: "",
  },
  attempt_started: { kind: "attempt_started", ...attempt, isolated: true, deadline_ms: 5_000 },
  attempt_ended: {
    kind: "attempt_ended",
    ...attempt,
    outcome: "indeterminate",
    cost_usd: 0.25,
    cause: "lost",
    exit_code: -1,
    transport: "gateway",
    detail: "…",
    model: "m",
    transcript: { path: "attempts/1.jsonl", size: 10, digest },
    survivors: ["sleep"],
  },
  task_result: {
    kind: "task_result",
    task: "a",
    status: "fail",
    plan_version: 1,
    task_kind: "command",
    iter: 0,
    digest: "",
    job: "",
    attempts: 1,
    cost_usd: 0,
    score: null,
    output: { ok: false },
    output_blob: { digest, size: 70_000 },
    reads: { score: 1 },
    agent: { harness: "claude", model: "m", effort: "" },
    repairs: [{ label: "a repair 1/2", round: 1, of: 2, cost_usd: 0.5, notes: ["n"] }],
    note: "exit 1: ",
    blocked: { reason: "required_task_failed", task: "b" },
    transport: "agent",
    files: [{ path: "out/x", digest, size: 1, executable: false }],
    commit: "abc",
    reused: { run: "r", execution: "e" },
    secs: 0.5,
    trace_id: "",
    span_id: "",
  },
  fan_out: { kind: "fan_out", task: "a", keys: ["x", "__proto__"] },
  completion: { kind: "completion", task: "a", reason: null },
  spend: { kind: "spend", ...attempt, cost_usd: 0.1 },
  agent_session: { kind: "agent_session", session: "s", action: "resumed", turn: 2 },
  asks_emitted: { kind: "asks_emitted", task: "a", asks: [{ key: "k" }] },
  decision_wait: {
    kind: "decision_wait",
    task: "g",
    request: "r",
    evidence_digest: digest,
    expires_at: "2026-01-02T04:00:00Z",
  },
  output_refused: {
    kind: "output_refused",
    output_kind: "draft-pr",
    bound: "count",
    tool: "t",
    detail: "d",
  },
  history_entry: { kind: "history_entry", entry: { task: "", status: null, output: null } },
  recovery: {
    kind: "recovery",
    class: "halted",
    iter: 0,
    detail: "",
    budget_usd: 3,
    wall_clock_ms: 1,
    missing_files: ["a"],
  },
  heartbeat: { kind: "heartbeat" },
  ceiling_reached: { kind: "ceiling_reached", ceiling: "wall_clock" },
  halt_requested: { kind: "halt_requested" },
  halted: { kind: "halted" },
  stop_requested: { kind: "stop_requested", reason: "why" },
  verdict: { kind: "verdict", verdict: "invalid", reasons: ["r"], gate: "task", outcome: "error" },
  shutdown: { kind: "shutdown", outcome: "complete", reason: "r", verdict: "valid" },
};

const lineOf = (entry: object): string => JSON.stringify({ ...envelope, ...entry });
const read = (text: string): ReturnType<typeof decodeLogLine> => decodeLogLine(text);
const pathsOf = (text: string): readonly string[] => {
  const reading = read(text);
  return reading.ok ? [] : reading.problems.map(({ path }) => path);
};

describe("decodeLogLine", () => {
  test.each(Object.entries(entries))("reads a %s line", (_, entry) => {
    const line = { ...envelope, more: true, ...entry } as LogLine;
    expect(read(JSON.stringify(line))).toEqual({ ok: true, kind: "known", line });
  });

  test("WIRE-033: a kind nobody knows decodes to its envelope alone", () => {
    const reading = read(lineOf({ kind: "weather", more: true, sky: "blue" }));
    expect(reading).toMatchObject({ ok: true, kind: "unknown", envelope: { seq: 3, more: true } });
    expect(read(lineOf({ kind: "constructor" }))).toMatchObject({ ok: true, kind: "unknown" });
  });

  test("WIRE-033: fields nobody knows are kept, at any depth", () => {
    const text = lineOf({ ...entries.shutdown, mood: { calm: true } });
    expect(read(text)).toMatchObject({ ok: true, line: { mood: { calm: true } } });
    const nested = lineOf({
      ...entries.task_result,
      files: [{ ...entries.task_result.files?.[0], inode: 7 }],
    });
    expect(read(nested)).toMatchObject({ ok: true, line: { files: [{ inode: 7 }] } });
  });

  test("WIRE-012: a join token nobody knows is opaque", () => {
    const tasks = entries.plan_admitted.tasks.map((task) => ({ ...task, join: "most" }));
    expect(read(lineOf({ ...entries.plan_admitted, tasks }))).toMatchObject({
      ok: true,
      line: { tasks: [{ join: "most" }] },
    });
  });

  test("an envelope of a later version is read", () => {
    expect(read(lineOf({ v: 2, ...entries.heartbeat }))).toMatchObject({ ok: true, kind: "known" });
  });

  test.each<[string, string, string]>([
    ["WIRE-034: a torn line", '{"v":1,"kind":"shut', ""],
    ["an empty line", "", ""],
    ["a number", "5", ""],
    ["a list", "[]", ""],
    ["no kind", JSON.stringify(envelope), "/kind"],
    ["a kind that is a number", lineOf({ kind: 1 }), "/kind"],
    ["an inherited kind", '{"v":1,"seq":0,"ts":"","ms":0,"__proto__":{"kind":"halted"}}', "/kind"],
    ["no position", JSON.stringify({ ...envelope, seq: undefined, ...entries.halted }), "/seq"],
    ["a negative position", lineOf({ seq: -1, ...entries.halted }), "/seq"],
    [
      "WIRE-015: a status outside the set",
      lineOf({ ...entries.task_result, status: "ok" }),
      "/status",
    ],
    [
      "WIRE-019: an outcome outside the set",
      lineOf({ ...entries.shutdown, outcome: "ok" }),
      "/outcome",
    ],
    ["WIRE-004: a score", lineOf({ ...entries.task_result, score: 1 }), "/score"],
    ["a negative cost", lineOf({ ...entries.spend, cost_usd: -1 }), "/cost_usd"],
    ["a lone surrogate", lineOf({ ...entries.spend, task: "\ud800" }), "/task"],
    [
      "a blob that is no digest",
      lineOf({ ...entries.task_result, output_blob: { digest: "../../x", size: 1 } }),
      "/output_blob/digest",
    ],
  ])("refuses %s", (_, text, path) => {
    expect(pathsOf(text)).toEqual([path]);
  });

  test("every optional field may be missing, and none may be null", () => {
    for (const [kind, entry] of Object.entries(entries)) {
      for (const field of Object.keys(entry)) {
        const { [field]: value, ...rest } = entry as unknown as {
          readonly [field: string]: unknown;
        };
        const without = read(lineOf(rest));
        const isOptional = OPTIONAL.has(`${kind}.${field}`);
        expect(without.ok, `${kind} without ${field}`).toBe(isOptional);
        if (isOptional && field !== "output") {
          expect(read(lineOf({ ...rest, [field]: null })).ok, `${kind} with ${field} null`).toBe(
            false,
          );
        }
        expect(value).not.toBeUndefined();
      }
    }
  });

  test("an output that nests past every bound is refused, not walked", () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const text = lineOf(entries.task_result).replace('{"ok":false}', deep);
    expect(read(text)).toEqual({
      ok: false,
      problems: [{ path: "", message: "nests more than 160 levels" }],
    });
  });

  test("a line nests 160 levels below itself and not 161", () => {
    const withOutput = (depth: number): unknown => {
      const nested = `${"[".repeat(depth)}${"]".repeat(depth)}`;
      return read(lineOf(entries.task_result).replace('{"ok":false}', nested));
    };
    expect(withOutput(160)).toMatchObject({ ok: true });
    expect(withOutput(161)).toMatchObject({ ok: false });
  });

  test("never throws, and what it accepts holds what was written", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.values(entries)),
        fc.jsonValue(),
        fc.nat(),
        (entry, value, at) => {
          const keys = Object.keys({ ...envelope, ...entry });
          const text = lineOf({ ...entry, [keys[at % keys.length] ?? ""]: value });
          const reading = read(text);
          if (reading.ok && reading.kind === "known")
            expect(reading.line).toEqual(JSON.parse(text));
          expect(read(JSON.stringify(value)).ok).toBe(false);
        },
      ),
    );
  });
});

const OPTIONAL: ReadonlySet<string> = new Set([
  "attempt_ended.exit_code",
  "attempt_ended.transport",
  "attempt_ended.detail",
  "attempt_ended.model",
  "attempt_ended.transcript",
  "attempt_ended.survivors",
  "task_result.output",
  "task_result.output_blob",
  "task_result.reads",
  "task_result.agent",
  "task_result.repairs",
  "task_result.blocked",
  "task_result.transport",
  "task_result.files",
  "task_result.commit",
  "task_result.reused",
  "recovery.budget_usd",
  "recovery.wall_clock_ms",
  "recovery.missing_files",
]);
