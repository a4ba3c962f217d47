import { describe, expect, test } from "vitest";
import { errorsOf, planOf } from "../support/compile.js";

const source = (head: string, first: string, second = ""): string =>
  `${head}\na = agent(name = "a", prompt = "x", ${first})\nb = agent(name = "b", prompt = "x", depends_on = [a]${second && `, ${second}`})\nworkflow(type = "playbook", tasks = [a, b])\n`;

describe("sessions", () => {
  test("while none is declared any name will do", () => {
    expect(planOf(source("", 'session = "x"', 'session = "x"')).tasks).toMatchObject([
      { session: "x" },
      { session: "x" },
    ]);
  });

  test("a misspelt session is one slip, told where it is written", () => {
    const text =
      's = session(name = "scribe")\na = agent(name = "a", prompt = "x", session = "scrib")\nworkflow(type = "playbook", tasks = [a])\n';
    expect(errorsOf(text)).toEqual([
      'workflow.star:2:37: session "scrib" is not declared; did you mean "scribe"?',
    ]);
  });

  test("a declaration fills what its tasks leave open", () => {
    const head = 's = session(name = "s", harness = "claude", model = "m", effort = "high")';
    expect(planOf(source(head, "session = s", 'session = "s", model = "m"')).tasks).toMatchObject([
      { session: "s", harness: "claude", model: "m", effort: "high" },
      { session: "s", harness: "claude", model: "m", effort: "high" },
    ]);
  });

  test.each([
    [
      's = session(name = "scribe")',
      "session = s",
      'session = "scrbe"',
      '3:55: session "scrbe" is not declared; did you mean "scribe"?',
    ],
    [
      's = session(name = "s"); t = session(name = "s")',
      "session = s",
      "session = t",
      '1:38: session "s" is declared twice',
    ],
    [
      's = session(name = "s"); t = session(name = "t")',
      "session = s",
      "",
      '1:30: session "t" is declared and no task continues it',
    ],
    [
      's = session(name = "s", model = "m")',
      'session = s, model = "n"',
      "",
      '2:50: task "a" pins model "n", but session "s" runs with "m"; one conversation has one configuration',
    ],
    [
      's = session(name = "a/b")',
      "session = s",
      "",
      '2:37: task "a": session name "a/b" must be 1-64 ASCII letters, digits, ".", "_" or "-"',
    ],
    [
      's = session(name = "s")',
      "session = s, isolated = True",
      "",
      '2:37: task "a": a task with a session cannot be isolated; its conversation outlives the private clone',
    ],
  ])("%s, %s, %s", (head, first, second, message) => {
    const [error] = errorsOf(source(head, first, second));
    expect(error).toBe(`workflow.star:${message}`);
  });

  test("a bare name before the first declaration is an error as well", () => {
    const text = `a = agent(name = "a", prompt = "x", session = "early")
s = session(name = "s")
b = agent(name = "b", prompt = "x", session = s)
workflow(type = "playbook", tasks = [a, b])
`;
    expect(errorsOf(text)).toEqual(['workflow.star:1:37: session "early" is not declared']);
  });

  test("PLAN-038: tasks of one session wait for each other", () => {
    const text = `a = agent(name = "a", prompt = "x", session = "s")
b = agent(name = "b", prompt = "x", session = "s")
workflow(type = "playbook", tasks = [a, b])
`;
    expect(errorsOf(text)).toEqual([
      'workflow.star:2:37: tasks "a" and "b" share session "s" but are not dependency-ordered',
    ]);
  });

  test("propose runs with the manifest's own settings", () => {
    const text = `s = session(name = "s", model = "m")
p = propose(name = "p", session = s)
workflow(type = "custom", tasks = [p])
`;
    expect(errorsOf(text)).toEqual([
      'workflow.star:2:25: session "s" fixes harness, model or effort; propose runs with the manifest\'s own',
    ]);
  });
});
