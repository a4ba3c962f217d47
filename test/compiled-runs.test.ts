/** Rules that hold from a source to the run of its plan: what a task is given, what is left behind, what stays as it was. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  CompileError,
  compile,
  memoryPack,
  type ParamInput,
  readManifest,
} from "@crucible/compiler";
import type { LogLine, Plan, TaskResult } from "@crucible/core";
import { LaunchRefused } from "@crucible/executor";
import { workflowCapabilities } from "@crucible/executor/machine";
import { readPack, runLocally } from "@crucible/local";
import { type Finished, type Program, Testbed } from "@crucible/testing";
import { afterAll, describe, expect, test, vi } from "vitest";

vi.setConfig({ testTimeout: 120_000 });

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "crucible-compiled-"));
  folders.push(folder);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

function planOf(source: string, params: Readonly<Record<string, ParamInput>> = {}): Plan {
  return compile(memoryPack({ "workflow.star": source }), { params });
}

function rowsOf({ log }: Pick<Finished, "log">): Record<string, LogLine & TaskResult> {
  return Object.fromEntries(
    log.flatMap((line) => (line.kind === "task_result" ? [[line.task, line]] : [])),
  );
}

const dump: Program = (run) => run.print(`${JSON.stringify(run.inputs())}\n`);

describe("parameters of a run", () => {
  const source = `params = {
    "topic": {"type": "string", "required": True},
    "count": {"type": "int", "default": 3},
    "ratio": {"type": "number", "default": 0.5},
    "flag": {"type": "bool", "default": False},
    "tags": {"type": "list", "default": ["a"]},
    "unset": {"type": "string"},
}
dump = command(name = "dump", run = "dump")
weigh = evaluate(name = "weigh", run = "dump", depends_on = [dump])
write = agent(name = "write", prompt = "Write on " + param("topic"), depends_on = [dump])
workflow(type = "playbook", tasks = [dump, weigh, write])
`;

  test("DSL-051, DSL-053: commands and evaluations read them with their types, agents do not", async () => {
    const bed = new Testbed({ commands: { dump } });
    const finished = await bed.run(planOf(source, { topic: "7", count: "4", flag: "true" }));
    const params = {
      topic: "7",
      count: 4,
      ratio: 0.5,
      flag: true,
      tags: ["a"],
      unset: null,
    };
    expect(finished.result.verdict).toBe("valid");
    expect(rowsOf(finished)["dump"]?.output).toEqual({ params });
    expect(rowsOf(finished)["weigh"]?.output).toMatchObject({ params });
    expect(JSON.parse(bed.harness.turns[0]?.inputsJson ?? "")).toEqual({ dump: { params } });
  });

  test("DSL-052: they are an empty object without a block", async () => {
    const bed = new Testbed({ commands: { dump } });
    const plain = 'workflow(type = "playbook", tasks = [command(name = "t", run = "dump")])\n';
    expect(rowsOf(await bed.run(planOf(plain)))["t"]?.output).toEqual({ params: {} });
  });

  test("DSL-055: a resume goes on with the values that the run began with", async () => {
    const bed = new Testbed({ commands: { dump, hang: () => new Promise<void>(() => {}) } });
    const two = `params = {"topic": {"type": "string", "required": True}}
a = command(name = "a", run = "dump")
b = command(name = "b", run = "hang", depends_on = [a])
workflow(type = "playbook", tasks = [a, b])
`;
    const run = await bed.start(planOf(two, { topic: "first" }));
    await bed.clock.advance(1_000);
    const next = bed.successor({ commands: { dump, hang: dump } });
    await next.finish(await next.engine.resume(run.id));
    const log = next.disk.log({ run: run.id, execution: run.execution });
    expect(rowsOf({ log })["b"]?.output).toMatchObject({ params: { topic: "first" } });
  });
});

describe("what a plan declares", () => {
  test("PLAN-028: a task that declares nothing gives what it likes", async () => {
    const source = `a = command(name = "a", run = "a", emits = [])
b = command(name = "b", run = "b")
c = command(name = "c", run = "a", emits = ["field"], required = False)
workflow(type = "playbook", tasks = [a, b, c])
`;
    const bed = new Testbed({
      commands: { a: (run) => run.print("{}\n"), b: (run) => run.print("[1, 2]\n") },
    });
    const rows = rowsOf(await bed.run(planOf(source)));
    expect([rows["a"]?.status, rows["b"]?.status, rows["c"]?.status]).toEqual([
      "pass",
      "pass",
      "fail",
    ]);
  });

  test("PLAN-073: a manifest of components has no judge's lane, and no row of a playbook has a score", async () => {
    const components = '[[component]]\ndomain = "a"\n[[component]]\ndomain = "b"\n';
    const typed = (type: string): boolean =>
      readManifest(`${MANIFEST.replace('"playbook"', `"${type}"`)}${components}`).ok;
    expect([typed("playbook"), typed("autoresearch"), typed("custom")]).toEqual([
      true,
      false,
      false,
    ]);
    const source = `a = evaluate(name = "a", run = "score", threshold = 1, direction = "higher")
b = command(name = "b", run = "score", emits = {"score": "number"}, depends_on = [a])
workflow(type = "playbook", tasks = [a, b], result = b)
`;
    const bed = new Testbed({ commands: { score: (run) => run.print('{"score": 3}\n') } });
    const { log } = await bed.run(planOf(source));
    const rows = log.filter((line) => line.kind === "task_result");
    expect(rows.map((row) => row.kind === "task_result" && row.score)).toEqual([null, null]);
    expect(log.filter((line) => "score" in line && line.score !== null)).toEqual([]);
  });

  test("PLAN-080: the admitted graph is the compiled one whatever the results are", async () => {
    const source = `scan = command(name = "scan", run = "scan", emits = {"items": "list", "go": ["left", "right"]})
gate = route(name = "gate", source = scan, depends_on = [scan], questions = {"go": choice(ask = "?", options = ["left", "right"], drop = "uncertain")})
left = command(name = "left", run = "ok", depends_on = [gate, scan], when = gate.go, answers = "left", over = scan.items, max_fanout = 4)
right = command(name = "right", run = "ok", depends_on = [gate], when = gate.go, answers = "right")
last = command(name = "last", run = "ok", depends_on = [left, right], join = "passed")
workflow(type = "playbook", tasks = [scan, gate, left, right, last])
`;
    const plan = planOf(source);
    const edges = plan.tasks.map(({ name, dependsOn }) => [name, dependsOn]);
    for (const output of [
      { items: ["a", "b", "c"], go: "left" },
      { items: [], go: "right" },
    ]) {
      const bed = new Testbed({
        commands: {
          scan: (run) => run.print(`${JSON.stringify(output)}\n`),
          ok: (run) => run.print("{}\n"),
        },
      });
      const { log, result } = await bed.run(plan);
      expect(result.verdict).toBe("valid");
      const admitted = log.find((line) => line.kind === "plan_admitted");
      expect(admitted?.kind === "plan_admitted" && admitted.digest).toBe(plan.digest);
      const tasks = admitted?.kind === "plan_admitted" ? admitted.tasks : [];
      expect(tasks.map(({ name, depends_on }) => [name, depends_on])).toEqual(edges);
    }
  });

  test("ROUTE-028, ROUTE-038: options that another task lists are fixed before a model chooses, and otherwise takes any", async () => {
    const source = `scan = command(name = "scan", run = "scan", emits = {"teams": "list"})
gate = route(name = "gate", depends_on = [scan], min_confidence = 0.5, questions = {"team": choice(ask = "Whose?", options = scan.teams)})
nobody = command(name = "nobody", run = "ok", depends_on = [gate], when = gate.team, answers = "uncertain")
somebody = command(name = "somebody", run = "ok", depends_on = [gate], when = gate.team, otherwise = True)
workflow(type = "playbook", tasks = [scan, gate, nobody, somebody])
`;
    const ran = async (decision: Readonly<Record<string, number>>): Promise<string[]> => {
      const bed = new Testbed({
        commands: {
          scan: (run) => run.print('{"teams": ["north", "south", "north"]}\n'),
          ok: (run) => run.print("{}\n"),
        },
        decide: () => ({ team: decision }),
      });
      const finished = await bed.run(planOf(source), { capabilities: ["decision"] });
      expect(bed.decider.requests[0]?.questions).toMatchObject([
        { options: [{ label: "north" }, { label: "south" }] },
      ]);
      const rows = rowsOf(finished);
      return ["gate", "nobody", "somebody"].map((name) => rows[name]?.status ?? "");
    };
    expect(await ran({ north: 0.1, south: 0.9 })).toEqual(["pass", "not_taken", "pass"]);
    expect(await ran({ north: 0.3, south: 0.3 })).toEqual(["pass", "pass", "not_taken"]);
    expect(await ran({ west: 0.9 })).toEqual(["fail", "blocked", "blocked"]);
  });

  test("PLAN-048, PLAN-049: a session of a scored workflow is asked for apart from tasks' needs", () => {
    const source = (session: string): string => `p = propose(name = "p"${session})
c = command(name = "c", run = "x", depends_on = [p], needs = "gpu")
workflow(type = "custom", tasks = [p, c])
`;
    expect(workflowCapabilities(planOf(source("")))).toEqual(["workflow.custom", "engine.propose"]);
    expect(workflowCapabilities(planOf(source(', session = "s"')))).toEqual([
      "workflow.custom",
      "engine.propose",
      "agent.session.persist",
    ]);
  });
});

const MANIFEST = `edition = 2
[workspace]
inject = ["tools"]
[agent]
backend = "command"
agent_cmd = "true"
goal = "a test"
[workflow]
type = "playbook"
file = "workflow.star"
`;
const LAUNCH = { maxCostUsd: 1, maxTimeMs: 100_000 } as const;

describe("PLAN-083: a plan that is refused leaves nothing behind", () => {
  const before = (folder: string): string[] => readdirSync(folder, { recursive: true }).map(String);

  test("neither in a folder, when it does not compile", async () => {
    const source = 't = command(name = "t", run = "touch ran", depends_on = ["u"])\n';
    const folder = folderOf({
      "crucible.toml": MANIFEST,
      "workflow.star": `${source}workflow(type = "playbook", tasks = [t])\n`,
      "tools/x": "x",
    });
    const files = before(folder);
    await expect(runLocally(folder, { launch: LAUNCH })).rejects.toThrow(CompileError);
    expect(before(folder)).toEqual(files);
  });

  test("nor in a store or a workspace, when its launch is refused", async () => {
    const bed = new Testbed({ commands: { dump } });
    const source =
      'workflow(type = "playbook", tasks = [command(name = "t", run = "dump", timeout = "2h")])\n';
    await expect(bed.start(planOf(source))).rejects.toThrow(LaunchRefused);
    expect(await bed.engine.list()).toEqual([]);
  });
});

describe("what the manifest puts into the workspace", () => {
  test("PLAN-075, PLAN-076: frozen files are as the pack has them for each task, isolated ones too", async () => {
    const folder = folderOf({
      "crucible.toml": MANIFEST,
      "tools/check.sh": "echo original\n",
      "workflow.star": `spoil = command(name = "spoil", run = "echo 'echo spoilt' > tools/check.sh; sh tools/check.sh >&2")
shared = command(name = "shared", run = "printf '{\\"says\\": \\"%s\\"}' $(sh tools/check.sh)", depends_on = [spoil])
alone = command(name = "alone", run = "printf '{\\"says\\": \\"%s\\"}' $(sh tools/check.sh)", depends_on = [spoil], isolated = True)
workflow(type = "playbook", tasks = [spoil, shared, alone])
`,
    });
    const run = await runLocally(folder, { launch: LAUNCH });
    const result = await run.result();
    expect(result.verdict).toBe("valid");
    const rows = readFileSync(join(folder, "state/session.jsonl"), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { kind: string; task?: string; output?: unknown });
    for (const task of ["shared", "alone"]) {
      const row = rows.find((line) => line.kind === "task_result" && line.task === task);
      expect(row?.output, task).toEqual({ says: "original" });
    }
  });

  test("DSL-016: no field takes a parameter; what looks like one stays as it is written", () => {
    const goal = "{topic} %(topic)s $topic";
    const text = MANIFEST.replace("a test", goal);
    const pack = memoryPack({
      "crucible.toml": text,
      "workflow.star": `params = {"topic": {"type": "string"}}
workflow(type = "playbook", tasks = [agent(name = "t", prompt = "x")])
`,
    });
    const [one, two] = ["one", "two"].map((topic) => compile(pack, { params: { topic } }));
    expect(one?.tasks).toEqual(two?.tasks);
    expect(one?.digest).not.toBe(two?.digest);
    const reading = readManifest(text);
    expect(reading.ok && reading.manifest.agent.goal).toBe(goal);
  });
});

test("DSL-057: what a link leads to is no part of a pack, so load() cannot reach it", async () => {
  const outside = folderOf({ "lib.star": 'run = "true"\n' });
  const folder = folderOf({
    "workflow.star": `load("lib.star", "run")
workflow(type = "playbook", tasks = [command(name = "t", run = run)])
`,
  });
  symlinkSync(join(outside, "lib.star"), join(folder, "lib.star"));
  expect(existsSync(join(folder, "lib.star"))).toBe(true);
  await expect(readPack(folder)).rejects.toThrow("lib.star is a symbolic link");
});
