/** Rules about routes, their questions and the conditions that follow them. */
import type { EmitField, FieldType, Question, RouteTask, When } from "@crucible/core";
import { choice, command, draft, evaluate, noul, route } from "../drafts.js";
import type { Refusal } from "../refusals.test.js";

const human: RouteTask["decider"] = { kind: "human" };
const pick = (id: string, overrides: Partial<Question> = {}): Question =>
  ({
    id,
    instructions: "which?",
    type: "pick",
    source: { task: "scan", field: "items" },
    multiple: false,
    drop: [],
    ...overrides,
  }) as Question;
/** A choice among what a field of `scan` holds at run time. */
const dynamic = (field = "items", drop: readonly string[] = []): Question => ({
  ...choice("q", [], drop),
  options: { task: "scan", field },
});
const schema = (value: unknown): FieldType => ({ kind: "schema", schema: JSON.stringify(value) });

/** A route over one question, asked of a model. */
const asks = (question: Question, overrides: Partial<RouteTask> = {}): Refusal["draft"] =>
  draft([
    command("scan", { emits: [{ name: "items", type: { kind: "token", token: "list" } }] }),
    route("g", { dependsOn: ["scan"], questions: [question], ...overrides }),
  ]);

/** A route whose questions the output of `scan` answers, and perhaps a task that follows it. */
const answered = (
  type: FieldType | undefined,
  question: Question,
  when?: When,
): Refusal["draft"] => {
  const emits: readonly EmitField[] = [type ? { name: question.id, type } : { name: question.id }];
  return draft([
    command("scan", { emits }),
    route("g", {
      dependsOn: ["scan"],
      decider: { kind: "output", task: "scan" },
      questions: [question],
    }),
    ...(when ? [command("f", { dependsOn: ["g"], when })] : []),
  ]);
};

/** A yes-or-no route and a task that follows it. */
const followed = (when: When, dependsOn: readonly string[] = ["gate"]): Refusal["draft"] =>
  draft([
    command("build"),
    route("gate", { questions: [noul("ship", ["no", "uncertain"])] }),
    command("f", { dependsOn, when }),
  ]);

const yes = { task: "gate", question: "ship", is: ["yes"] };

