/** One large value given to many tasks is paid for by each of them, or a few lines would make a plan of millions of items. */
import { describe, expect, test } from "vitest";
import { errorsOf, planOf } from "../support/compile.js";

const end = (tasks = "ts"): string => `workflow(type = "playbook", tasks = ${tasks})\n`;
const FILES = { "s/SKILL.md": "Do it.\n" };

describe("DSL-062: a value shared by many tasks meets a bound", () => {
  test.each([
    [
      "fields",
      'e = {"f%d" % i: "string" for i in range(20000)}\nts = [command(name = "t%d" % i, run = "x", emits = e) for i in range(500)]',
    ],
    [
      "labels of a field",
      'l = ["f%d" % i for i in range(50000)]\nts = [command(name = "t%d" % i, run = "x", emits = {"a": l}) for i in range(500)]',
    ],
    [
      "files",
      'f = {"f%d" % i: None for i in range(20000)}\nts = [command(name = "t%d" % i, run = "x", emits_files = f) for i in range(500)]',
    ],
    [
      "dependencies",
      'ts = [command(name = "d%d" % i, run = "x") for i in range(5000)]\nts += [command(name = "t%d" % i, run = "x", depends_on = ts) for i in range(1000)]',
    ],
    [
      "options of a question",
      'q = choice(ask = "?", options = ["o%d" % i for i in range(20000)])\nts = [route(name = "g%d" % i, min_confidence = 0.5, questions = {"q": q}) for i in range(500)]',
    ],
    [
      "dropped answers",
      'l = ["o%d" % i for i in range(20000)]\nq = choice(ask = "?", options = l, drop = l)\nts = [route(name = "g%d" % i, min_confidence = 0.5, questions = {"q": q}) for i in range(500)]',
    ],
    [
      "outputs to look keys up in",
      'a = command(name = "a", run = "x", emits = ["l", "k"])\nk = [a.k] * 100000\nts = [command(name = "t%d" % i, run = "x", depends_on = [a], over = a.l, max_fanout = 2, keyed = k) for i in range(500)]',
    ],
    [
      "arguments of a skill",
      'l = ["x"] * 100000\nts = [skill(name = "t%d" % i, skill = "s", args = {"a": l}) for i in range(2000)]',
    ],
    [
      "a prompt",
      'p = "x" * 1000000\nts = [agent(name = "t%d" % i, prompt = p) for i in range(500)]',
    ],
  ])("%s", (_what, source) => {
    const errors = errorsOf(`${source}\n${end()}`, {}, FILES);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(/^workflow\.star:\d+:\d+: .*\(bound `heapBytes`\)/);
  });

  test("answers that an otherwise stands for", () => {
    const source = `o = ["o%d" % i for i in range(5000)]
g = route(name = "g", min_confidence = 0.5, questions = {"q": choice(ask = "?", options = o)})
ts = [command(name = "t%d" % i, run = "x", depends_on = [g], when = g.q, otherwise = True) for i in range(1000)]
`;
    expect(errorsOf(`${source}${end("[g] + ts")}`)).toEqual([
      "workflow.star:3:74: the otherwise of these tasks stands for more than 1000000 answers together",
    ]);
  });

  test("and ten thousand ordinary tasks do not", () => {
    const source =
      'ts = [command(name = "t%d" % i, run = "echo %d" % i, emits = {"n": "integer"}, emits_files = ["out.txt"]) for i in range(10000)]\n';
    expect(planOf(`${source}${end()}`).tasks).toHaveLength(10_000);
  });
});
