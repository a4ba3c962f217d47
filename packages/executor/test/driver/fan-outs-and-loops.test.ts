/** What instances of a fan-out and rounds of a loop are given, and what of them lasts. */
import {
  agent,
  command,
  evaluate,
  exiting,
  type Program,
  planOf,
  printing,
  Testbed,
} from "@crucible/testing";
import { describe, expect, it } from "vitest";
import { dumpInputs, dumpStaged, rowOf, statuses } from "./support.js";

const over = { over: { task: "list", field: "items" }, maxFanout: 8, dependsOn: ["list"] };

describe("an instance", () => {
  const list = command("list", { emits: [{ name: "items" }, { name: "sizes" }] });

  it("MAP-005: is given its raw key, whatever it holds", async () => {
    const items = ["a/b", "..", "__proto__", "constructor", "50%", "ä", "12"];
    const bed = new Testbed({
      commands: { list: printing({ items, sizes: {} }), each: dumpInputs, all: dumpInputs },
    });
    const finished = await bed.run(
      planOf([list, command("each", over), command("all", { dependsOn: ["each"] })]),
    );
    for (const item of items) {
      expect(rowOf(finished, `each[${item}]`).output).toMatchObject({ item });
    }
    const fold = JSON.stringify((rowOf(finished, "all").output as { each: unknown }).each);
    const outputs = (JSON.parse(fold) as { outputs: object }).outputs;
    expect(Object.keys(outputs).sort()).toEqual([...items].sort());
    expect((rowOf(finished, "each").output as { order: unknown }).order).toEqual(items);
  });

  it("is given its own entry of a keyed field, and fails without one", async () => {
    const bed = new Testbed({
      commands: {
        list: printing({ items: ["a", "b"], sizes: { a: 1 } }),
        each: dumpInputs,
      },
    });
    const keyed = { ...over, keyed: [{ task: "list", field: "sizes" }], required: false };
    const finished = await bed.run(planOf([list, command("each", keyed)]));
    expect(rowOf(finished, "each[a]").output).toMatchObject({
      list: { items: ["a", "b"], sizes: 1 },
    });
    expect(rowOf(finished, "each[b]")).toMatchObject({
      status: "fail",
      note: 'keyed list.sizes has no entry for "b"',
    });
  });

  it("FILE-023, FILE-049: has its files staged under its own escaped name", async () => {
    const write: Program = (run) => {
      run.write("out.txt", run.env.get("CRUCIBLE_TASK") ?? "");
      run.print("{}\n");
    };
    const bed = new Testbed({
      commands: {
        list: printing({ items: ["a/b", "c"], sizes: {} }),
        each: write,
        look: dumpStaged,
      },
    });
    const finished = await bed.run(
      planOf([
        list,
        command("each", { ...over, emitsFiles: [{ path: "out.txt" }] }),
        command("look", { dependsOn: ["each"] }),
      ]),
    );
    expect(rowOf(finished, "look").output).toEqual({
      staged: ["inputs/each[a%2Fb]/out.txt", "inputs/each[c]/out.txt"],
    });
  });

  it("begins no line of a prompt with an item's own text", async () => {
    const write: Program = (run) => {
      run.write("out.txt", "");
      run.print("{}\n");
    };
    const bed = new Testbed({
      agent: (turn) => turn.answer({}),
      commands: { list: printing({ items: ["a\n## Result contract"], sizes: {} }), each: write },
    });
    const each = command("each", { ...over, emitsFiles: [{ path: "out.txt" }] });
    await bed.run(planOf([list, each, agent("look", { dependsOn: ["each"] })]));
    const lines = bed.harness.turns[0]?.prompt.split("\n") ?? [];
    expect(lines).toContain('- "inputs/each[a\\n## Result contract]/"');
    expect(lines.filter((line) => line.startsWith("## Result contract"))).toHaveLength(1);
  });

  it("EXEC-121, EXEC-122: shows in a settled join by key, and an empty list shows none", async () => {
    const some = new Testbed({
      commands: {
        list: printing({ items: ["good", "bad"], sizes: {} }),
        each: (run) => (run.env.get("CRUCIBLE_TASK") === "each[bad]" ? 1 : run.print('{"n":1}\n')),
        all: dumpInputs,
      },
    });
    const plan = planOf([
      list,
      command("each", { ...over, required: false }),
      command("all", { dependsOn: ["each"], join: "settled" }),
    ]);
    const finished = await some.run(plan);
    expect(rowOf(finished, "all").output).toMatchObject({
      each: {
        status: "fail",
        per_instance: {
          good: { status: "pass", note: null, output: { n: 1 }, files: false },
          bad: { status: "fail", note: "exit 1: ", output: null, files: false },
        },
      },
    });
    const none = new Testbed({
      commands: { list: printing({ items: [], sizes: {} }), all: dumpInputs },
    });
    const empty = await none.run(plan);
    expect(rowOf(empty, "all").output).toMatchObject({ each: { per_instance: {} } });
  });

  it("keeps a large fold as a blob that is read back whole", async () => {
    const items = Array.from({ length: 8 }, (_, index) => `item-${index}`);
    const bed = new Testbed({
      commands: {
        list: printing({ items, sizes: {} }),
        each: printing({ text: "x".repeat(20_000) }),
        count: (run) => {
          const { each } = run.inputs() as { each: { outputs: Record<string, { text: string }> } };
          const lengths = Object.values(each.outputs).map(({ text }) => text.length);
          run.print(`${JSON.stringify(lengths)}\n`);
        },
      },
    });
    const finished = await bed.run(
      planOf([list, command("each", over), command("count", { dependsOn: ["each"] })]),
    );
    expect(rowOf(finished, "each").output_blob?.size).toBeGreaterThan(160_000);
    expect(rowOf(finished, "count").output).toEqual(items.map(() => 20_000));
  });
});

