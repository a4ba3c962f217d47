/** What is only just accepted and only just refused, and what a finding suggests. */
import { describe, expect, test } from "vitest";
import { quoteList } from "../../src/diagnostics/quote.js";
import {
  type CompileOptions,
  compile,
  memoryPack,
  type ParamInput,
  tryCompile,
} from "../../src/index.js";
import { errorsOf, packOf, planOf } from "../support/compile.js";
import { lines } from "../support/diagnostics.js";

const FLOW = 'workflow(type = "playbook", tasks = [command(name = "t", run = "x")])\n';

/** A task that follows an answer to the question of a route, by the question's name. */
function following(question: string): string {
  return `a = command(name = "a", run = "x")
g = route(name = "g", depends_on = [a], human = True, questions = {"team": noul(ask = "?", drop = ["no", "uncertain"])})
f = command(name = "f", run = "x", depends_on = [g], when = g.${question}, answers = "yes")
workflow(type = "playbook", tasks = [a, g, f])
`;
}

/** What each finding suggests in place of what was written. */
function suggestionsOf(source: string): readonly (string | undefined)[] {
  const result = tryCompile(packOf(source));
  return result.ok ? [] : result.diagnostics.map(({ suggestion }) => suggestion);
}

describe("what a finding suggests", () => {
  test.each<[string, readonly (string | undefined)[]]>([
    ['workflow(type = "playbook", tasks = [top_k(name = "t")])\n', [undefined]],
    [FLOW.replace('run = "x"', 'run = "x", join = "settld"'), ["settled"]],
    [FLOW.replace('run = "x"', 'run = "x", emits = {"n": "intger"}'), ["integer"]],
    [FLOW.replace('run = "x"', 'run = "x", join = "qqqqqqqq"'), [undefined]],
    [
      'def build(name):\n  return command(name = name, run = "x")\n\n' +
        'workflow(type = "playbook", tasks = [bild])\n',
      ["build"],
    ],
    [following("team"), []],
    [following("tean"), ["team"]],
    [following("qqqqqqqq"), [undefined]],
  ])("%j", (source, suggested) => {
    expect(suggestionsOf(source)).toEqual(suggested);
  });

  test("of a key of a manifest", () => {
    const manifest = '[workflow]\ntype = "playbook"\nfile = "workflow.star"\n[agent]\n';
    const result = (key: string): unknown => {
      const compiled = tryCompile(packOf(FLOW, { "crucible.toml": `${manifest}${key} = "x"\n` }));
      return compiled.ok ? [] : compiled.diagnostics.map(({ suggestion }) => suggestion);
    };
    expect(result("modl")).toEqual(["model"]);
    expect(result("qqqqqqqq")).toEqual([undefined]);
  });

  test("names eight of many, and says how many more there are", () => {
    const names = (count: number): string[] =>
      Array.from({ length: count }, (_, index) => `${index}`);
    expect(quoteList(names(8))).toBe('"0", "1", "2", "3", "4", "5", "6", "7"');
    expect(quoteList(names(9))).toBe('"0", "1", "2", "3", "4", "5", "6", "7" and 1 more');
  });
});

describe("parameters", () => {
  const bound = (declaration: string, value?: ParamInput): unknown => {
    const source = `params = {"p": ${declaration}}\n${FLOW}`;
    const options: CompileOptions = value === undefined ? {} : { params: { p: value } };
    const result = tryCompile(packOf(source), options);
    return result.ok ? result.plan.params[0]?.value : lines(result.diagnostics);
  };

  test("DSL-006, DSL-007: a range of one value, and negative numbers of both kinds", () => {
    expect(bound('{"type": "int", "min": 2, "max": 2, "default": 2}')).toBe(2);
    expect(bound('{"type": "number", "default": -1.5}')).toBe(-1.5);
    expect(bound('{"type": "int", "default": -1.5}')).toEqual([
      'workflow.star:1:43: parameter "p": its default must be of type integer, got a float',
    ]);
  });

  test("DSL-007: a default of another kind than the parameter is refused", () => {
    for (const [type, value, got] of [
      ["bool", "1", "an integer"],
      ["bool", '"True"', "a string"],
      ["list<string>", '"a"', "a string"],
      ["list<string>", "1", "an integer"],
    ] as const) {
      const [finding] = bound(`{"type": "${type}", "default": ${value}}`) as string[];
      expect(finding).toMatch(new RegExp(`its default must be of type .*, got ${got}$`));
    }
  });

  test("DSL-035: -0 is the 0 that it equals", () => {
    expect(bound('{"type": "number"}', "-0.0")).toBe(0);
    expect(bound('{"type": "int"}', "-0")).toBe(0);
  });

  test("are a thousand at most", () => {
    const declared = (count: number): string[] => {
      const each = Array.from({ length: count }, (_, at) => `"p${at}": {"type": "string"}`);
      return errorsOf(`params = {${each.join(", ")}}\n${FLOW}`);
    };
    expect(declared(1_000)).toEqual([]);
    expect(declared(1_001)).toEqual([
      expect.stringContaining("params declares 1001 parameters; maximum is 1000"),
    ]);
  });
});

describe("settings of a launch", () => {
  const SESSIONS = `a = agent(name = "a", prompt = "x", session = "alone")
b = agent(name = "b", prompt = "x", session = "both", depends_on = [a])
c = agent(name = "c", prompt = "x", session = "both", depends_on = [b])
workflow(type = "playbook", tasks = [a, b, c])
`;
  const set = (setting: string, overrides: string): unknown => {
    const manifest = `edition = 2\n[agent]\n[agent.overrides]\n${overrides}\n[workflow]\ntype = "playbook"\nfile = "workflow.star"\n`;
    const pack = memoryPack({ "crucible.toml": manifest, "workflow.star": SESSIONS });
    const result = tryCompile(pack, { settings: { [setting]: "high" } });
    return result.ok ? "accepted" : lines(result.diagnostics);
  };

  test("DSL-030: reach a task that is alone in its session", () => {
    expect(set("a.effort", "effort = true")).toBe("accepted");
    expect(set("b.effort", "effort = true")).toEqual([
      expect.stringContaining('names a task that shares session "both"'),
    ]);
  });

  test("DSL-030: reach only what the manifest allows", () => {
    for (const overrides of ["model = true", "effort = false", ""]) {
      expect(set("a.effort", overrides)).toEqual([expect.stringContaining("effort")]);
    }
  });
});

describe("a manifest", () => {
  test("that is not there is a finding", () => {
    expect(errorsOf(FLOW, { manifest: "crucible.tml" })).toEqual([
      expect.stringContaining('the pack has no file "crucible.tml"'),
    ]);
  });
});

describe("a skill", () => {
  test("without an end of its front matter is taken whole", () => {
    const source = `s = skill(name = "s", skill = "skills/s")
workflow(type = "playbook", tasks = [s])
`;
    const prompt = (text: string): string => {
      const [task] = compile(packOf(source, { "skills/s/SKILL.md": text })).tasks;
      return task?.kind === "agent" ? task.prompt : "";
    };
    expect(prompt("---\nname: s\n---\n\nDo it.\n")).toBe("Do it.\n");
    expect(prompt("---\nname: s\nDo it.\n")).toBe("---\nname: s\nDo it.\n");
    expect(planOf(source, {}, { "skills/s/SKILL.md": "x" }).tasks).toHaveLength(1);
  });
});
