import { describe, expect, test } from "vitest";
import { type CompileOptions, memoryPack, tryCompile } from "../../src/index.js";
import { lines } from "../support/diagnostics.js";

const HEAD =
  'edition = 2\n[agent]\n[agent.overrides]\nmodel = true\n[workflow]\ntype = "playbook"\n';

function compiled(graph: string, options: CompileOptions = {}): unknown {
  const result = tryCompile(memoryPack({ "crucible.toml": `${HEAD}${graph}` }), options);
  return result.ok ? result.plan : lines(result.diagnostics);
}

const GRAPH = `result = "check"
[[workflow.task]]
name = "draft"
kind = "agent"
prompt = "Write it."
[[workflow.task]]
name = "check"
kind = "command"
command = "./check.sh"
depends_on = ["draft"]
emits = { ok = "boolean" }
`;

describe("a graph written into the manifest", () => {
  test("DSL-105: is the plan that an equal source gives", () => {
    const source = `draft = agent(name = "draft", prompt = "Write it.")
check = command(name = "check", run = "./check.sh", depends_on = [draft], emits = {"ok": "boolean"})
workflow(type = "playbook", tasks = [draft, check], result = check)
`;
    const written = tryCompile(memoryPack({ "crucible.toml": `${HEAD}${GRAPH}` }));
    const built = tryCompile(memoryPack({ "workflow.star": source }));
    expect(written.ok && built.ok && written.plan.digest === built.plan.digest).toBe(true);
  });

  test("takes launch settings", () => {
    expect(compiled(GRAPH, { settings: { "draft.model": "m" } })).toMatchObject({
      tasks: [{ model: "m" }, {}],
      settings: [{ address: "draft.model", value: "m" }],
    });
  });

  test.each([
    [
      `${GRAPH}needz = "x"\n`,
      {},
      'crucible.toml:18:1: unknown key "needz" in task "check"; did you mean "needs"?',
    ],
    [
      GRAPH.replace('"draft"]', '"drft"]'),
      {},
      'crucible.toml:16:15: task "check" depends on unknown task "drft"; did you mean "draft"?',
    ],
    [
      GRAPH.replace('result = "check"', 'result = "chek"'),
      {},
      'crucible.toml:7:1: workflow result "chek" is not a task of the plan; did you mean "check"?',
    ],
    [
      GRAPH.replace('"command"\n', '"comand"\n'),
      {},
      'crucible.toml:14:8: task "check".kind must be one of "agent", "command", "evaluate", "report", "top_k", "route", "engine", got "comand"; did you mean "command"?',
    ],
    [
      GRAPH,
      { params: { topic: "x" } },
      'nothing can consume the supplied parameters "topic": the graph is written into the manifest, and only a source declares parameters',
    ],
    [
      GRAPH,
      { settings: { "check.model": "m" } },
      'launch setting "check.model" names a task that runs no agent',
    ],
  ])("%j with %j is refused", (graph, options, message) => {
    expect(compiled(graph, options)).toEqual([message]);
  });
});
