import { describe, expect, test } from "vitest";
import { errorsOf, planOf } from "../support/compile.js";

const graph = (
  gate: string,
  tasks: string,
  names: string,
): string => `s = command(name = "s", run = "x")
gate = route(name = "gate", depends_on = [s], ${gate})
${tasks}
workflow(type = "playbook", tasks = [s, gate, ${names}])
`;

const follow = (name: string, rest: string): string =>
  `${name} = command(name = "${name}", run = "x", depends_on = [gate], ${rest})\n`;

const CHOICE =
  'min_confidence = 0.5, questions = {"q": choice(ask = "?", options = ["one", "two"])}';

describe("routes", () => {
  test("a noul question is followed by yes unless the task says otherwise", () => {
    const gate =
      'min_confidence = 0.5, questions = {"q": noul(ask = "?", drop = ["no", "uncertain"])}';
    expect(planOf(graph(gate, follow("a", "when = gate.q"), "a")).tasks[2]).toMatchObject({
      when: { task: "gate", question: "q", is: ["yes"] },
    });
  });

  test("the needs of a route follow from who decides it", () => {
    const needs = (gate: string): string | undefined =>
      planOf(graph(`${gate}, questions = {"q": noul(ask = "?")}`, "", "")).tasks[1]?.needs;
    expect([needs("min_confidence = 1"), needs("source = s"), needs("human = True")]).toEqual([
      "decision",
      "any",
      "human",
    ]);
  });

  test.each([
    [
      'questions = {"q": noul(ask = "?")}',
      "2:8: a route needs one of min_confidence, source and human = True",
    ],
    [
      'human = False, questions = {"q": noul(ask = "?")}',
      "2:8: a route needs one of min_confidence, source and human = True",
    ],
    [
      'human = True, source = s, questions = {"q": noul(ask = "?")}',
      "2:47: a route has one decider; it takes source or human, not both",
    ],
    [
      'source = s, min_confidence = 0.5, questions = {"q": noul(ask = "?")}',
      "2:47: a route has one decider; it takes min_confidence or source, not both",
    ],
    [
      'source = s, review = "r.md", questions = {"q": noul(ask = "?")}',
      "2:59: review is for a route that a person decides",
    ],
    [
      'human = True, files = ["x"], questions = {"q": noul(ask = "?")}',
      "2:61: files is for a route that a model decides",
    ],
    [
      "human = True, questions = []",
      '2:61: argument "questions" must be a dict from question id to noul(…), choice(…), score(…) or pick(…), got list',
    ],
    [
      'human = True, questions = {"q": "?"}',
      '2:61: argument "questions" must be a dict from question id to noul(…), choice(…), score(…) or pick(…), got string',
    ],
    [
      'human = True, questions = {"q": choice(ask = "?", options = s.list)}',
      '2:97: route "gate", question "q": only a model is given options that another task lists',
    ],
    [
      'human = True, questions = {"q": choice(ask = "?", options = "a")}',
      '2:97: argument "options" must be a list of labels or a dict from label to description, got string',
    ],
    [
      'human = True, questions = {"q": pick(ask = "?", source = s)}',
      '2:95: argument "source" must be an output field, written task.field, got task',
    ],
    ['human = True, emits = ["x"], questions = {}', '2:61: route() has no argument "emits"'],
    [
      'human = True, needs = "x", questions = {"q": noul(ask = "?")}',
      '2:61: task "gate": a route decided by a person has needs = "human", got "x"',
    ],
    ["human = True, questions = {}", '2:61: task "gate": a route asks at least one question'],
    ['human = True, questions = {"a-b": noul(ask = "?")}', '2:74: route "gate", question "a-b"'],
    [
      'human = True, questions = {"q": choice(ask = "?", options = ["a"])}',
      '2:97: route "gate", question "q" needs at least two options, got 1',
    ],
    ['human = True, questions = {"q": choice(ask = "?", options = ["a", "uncertain"])}', "2:113: "],
    ['min_confidence = 2, questions = {"q": noul(ask = "?")}', "2:47: "],
  ])("%s", (gate, message) => {
    expect(errorsOf(graph(gate, "", ""))[0]?.slice("workflow.star:".length)).toContain(message);
  });

  test.each([
    [
      follow("a", "when = gate.q"),
      "a",
      "3:57: when = …q needs answers, the labels under which the task runs",
    ],
    [
      follow("a", 'when = gate.q, answers = "one", otherwise = True'),
      "a",
      "3:72: a task takes answers or otherwise, not both",
    ],
    [follow("a", 'when = gate.p, answers = "one"'), "a", '3:69: route "gate" has no question "p"'],
    [
      follow("a", 'when = gate.q, answers = ["one", "thre"]'),
      "a",
      '3:90: task "a": when names unknown label "thre" of route "gate", question "q"',
    ],
    [
      follow("a", 'when = gate.q, answers = "one"'),
      "a",
      '2:82: route "gate", question "q": no task runs on two, uncertain',
    ],
    [
      follow("a", 'when = gate.q, answers = ["one", "two", "uncertain"]') +
        follow("b", "when = gate.q, otherwise = True"),
      "a, b",
      '4:72: unreachable otherwise on "b": every answer of gate.q is listed, dropped, or one its source can never give',
    ],
  ])("%s", (tasks, names, message) => {
    expect(errorsOf(graph(CHOICE, tasks, names))[0]).toContain(`workflow.star:${message}`);
  });

  test.each([
    [
      "that expands to nothing",
      `${follow("a", 'when = gate.q, answers = ["one", "two", "uncertain"]')}${follow("b", "when = gate.q, otherwise = True")}`,
      "a, b",
      "4:72: unreachable otherwise",
    ],
    [
      "with answers",
      follow("a", 'when = gate.q, answers = "one", otherwise = True'),
      "a",
      "3:72: a task takes answers or otherwise, not both",
    ],
    [
      "without a condition",
      follow("a", "otherwise = True"),
      "a",
      "3:57: otherwise needs when, a route's question",
    ],
  ])("ROUTE-029: an otherwise %s is refused", (_what, tasks, names, message) => {
    expect(errorsOf(graph(CHOICE, tasks, names))[0]).toContain(`workflow.star:${message}`);
  });

  test("options that another task lists: otherwise stands for any of them", () => {
    const source = (
      first: string,
      drop = "",
    ): string => `s = command(name = "s", run = "x", emits = {"teams": "list"})
gate = route(name = "gate", depends_on = [s], min_confidence = 0.5, questions = {"team": choice(ask = "Whose?", options = s.teams${drop})})
a = command(name = "a", run = "x", depends_on = [gate], when = gate.team, ${first})
b = command(name = "b", run = "x", depends_on = [gate], when = gate.team, otherwise = True)
workflow(type = "playbook", tasks = [s, gate, a, b])
`;
    const plan = planOf(source('answers = "uncertain"'));
    expect(plan.tasks[1]).toMatchObject({
      questions: [{ id: "team", type: "choice", options: { task: "s", field: "teams" } }],
    });
    expect(plan.tasks[2]).toMatchObject({ when: { is: ["uncertain"] } });
    expect(plan.tasks[3]).toMatchObject({ when: { is: ["*"] } });
    const dropping = planOf(source("otherwise = True", ', drop = "uncertain"'));
    expect(dropping.tasks[3]).toMatchObject({ when: { is: ["*"] } });
    expect(errorsOf(source('answers = ["north"]'))[0]).toMatch(
      /^workflow\.star:3:\d+: .*"north".*known only at run time/,
    );
  });

  test("PLAN-082: a route may say what it needs, which is what its decider needs", () => {
    const source = (more: string): string => `a = command(name = "a", run = "x")
g = route(name = "g", depends_on = [a], human = True${more}, questions = {"q": noul(ask = "?")})
workflow(type = "playbook", tasks = [a, g])
`;
    expect(planOf(source(', needs = "human"'))).toEqual(planOf(source("")));
    expect(errorsOf(source(', needs = "any"'))).toEqual([
      'workflow.star:2:55: task "g": a route decided by a person has needs = "human", got "any"',
    ]);
  });

  test("DSL-094, DSL-095, DSL-096: a finite source limits what can be answered", () => {
    const text = (
      answers: string,
    ): string => `s = command(name = "s", run = "x", emits = {"q": ["one", "two"]})
gate = route(name = "gate", depends_on = [s], source = s, questions = {"q": choice(ask = "?", options = ["one", "two", "three"])})
a = command(name = "a", run = "x", depends_on = [gate], when = gate.q, answers = ${answers})
b = command(name = "b", run = "x", depends_on = [gate], when = gate.q, otherwise = True)
workflow(type = "playbook", tasks = [s, gate, a, b])
`;
    expect(planOf(text('"one"')).tasks[3]).toMatchObject({ when: { is: ["two"] } });
    expect(errorsOf(text('["one", "three"]'))[0]).toMatch(
      /^workflow\.star:3:\d+: .*"three".*can never be answered/,
    );
  });
});
