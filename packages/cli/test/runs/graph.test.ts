/** The graph of a run with what its tasks gave: as a tree, and as JSON with every attempt of every execution. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GraphTask } from "../../src/records/run-graph.js";
import { CEILINGS, folderOf, MANIFEST, removeFolders } from "../support/packs.js";
import { crucible } from "../support/recording-terminal.js";

let folder = "";

/** Fails once and is tried again; has a fan-out, and an output that is kept beside the log. */
const SOURCE = `listing = command(name = "list", run = "echo '{\\"names\\": [\\"x\\", \\"y\\"]}'", emits = {"names": "list"})
each = command(name = "each", run = "test $CRUCIBLE_TASK != 'each[y]' && echo '{\\"of\\": \\"x\\"}'",
  over = listing.names, max_fanout = 4, depends_on = [listing], required = False)
gate = command(name = "gate", run = "echo '{\\"seen\\": 7}'; test -e ../ok", depends_on = [listing])
sum = command(name = "sum", run = "printf '{\\"long\\": \\"'; head -c 70000 /dev/zero | tr '\\\\0' x; echo '\\"}'",
  depends_on = [each, gate], join = "passed")
workflow(type = "playbook", tasks = [listing, each, gate, sum])\n`;

beforeAll(() => {
  folder = folderOf({ "crucible.toml": MANIFEST, "workflow.star": SOURCE });
});
afterAll(removeFolders);

const run = ["plan", "run", ...CEILINGS];

describe("run graph", () => {
  it("draws each task once with its latest output, and as JSON has every attempt's (CLI-019, CLI-020)", async () => {
    const failed = await crucible(run, folder);
    expect(failed.code).toBe(3);
    writeFileSync(join(folder, "ok"), "");
    expect((await crucible(["run", "resume"], folder)).code).toBe(0);
    const name = /run-[\w-]+/.exec(failed.stdout)?.[0] ?? "";
    const tree = await crucible(["run", "graph"], folder);
    const long = `{"long":"${"x".repeat(70_000)}"}`;
    expect(tree.stdout.split("\n")).toEqual([
      `${name}: succeeded — completed`,
      `list  pass  out={"names":["x","y"]}  reused from ${name}`,
      '├─ each [advisory]  fail  out={"instances":2,"passed":1,"failed":1,"not_taken":0,"order":["x","y"],"outputs":{"x":{"of":"x"}}}  (1 of 2 instances failed: y)',
      '│  ├╌ each[x]  pass  out={"of":"x"}',
      "│  └╌ each[y]  fail  (exit 1: )",
      '└─ gate  pass  out={"seen":7}',
      `   └─ sum [also after each]  pass  out=${long}`,
      "",
    ]);
    const json = await crucible(["run", "graph", "--json"], folder);
    const graph = JSON.parse(json.stdout);
    expect(graph).toMatchObject({ run: name, state: "succeeded", verdict: "valid" });
    expect(graph.executions).toHaveLength(2);
    const [first, second] = graph.executions;
    const rows = (graph.tasks as readonly GraphTask[]).flatMap((task) => task.rows);
    const attemptsOf = (row: string) => rows.find((one) => one.row === row)?.attempts;
    expect(attemptsOf("gate")).toMatchObject([
      {
        execution: first,
        attempt: 1,
        outcome: "failed",
        cause: "exited",
        exit_code: 1,
        status: "fail",
        output: { seen: 7 },
      },
      {
        execution: second,
        attempt: 1,
        outcome: "succeeded",
        exit_code: 0,
        status: "pass",
        output: { seen: 7 },
      },
    ]);
    expect(attemptsOf("each[y]")).toMatchObject([{ execution: first }, { execution: second }]);
    expect(attemptsOf("list")).toMatchObject([{ execution: first, output: { names: ["x", "y"] } }]);
    expect(attemptsOf("sum")).toMatchObject([{ output: { long: "x".repeat(70_000) } }]);
  });

  it("keeps a line of the tree in a narrow terminal", async () => {
    const { stdout } = await crucible(["run", "graph"], folder, { interactive: true, columns: 40 });
    const [, ...tree] = stdout.trimEnd().split("\n");
    expect(tree).toHaveLength(6);
    for (const line of tree) expect([...line].length).toBeLessThanOrEqual(40);
  });
});
