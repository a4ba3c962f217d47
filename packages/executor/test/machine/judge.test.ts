import type { JsonValue } from "@crucible/core";
import { describe, expect, it } from "vitest";
import { type AttemptEnd, judge, type ResultReading } from "../../src/machine/index.js";
import { agent, command, evaluate, noul, report, route } from "./support/plans.js";

function exited(exitCode: number | null, result: ResultReading, stderrTail = ""): AttemptEnd {
  return { kind: "exited", exitCode, result, stderrTail };
}

function value(output: JsonValue): ResultReading {
  return { kind: "value", value: output };
}

const NONE: ResultReading = { kind: "none" };
const NOT_JSON: ResultReading = { kind: "not_json", error: "unexpected token", line: "hello" };

describe("a command", () => {
  const task = command("c");

  it.each<[string, AttemptEnd, unknown]>([
    ["any JSON value", exited(0, value([1, 2])), { status: "pass", note: "", output: [1, 2] }],
    ["null", exited(0, value(null)), { status: "pass", note: "", output: null }],
    ["an object", exited(0, value({ a: 1 })), { status: "pass", note: "", output: { a: 1 } }],
    [
      "text",
      exited(0, NOT_JSON),
      {
        status: "pass",
        note: "last stdout line is not JSON (unexpected token): hello",
        output: null,
      },
    ],
    ["nothing", exited(0, NONE), { status: "pass", note: "no output", output: null }],
    [
      "a line past a bound",
      exited(0, { kind: "refused", problem: "last stdout line is longer than 1048576 bytes" }),
      { status: "fail", note: "last stdout line is longer than 1048576 bytes", output: undefined },
    ],
  ])("that exits 0 with %s (EXEC-044 EXEC-045)", (_, end, expected) => {
    expect(judge(task, end)).toEqual(expected);
  });

  it.each<[string, AttemptEnd, unknown]>([
    [
      "its error output",
      exited(3, NONE, "no such file"),
      { status: "fail", note: "exit 3: no such file" },
    ],
    ["nothing more", exited(1, NONE), { status: "fail", note: "exit 1: " }],
    ["a signal", exited(null, NONE, "killed"), { status: "fail", note: "exit -1: killed" }],
    [
      "an object, kept",
      exited(1, value({ a: 1 }), "boom"),
      { status: "fail", note: "exit 1: boom", output: { a: 1 } },
    ],
    [
      "an object with a note, in place of the error output",
      exited(1, value({ note: " because " }), "boom"),
      { status: "fail", note: "exit 1: because", output: { note: " because " } },
    ],
    [
      "an empty note, which is none",
      exited(1, value({ note: "  " }), "boom"),
      { status: "fail", note: "exit 1: boom", output: { note: "  " } },
    ],
    [
      "a note that is no text",
      exited(1, value({ note: 5 }), "boom"),
      { status: "fail", note: "exit 1: boom", output: { note: 5 } },
    ],
    [
      "a list, not kept",
      exited(1, value([1]), "boom"),
      { status: "fail", note: "exit 1: boom", output: undefined },
    ],
    [
      "text, not kept",
      exited(1, NOT_JSON, "boom"),
      { status: "fail", note: "exit 1: boom", output: undefined },
    ],
  ])("that exits nonzero fails with %s (EXEC-129 EXEC-130 EXEC-132)", (_, end, expected) => {
    expect(judge(task, end)).toMatchObject(expected as object);
    expect(judge(task, end).output).toEqual((expected as { output?: unknown }).output);
  });

  it.each<[string, AttemptEnd, unknown]>([
    [
      "fail",
      exited(0, value({ status: "fail" })),
      { status: "fail", note: "task declared status=fail", output: { status: "fail" } },
    ],
    [
      "fail with a note",
      exited(0, value({ status: "fail", note: "flaky" })),
      { status: "fail", note: "flaky", output: { status: "fail", note: "flaky" } },
    ],
    [
      "skipped",
      exited(0, value({ status: "skipped" })),
      { status: "skipped", note: "task declared status=skipped", output: { status: "skipped" } },
    ],
    [
      "skipped, whatever the exit status",
      exited(1, value({ status: "skipped", note: "no work" }), "boom"),
      {
        status: "skipped",
        note: "no work",
        output: { status: "skipped", note: "no work" },
      },
    ],
    [
      "pass, which a nonzero exit outranks",
      exited(1, value({ status: "pass" }), "boom"),
      { status: "fail", note: "exit 1: boom", output: { status: "pass" } },
    ],
    [
      "done, which is ignored",
      exited(0, value({ status: "done" })),
      { status: "pass", note: "", output: { status: "done" } },
    ],
    [
      "true, which is ignored",
      exited(0, value({ status: true })),
      { status: "pass", note: "", output: { status: true } },
    ],
  ])("that declares %s (EXEC-135 EXEC-139 EXEC-140)", (_, end, expected) => {
    expect(judge(task, end)).toEqual(expected);
  });

  it("reads only its own fields, not inherited ones (EXEC-141)", () => {
    const parsed = JSON.parse('{"__proto__": {"status": "fail"}}') as JsonValue;
    expect(judge(task, exited(0, value(parsed))).status).toBe("pass");
  });

  it("that owes fields and gives no JSON fails with each field missing (EXEC-045 EXEC-071)", () => {
    const owing = command("c", { emits: [{ name: "a" }, { name: "b" }] });
    expect(judge(owing, exited(0, NONE))).toEqual({
      status: "fail",
      note: 'no output: expected a JSON result on the last stdout line; output missing declared field "a"; output missing declared field "b"',
      output: undefined,
    });
  });

  it.each(["e", "é", "😀"])(
    "bounds what a task says about itself in %s (EXEC-137)",
    (character) => {
      const noteOf = (length: number): string =>
        judge(task, exited(0, value({ status: "fail", note: character.repeat(length) }))).note;
      expect(noteOf(4_000)).toBe(character.repeat(4_000));
      expect(noteOf(4_001)).toBe(`${character.repeat(4_000)}…`);
      expect(noteOf(9_000)).toBe(`${character.repeat(4_000)}…`);
    },
  );
});

