import { describe, expect, test } from "vitest";
import { type CompileOptions, memoryPack, tryCompile } from "../../src/index.js";
import { lines } from "../support/diagnostics.js";

const SOURCE = `a = agent(name = "a", prompt = "x", model = "pinned")
b = agent(name = "b", prompt = "x", session = "s", depends_on = [a])
c = agent(name = "c", prompt = "x", session = "s", depends_on = [b])
d = command(name = "d", run = "x")
e = agent(name = "e.f", prompt = "x")
workflow(type = "playbook", tasks = [a, b, c, d, e])
`;

const ALL = "harness = true\nmodel = true\neffort = true\n";

function manifest(overrides: string, repo = ""): string {
  return `edition = 2\n${repo}[agent]\n[agent.overrides]\n${overrides}\n[workflow]\ntype = "playbook"\nfile = "workflow.star"\n`;
}

function result(options: CompileOptions, overrides = ALL, repo = ""): unknown {
  const pack = memoryPack({ "crucible.toml": manifest(overrides, repo), "workflow.star": SOURCE });
  const compiled = tryCompile(pack, options);
  if (!compiled.ok) return lines(compiled.diagnostics);
  return Object.fromEntries(
    compiled.plan.tasks.flatMap((task) =>
      task.kind === "agent" ? [[task.name, [task.harness, task.model, task.effort]]] : [],
    ),
  );
}

describe("launch settings", () => {
  test("DSL-030, DSL-031: the launch's word for a task, then its word for all, then the task's own", () => {
    const settings = {
      "a.model": "one",
      "*.model": "all",
      "e.f.effort": "HIGH",
      "*.harness": "Codex",
    };
    expect(result({ settings })).toEqual({
      a: ["codex", "one", null],
      b: ["codex", "all", null],
      c: ["codex", "all", null],
      "e.f": ["codex", "all", "high"],
    });
    expect(result({ settings: { "*.model": "all" } })).toMatchObject({ a: [null, "all", null] });
    expect(result({})).toMatchObject({ a: [null, "pinned", null] });
  });

  test("DSL-018: a supplied dotted name is a setting, not a parameter", () => {
    expect(result({ params: { "a.model": "one" } })).toMatchObject({ a: [null, "one", null] });
    expect(result({ params: { "a.model": "x" }, settings: { "a.model": "y" } })).toEqual([
      'launch setting "a.model" is given twice',
    ]);
  });

  test("they are recorded in one order, whatever the order of the command line", () => {
    const pack = memoryPack({ "crucible.toml": manifest(ALL), "workflow.star": SOURCE });
    const plan = (settings: Readonly<Record<string, string>>): string => {
      const compiled = tryCompile(pack, { settings });
      return compiled.ok ? compiled.plan.digest : "";
    };
    const one = plan({ "a.model": "x", "*.effort": "low" });
    expect(plan({ "*.effort": "low", "a.model": "x" })).toBe(one);
    expect(plan({ "*.effort": "high", "a.model": "x" })).not.toBe(one);
  });

  test.each([
    ["ghost.model", "x", "names no task of the workflow"],
    ["d.model", "x", "names a task that runs no agent"],
    ["b.model", "x", 'names a task that shares session "s", which runs under one configuration'],
    [
      "a.modl",
      "x",
      'is unknown; write <task>.harness, <task>.model, <task>.effort, *.… for all, or repo.ref; did you mean "model"?',
    ],
    [
      "foo.bar",
      "x",
      "is unknown; write <task>.harness, <task>.model, <task>.effort, *.… for all, or repo.ref",
    ],
    [
      ".model",
      "x",
      "is unknown; write <task>.harness, <task>.model, <task>.effort, *.… for all, or repo.ref",
    ],
    [
      "a.harness",
      "claudee",
      'must be one of claude, hermes, codex, opencode, pi; did you mean "claude"?',
    ],
    ["a.effort", "hihg", 'must be one of low, medium, high, xhigh, max; did you mean "high"?'],
    ["a.model", "", "is no model name"],
    ["a.model", "-x", "is no model name"],
    ["a.model", "a b", "is no model name"],
    ["a.model", "x".repeat(201), "is no model name"],
    ["repo.ref", "main", "needs a [repo] table in the manifest"],
  ])("DSL-021, DSL-027, DSL-029: %s = %j is refused by its address", (address, value, problem) => {
    expect(result({ settings: { [address]: value } })).toEqual([
      `launch setting ${JSON.stringify(address)} ${problem}`,
    ]);
  });

  test("DSL-023: harness and effort are read without regard to case", () => {
    expect(result({ settings: { "a.harness": "CLAUDE", "a.effort": "xHigh" } })).toMatchObject({
      a: ["claude", "pinned", "xhigh"],
    });
  });

  test("DSL-028: a task that runs no agent takes no setting", () => {
    for (const name of ["harness", "model", "effort"]) {
      expect(result({ settings: { [`d.${name}`]: "low" } })).toEqual([
        `launch setting "d.${name}" names a task that runs no agent`,
      ]);
    }
  });

  test("DSL-024: a model name of 200 characters is one", () => {
    const model = "a.b_c-d:e/f@g[h]".padEnd(200, "x");
    expect(result({ settings: { "a.model": model } })).toMatchObject({ a: [null, model, null] });
  });

  test("DSL-022, DSL-025: what the manifest does not allow", () => {
    const settings = { "a.model": "x" };
    expect(result({ settings }, "effort = true\n")).toEqual([
      'launch setting "a.model" is not allowed by the manifest\'s [agent.overrides]',
    ]);
    expect(result({ settings }, "model = true\ntasks = false\n")).toEqual([
      'launch setting "a.model" is not allowed for single tasks',
    ]);
    expect(result({ settings }, 'models = ["y", "z"]\n')).toEqual([
      'launch setting "a.model" must be one of the models [agent.overrides] lists: y, z',
    ]);
    expect(result({ settings: { "a.model": "z" } }, 'models = ["y", "z"]\n')).toMatchObject({
      a: [null, "z", null],
    });
  });

  test("DSL-026: a ref is one that git accepts", () => {
    const repo = '[repo]\npath = "."\n';
    expect(result({ settings: { "repo.ref": "feature/x-1" } }, ALL, repo)).toMatchObject({});
    for (const ref of ["", "-x", "a..b", "a b", "a~1", "x.lock", "/a", "a/", "@{u}", "a\u0000"]) {
      expect(result({ settings: { "repo.ref": ref } }, ALL, repo)).toEqual([
        'launch setting "repo.ref" is no git ref',
      ]);
    }
  });

  test("DSL-019, DSL-020: every setting is checked, and all refusals are reported at once", () => {
    expect(result({ settings: { "ghost.model": "x", "d.effort": "low" } })).toHaveLength(2);
  });
});
