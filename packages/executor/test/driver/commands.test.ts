/** Commands and evaluations: what they are given, what is read of them, and what becomes of it. */
import {
  command,
  evaluate,
  exiting,
  type Program,
  planOf,
  printing,
  Testbed,
} from "@crucible/testing";
import { describe, expect, it } from "vitest";
import { dumpInputs, rowOf } from "./support.js";

async function single(program: Program, fields: Parameters<typeof command>[1] = {}) {
  const bed = new Testbed({ commands: { work: program } });
  return bed.run(planOf([command("work", fields)]));
}

describe("what a command returns", () => {
  it("EXEC-044: is the last line of its output that is not blank", async () => {
    const finished = await single((run) => run.print('noise\n{"n":1}\n\n  \n'));
    expect(rowOf(finished, "work")).toMatchObject({ status: "pass", output: { n: 1 } });
  });

  it.each([
    ["a line without its end", '{"n":1}', "pass"],
    ["a line that ends as on Windows", '{"n":1}\r\n', "pass"],
    ["a byte order mark before it", '\ufeff{"n":1}\n', "fail"],
    ["colours around it", '\u001b[32m{"n":1}\u001b[0m\n', "fail"],
    ["a space that JSON does not know", '\u00a0{"n":1}\n', "fail"],
    ["two objects on it", '{"n":1}{"n":2}\n', "fail"],
  ])("EXEC-044: %s", async (_what, printed, status) => {
    const finished = await single((run) => run.print(printed), { emits: [{ name: "n" }] });
    expect(rowOf(finished, "work").status).toBe(status);
  });

  it("EXEC-045: may be no JSON when nothing is declared", async () => {
    const finished = await single((run) => run.print("hello\n"));
    const row = rowOf(finished, "work");
    expect(row.status).toBe("pass");
    expect(row.output ?? null).toBe(null);
    expect(row.note).toContain("hello");
  });

  it("EXEC-045, EXEC-071: fails as missing fields when fields are declared", async () => {
    const finished = await single((run) => run.print("hello\n"), { emits: [{ name: "n" }] });
    expect(rowOf(finished, "work").status).toBe("fail");
  });

  it("EXEC-046, EXEC-132: a nonzero exit fails with the end of standard error", async () => {
    const finished = await single(exiting(3, "partial\n", "one\n\ntwo\n"));
    expect(rowOf(finished, "work")).toMatchObject({
      status: "fail",
      attempts: 1,
      note: "exit 3: one ⏎ two",
    });
  });

  it("EXEC-129, EXEC-130: a nonzero exit keeps an object as output and nothing else", async () => {
    const object = await single(exiting(1, '{"found":2}\n'));
    expect(rowOf(object, "work").output).toEqual({ found: 2 });
    const list = await single(exiting(1, "[2]\n"));
    expect(rowOf(list, "work").output).toBe(undefined);
  });

  it("EXEC-073, EXEC-078: a field of the wrong type fails the task without repeating the value", async () => {
    const emits = [{ name: "n", type: { kind: "token", token: "integer" } }] as const;
    const finished = await single(printing({ n: "hunter2" }), { emits });
    const row = rowOf(finished, "work");
    expect(row).toMatchObject({ status: "fail", attempts: 1 });
    expect(row.note).toContain('output field "n" is string, declared integer');
    expect(row.note).not.toContain("hunter2");
  });

  it("EXEC-079: a task that says it failed owes no fields", async () => {
    const finished = await single(printing({ status: "fail", note: "no luck" }), {
      emits: [{ name: "n" }],
    });
    expect(rowOf(finished, "work")).toMatchObject({ status: "fail", note: "no luck" });
  });

  it("names the bound that a result line goes past", async () => {
    const long = await single((run) => run.print(`"${"x".repeat(1_048_576)}"\n`));
    expect(rowOf(long, "work")).toMatchObject({ status: "fail", attempts: 1 });
    expect(rowOf(long, "work").note).toContain("1048576 bytes");
    const deep = await single((run) => run.print(`${"[".repeat(200)}${"]".repeat(200)}\n`));
    expect(rowOf(deep, "work").note).toContain("128 levels");
  });

  it("EXEC-062, EXEC-069: an evaluation needs an object", async () => {
    const bed = new Testbed({ commands: { grade: printing(5) } });
    const finished = await bed.run(planOf([evaluate("grade")]));
    expect(rowOf(finished, "grade").status).toBe("fail");
    const good = new Testbed({ commands: { grade: printing({}) } });
    expect(rowOf(await good.run(planOf([evaluate("grade")])), "grade")).toMatchObject({
      status: "pass",
      output: { pass: true },
    });
  });

  it("EXEC-047, EXEC-093, EXEC-095: a command that cannot be started is tried three times and settles transport", async () => {
    const bed = new Testbed({ commands: {} });
    const finished = await bed.run(planOf([command("missing")]));
    const row = rowOf(finished, "missing");
    expect(row).toMatchObject({ status: "transport", attempts: 3, transport: "command" });
    expect(row.note).toContain("spawn failed");
  });

  it("keeps a large output as a blob and gives it to the next task whole", async () => {
    const text = "x".repeat(100_000);
    const size: Program = (run) => {
      const inputs = run.inputs() as { work: { text: string } };
      run.print(`${JSON.stringify({ characters: inputs.work.text.length })}\n`);
    };
    const bed = new Testbed({ commands: { work: printing({ text }), size } });
    const finished = await bed.run(
      planOf([command("work"), command("size", { dependsOn: ["work"] })]),
    );
    const row = rowOf(finished, "work");
    expect(row.output).toBe(undefined);
    expect(row.output_blob?.size).toBeGreaterThan(100_000);
    expect(rowOf(finished, "size").output).toEqual({ characters: 100_000 });
  });
});

