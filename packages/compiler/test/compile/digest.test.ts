import { describe, expect, test } from "vitest";
import { type FileContent, memoryPack, readPlanFile, tryCompile } from "../../src/index.js";
import { planOf } from "../support/compile.js";

const SOURCE = `params = {"x": {"type": "string", "default": "d"}}
load("lib.star", "names")
doc = """one
two"""
tasks = [command(name = n, run = "echo " + n, emits = {"v": schema_file("s.json")}) for n in names]
tasks.append(agent(name = "ask", prompt = prompt_file("p.md") + doc + param("x")))
workflow(type = "playbook", tasks = tasks)
`;

const FILES = {
  "lib.star": 'names = ["z", "a10", "a9"]\n',
  "s.json": '{\n  "type": "number",\n  "enum": [1.0, 1, 100000000000000000000, 1e20, null]\n}\n',
  "p.md": "Line one.\nLine two.\n",
};

function digest(files: Readonly<Record<string, FileContent>>, params = {}): string {
  const result = tryCompile(memoryPack(files), { params });
  return result.ok ? result.plan.digest : JSON.stringify(result.diagnostics);
}

describe("PLAN-079: equal packs and parameters give equal digests", () => {
  const one = digest({ "workflow.star": SOURCE, ...FILES });

  test("when compiled again, and with the files in another order", () => {
    expect(one).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(digest({ ...FILES, "workflow.star": SOURCE })).toBe(one);
  });

  test("when every file was checked out with CRLF or begins with a byte-order mark", () => {
    const crlf = Object.fromEntries(
      Object.entries({ "workflow.star": SOURCE, ...FILES }).map(([path, text]) => [
        path,
        text.replaceAll("\n", "\r\n"),
      ]),
    );
    expect(digest(crlf)).toBe(one);
    const marked = Object.fromEntries(
      Object.entries({ "workflow.star": SOURCE, ...FILES }).map(([path, text]) => [
        path,
        `\ufeff${text}`,
      ]),
    );
    expect(digest(marked)).toBe(one);
  });

  test("when a graph of tables was checked out with CRLF or begins with a byte-order mark", () => {
    const task = 'name = "a"\nkind = "agent"\nprompt = """one\ntwo\n"""\n';
    const manifest = `[agent]\ngoal = "x"\n[workflow]\ntype = "playbook"\n[[workflow.task]]\n${task}`;
    const planFile = `version = 1\n[budget]\nusd = 1\n[[task]]\n${task}`;
    const ofPlanFile = (text: string): unknown => {
      const reading = readPlanFile(text, { file: "plan.toml" });
      return reading.ok ? reading.plan.digest : reading.diagnostics;
    };
    for (const change of [
      (text: string) => text.replaceAll("\n", "\r\n"),
      (text: string) => `\ufeff${text}`,
    ]) {
      expect(digest({ "crucible.toml": change(manifest) })).toBe(
        digest({ "crucible.toml": manifest }),
      );
      expect(ofPlanFile(change(planFile))).toBe(ofPlanFile(planFile));
    }
    expect(ofPlanFile(planFile)).toMatch(/^sha256:/);
  });

  test("in whatever order modules are loaded", () => {
    const source = (loads: readonly string[]): string =>
      `${loads.join("\n")}\nworkflow(type = "playbook", tasks = [one("a"), two("b")])\n`;
    const files = {
      "one.star": 'load("base.star", "made")\ndef one(name):\n    return made(name, "1")\n',
      "two.star": 'load("base.star", "made")\ndef two(name):\n    return made(name, "2")\n',
      "base.star": "def made(name, run):\n    return command(name = name, run = run)\n",
    };
    const loads = ['load("one.star", "one")', 'load("two.star", "two")'];
    expect(digest({ "workflow.star": source(loads), ...files })).toBe(
      digest({ ...files, "workflow.star": source([...loads].reverse()) }),
    );
  });

  test("whatever the sources are called", () => {
    const moved = SOURCE.replace("lib.star", "other/names.star");
    const { "lib.star": lib, ...rest } = FILES;
    expect(digest({ "workflow.star": moved, "other/names.star": lib, ...rest })).toBe(one);
  });

  test("whatever stands in comments and blank lines", () => {
    expect(digest({ "workflow.star": SOURCE.replace("doc =", "# why\n\ndoc ="), ...FILES })).toBe(
      one,
    );
  });

  test("in the order of the source, not of the alphabet", () => {
    expect(planOf(SOURCE, {}, FILES).tasks.map((task) => task.name)).toEqual([
      "z",
      "a10",
      "a9",
      "ask",
    ]);
  });

  test("and another one for another parameter, prompt, schema or order", () => {
    const all = { "workflow.star": SOURCE, ...FILES };
    const others = [
      digest(all, { x: "e" }),
      digest({ ...all, "p.md": "Line one.\n" }),
      digest({ ...all, "s.json": '{"type": "number"}' }),
      digest({ ...all, "lib.star": 'names = ["a10", "z", "a9"]\n' }),
    ];
    expect(new Set([one, ...others]).size).toBe(5);
  });

  test("no text of the locale: a Turkish upper case would change it", () => {
    const source =
      'workflow(type = "playbook", tasks = [command(name = "title".upper(), run = "x")])\n';
    expect(planOf(source).tasks[0]?.name).toBe("TITLE");
  });
});

test("RERUN-013: a definition digest follows a task and what it depends on", () => {
  const digests = (run: string): ReadonlyMap<string, string> =>
    planOf(`a = command(name = "a", run = "${run}")
b = command(name = "b", run = "x", depends_on = [a])
c = command(name = "c", run = "x")
workflow(type = "playbook", tasks = [a, b, c])
`).definitionDigests;
  const [one, two] = [digests("1"), digests("2")];
  expect(one.get("c")).toBe(two.get("c"));
  expect(one.get("a")).not.toBe(two.get("a"));
  expect(one.get("b")).not.toBe(two.get("b"));
});
