/** Rules about edges, joins, sessions, stages, lanes and what a workflow names. */
import { agent, command, draft, engine, noul, report, route, topK } from "../drafts.js";
import type { Refusal } from "../refusals.test.js";

const scored = { lane: "autoresearch", result: "d" } as const;

export const graphRows: readonly Refusal[] = [
  {
    rule: "PLAN-021: an unknown dependency",
    draft: draft([command("build"), command("b", { dependsOn: ["buidl"] })]),
    finding: 'b.depends_on.0: task "b" depends on unknown task "buidl"; did you mean "build"?',
  },
  {
    rule: "PLAN-022: a task that depends on itself",
    draft: draft([command("a", { dependsOn: ["a"] })]),
    finding: 'a.depends_on.0: task "a" depends on itself',
  },
  {
    rule: "PLAN-022: a cycle of two",
    draft: draft([command("a", { dependsOn: ["b"] }), command("b", { dependsOn: ["a"] })]),
    finding: "a.depends_on.0: plan has a dependency cycle involving: a, b",
  },
  {
    rule: "PLAN-022: a cycle with tasks before and behind it",
    draft: draft([
      command("first"),
      command("z", { dependsOn: ["first", "x"] }),
      command("x", { dependsOn: ["y"] }),
      command("y", { dependsOn: ["z"] }),
      command("last", { dependsOn: ["y"] }),
    ]),
    finding: "z.depends_on.1: plan has a dependency cycle involving: z, x, y",
  },
  {
    rule: "PLAN-023: a dependency listed twice",
    draft: draft([command("a"), command("b", { dependsOn: ["a", "a"] })]),
    finding: 'b.depends_on.1: task "b" lists dependency "a" twice',
  },
  ...["params", "item", "history", "revision", "outcome"].map((name) => ({
    rule: `PLAN-040: a dependency named ${name}`,
    draft: draft([command(name), command("b", { dependsOn: [name] })]),
    finding: `b.depends_on.0: task "b" depends on task "${name}", but the engine provides an input of that name; rename the task`,
  })),
  {
    rule: "PLAN-041: a dependency named kept",
    draft: draft([command("kept"), command("b", { dependsOn: ["kept"] })]),
    finding:
      'b.depends_on.0: task "b" depends on task "kept", but the engine provides an input of that name; rename the task',
  },
  {
    rule: "a route that depends on a task named files",
    draft: draft([command("files"), route("g", { dependsOn: ["files"] })]),
    finding:
      'g.depends_on.0: task "g" depends on task "files", but the engine provides an input of that name; rename the task',
  },
  {
    rule: "an epilogue task named outcome",
    draft: draft([command("a"), command("outcome", { stage: "epilogue" })]),
    finding:
      'outcome.name: epilogue task "outcome" has the name of an input that the engine provides; rename it',
  },
  {
    rule: "PLAN-061: an epilogue task that depends on the main graph",
    draft: draft([command("a"), command("b", { dependsOn: ["a"], stage: "epilogue" })]),
    finding:
      'b.depends_on.0: task "b" is in stage "epilogue" and depends on "a" in stage "iteration"; dependencies cannot cross stages',
  },
  {
    rule: "PLAN-061: a main task that depends on the epilogue",
    draft: draft([command("a", { stage: "epilogue" }), command("b", { dependsOn: ["a"] })]),
    finding:
      'b.depends_on.0: task "b" is in stage "iteration" and depends on "a" in stage "epilogue"; dependencies cannot cross stages',
  },
  {
    rule: "PLAN-042: a settled join of nothing",
    draft: draft([command("a", { join: "settled" })]),
    finding: 'a.join: task "a": join = "settled" needs at least one dependency',
  },
  {
    rule: "a passed join of nothing",
    draft: draft([command("a", { join: "passed" })]),
    finding: 'a.join: task "a": join = "passed" needs at least one dependency',
  },
  {
    rule: "PLAN-043: a ranking with a settled join",
    draft: draft([command("a"), topK("t", { dependsOn: ["a"], join: "settled" })]),
    finding:
      't.join: task "t": join = "settled" is not allowed on a top_k task, which reads its inputs in a fixed form',
  },
  {
    rule: "PLAN-043: a report with a settled join",
    draft: draft([
      command("a", { stage: "epilogue" }),
      report("r", { dependsOn: ["a"], join: "settled" }),
    ]),
    finding:
      'r.join: task "r": join = "settled" is not allowed on a report task, which reads its inputs in a fixed form',
  },
  {
    rule: "PLAN-043: an engine operation with a settled join",
    draft: draft([command("a"), engine("m", "apply", { dependsOn: ["a"], join: "settled" })], {
      lane: "custom",
    }),
    finding:
      'm.join: task "m": join = "settled" is not allowed on the engine operation "apply", which reads its inputs in a fixed form',
  },
  {
    rule: "PLAN-044: a required task that needs an advisory one",
    draft: draft([command("a", { required: false }), command("b", { dependsOn: ["a"] })]),
    finding:
      'b.depends_on.0: required task "b" needs advisory task "a" to pass; make it required, or use join = "passed" or "settled"',
  },
  {
    rule: "PLAN-044: an advisory task two hops away is named too, and no required one",
    draft: draft([
      command("a", { required: false }),
      command("sure"),
      command("m", { required: false, dependsOn: ["sure", "a"] }),
      command("b", { dependsOn: ["m"] }),
    ]),
    finding:
      'b.depends_on.0: required task "b" needs advisory task "m" to pass, behind which stand advisory "a"; make it required, or use join = "passed" or "settled"',
  },
  {
    rule: "an optional mark on no dependency",
    draft: draft([command("a"), command("b", { dependsOn: ["a"], optional: ["c"] })]),
    finding: 'b.optional.0: task "b" marks "c" optional, which it does not depend on',
  },
  {
    rule: "EXEC-105: optional means something under an all-join only",
    draft: draft([
      command("a"),
      command("b", { dependsOn: ["a"], optional: ["a"], join: "passed" }),
    ]),
    finding:
      'b.optional: task "b": optional dependencies need join = "all"; join = "passed" already waits for any outcome',
  },
  {
    rule: "PLAN-038: two tasks of a session side by side",
    draft: draft([agent("a", { session: "s" }), agent("b", { session: "s" })]),
    finding: 'b.session: tasks "a" and "b" share session "s" but are not dependency-ordered',
  },
  {
    rule: "PLAN-038: three tasks of a session, two of them ordered",
    draft: draft([
      agent("a", { session: "s" }),
      command("via", { dependsOn: ["a"] }),
      agent("b", { session: "s", dependsOn: ["via"] }),
      agent("c", { session: "s", dependsOn: ["a"] }),
    ]),
    finding: 'c.session: tasks "b" and "c" share session "s" but are not dependency-ordered',
  },
  {
    rule: "PLAN-039: an isolated task of a session",
    draft: draft([agent("a", { session: "s", isolation: "worktree" })]),
    finding:
      'a.session: task "a": a task with a session cannot be isolated; its conversation outlives the private clone',
  },
  {
    rule: "a session name with a space",
    draft: draft([agent("a", { session: "my session" })]),
    finding:
      'a.session: task "a": session name "my session" must be 1-64 ASCII letters, digits, ".", "_" or "-"',
  },
  {
    rule: "a session that spans sandboxes",
    draft: draft([
      agent("a", { session: "s", sandbox: "x" }),
      agent("b", { session: "s", dependsOn: ["a"] }),
    ]),
    finding:
      'b.sandbox: session "s" spans sandboxes: task "a" runs in "x", task "b" in the default sandbox',
  },
  {
    rule: "PLAN-053: an engine operation in a playbook",
    draft: draft([engine("m", "measure_diff")]),
    finding:
      'm.kind: task "m": the engine operation "measure_diff" is not allowed in a workflow of type "playbook", which scores nothing',
  },
  {
    rule: "HIST-013: a history depth outside a playbook",
    draft: draft([command("a", { history: 3 })], { lane: "custom" }),
    finding:
      'a.history: task "a": history is not allowed in a workflow of type "custom"; only a playbook reads it',
  },
  {
    rule: "HIST-013: a history record outside a playbook",
    draft: draft([command("a")], { lane: "custom", historyRecord: "a" }),
    finding:
      'history_record: history_record is not allowed in a workflow of type "custom"; only a playbook keeps a record',
  },
  {
    rule: "HIST-004: a history record of no task",
    draft: draft([command("a")], { historyRecord: "b" }),
    finding: 'history_record: history_record "b" is not a task of the plan',
  },
  {
    rule: "HIST-005: a mapped history record",
    draft: draft(
      [
        command("scan"),
        command("m", {
          dependsOn: ["scan"],
          over: { task: "scan", field: "items" },
          maxFanout: 3,
        }),
      ],
      { historyRecord: "m" },
    ),
    finding: 'history_record: history_record "m" is mapped; a record is one task\'s output',
  },
  {
    rule: "PLAN-063: a result in the epilogue",
    draft: draft([command("a"), command("b", { stage: "epilogue" })], { result: "b" }),
    finding:
      'result: workflow result "b" is an epilogue task; the result belongs to the main graph',
  },
  {
    rule: "a result of no task",
    draft: draft([command("a")], { result: "gone" }),
    finding: 'result: workflow result "gone" is not a task of the plan',
  },
  {
    rule: "ROUTE-036: a conditional result",
    draft: draft(
      [
        route("g", { questions: [noul("ok", ["no", "uncertain"])] }),
        command("a", { dependsOn: ["g"], when: { task: "g", question: "ok", is: ["yes"] } }),
      ],
      { result: "a" },
    ),
    finding:
      'result: workflow result "a" is conditional; it would be missing where its route answers otherwise',
  },
  {
    rule: "ROUTE-036: a result behind a conditional task",
    draft: draft(
      [
        route("g", { questions: [noul("ok", ["no", "uncertain"])] }),
        command("a", { dependsOn: ["g"], when: { task: "g", question: "ok", is: ["yes"] } }),
        command("b", { dependsOn: ["a"] }),
        command("c", { dependsOn: ["b"] }),
      ],
      { result: "c" },
    ),
    finding:
      'result: workflow result "c" may not be taken: through join = "all" it needs "a", which is conditional; join it with "passed" or "settled", or mark the dependency optional',
  },
  {
    rule: "SCORE-001: an autoresearch workflow without a decision",
    draft: draft([engine("p", "propose")], { lane: "autoresearch" }),
    finding: "result: an autoresearch workflow needs a result that is a decide task",
  },
  {
    rule: "SCORE-001: a decision on an ordinary task",
    draft: draft(
      [
        engine("p", "propose"),
        engine("a", "apply", { dependsOn: ["p"] }),
        command("m", { dependsOn: ["a"] }),
        engine("d", "decide", { source: "m", dependsOn: ["m"] }),
      ],
      scored,
    ),
    finding: 'result: an autoresearch workflow decides "d" on a measure or grade task',
  },
  {
    rule: "SCORE-001: a decision without a proposal",
    draft: draft(
      [
        engine("a", "apply"),
        engine("m", "measure", { dependsOn: ["a"] }),
        engine("d", "decide", { source: "m", dependsOn: ["m"] }),
      ],
      scored,
    ),
    finding: 'result: an autoresearch workflow decides "d" behind a propose task',
  },
  {
    rule: "SCORE-001: a decision on what was not applied",
    draft: draft(
      [
        engine("p", "propose"),
        engine("m", "measure", { dependsOn: ["p"] }),
        engine("d", "decide", { source: "m", dependsOn: ["m"] }),
      ],
      scored,
    ),
    finding: 'result: an autoresearch workflow decides "d" behind an apply task',
  },
  {
    rule: "a dependency marked optional twice",
    draft: draft([command("a"), command("b", { dependsOn: ["a"], optional: ["a", "a"] })]),
    finding: 'b.optional.1: task "b" marks dependency "a" optional twice',
  },
];