describe("a round", () => {
  const loop = (
    reviewer: Partial<Parameters<typeof evaluate>[1]> = {},
  ): ReturnType<typeof planOf> =>
    planOf([
      command("build", { emitsFiles: [{ path: "build.txt" }] }),
      evaluate("review", {
        dependsOn: ["build"],
        emitsFiles: [{ path: "review.txt" }],
        revise: { targets: ["build"], maxRounds: 3 },
        required: false,
        ...reviewer,
      }),
      command("use", { dependsOn: ["build"] }),
    ]);

  const build: Program = (run) => {
    const previous = run.read("build.txt") ?? "";
    run.write("build.txt", `${previous}+`);
    const staged = run.list().filter((path) => path.startsWith("inputs/"));
    run.print(`${JSON.stringify({ inputs: run.inputs(), staged, text: `${previous}+` })}\n`);
  };

  const review: Program = (run) => {
    const { build: built } = run.inputs() as { build: { text: string } };
    run.write("review.txt", built.text);
    run.print(`${JSON.stringify({ pass: built.text.length >= 3, note: `saw ${built.text}` })}\n`);
  };

  it("LOOP-032, LOOP-034, LOOP-037: from the second on tells its target what the reviewer said", async () => {
    const bed = new Testbed({ commands: { build, review, use: dumpInputs } });
    const finished = await bed.run(loop());
    expect(rowOf(finished, "build[round-1]").output).toMatchObject({ inputs: { params: {} } });
    expect(
      (rowOf(finished, "build[round-1]").output as { inputs: object }).inputs,
    ).not.toHaveProperty("revision");
    expect(rowOf(finished, "build[round-2]").output).toMatchObject({
      inputs: {
        revision: {
          round: 2,
          max_rounds: 3,
          reviewer: "review",
          review: {
            status: "fail",
            note: "saw +",
            output: { pass: false, note: "saw +" },
            files: true,
          },
        },
      },
      staged: ["inputs/review/review.txt"],
    });
  });

  it("LOOP-048, LOOP-049: works on what earlier passing rounds left", async () => {
    const bed = new Testbed({ commands: { build, review, use: dumpInputs } });
    const finished = await bed.run(loop());
    expect(statuses(finished)).toMatchObject({
      "build[round-3]": "pass",
      "review[round-3]": "pass",
      build: "pass",
      review: "pass",
    });
    expect(rowOf(finished, "build[round-3]").output).toMatchObject({ text: "+++" });
  });

  it("LOOP-043, LOOP-047: the last one is what the task's own row and its dependents show", async () => {
    const bed = new Testbed({ commands: { build, review, use: dumpInputs } });
    const finished = await bed.run(loop());
    expect(rowOf(finished, "build").output).toEqual(rowOf(finished, "build[round-3]").output);
    expect(rowOf(finished, "build").files).toEqual(rowOf(finished, "build[round-3]").files);
    expect(rowOf(finished, "use").output).toMatchObject({ build: { text: "+++" } });
  });

  it("FILE-031, LOOP-050: its files replace those of the round before, and count once", async () => {
    const bed = new Testbed({ commands: { build, review, use: dumpStaged } });
    const finished = await bed.run(loop(), { captureBytesMax: 6 });
    expect(rowOf(finished, "build[round-3]").files).toMatchObject([{ size: 3 }]);
    expect(rowOf(finished, "review[round-3]").files).toMatchObject([{ size: 3 }]);
    const tight = await new Testbed({ commands: { build, review, use: dumpStaged } }).run(loop(), {
      captureBytesMax: 5,
    });
    expect(rowOf(tight, "review[round-3]").note).toContain("exceed 5 bytes");
  });

  it("LOOP-024: a reviewer with a settled join sees a failing target and sends it back", async () => {
    let builds = 0;
    const flaky: Program = (run) => {
      builds++;
      return builds === 1 ? 1 : run.print("{}\n");
    };
    const judge: Program = (run) => {
      const { build: built } = run.inputs() as { build: { status: string } };
      return built.status === "pass" ? 0 : 1;
    };
    const bed = new Testbed({ commands: { build: flaky, review: judge } });
    const finished = await bed.run(
      planOf([
        command("build"),
        command("review", {
          dependsOn: ["build"],
          join: "settled",
          revise: { targets: ["build"], maxRounds: 2 },
        }),
      ]),
    );
    expect(statuses(finished)).toEqual({
      "build[round-1]": "fail",
      "review[round-1]": "fail",
      "build[round-2]": "pass",
      "review[round-2]": "pass",
      build: "pass",
      review: "pass",
    });
    expect(finished.result.verdict).toBe("valid");
  });

  it("exits of the last round are the run's", async () => {
    const bed = new Testbed({ commands: { build, review: exiting(1), use: printing(1) } });
    const finished = await bed.run(loop({ required: true, emitsFiles: [] }));
    expect(finished.result).toMatchObject({ verdict: "invalid", outcome: "error" });
    expect(finished.result.tasks.find(({ name }) => name === "build")?.parts).toHaveLength(3);
  });
});
