/** Declared files: captured whole or not at all, staged for those who may read them, bounded, checked by schema. */
import { command, exiting, type Program, planOf, Testbed } from "@crucible/testing";
import { describe, expect, it } from "vitest";
import { dumpInputs, dumpStaged, rowOf } from "./support.js";

function writes(files: Readonly<Record<string, string>>, code = 0): Program {
  return (run) => {
    for (const [path, text] of Object.entries(files)) run.write(path, text);
    run.print("{}\n");
    return code;
  };
}

const declares = (...paths: readonly string[]): { emitsFiles: { path: string }[] } => ({
  emitsFiles: paths.map((path) => ({ path })),
});

describe("capture", () => {
  it("FILE-009, FILE-018, FILE-019: a passing task's files reach every task after it, under its name", async () => {
    const bed = new Testbed({
      commands: {
        draft: writes({ "out/poem.txt": "a haiku" }),
        middle: writes({}),
        read: (run) => run.print(`${JSON.stringify(run.read("inputs/draft/out/poem.txt"))}\n`),
      },
    });
    const finished = await bed.run(
      planOf([
        command("draft", declares("out/poem.txt")),
        command("middle", { dependsOn: ["draft"] }),
        command("read", { dependsOn: ["middle"] }),
      ]),
    );
    expect(rowOf(finished, "read").output).toBe("a haiku");
    expect(rowOf(finished, "draft").files).toMatchObject([{ path: "out/poem.txt", size: 7 }]);
  });

  it("FILE-010, FILE-011, FILE-012: a missing file fails a task that would pass, and keeps its output", async () => {
    const bed = new Testbed({ commands: { draft: (run) => run.print('{"n":1}\n') } });
    const finished = await bed.run(planOf([command("draft", declares("a.txt", "b.txt"))]));
    expect(rowOf(finished, "draft")).toMatchObject({
      status: "fail",
      attempts: 1,
      output: { n: 1 },
      note:
        'declared file "a.txt" is absent after a passing attempt; ' +
        'declared file "b.txt" is absent after a passing attempt',
    });
  });

  it("FILE-005, FILE-006, FILE-008: a link, a second name and a folder are refused", async () => {
    const odd: Program = (run) => {
      run.place("link", { linkTo: "/etc/passwd" });
      run.place("twin", "hard_link");
      run.place("folder", "folder");
      run.print("{}\n");
    };
    const bed = new Testbed({ commands: { odd } });
    const finished = await bed.run(planOf([command("odd", declares("link", "twin", "folder"))]));
    expect(rowOf(finished, "odd").note).toBe(
      'declared file "link" traverses a symlink; ' +
        'declared file "twin" has 2 names; a captured file has one; ' +
        'declared file "folder" is not a regular file',
    );
  });

  it("FILE-033, FILE-036, FILE-044: a failing task's changed files are evidence for a settled join that depends on it", async () => {
    const bed = new Testbed({
      commands: { scan: writes({ "log.txt": "trace" }, 1), look: dumpStaged, settle: dumpInputs },
      files: { "log.txt": "before" },
    });
    const scan = command("scan", { ...declares("log.txt"), required: false });
    const settled = { dependsOn: ["scan"], join: "settled", required: false } as const;
    const finished = await bed.run(
      planOf([
        scan,
        command("look", settled),
        command("settle", settled),
        command("far", { command: "look", dependsOn: ["look"] }),
      ]),
    );
    expect(rowOf(finished, "scan").files).toMatchObject([{ path: "log.txt", size: 5 }]);
    expect(rowOf(finished, "look").output).toEqual({ staged: ["inputs/scan/log.txt"] });
    expect(rowOf(finished, "settle").output).toMatchObject({ scan: { files: true } });
    expect(rowOf(finished, "far").output).toEqual({ staged: [] });
  });

  it("FILE-037, FILE-038, FILE-040: an unchanged file of a failing task is no evidence, and the note says why", async () => {
    const bed = new Testbed({
      commands: { scan: writes({ "log.txt": "before", "new.txt": "x" }, 1) },
      files: { "log.txt": "before" },
    });
    const finished = await bed.run(planOf([command("scan", declares("log.txt", "new.txt"))]));
    const row = rowOf(finished, "scan");
    expect(row.files).toBe(undefined);
    expect(row.note).toBe(
      'exit 1: ; declared file "log.txt" holds what it held before the attempt started, so this attempt did not write it',
    );
  });

  it("FILE-042: nothing is captured of a task that skipped itself", async () => {
    const skip: Program = (run) => {
      run.write("a.txt", "x");
      run.print('{"status":"skipped"}\n');
    };
    const bed = new Testbed({ commands: { skip } });
    const finished = await bed.run(
      planOf([command("skip", { ...declares("a.txt"), required: false })]),
    );
    expect(rowOf(finished, "skip")).toMatchObject({ status: "skipped" });
    expect(rowOf(finished, "skip").files).toBe(undefined);
  });

  it("FILE-026: an isolated task's files outlive its workspace", async () => {
    const bed = new Testbed({ commands: { make: writes({ "a.txt": "x" }), look: dumpStaged } });
    const finished = await bed.run(
      planOf([
        command("make", { ...declares("a.txt"), isolation: "worktree" }),
        command("look", { dependsOn: ["make"] }),
      ]),
    );
    expect(rowOf(finished, "look").output).toEqual({ staged: ["inputs/make/a.txt"] });
  });

  it("FILE-020, FILE-021, FILE-022: staged files are read-only, in no commit, and gone for the next task", async () => {
    const bed = new Testbed({
      commands: {
        make: writes({ "a.txt": "x" }),
        spoil: (run) => run.write("inputs/make/a.txt", "y"),
        look: dumpStaged,
      },
    });
    const finished = await bed.run(
      planOf([
        command("make", declares("a.txt")),
        command("spoil", { dependsOn: ["make"], required: false }),
        command("look"),
      ]),
    );
    expect(rowOf(finished, "spoil").note).toBe("exit 1: inputs/make/a.txt is read-only");
    expect(rowOf(finished, "look").output).toEqual({ staged: [] });
    const shared = bed.world.workspaces.get(finished.run.execution);
    expect([...(shared?.settled.keys() ?? [])]).toEqual(["a.txt"]);
  });

  it("FILE-027, FILE-030: more than the run's bound fails the task and publishes nothing", async () => {
    const bed = new Testbed({
      commands: {
        one: writes({ "a.txt": "12345678" }),
        two: writes({ "b.txt": "12345" }),
        look: dumpStaged,
      },
    });
    const finished = await bed.run(
      planOf([
        command("one", declares("a.txt")),
        command("two", { ...declares("b.txt"), required: false }),
        command("look", { dependsOn: ["one"] }),
      ]),
      { captureBytesMax: 12 },
    );
    expect(rowOf(finished, "two")).toMatchObject({
      status: "fail",
      note: "this run's declared files exceed 12 bytes",
    });
    expect(rowOf(finished, "look").output).toEqual({ staged: ["inputs/one/a.txt"] });
  });
});