describe("an evaluation", () => {
  const plain = evaluate("e");
  const lower = evaluate("e", { threshold: 5, direction: "lower" });
  const higher = evaluate("e", { threshold: 5, direction: "higher" });

  it.each<[string, typeof plain, JsonValue, string, string]>([
    ["without a grade", plain, {}, "pass", ""],
    ["that says pass", plain, { pass: true }, "pass", ""],
    ["that says no", plain, { pass: false }, "fail", "evaluation e did not pass"],
    ["at its lower threshold", lower, { score: 5 }, "pass", ""],
    ["below it", lower, { score: 4.9 }, "pass", ""],
    ["above it", lower, { score: 5.1 }, "fail", "evaluation e did not pass threshold 5"],
    ["at its higher threshold", higher, { score: 5 }, "pass", ""],
    ["under it", higher, { score: 4.9 }, "fail", "evaluation e did not pass threshold 5"],
    [
      "that narrows a good score",
      higher,
      { score: 9, pass: false },
      "fail",
      "evaluation e did not pass threshold 5",
    ],
    [
      "that would widen a bad one",
      lower,
      { score: 9, pass: true },
      "fail",
      "evaluation e did not pass threshold 5",
    ],
    [
      "with its own note and logs",
      lower,
      { score: 9, note: "too slow", logs: ["a.log", "b.log"] },
      "fail",
      "too slow threshold 5 logs: a.log,b.log",
    ],
    [
      "with logs and no threshold",
      plain,
      { pass: false, logs: ["a.log"] },
      "fail",
      "evaluation e did not pass logs: a.log",
    ],
  ])("%s (EXEC-065 EXEC-066 EXEC-067)", (_, task, output, status, note) => {
    const judged = judge(task, exited(0, value(output)));
    expect([judged.status, judged.note]).toEqual([status, note]);
  });

  it("keeps its graded object with the grade the engine came to (EXEC-128 EXEC-133)", () => {
    expect(judge(lower, exited(0, value({ score: 9, pass: true }))).output).toEqual({
      score: 9,
      pass: false,
    });
    expect(judge(lower, exited(0, value({ score: 1 }))).output).toEqual({ score: 1, pass: true });
  });

  it.each<JsonValue>(["yes", 1, null, [], {}])(
    "fails with a malformed pass %j (EXEC-064)",
    (pass) => {
      const judged = judge(plain, exited(0, value({ pass })));
      expect([judged.status, judged.note]).toEqual([
        "fail",
        "evaluate result `pass` must be a boolean",
      ]);
    },
  );

  it.each<JsonValue>([5, "text", [1], null, true])(
    "fails with %j, which is no object (EXEC-062)",
    (output) => {
      expect(judge(plain, exited(0, value(output)))).toEqual({
        status: "fail",
        note: "evaluate result must be a JSON object",
        output: undefined,
      });
    },
  );

  it.each<[string, ResultReading, string]>([
    ["nothing", NONE, "no output: expected a JSON result on the last stdout line"],
    ["text", NOT_JSON, "last stdout line is not JSON (unexpected token): hello"],
  ])("fails with %s (EXEC-062)", (_, reading, note) => {
    expect(judge(plain, exited(0, reading))).toEqual({ status: "fail", note, output: undefined });
  });

  it.each<JsonValue>([{}, { score: "5" }, { score: null }, { score: [5] }])(
    "with a threshold fails on %j (EXEC-068)",
    (output) => {
      const judged = judge(lower, exited(0, value(output)));
      expect([judged.status, judged.note]).toEqual([
        "fail",
        "evaluate result has no finite numeric `score` to compare with its threshold",
      ]);
    },
  );

  it("fails on a nonzero exit whatever it says, and keeps the object (EXEC-070 EXEC-128)", () => {
    expect(judge(plain, exited(2, value({ pass: true }), "boom"))).toEqual({
      status: "fail",
      note: "exit 2: boom",
      output: { pass: true },
    });
  });

  it("passes without a threshold unless pass is false (EXEC-063 EXEC-069)", () => {
    expect(judge(plain, exited(0, value({ score: "bad" }))).status).toBe("pass");
    expect(judge(plain, exited(0, value({ pass: false }))).status).toBe("fail");
  });

  it.each<[JsonValue, string, string]>([
    [{ status: "skipped", pass: false }, "skipped", "task declared status=skipped"],
    [{ status: "skipped", pass: "x" }, "skipped", "task declared status=skipped"],
    [{ status: "fail", pass: true }, "fail", "task declared status=fail"],
    [{ status: "fail", note: "no", pass: true }, "fail", "no"],
    [{ status: "pass", pass: false }, "fail", "evaluation e did not pass"],
  ])("%j narrows its grade and never widens it (EXEC-139 EXEC-140)", (output, status, note) => {
    const judged = judge(plain, exited(0, value(output)));
    expect([judged.status, judged.note]).toEqual([status, note]);
  });
});

