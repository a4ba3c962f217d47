/** Rules about revise loops. */
import { agent, command, draft, evaluate, noul, route } from "../drafts.js";
import type { Refusal } from "../refusals.test.js";

const author = agent("author");
const revise = (...targets: string[]) => ({ targets, maxRounds: 2 });

export const loopRows: readonly Refusal[] = [
  {
    rule: "LOOP-002: one round",
    draft: draft([
      author,
      command("r", { dependsOn: ["author"], revise: { targets: ["author"], maxRounds: 1 } }),
    ]),
    finding: 'r.revise.max_rounds: task "r": max_rounds = 1 is outside 2..=5',
  },
  {
    rule: "LOOP-002: six rounds",
    draft: draft([
      author,
      command("r", { dependsOn: ["author"], revise: { targets: ["author"], maxRounds: 6 } }),
    ]),
    finding: 'r.revise.max_rounds: task "r": max_rounds = 6 is outside 2..=5',
  },
  {
    rule: "LOOP-003: a loop over nothing",
    draft: draft([author, command("r", { dependsOn: ["author"], revise: revise() })]),
    finding: 'r.revise: task "r": revise names no task',
  },
  {
    rule: "LOOP-003: a target named twice",
    draft: draft([
      author,
      command("r", { dependsOn: ["author"], revise: revise("author", "author") }),
    ]),
    finding: 'r.revise.tasks.1: task "r": revise names "author" twice',
  },
  {
    rule: "LOOP-004: a target that does not exist",
    draft: draft([author, command("r", { dependsOn: ["author"], revise: revise("auhtor") })]),
    finding:
      'r.revise.tasks.0: task "r": revise names unknown task "auhtor"; did you mean "author"?',
  },
  {
    rule: "LOOP-004: a target the reviewer does not depend on",
    draft: draft([author, command("r", { revise: revise("author") })]),
    finding:
      'r.revise.tasks.0: task "r": revise names "author", which it does not depend on, directly or through other tasks',
  },
  {
    rule: "LOOP-006: a body that leaves out the task between",
    draft: draft([
      author,
      command("build", { dependsOn: ["author"] }),
      command("r", { dependsOn: ["build"], revise: revise("author") }),
    ]),
    finding:
      'r.revise: task "r": revise leaves out "build" between its tasks; name every task on the way',
  },
  {
    rule: "LOOP-006: a body that leaves out a task between two targets",
    draft: draft([
      author,
      command("lint", { dependsOn: ["author"] }),
      command("build", { dependsOn: ["lint"] }),
      command("r", { dependsOn: ["build", "author"], revise: revise("author", "build") }),
    ]),
    finding:
      'r.revise: task "r": revise leaves out "lint" between its tasks; name every task on the way',
  },
  {
    rule: "LOOP-007: a route in a body",
    draft: draft([route("g"), command("r", { dependsOn: ["g"], revise: revise("g") })]),
    finding:
      'r.revise.tasks.0: task "r": revise loops over "g", a route task; a loop holds agent, command and evaluate tasks only',
  },
  {
    rule: "LOOP-007: a route that revises",
    draft: draft([author, route("g", { dependsOn: ["author"], revise: revise("author") })]),
    finding:
      'g.revise: task "g": revise loops over "g", a route task; a loop holds agent, command and evaluate tasks only',
  },
  {
    rule: "LOOP-008, MAP-007: a mapped task in a body",
    draft: draft([
      command("scan"),
      command("m", {
        dependsOn: ["scan"],
        over: { task: "scan", field: "items" },
        maxFanout: 2,
      }),
      command("r", { dependsOn: ["m"], revise: revise("m") }),
    ]),
    finding:
      'r.revise.tasks.0: task "r": revise loops over "m", which is mapped; a loop holds no mapped task',
  },
  {
    rule: "LOOP-009: a task in two bodies",
    draft: draft([
      author,
      command("r", { dependsOn: ["author"], revise: revise("author") }),
      evaluate("s", { dependsOn: ["author"], revise: revise("author") }),
    ]),
    finding:
      's.revise.tasks.0: task "s": revise names "author", which "r" already revises; a task is in one loop',
  },
  {
    rule: "LOOP-010: a reviewer of a reviewer",
    draft: draft([
      author,
      command("r", { dependsOn: ["author"], revise: revise("author") }),
      command("s", { dependsOn: ["r"], revise: revise("r") }),
    ]),
    finding: 's.revise.tasks.0: task "s": revise names "r", itself a reviewer; loops do not nest',
  },
  {
    rule: "LOOP-010: a reviewer that revises itself",
    draft: draft([author, command("r", { dependsOn: ["author"], revise: revise("r") })]),
    finding: 'r.revise.tasks.0: task "r": revise names the reviewer itself',
  },
  {
    rule: "LOOP-011: revise outside a playbook",
    draft: draft([author, command("r", { dependsOn: ["author"], revise: revise("author") })], {
      lane: "custom",
    }),
    finding:
      'r.revise: task "r": revise is not allowed in a workflow of type "custom"; only a playbook revises',
  },
  {
    rule: "SCORE-023: revise in autoresearch",
    draft: draft([author, command("r", { dependsOn: ["author"], revise: revise("author") })], {
      lane: "autoresearch",
    }),
    finding:
      'r.revise: task "r": revise is not allowed in a workflow of type "autoresearch"; only a playbook revises',
  },
  {
    rule: "loops that wait for each other",
    draft: draft([
      command("a"),
      command("b"),
      command("ra", { dependsOn: ["a", "b"], revise: revise("a") }),
      command("rb", { dependsOn: ["b", "a"], revise: revise("b") }),
    ]),
    finding:
      'ra.revise: the loops of "ra", "rb" wait for each other, so none could start; a loop starts once everything that its tasks depend on outside it has settled',
  },
  {
    rule: "a loop that waits for what waits for it",
    draft: draft([
      command("a"),
      command("x", { dependsOn: ["a"] }),
      command("b", { dependsOn: ["x"] }),
      command("r", { dependsOn: ["a", "b"], revise: revise("a") }),
    ]),
    finding:
      'r.revise: task "r": revise leaves out "x", "b" between its tasks; name every task on the way',
  },
  {
    rule: "LOOP-012: a conditional reviewer",
    draft: draft([
      author,
      route("g", { questions: [noul("ok", ["no", "uncertain"])] }),
      command("r", {
        dependsOn: ["author", "g"],
        revise: revise("author"),
        when: { task: "g", question: "ok", is: ["yes"] },
      }),
    ]),
    finding:
      'r.when: task "r": when: a reviewer cannot be conditional; put the condition on its targets',
  },
];
