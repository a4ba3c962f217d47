/** Rules about one task by itself. */
import type { CommandTask } from "@crucible/core";
import { agent, command, draft, engine, evaluate, report, route, topK } from "../drafts.js";
import type { Refusal } from "../refusals.test.js";

const one = (task: CommandTask): Refusal["draft"] => draft([task]);

export const taskRows: readonly Refusal[] = [
  {
    rule: "a prompt that no process can receive",
    draft: draft([agent("a", { prompt: "x\0" })]),
    finding: 'a.prompt: task "a": prompt holds a NUL character, which no process can receive',
  },
  {
    rule: "a model that no program can be given",
    draft: draft([agent("a", { model: "m\0" })]),
    finding: 'a.model: task "a": model must be 1-200 characters without control characters',
  },
  {
    rule: "a harness of several lines",
    draft: draft([agent("a", { harness: "claude\n--yes" })]),
    finding: 'a.harness: task "a": harness must be 1-200 characters without control characters',
  },
  {
    rule: "an effort without end",
    draft: draft([agent("a", { effort: "x".repeat(201) })]),
    finding: 'a.effort: task "a": effort must be 1-200 characters without control characters',
  },
  {
    rule: "a sandbox that no program can be given",
    draft: draft([agent("a", { sandbox: "s\u007f" })]),
    finding: 'a.sandbox: task "a": sandbox must be 1-200 characters without control characters',
  },
  {
    rule: "PLAN-015: a capability that no program can be given",
    draft: draft([command("a", { needs: "gpu\0" })]),
    finding: 'a.needs: task "a": needs must be 1-200 characters without control characters',
  },
  {
    rule: "a plan has tasks",
    draft: draft([]),
    finding: "task: plan declares no tasks",
  },
  {
    rule: "PLAN-004: a budget of zero",
    draft: draft([command("a")], { budgetUsd: 0 }),
    finding: "budget.usd: plan budget.usd must be a positive number, got 0",
  },
  {
    rule: "PLAN-004: a budget that is no number",
    draft: draft([command("a")], { budgetUsd: Number.NaN }),
    finding: "budget.usd: plan budget.usd must be a positive number, got NaN",
  },
  {
    rule: "PLAN-004: a budget that cannot be counted",
    draft: draft([command("a")], { budgetUsd: 1e300 }),
    finding: "budget.usd: plan budget.usd must be at most 9007199, got 1e+300",
  },
  {
    rule: "PLAN-006: a name written twice",
    draft: draft([command("a"), command("a")]),
    finding: 'a.name: duplicate task name "a"',
  },
  {
    rule: "PLAN-006: one name in main graph and epilogue",
    draft: draft([command("a"), command("a", { stage: "epilogue" })]),
    finding: 'a.name: duplicate task name "a"',
  },
  {
    rule: "a blank name",
    draft: one(command(" ")),
    finding: " .name: a task name is empty",
  },
  {
    rule: "a name with a bracket",
    draft: one(command("a[1]")),
    finding: 'a[1].name: task name "a[1]" holds a bracket; brackets mark instances and rounds',
  },
  {
    rule: "a name that begins with a dot",
    draft: one(command(".git")),
    finding:
      '.git.name: task name ".git" must be 1-100 letters, digits, ".", "_" or "-" and begin with a letter or digit',
  },
  {
    rule: "PLAN-008: a blank prompt",
    draft: draft([agent("a", { prompt: "  " })]),
    finding: 'a.prompt: task "a": prompt is empty',
  },
  {
    rule: "PLAN-011: a pinned model that is blank",
    draft: draft([agent("a", { model: "" })]),
    finding: 'a.model: task "a": model is empty',
  },
  {
    rule: "PLAN-009: an empty command",
    draft: one(command("a", { command: "" })),
    finding: 'a.command: task "a": command is empty',
  },
  {
    rule: "PLAN-009: an empty command to evaluate",
    draft: draft([evaluate("a", { command: "\n" })]),
    finding: 'a.command: task "a": command is empty',
  },
  {
    rule: "a command that no process can receive",
    draft: one(command("a", { command: "echo \0" })),
    finding: 'a.command: task "a": command holds a NUL character, which no process can receive',
  },
  {
    rule: "a lone surrogate has no canonical text",
    draft: one(command("a", { command: "echo \ud800" })),
    finding: 'a.command: task "a": command holds a lone surrogate',
  },
  {
    rule: "PLAN-010: a session on a command",
    draft: one(command("a", { session: "s" })),
    finding:
      'a.session: task "a": session applies to agent tasks and to the engine operation propose, not to a command task',
  },
  {
    rule: "PLAN-012: k of zero",
    draft: draft([command("a"), topK("t", { k: 0, dependsOn: ["a"] })]),
    finding: 't.k: task "t": k must be an integer of at least 1, got 0',
  },
  {
    rule: "PLAN-012: k of one and a half",
    draft: draft([command("a"), topK("t", { k: 1.5, dependsOn: ["a"] })]),
    finding: 't.k: task "t": k must be an integer of at least 1, got 1.5',
  },
  {
    rule: "PLAN-014: a ranking of nothing",
    draft: draft([topK("t")]),
    finding: 't.depends_on: task "t": top_k needs at least one dependency to rank',
  },
  {
    rule: "PLAN-020: a timeout on a ranking",
    draft: draft([command("a"), topK("t", { dependsOn: ["a"], timeoutMs: 1000 })]),
    finding:
      't.timeout: task "t": timeout applies to agent, command and evaluate tasks and to human-decided routes, not to a top_k task',
  },
  {
    rule: "PLAN-020: a timeout on a model's route",
    draft: draft([route("g", { timeoutMs: 1000 })]),
    finding:
      'g.timeout: task "g": timeout applies to agent, command and evaluate tasks and to human-decided routes, not to a route task',
  },
  {
    rule: "PLAN-019: a timeout of nothing",
    draft: one(command("a", { timeoutMs: 0 })),
    finding: 'a.timeout: task "a": timeout must be a positive number of whole milliseconds, got 0',
  },
  {
    rule: "PLAN-036: a threshold without a direction",
    draft: draft([evaluate("e", { threshold: 1 })]),
    finding: 'e.threshold: task "e": evaluate threshold and direction must be set together',
  },
  {
    rule: "PLAN-036: a direction without a threshold",
    draft: draft([evaluate("e", { direction: "lower" })]),
    finding: 'e.direction: task "e": evaluate threshold and direction must be set together',
  },
  {
    rule: "PLAN-060: a ranking in the epilogue",
    draft: draft([
      command("m"),
      command("a", { stage: "epilogue" }),
      topK("t", { stage: "epilogue", dependsOn: ["a"] }),
    ]),
    finding:
      't.stage: task "t": stage = "epilogue" applies to agent, command and evaluate tasks and to reports, not to a top_k task',
  },
  {
    rule: "PLAN-060: a route in the epilogue",
    draft: draft([route("g", { stage: "epilogue" })]),
    finding:
      'g.stage: task "g": stage = "epilogue" applies to agent, command and evaluate tasks and to reports, not to a route task',
  },
  {
    rule: "PLAN-062: an engine operation in the epilogue",
    draft: draft([engine("m", "measure", { stage: "epilogue" })], { lane: "custom" }),
    finding:
      'm.stage: task "m": stage = "epilogue" applies to agent, command and evaluate tasks and to reports, not to the engine operation "measure"',
  },
  {
    rule: "PLAN-060: a report in the main graph",
    draft: draft([report("r", { stage: "iteration" })]),
    finding: 'r.stage: task "r": a report task runs in the epilogue; set stage = "epilogue"',
  },
  {
    rule: "PLAN-064: repair on a command",
    draft: one(command("a", { repair: 1 })),
    finding: 'a.repair: task "a": repair applies to agent tasks, not to a command task',
  },
  {
    rule: "PLAN-065: four repairs",
    draft: draft([agent("a", { repair: 4 })]),
    finding: 'a.repair: task "a": repair = 4 is outside 0..=3',
  },
  {
    rule: "HIST-012: a history of nothing",
    draft: one(command("a", { history: 0 })),
    finding: 'a.history: task "a": history = 0 is outside 1..=30',
  },
  {
    rule: "HIST-012: a history of thirty-one",
    draft: one(command("a", { history: 31 })),
    finding: 'a.history: task "a": history = 31 is outside 1..=30',
  },
  {
    rule: "PLAN-015: a blank capability",
    draft: one(command("a", { needs: "" })),
    finding: 'a.needs: task "a": needs is empty',
  },
  {
    rule: "ROUTE-019: a model's route needs the decision model",
    draft: draft([route("g", { needs: "any" })]),
    finding: 'g.needs: task "g": a route decided by a model has needs = "decision", got "any"',
  },
  {
    rule: "PLAN-082: a human-decided route needs a person",
    draft: draft([route("g", { decider: { kind: "human" }, needs: "any" })]),
    finding: 'g.needs: task "g": a route decided by a person has needs = "human", got "any"',
  },
  {
    rule: "EPI-030: a report of an unknown task",
    draft: draft([command("build"), report("r", { result: "biuld" })]),
    finding: 'r.result: task "r": result names unknown task "biuld"; did you mean "build"?',
  },
  {
    rule: "EPI-030: a report of an epilogue task",
    draft: draft([command("a", { stage: "epilogue" }), report("r", { result: "a" })]),
    finding:
      'r.result: task "r": result "a" is an epilogue task; a report shows the result of a main-graph task',
  },
  {
    rule: "EPI-049: a severity of nothing",
    draft: draft([report("r", { severityField: "level" })]),
    finding: 'r.severity_field: task "r": severity_field "level" needs a result to read it from',
  },
  {
    rule: "EPI-049: a severity that is not declared",
    draft: draft([
      command("a", { emits: [{ name: "level" }] }),
      report("r", { result: "a", severityField: "levle" }),
    ]),
    finding:
      'r.severity_field: task "r": severity_field "levle" is not a declared output field of "a" (it emits: level); did you mean "level"?',
  },
  {
    rule: "EPI-049: a severity of a task that declares nothing",
    draft: draft([command("a"), report("r", { result: "a", severityField: "level" })]),
    finding:
      'r.severity_field: task "r": severity_field "level" is not a declared output field of "a" (it declares no emits at all)',
  },
  {
    rule: "SCORE-006: a decision without a source",
    draft: draft([engine("d", "decide")], { lane: "custom" }),
    finding: 'd.op: task "d": the engine operation "decide" needs a source',
  },
  {
    rule: "SCORE-006: a decision on what it does not wait for",
    draft: draft([engine("m", "measure"), engine("d", "decide", { source: "m" })], {
      lane: "custom",
    }),
    finding: 'd.source: task "d": source "m" is not one of its dependencies (it has none)',
  },
  {
    rule: "SCORE-008: a score outside the evidence",
    draft: draft(
      [
        evaluate("e"),
        evaluate("f"),
        engine("g", "grade", { join: "passed", source: "f", dependsOn: ["e"] }),
      ],
      { lane: "custom" },
    ),
    finding: 'g.source: task "g": source "f" is not one of its dependencies (it has "e")',
  },
  {
    rule: "a measurement reads no source",
    draft: draft([command("a"), engine("m", "measure", { source: "a", dependsOn: ["a"] })], {
      lane: "custom",
    }),
    finding: 'm.source: task "m": the engine operation "measure" reads no source',
  },
  {
    rule: "a decision reads no tiebreak",
    draft: draft(
      [command("a"), engine("d", "decide", { source: "a", tiebreak: "a", dependsOn: ["a"] })],
      { lane: "custom" },
    ),
    finding: 'd.tiebreak: task "d": the engine operation "decide" reads no tiebreak',
  },
  {
    rule: "PLAN-037: a threshold that is no number",
    draft: draft([evaluate("e", { threshold: Number.POSITIVE_INFINITY, direction: "lower" })]),
    finding: 'e.threshold: task "e": threshold must be a finite number, got Infinity',
  },
  {
    rule: "PLAN-060: an agent's isolation is its own, a report has none",
    draft: draft([report("r", { isolation: "worktree" })]),
    finding:
      'r.isolation: task "r": isolation applies to agent, command and evaluate tasks, not to a report task',
  },
  {
    rule: "a parameter that no digest can hold",
    draft: draft([command("a")], { params: [{ name: "p", value: "\udc00", supplied: true }] }),
    finding: 'params.p: parameter "p" holds a lone surrogate',
  },
  {
    rule: "PLAN-012: a k that no digest can hold",
    draft: draft([command("a"), topK("t", { k: Number.NaN, dependsOn: ["a"] })]),
    finding: 't.k: task "t": k must be an integer of at least 1, got NaN',
  },
];