describe("an agent's turn", () => {
  const task = agent("a");

  it("returns the object it wrote (EXEC-057)", () => {
    const result: ResultReading = { kind: "value", value: { n: 1 }, from: "file" };
    expect(judge(task, exited(0, result))).toEqual({ status: "pass", note: "", output: { n: 1 } });
  });

  it.each<[string, ResultReading, string]>([
    [
      "nothing",
      { kind: "none", from: "file" },
      "turn ended without writing PLAN_TASK_RESULT.json — nothing to grade",
    ],
    [
      "garbage",
      { kind: "not_json", error: "bad", line: "x", from: "file" },
      "PLAN_TASK_RESULT.json is not valid JSON: bad",
    ],
    [
      "a list",
      { kind: "value", value: [1], from: "file" },
      "PLAN_TASK_RESULT.json must hold one JSON object",
    ],
    ["nothing on stdout", NONE, "no output: expected a JSON result on the last stdout line"],
  ])("that leaves %s is a measured failure (EXEC-058 EXEC-060)", (_, result, note) => {
    expect(judge(task, exited(0, result))).toEqual({ status: "fail", note, output: undefined });
  });

  it("that failed by its own doing keeps an object and its words (EXEC-136 EXEC-137)", () => {
    const failed = (result: ResultReading, exitCode?: number): AttemptEnd => ({
      kind: "turn_failed",
      note: "the turn limit was reached",
      ...(exitCode === undefined ? {} : { exitCode }),
      result,
      stderrTail: "tail",
    });
    expect(judge(task, failed(NONE))).toEqual({
      status: "fail",
      note: "the turn limit was reached",
      output: undefined,
    });
    expect(judge(task, failed(NONE, 2)).note).toBe("exit 2: tail");
    expect(judge(task, failed(value({ note: "gave up" })))).toEqual({
      status: "fail",
      note: "gave up",
      output: { note: "gave up" },
    });
    expect(judge(task, failed(value({ status: "skipped" }))).status).toBe("skipped");
  });
});