describe("what a command is given", () => {
  it("EXEC-048, EXEC-123, EXEC-127: the outputs of its own dependencies by name", async () => {
    const bed = new Testbed({
      commands: { a: printing({ n: 1 }), b: printing([2]), c: dumpInputs },
    });
    const finished = await bed.run(
      planOf([
        command("a"),
        command("b", { dependsOn: ["a"] }),
        command("c", { dependsOn: ["b"] }),
      ]),
    );
    expect(rowOf(finished, "c").output).toEqual({ b: [2], params: {} });
  });

  it("EXEC-115, EXEC-117, EXEC-118: a settled join gets status, note, output and files of each", async () => {
    const bed = new Testbed({
      commands: { good: printing({ n: 1 }), bad: exiting(2, "", "broken"), all: dumpInputs },
    });
    const finished = await bed.run(
      planOf([
        command("good"),
        command("bad", { required: false }),
        command("all", { dependsOn: ["good", "bad"], join: "settled" }),
      ]),
    );
    expect(rowOf(finished, "all").output).toEqual({
      good: { status: "pass", note: null, output: { n: 1 }, files: false },
      bad: { status: "fail", note: "exit 2: broken", output: null, files: false },
      params: {},
    });
  });

  it("EXEC-120: parameters, raw beside the entries", async () => {
    const bed = new Testbed({ commands: { work: dumpInputs } });
    const params = [
      { name: "topic", value: "tea", supplied: true },
      { name: "count", value: null, supplied: false },
    ];
    const finished = await bed.run(planOf([command("work")], { params }));
    expect(rowOf(finished, "work").output).toEqual({ params: { topic: "tea", count: null } });
  });

  it("EXEC-120: a parameter of -0 is read as the 0 that it equals", async () => {
    const bed = new Testbed({ commands: { work: dumpInputs } });
    const params = [{ name: "shift", value: -0, supplied: true }];
    const finished = await bed.run(planOf([command("work")], { params }));
    expect(rowOf(finished, "work")).toMatchObject({
      status: "pass",
      output: { params: { shift: 0 } },
    });
  });

  it("EXEC-049: its name, and in an instance the instance's", async () => {
    const echo: Program = (run) => run.print(`${JSON.stringify(run.env.get("CRUCIBLE_TASK"))}\n`);
    const bed = new Testbed({ commands: { list: printing({ items: ["x/y"] }), each: echo } });
    const each = command("each", {
      dependsOn: ["list"],
      over: { task: "list", field: "items" },
      maxFanout: 4,
    });
    const list = command("list", { emits: [{ name: "items" }] });
    const finished = await bed.run(planOf([list, each]));
    expect(rowOf(finished, "each[x/y]").output).toBe("each[x/y]");
  });

  it("names the bound that its inputs go past", async () => {
    const bed = new Testbed({
      commands: { a: printing({ text: "x".repeat(500) }), b: dumpInputs },
      setup: { bounds: { inputsBytesMax: 400 } },
    });
    const finished = await bed.run(planOf([command("a"), command("b", { dependsOn: ["a"] })]));
    expect(rowOf(finished, "b")).toMatchObject({ status: "fail", attempts: 1 });
    expect(rowOf(finished, "b").note).toContain("the bound is 400");
  });

  it("EXEC-045: is taken for silent when it prints nothing but blanks", async () => {
    const bed = new Testbed({ commands: { blank: (run) => run.print(" \n\n") } });
    const finished = await bed.run(planOf([command("blank")]));
    expect(rowOf(finished, "blank")).toMatchObject({ status: "pass", output: null });
  });

  it("masks secrets in rows and notes", async () => {
    const leak: Program = (run) => {
      run.complain(`token ${run.env.get("TOKEN")} refused`);
      run.print(`${JSON.stringify({ token: run.env.get("TOKEN") })}\n`);
      return 1;
    };
    const bed = new Testbed({
      commands: { work: leak },
      setup: { environment: { TOKEN: "hunter2hunter2" } },
    });
    const finished = await bed.run(planOf([command("work")]), {}, { variables: ["TOKEN"] });
    const text = bed.disk.text({ run: finished.run.id, execution: finished.run.execution });
    expect(text).not.toContain("hunter2");
    expect(rowOf(finished, "work")).toMatchObject({
      note: "exit 1: token *** refused",
      output: { token: "***" },
    });
  });
});