describe("files with a schema", () => {
  const schema = '{"properties":{"n":{"type":"integer"}},"required":["n"],"type":"object"}';
  const checked = { emitsFiles: [{ path: "a.json", schema }] };

  it("FILE-013, FILE-014, FILE-015: must match in a passing attempt", async () => {
    const run = async (text: string): Promise<string> => {
      const bed = new Testbed({ commands: { make: writes({ "a.json": text }) } });
      const row = rowOf(await bed.run(planOf([command("make", checked)])), "make");
      if (row.status === "fail") expect([row.attempts, row.files]).toEqual([1, undefined]);
      return `${row.status} ${row.note}`;
    };
    expect(await run('{"n":1}')).toBe("pass ");
    expect(await run('{"n":"hunter2"}')).toBe(
      'fail declared file "a.json" does not match its schema: /n: value is not of type "integer"',
    );
    expect(await run("{")).toBe('fail declared file "a.json" is not JSON: it does not parse');
  });

  it("FILE-016: is not looked at in a failing attempt", async () => {
    const bed = new Testbed({ commands: { make: writes({ "a.json": "{" }, 1) } });
    const finished = await bed.run(planOf([command("make", checked)]));
    expect(rowOf(finished, "make").note).toBe("exit 1: ");
    expect(rowOf(finished, "make").files).toMatchObject([{ path: "a.json" }]);
  });

  it("names the bound on a file that is read as JSON", async () => {
    const bed = new Testbed({
      commands: { make: writes({ "a.json": '{"n":1}        ' }) },
      setup: { bounds: { jsonFileBytesMax: 10 } },
    });
    const finished = await bed.run(planOf([command("make", checked)]));
    expect(rowOf(finished, "make").note).toBe(
      'declared file "a.json" is larger than 10 bytes of JSON',
    );
  });
});

describe("an output that fails with good files", () => {
  it("FILE-033: leaves the files as evidence", async () => {
    const bed = new Testbed({ commands: { make: writes({ "a.txt": "x" }) } });
    const finished = await bed.run(
      planOf([command("make", { ...declares("a.txt"), emits: [{ name: "n" }] })]),
    );
    expect(rowOf(finished, "make")).toMatchObject({
      status: "fail",
      note: 'output missing declared field "n"',
      files: [{ path: "a.txt" }],
    });
  });

  it("EXEC-070, FILE-039: a failing command without its files fails for its own reason", async () => {
    const bed = new Testbed({ commands: { make: exiting(4, "", "no") } });
    const finished = await bed.run(planOf([command("make", declares("a.txt"))]));
    expect(rowOf(finished, "make").note).toBe(
      'exit 4: no; declared file "a.txt" is absent after a failing attempt',
    );
  });
});