describe("other ends", () => {
  it("say which limit an attempt ran past (CEIL-034 CEIL-037)", () => {
    const task = command("c", { timeoutMs: 1_200_000 });
    expect(judge(task, { kind: "deadline", limit: "task" }).note).toBe(
      "timed out: the task ran past its 20m limit",
    );
    expect(judge(task, { kind: "deadline", limit: "run" }, 90_000).note).toBe(
      "timed out: the run reached its 90s wall-clock ceiling",
    );
    expect(judge(task, { kind: "deadline", limit: "run" }).note).toBe(
      "timed out: the run reached its wall-clock ceiling",
    );
  });

  it("keep no output from a transport failure (EXEC-131)", () => {
    const end: AttemptEnd = {
      kind: "transport",
      cause: "agent",
      detail: "stream broke",
      retryable: true,
    };
    expect(judge(agent("a"), end)).toEqual({
      status: "transport",
      note: "stream broke",
      output: undefined,
      retryable: true,
    });
  });

  it("refuse a route that ends without an answer (ROUTE-020)", () => {
    const task = route("r", { kind: "human" }, [noul("q")]);
    expect(judge(task, exited(0, value({ q: "yes" }))).status).toBe("fail");
  });

  it("let a report say whether it was delivered (EPI-042)", () => {
    expect(judge(report("r"), exited(0, value({ delivered: true })))).toEqual({
      status: "pass",
      note: "",
      output: { delivered: true },
    });
    expect(judge(report("r"), exited(0, NONE)).status).toBe("pass");
  });
});

describe("an evaluation's fields", () => {
  const bounded = evaluate("a", { threshold: 5, direction: "higher" });

  it("take no score without end for a number (EXEC-068)", () => {
    const infinite = judge(bounded, exited(0, value({ score: Number.POSITIVE_INFINITY })));
    expect(infinite).toMatchObject({
      status: "fail",
      note: "evaluate result has no finite numeric `score` to compare with its threshold",
    });
  });

  it.each([[[]], [[1, 2]], [["a", 2]], ["text"]])(
    "add no logs %j to the note (EXEC-133)",
    (logs) => {
      const judged = judge(bounded, exited(0, value({ score: 1, note: "slow", logs })));
      expect(judged.note).toBe("slow threshold 5");
    },
  );
});

describe("an agent's result on its last line", () => {
  it("may be any JSON, which only a result file may not (EXEC-060)", () => {
    expect(judge(agent("a"), exited(0, value([1])))).toMatchObject({ status: "pass", output: [1] });
    const file: ResultReading = { kind: "value", value: [1], from: "file" };
    expect(judge(agent("a"), exited(0, file)).status).toBe("fail");
  });
});