describe("the limits of a command", () => {
  it("CEIL-034, CEIL-035, EXEC-131: past its own limit it is killed, fails, keeps nothing and is not tried again", async () => {
    const hang: Program = async (run) => {
      run.print('{"n":1}\n');
      await run.sleep(10 * 3_600_000);
    };
    const bed = new Testbed({ commands: { work: hang } });
    const finished = await bed.run(planOf([command("work", { timeoutMs: 1_200_000 })]));
    expect(rowOf(finished, "work")).toMatchObject({
      status: "fail",
      attempts: 1,
      note: "timed out: the task ran past its 20m limit",
    });
    expect(rowOf(finished, "work").output).toBe(undefined);
    expect(bed.clock.monotonicMs()).toBe(1_200_000);
  });

  it("CEIL-024, CEIL-037, CEIL-038: the run's ceiling ends every attempt and blocks the rest", async () => {
    const hang: Program = (run) => run.sleep(10 * 3_600_000);
    const bed = new Testbed({ commands: { work: hang, next: printing(1), aside: hang } });
    const finished = await bed.run(
      planOf([
        command("work"),
        command("aside", { isolation: "worktree", required: false }),
        command("next", { dependsOn: ["work"] }),
      ]),
      { maxTimeMs: 90_000 },
    );
    const note = "timed out: the run reached its 90s wall-clock ceiling";
    expect(rowOf(finished, "work")).toMatchObject({ status: "fail", note });
    expect(rowOf(finished, "aside")).toMatchObject({ status: "fail", note });
    expect(rowOf(finished, "next")).toMatchObject({ status: "blocked" });
    expect(finished.result).toMatchObject({ verdict: "invalid", outcome: "budget" });
    expect(bed.clock.monotonicMs()).toBe(90_000);
  });

  it("CEIL-031: a retry has a limit of its own", async () => {
    const bed = new Testbed({
      agent: async (turn) => {
        await turn.sleep(50_000);
        return { transport: { detail: "overloaded" } };
      },
    });
    const { agent } = await import("@crucible/testing");
    const finished = await bed.run(planOf([agent("draft", { timeoutMs: 60_000 })]));
    expect(rowOf(finished, "draft")).toMatchObject({ status: "transport", attempts: 3 });
  });

  it("writes a heartbeat when nothing else was written for ten seconds", async () => {
    const bed = new Testbed({ commands: { work: (run) => run.sleep(35_000) } });
    const { log } = await bed.run(planOf([command("work")]));
    const beats = log.filter((line) => line.kind === "heartbeat").map((line) => line.ms);
    expect(beats).toEqual([10_000, 20_000, 30_000]);
  });
});
