import { describe, expect, test } from "vitest";
import { CompileError, compile, memoryPack, tryCompile } from "../../src/index.js";
import { lines } from "../support/diagnostics.js";

const SOURCE = 'workflow(type = "playbook", tasks = [command(name = "t", run = "x")])\n';
const MANIFEST = '[agent]\ngoal = "x"\n[workflow]\ntype = "playbook"\nfile = "flow/main.star"\n';

function errors(files: Readonly<Record<string, string>>, options = {}): string[] {
  const result = tryCompile(memoryPack(files), options);
  return result.ok ? [] : lines(result.diagnostics);
}

describe("the source of a pack", () => {
  test("is the one that its manifest names", () => {
    expect(
      compile(memoryPack({ "crucible.toml": MANIFEST, "flow/main.star": SOURCE })).tasks,
    ).toHaveLength(1);
  });

  test("may be chosen by a variant of the manifest, or by itself", () => {
    const pack = memoryPack({
      "crucible.toml": MANIFEST,
      "crucible.live.toml": MANIFEST.replace("main", "live"),
      "flow/main.star": SOURCE,
      "flow/live.star": SOURCE.replace('"t"', '"live"'),
      "other.star": SOURCE.replace('"t"', '"other"'),
    });
    expect(compile(pack, { manifest: "crucible.live.toml" }).tasks[0]?.name).toBe("live");
    expect(compile(pack, { source: "other.star" }).tasks[0]?.name).toBe("other");
  });

  test("is workflow.star where there is no manifest", () => {
    expect(compile(memoryPack({ "workflow.star": SOURCE })).lane).toBe("playbook");
  });

  test.each([
    [{}, {}, "the pack has neither crucible.toml nor workflow.star"],
    [
      { "a.star": SOURCE },
      { source: "b.star" },
      'the pack has no file "b.star"; did you mean "a.star"?',
    ],
    [
      { "crucible.toml": "[agent]\n" },
      {},
      "crucible.toml declares no [workflow]; give it a graph, or name a source",
    ],
    [
      { "crucible.toml": MANIFEST, "flow/man.star": SOURCE },
      {},
      'crucible.toml:5:8: the pack has no file "flow/main.star"; did you mean "flow/man.star"?',
    ],
    [
      { "crucible.toml": MANIFEST.replace("flow/main", "../x/main") },
      {},
      'crucible.toml:5:8: "../x/main.star" may not contain `..` or escape the pack',
    ],
    [
      { "crucible.toml": MANIFEST, "flow/main.star": SOURCE.replace("playbook", "custom") },
      {},
      'flow/main.star:1:17: the workflow is of type "custom", and the manifest declares type = "playbook"',
    ],
    [
      { "crucible.toml": MANIFEST, "flow/main.star": SOURCE.replace('type = "playbook", ', "") },
      {},
      'flow/main.star:1:1: the workflow is of type "autoresearch", which is what workflow() means without a type, and the manifest declares type = "playbook"',
    ],
    [
      { "crucible.toml": "[agent]\nmodl = 1\n" },
      {},
      'crucible.toml:2:1: unknown key "modl" in [agent]; did you mean "model"?',
    ],
    [
      { "a.star": SOURCE },
      { source: "a.star", manifest: "crucible.toml" },
      "a source compiled by itself takes no manifest",
    ],
  ])("%j with %j is refused", (files, options, message) => {
    expect(errors(files, options)).toEqual([message]);
  });

  test("what a manifest warns about does not stop the compilation", () => {
    const pack = memoryPack({
      "crucible.toml": `${MANIFEST}[deploy]\nx = 1\n`,
      "flow/main.star": SOURCE,
    });
    const result = tryCompile(pack);
    expect(result.ok && result.warnings.map((warning) => warning.message)).toEqual([
      "[deploy] is not supported yet and has no effect",
    ]);
  });

  test("tasks run in the sandboxes that the manifest declares", () => {
    const source =
      'workflow(type = "playbook", tasks = [agent(name = "t", prompt = "x", sandbox = "gpu")])\n';
    const shell = MANIFEST.replace("[agent]\n", '[agent]\nbackend = "openshell"\n');
    const declared = `${shell}[agent.sandbox.gpus]\nimage = "x"\n`;
    const place =
      'flow/main.star:1:70: task "t" runs in sandbox "gpu", which no [agent.sandbox.gpu] declares';
    expect(errors({ "crucible.toml": MANIFEST, "flow/main.star": source })).toEqual([place]);
    expect(errors({ "crucible.toml": declared, "flow/main.star": source })).toEqual([
      `${place}; did you mean "gpus"?`,
    ]);
    expect(
      errors({ "crucible.toml": declared.replace("gpus", "gpu"), "flow/main.star": source }),
    ).toEqual([]);
    expect(errors({ "workflow.star": source })).toEqual([]);
    const table = '[[workflow.task]]\nname = "t"\nkind = "agent"\nprompt = "x"\nsandbox = "gpu"\n';
    const written = `[agent]\ngoal = "x"\n[workflow]\ntype = "playbook"\n${table}`;
    expect(errors({ "crucible.toml": written })).toEqual([
      'crucible.toml:9:1: task "t" runs in sandbox "gpu", which no [agent.sandbox.gpu] declares',
    ]);
  });

  test("compile throws every diagnostic at once", () => {
    const pack = memoryPack({ "workflow.star": "a = beginning()\nb = second()\n" });
    expect(() => compile(pack)).toThrow(CompileError);
    try {
      compile(pack);
    } catch (error) {
      expect((error as CompileError).diagnostics).toHaveLength(2);
      expect((error as CompileError).message).toBe(
        'workflow.star:1:5: unknown workflow DSL function "beginning"\nworkflow.star:2:5: unknown workflow DSL function "second"',
      );
    }
  });

  test("DSL-033: a bad parameter is refused whatever the rest of the source says", () => {
    const source = 'params = {"n": {"type": "int"}}\nnothing()\n';
    expect(errors({ "workflow.star": source }, { params: { n: "x" } })).toEqual([
      'workflow.star:1:11: parameter "n" is not a whole number between -9007199254740991 and 9007199254740991',
    ]);
  });
});

test("PLAN-072: a manifest of several components is read, and refused by the capability that is missing", () => {
  const component = (domain: string): string => `[[component]]\ndomain = "${domain}"\n`;
  const text = `${MANIFEST}${component("site")}${component("api")}`;
  expect(errors({ "crucible.toml": text, "flow/main.star": "" })).toEqual([
    'crucible.toml:6:3: [[component]]: a playbook over several components needs the capability "workspace.components", which is not supported yet',
  ]);
});
