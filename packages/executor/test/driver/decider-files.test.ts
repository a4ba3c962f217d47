/** The files that a decision model is shown beside the outputs of a route's dependencies. */
import type { CommandTask, RouteTask, Task } from "@crucible/core";
import { command, type Program, planOf, printing, route, Testbed } from "@crucible/testing";
import { describe, expect, it } from "vitest";
import { rowOf, statuses } from "./support.js";

const SCHEMA = '{"type":"object"}';

const review = (name: string, change: Partial<CommandTask> = {}): Task =>
  command(name, {
    emitsFiles: [{ path: "notes.txt" }, { path: "out/verdict.json", schema: SCHEMA }],
    ...change,
  });

const writing =
  (verdict: string, exitCode = 0): Program =>
  (run) => {
    run.write("notes.txt", "never shown");
    run.write("out/verdict.json", verdict);
    run.print("{}\n");
    return exitCode;
  };

const gate = (change: Partial<RouteTask>): Task =>
  route("gate", {
    needs: "decision",
    questions: [{ id: "ok", instructions: "Is it?", type: "noul", drop: [] }],
    decider: { kind: "model", minConfidence: 0.5, files: ["out/verdict.json"] },
    ...change,
  });

const decide = (): Record<string, Record<string, number>> => ({ ok: { yes: 1, no: 0 } });

/** Runs the tasks and gives what the model was shown under `files`, and the route's row. */
async function shown(
  tasks: readonly Task[],
  commands: Readonly<Record<string, Program>>,
  bounds: Record<string, number> = {},
): Promise<{ readonly files: unknown; readonly note: string; readonly status: string }> {
  const bed = new Testbed({ commands, decide, setup: { bounds } });
  const finished = await bed.run(planOf(tasks));
  const { note, status } = rowOf(finished, "gate");
  return { files: bed.decider.requests[0]?.inputs["files"], note: note ?? "", status };
}

describe("files of a route that a model answers", () => {
  it("are shown as JSON by producer and path, and no other file is", async () => {
    const { files, note } = await shown([review("a"), gate({ dependsOn: ["a"] })], {
      a: writing('{ "fine": [1, {"__proto__": 2}] }'),
    });
    expect(JSON.stringify(files)).toBe('{"a":{"out/verdict.json":{"fine":[1,{"__proto__":2}]}}}');
    expect(note).toBe("");
  });

  it("are not among the inputs of a route that names none", async () => {
    const { files } = await shown(
      [
        review("a"),
        gate({ dependsOn: ["a"], decider: { kind: "model", minConfidence: 0.5, files: [] } }),
      ],
      { a: writing("{}") },
    );
    expect(files).toBeUndefined();
  });

  it("are those of direct dependencies that declare them with a schema", async () => {
    const { files } = await shown(
      [
        review("above"),
        review("b", { dependsOn: ["above"] }),
        review("plain", { emitsFiles: [{ path: "out/verdict.json" }] }),
        gate({ dependsOn: ["b", "plain"] }),
      ],
      { above: writing('{"of":"above"}'), b: writing('{"of":"b"}'), plain: writing("{}") },
    );
    expect(files).toEqual({ b: { "out/verdict.json": { of: "b" } } });
  });

  it("stand under the name of each instance, its key as it is", async () => {
    const { files } = await shown(
      [
        command("list", { emits: [{ name: "items" }] }),
        review("each", {
          dependsOn: ["list"],
          over: { task: "list", field: "items" },
          maxFanout: 4,
        }),
        gate({ dependsOn: ["each"] }),
      ],
      { list: printing({ items: ["x/y", "z"] }), each: writing("{}") },
    );
    expect(files).toEqual({
      "each[x/y]": { "out/verdict.json": {} },
      "each[z]": { "out/verdict.json": {} },
    });
  });

  it("FILE-016: of a producer that failed are null when they are not JSON, and the row says so", async () => {
    const tasks = [
      review("bad", { required: false }),
      review("good", { required: false }),
      gate({ dependsOn: ["bad", "good"], join: "settled" }),
    ];
    const { files, note, status } = await shown(tasks, {
      bad: writing("{", 1),
      good: writing('{"kept":true}', 1),
    });
    expect(files).toEqual({
      bad: { "out/verdict.json": null },
      good: { "out/verdict.json": { kept: true } },
    });
    expect({ note, status }).toEqual({
      note: "files not JSON, read as null: bad/out/verdict.json",
      status: "pass",
    });
  });

  it("count as inputs, and fail the route when both together are too large", async () => {
    const finished = await shown(
      [review("a"), gate({ dependsOn: ["a"] })],
      { a: writing(JSON.stringify({ text: "x".repeat(300) })) },
      { inputsBytesMax: 200 },
    );
    expect(finished).toMatchObject({ files: undefined, status: "fail" });
    expect(finished.note).toMatch(/^the task's inputs are \d+ bytes; the bound is 200$/);
  });

  it("may be exactly as large, together with the other inputs, as inputs may be", async () => {
    const tasks = [review("a"), gate({ dependsOn: ["a"] })];
    const verdict = JSON.stringify({ text: "x".repeat(300) });
    const bytes = '{"a":{}}'.length + verdict.length;
    const commands = { a: writing(verdict) };
    expect((await shown(tasks, commands, { inputsBytesMax: bytes })).status).toBe("pass");
    expect(await shown(tasks, commands, { inputsBytesMax: bytes - 1 })).toMatchObject({
      status: "fail",
      note: `the task's inputs are ${bytes} bytes; the bound is ${bytes - 1}`,
    });
  });

  it("ROUTE-032: leave the branches to the answer", async () => {
    const bed = new Testbed({ commands: { a: writing("{}"), act: printing(1) }, decide });
    const when = { task: "gate", question: "ok", is: ["yes"] };
    const act = command("act", { dependsOn: ["gate"], when });
    const finished = await bed.run(planOf([review("a"), gate({ dependsOn: ["a"] }), act]));
    expect(statuses(finished)).toEqual({ a: "pass", gate: "pass", act: "pass" });
  });
});