export const routeRows: readonly Refusal[] = [
  {
    rule: "ROUTE-003: a route without questions",
    draft: draft([route("g", { questions: [] })]),
    finding: 'g.questions: task "g": a route asks at least one question',
  },
  {
    rule: "ROUTE-005: a choice of one",
    draft: asks(choice("q", ["a"])),
    finding: 'g.questions.q.options: route "g", question "q" needs at least two options, got 1',
  },
  {
    rule: "ROUTE-005: an option twice",
    draft: asks(choice("q", ["a", "b", "a"])),
    finding: 'g.questions.q.options.2: route "g", question "q": label "a" is listed twice',
  },
  {
    rule: "a score of one level",
    draft: asks({
      id: "q",
      instructions: "how much?",
      type: "score",
      levels: [{ label: "low" }],
      drop: [],
    }),
    finding: 'g.questions.q.levels: route "g", question "q" needs at least two levels, got 1',
  },
  {
    rule: "ROUTE-006: a question id with a space",
    draft: asks(noul("a b")),
    finding:
      'g.questions.a b: route "g", question "a b": the id is not an identifier; use 1-64 ASCII letters, digits, or `_`',
  },
  {
    rule: "ROUTE-006: a label with a hyphen",
    draft: asks(choice("q", ["a-b", "c"])),
    finding:
      'g.questions.q.options.0: route "g", question "q": label "a-b" is not an identifier; use 1-64 ASCII letters, digits, or `_`',
  },
  {
    rule: "ROUTE-007: an option called uncertain",
    draft: asks(choice("q", ["a", "uncertain"])),
    finding:
      'g.questions.q.options.1: route "g", question "q": label "uncertain" belongs to every question and cannot be declared',
  },
  {
    rule: "a question that asks nothing",
    draft: asks({ id: "q", instructions: " ", type: "noul", drop: [] }),
    finding: 'g.questions.q.instructions: route "g", question "q" asks nothing',
  },
  {
    rule: "ROUTE-017: a confidence of zero",
    draft: asks(noul("q"), { decider: { kind: "model", minConfidence: 0, files: [] } }),
    finding:
      'g.decider.min_confidence: task "g": min_confidence must be above 0 and at most 1, got 0',
  },
  {
    rule: "ROUTE-017: a confidence above one",
    draft: asks(noul("q"), { decider: { kind: "model", minConfidence: 1.5, files: [] } }),
    finding:
      'g.decider.min_confidence: task "g": min_confidence must be above 0 and at most 1, got 1.5',
  },
  {
    rule: "ROUTE-026: a dropped label the question does not know",
    draft: asks(choice("q", ["approve", "deny"], ["dney"])),
    finding:
      'g.questions.q.drop.0: route "g", question "q": drop names unknown label "dney"; did you mean "deny"?',
  },
  {
    rule: "options of another task, chosen among by a person",
    draft: asks(dynamic(), { decider: human, needs: "human" }),
    finding:
      'g.questions.q.options: route "g", question "q": only a model is given options that another task lists; list the labels, or ask for a pick',
  },
  {
    rule: "options of a task that is no dependency",
    draft: asks(dynamic(), { dependsOn: [] }),
    finding:
      'g.questions.q.options: route "g", question "q": options "scan.items": "scan" is not one of its dependencies (it has none)',
  },
  {
    rule: "options of a field that nobody declares",
    draft: asks(dynamic("itms")),
    finding:
      'g.questions.q.options: route "g", question "q": options: task "scan" declares no output field "itms"; did you mean "items"? (it emits: items)',
  },
  {
    rule: "a dropped option that is known only at run time",
    draft: asks(dynamic("items", ["north"])),
    finding: 'g.questions.q.drop.0: route "g", question "q": drop names unknown label "north"',
  },
  {
    rule: "a condition on an option that is known only at run time",
    draft: draft([
      command("scan"),
      route("g", { dependsOn: ["scan"], questions: [dynamic("items", ["uncertain"])] }),
      command("f", { dependsOn: ["g"], when: { task: "g", question: "q", is: ["north"] } }),
    ]),
    finding:
      'f.when.is.0: task "f": when names "north" of route "g", question "q", whose options are known only at run time; it may name "uncertain", and otherwise stands for any option',
  },
  {
    rule: "ROUTE-025: options known only at run time that lead nowhere",
    draft: draft([
      command("scan"),
      route("g", { dependsOn: ["scan"], questions: [dynamic()] }),
      command("f", { dependsOn: ["g"], when: { task: "g", question: "q", is: ["uncertain"] } }),
    ]),
    finding:
      'g.questions.q: route "g", question "q": no task runs on any option; its options are known only at run time, so give a task otherwise',
  },
  {
    rule: "any option of a question that lists its own",
    draft: followed({ task: "gate", question: "ship", is: ["*"] }),
    finding: 'f.when.is.0: task "f": when names unknown label "*" of route "gate", question "ship"',
  },
  {
    rule: "ROUTE-039: a pick asked of a model",
    draft: asks(pick("q")),
    finding:
      'g.questions.q.type: route "g", question "q": only a person can pick; a pick needs a human-decided route',
  },
  {
    rule: "ROUTE-039: a multiple choice asked of a model",
    draft: asks({ ...choice("q", ["a", "b"]), multiple: true }),
    finding:
      'g.questions.q: route "g", question "q": only a person can choose several; multiple needs a human-decided route',
  },
  {
    rule: "HUMAN-009: a person asked about decision",
    draft: asks(noul("decision"), { decider: human }),
    finding:
      'g.questions.decision: route "g", question "decision": a person\'s answer is recorded under "decision"; use another id',
  },
  {
    rule: "HUMAN-006: a pick from what is no dependency",
    draft: asks(pick("q", { source: { task: "other", field: "items" } }), { decider: human }),
    finding:
      'g.questions.q.source: route "g", question "q": source "other.items": "other" is not one of its dependencies (it has "scan")',
  },
  {
    rule: "HUMAN-007: a pick from an undeclared field",
    draft: asks(pick("q", { source: { task: "scan", field: "nodes" } }), { decider: human }),
    finding:
      'g.questions.q.source: route "g", question "q": source: task "scan" declares no output field "nodes" (it emits: items)',
  },
  {
    rule: "HUMAN-007: a pick from what is no list of strings",
    draft: draft([
      command("scan", { emits: [{ name: "items", type: { kind: "token", token: "object" } }] }),
      route("g", { dependsOn: ["scan"], decider: human, questions: [pick("q")] }),
    ]),
    finding:
      'g.questions.q.source: route "g", question "q": source needs a list of strings, but "scan.items" is declared object; declare it "list", or by a schema of type array whose every item is shown to be a string',
  },
  {
    rule: "a pick that drops",
    draft: asks(pick("q", { drop: ["uncertain"] }), { decider: human }),
    finding: 'g.questions.q.drop: route "g", question "q": a pick has no labels to drop',
  },
  {
    rule: "a mapped route that a person decides",
    draft: asks(noul("q"), {
      decider: human,
      over: { task: "scan", field: "items" },
      maxFanout: 2,
    }),
    finding:
      'g.over: task "g": over applies to agent, command and evaluate tasks and to routes that no person decides, not to a route task',
  },
  {
    rule: "a decider's file that nobody declares",
    draft: asks(noul("q"), { decider: { kind: "model", minConfidence: 0.5, files: ["x.json"] } }),
    finding: 'g.decider.files.0: task "g": decider file "x.json" is declared by no dependency',
  },
  {
    rule: "a decider's file without a schema",
    draft: draft([
      command("scan", { emitsFiles: [{ path: "x.json" }] }),
      route("g", {
        dependsOn: ["scan"],
        decider: { kind: "model", minConfidence: 0.5, files: ["x.json"] },
      }),
    ]),
    finding:
      'g.decider.files.0: task "g": decider file "x.json" is declared without a schema; a model is shown only checked files',
  },
  {
    rule: "ROUTE-009: decided by what is no dependency",
    draft: draft([command("scan"), route("g", { decider: { kind: "output", task: "scan" } })]),
    finding:
      'g.decider.task: task "g": the deciding task: "scan" is not one of its dependencies (it has none)',
  },
  {
    rule: "ROUTE-009, DSL-089: answered by any text",
    draft: answered({ kind: "token", token: "string" }, choice("q", ["a", "b"])),
    finding:
      'g.decider.task: route "g", question "q" is answered by "scan.q", declared string, which does not limit the answers; declare labels, a boolean or a schema with const or enum',
  },
  {
    rule: "DSL-089: answered by a schema that limits nothing",
    draft: answered(schema({ type: "string" }), choice("q", ["a", "b"])),
    finding:
      'g.decider.task: route "g", question "q" is answered by "scan.q", declared schema (string), which does not limit the answers; declare labels, a boolean or a schema with const or enum',
  },
  {
    rule: "ROUTE-010: answered by a task that does not emit the question",
    draft: draft([
      command("scan", { emits: [{ name: "other" }] }),
      route("g", { dependsOn: ["scan"], decider: { kind: "output", task: "scan" } }),
    ]),
    finding:
      'g.decider.task: route "g", question "ok": task "scan" declares no output field "ok" (it emits: other)',
  },
  {
    rule: "DSL-087: answered by a schema with a stray label",
    draft: answered(schema({ type: "string", enum: ["a", "z"] }), choice("q", ["a", "b"])),
    finding:
      'g.decider.task: route "g", question "q" is answered by "scan.q", declared schema (string), which can give "z"; the question accepts "a", "b"',
  },
  {
    rule: "DSL-088: a boolean that answers a choice",
    draft: answered(schema({ type: "boolean" }), choice("q", ["a", "b"])),
    finding:
      'g.decider.task: route "g", question "q" is answered by "scan.q", declared schema (boolean), which can give "yes", "no"; the question accepts "a", "b"',
  },
  {
    rule: "ROUTE-023: a when that lists nothing",
    draft: followed({ ...yes, is: [] }),
    finding: 'f.when.is: task "f": when lists no answers of route "gate", question "ship"',
  },
  {
    rule: "ROUTE-024: a when on what is no route",
    draft: followed({ ...yes, task: "build" }, ["build"]),
    finding: 'f.when.task: task "f": when names "build", which is no route but a command task',
  },
  {
    rule: "ROUTE-024: a when on what is no dependency",
    draft: followed({ ...yes, task: "gaet" }),
    finding:
      'f.when.task: task "f": when names "gaet": "gaet" is not one of its dependencies (it has "gate"); did you mean "gate"?',
  },
  {
    rule: "ROUTE-024: a when on an unknown question",
    draft: followed({ ...yes, question: "shp" }),
    finding:
      'f.when.question: task "f": when names unknown question "shp" of route "gate"; did you mean "ship"?',
  },
  {
    rule: "ROUTE-024: a when on an unknown label",
    draft: followed({ ...yes, is: ["yse"] }),
    finding:
      'f.when.is.0: task "f": when names unknown label "yse" of route "gate", question "ship"; did you mean "yes"?',
  },
  {
    rule: "HUMAN-005: a when on a pick",
    draft: draft([
      command("scan"),
      route("g", { dependsOn: ["scan"], decider: human, questions: [pick("q"), noul("ok")] }),
      command("f", { dependsOn: ["g"], when: { task: "g", question: "q", is: ["x"] } }),
    ]),
    finding:
      'f.when.question: task "f": when names route "g", question "q", a pick; a pick has no labels to follow',
  },
  {
    rule: "ROUTE-025: answers that lead nowhere",
    draft: draft([
      route("gate", { questions: [noul("ship")] }),
      command("f", { dependsOn: ["gate"], when: yes }),
    ]),
    finding:
      'gate.questions.ship: route "gate", question "ship": no task runs on no, uncertain; name them in a task\'s when, or in the question\'s drop',
  },
  {
    rule: "HUMAN-002: answers of a person that lead nowhere",
    draft: draft([
      route("gate", { decider: human, questions: [noul("ship", ["no"])] }),
      command("f", { dependsOn: ["gate"], when: yes }),
    ]),
    finding:
      'gate.questions.ship: route "gate", question "ship": no task runs on uncertain; name them in a task\'s when, or in the question\'s drop',
  },
  {
    rule: "ROUTE-030, DSL-094: a when on an answer that cannot come",
    draft: answered({ kind: "labels", labels: ["a"] }, choice("q", ["a", "b"]), {
      task: "g",
      question: "q",
      is: ["a", "b"],
    }),
    finding:
      'f.when.is.1: task "f": when: "b" of route "g", question "q" can never be answered; its source gives only "a"',
  },
  {
    rule: "ROUTE-037, SCORE-023: a route in autoresearch",
    draft: draft([route("g"), evaluate("e")], { lane: "autoresearch" }),
    finding: 'g.kind: task "g": a route is not allowed in a workflow of type "autoresearch"',
  },
  {
    rule: "a when on a mapped route from an unmapped task",
    draft: draft([
      command("scan"),
      route("g", {
        dependsOn: ["scan"],
        over: { task: "scan", field: "items" },
        maxFanout: 2,
        questions: [noul("ship", ["no", "uncertain"])],
      }),
      command("f", { dependsOn: ["g"], when: { ...yes, task: "g" } }),
    ]),
    finding:
      'f.when.task: task "f": when names "g", a mapped route; only a task mapped over the same "scan.items" can follow its instances',
  },
  {
    rule: "a review that is blank",
    draft: asks(noul("q"), { decider: { kind: "human", review: "\n" } }),
    finding: 'g.decider.review: task "g": review is empty',
  },
  {
    rule: "a decider's file listed twice",
    draft: draft([
      command("scan", { emitsFiles: [{ path: "x.json", schema: "true" }] }),
      route("g", {
        dependsOn: ["scan"],
        decider: { kind: "model", minConfidence: 0.5, files: ["x.json", "x.json"] },
      }),
    ]),
    finding: 'g.decider.files.1: task "g": decider file "x.json" is listed twice',
  },
  {
    rule: "a question asked twice",
    draft: draft([route("g", { questions: [noul("q"), noul("q")] })]),
    finding: 'g.questions.q: route "g", question "q" is asked twice',
  },
  {
    rule: "ROUTE-026: a label dropped twice",
    draft: asks(noul("q", ["no", "no"])),
    finding: 'g.questions.q.drop.1: route "g", question "q": drop names label "no" twice',
  },
  {
    rule: "ROUTE-023: a when that lists a label twice",
    draft: followed({ ...yes, is: ["yes", "yes"] }),
    finding: 'f.when.is.1: task "f": when lists label "yes" twice',
  },
  {
    rule: "ROUTE-013: a mapped source decides with its fold",
    draft: draft([
      command("scan"),
      command("m", {
        dependsOn: ["scan"],
        over: { task: "scan", field: "items" },
        maxFanout: 2,
      }),
      route("g", {
        dependsOn: ["m"],
        decider: { kind: "output", task: "m" },
        questions: [noul("order")],
      }),
    ]),
    finding:
      'g.decider.task: route "g", question "order" is answered by "m.order", declared list, which does not limit the answers; declare labels, a boolean or a schema with const or enum',
  },
];
