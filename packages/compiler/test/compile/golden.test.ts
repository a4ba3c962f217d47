import { describe, expect, test } from "vitest";
import { planOf } from "../support/compile.js";
import { expectGolden } from "../support/golden.js";

describe("a whole plan", () => {
  test("of one command", () => {
    expectGolden(
      "one-command",
      planOf('workflow(type = "playbook", tasks = [command(name = "a", run = "./a.sh")])\n'),
    );
  });

  test("of a pipeline with a session, typed outputs, audits and a report", () => {
    const source = `
scribe = session(name = "scribe", model = "claude-opus-4-6")
style = prompt_file("prompts/style.md")
draft = agent(name = "draft", prompt = "Draft the notes.\\n" + style, session = scribe, emits = {"entries": "integer"})
shape = command(name = "shape", run = "./shape.sh", depends_on = [draft], emits = {"ok": "boolean", "tier": ["high", "low"]})
polish = agent(name = "polish", prompt = "Polish them.", session = "scribe", effort = "high", depends_on = [shape])

def audit(name, required):
    return agent(
        name = "audit-" + name,
        prompt = "Audit the %s." % name,
        isolated = True,
        required = required,
        depends_on = [polish],
    )

audits = [audit(name, required) for name, required in [("headings", True), ("freshness", False)]]
roundup = command(
    name = "roundup",
    run = "./roundup.sh",
    depends_on = audits,
    join = "passed",
    timeout = "1.5h",
    emits_files = {"ROUNDUP.md": None, "data/./rows.json": schema_file("rows.json")},
)
publish = report(
    name = "publish-report",
    destination = {"kind": "slack"},
    template = "reports/slack.md.j2",
    result = roundup,
)
workflow(type = "playbook", tasks = [draft, shape, polish] + audits + [roundup, publish], result = roundup)
`;
    const files = {
      "prompts/style.md": "Short sentences.\n",
      "rows.json": '{\n "items": {"type": "string"},\n "type": "array"\n}',
      "reports/slack.md.j2": "Verdict: {{ verdict }}\n",
    };
    expectGolden("pipeline", planOf(source, {}, files));
  });

  test("ROUTE-008, ROUTE-028: of a model route with conditions", () => {
    const source = `
read = command(name = "read", run = "./read.sh", emits = {"ticket": "object"})
gate = route(
    name = "gate",
    min_confidence = 0.8,
    depends_on = [read],
    questions = {
        "urgent": noul(ask = "Is it urgent?", drop = ["no", "uncertain"]),
        "bucket": choice(ask = "Which bucket?", options = {"outage": "down", "billing": None, "feature": "wish"}),
    },
)
page = command(name = "page", run = "./page.sh", depends_on = [gate], when = gate.urgent)
oncall = command(name = "oncall", run = "./o.sh", depends_on = [gate], when = gate.bucket, answers = "outage")
finance = command(name = "finance", run = "./f.sh", depends_on = [gate], when = gate.bucket, answers = ["billing"])
backlog = command(name = "backlog", run = "./b.sh", depends_on = [gate], when = gate.bucket, otherwise = True)
filed = command(name = "filed", run = "./x.sh", depends_on = [page, oncall, finance, backlog], join = "passed")
workflow(type = "playbook", tasks = [read, gate, page, oncall, finance, backlog, filed], result = filed)
`;
    expectGolden("model-route", planOf(source));
  });

  test("of a human route with a pick, and a fan-out over what was picked", () => {
    const source = `
plan = command(name = "plan", run = "./plan.sh", emits = {"nodes": "list", "notes": "object"})
gate = route(
    name = "gate",
    human = True,
    review = "review.md",
    timeout = "20m",
    depends_on = [plan],
    questions = {
        "launch": choice(ask = "Launch?", options = {"deny": None, "approve": None}),
        "nodes": pick(ask = "Where?", source = plan.nodes, multiple = True),
    },
)
launch = command(
    name = "launch",
    run = "./launch.sh",
    depends_on = [gate, plan],
    when = gate.launch,
    answers = "approve",
    over = gate.nodes,
    max_fanout = 8,
    keyed = plan.notes,
)
shelve = command(name = "shelve", run = "./shelve.sh", depends_on = [gate], when = gate.launch, otherwise = True)
done = command(name = "done", run = "./done.sh", depends_on = [launch, shelve], join = "passed")
workflow(type = "playbook", tasks = [plan, gate, launch, shelve, done])
`;
    expectGolden("human-route", planOf(source, {}, { "review.md": "Look at it.\n" }));
  });

  test("of a route that another task's output decides", () => {
    const source = `
scan = command(name = "scan", run = "./scan.sh", emits = {"kind": ["bug", "chore"], "urgent": "boolean"})
gate = route(
    name = "gate",
    source = scan,
    depends_on = [scan],
    questions = {
        "kind": choice(ask = "Which?", options = ["bug", "chore", "wish"]),
        "urgent": noul(ask = "Now?", drop = "no"),
    },
)
fix = command(name = "fix", run = "./fix.sh", depends_on = [gate], when = gate.kind, answers = "bug")
rest = command(name = "rest", run = "./rest.sh", depends_on = [gate], when = gate.kind, otherwise = True)
page = command(name = "page", run = "./page.sh", depends_on = [gate], when = gate.urgent)
after = command(name = "after", run = "./after.sh", depends_on = [optional(fix), "rest"])
workflow(type = "playbook", tasks = [scan, gate, fix, rest, page, after])
`;
    expectGolden("output-route", planOf(source));
  });

  test("of a revise loop, a repair and an epilogue", () => {
    const source = `
author = agent(name = "author", prompt = "Write PROBE.md.", session = "author", emits_files = ["PROBE.md"], repair = 2)
review = command(
    name = "review",
    run = "./check.sh",
    depends_on = [author],
    emits_files = ["evidence/review.json"],
    revise = author,
    max_rounds = 3,
)
confirm = evaluate(
    name = "confirm",
    run = "./confirm.sh",
    depends_on = [review],
    threshold = 0.5,
    direction = "lower",
    emits = {"score": "number"},
    history = 5,
)
tidy = command(name = "tidy", run = "./tidy.sh", stage = "epilogue", required = False)
workflow(type = "playbook", tasks = [author, review, confirm, tidy], history_record = confirm)
`;
    expectGolden("revise-loop", planOf(source));
  });

  test("of skills with arguments from inside and outside the pack", () => {
    const source = `params = {
  "repo": {"type": "string", "required": True}, "limit": {"type": "int", "default": 5},
  "labels": {"type": "list<string>", "default": []},
}

scan = skill(
    name = "scan",
    skill = "skills/scan/",
    args = {"repo": param("repo"), "limit": param("limit"), "labels": param("labels"), "kinds": ["a", ["b", 1.0]], "deep": True},
    emits = {"issues": "list"},
)
triage = skill(name = "triage", skill = "skills/plain", depends_on = [scan], over = scan.issues, max_fanout = 12, isolated = True)
workflow(type = "playbook", tasks = [scan, triage])
`;
    const files = {
      "skills/scan/SKILL.md": "---\nname: scan\n---\n\n# Scan\n\nFind issues.\n",
      "skills/plain/SKILL.md": "# Triage\n",
    };
    const params = { repo: "owner/name", labels: "bug, P1" };
    expectGolden("skills", planOf(source, { params }, files));
  });

  test("SCORE-003: of the scored loop's usual graph, in both spellings", () => {
    const source = `
review = command(name = "review", run = "./review.sh")
note = command(name = "note", run = "./note.sh", depends_on = [review])
slow = command(name = "slow", run = "./slow.sh", stage = "epilogue")
default_autoresearch([review, note, slow])
`;
    expectGolden("default-autoresearch", planOf(source));
    expect(planOf(source.replace("default_autoresearch", "workflow"))).toEqual(planOf(source));
  });

  test("SCORE-004, SCORE-007: of an authored measurement graph", () => {
    const source = `
candidate = propose(name = "invent", session = "solver")
live = apply(name = "deploy", depends_on = [candidate])
diff = evaluate(name = "diff", run = "./diff.sh", depends_on = [live], threshold = 1, direction = "lower", needs = "gpu", isolated = True)
latency = evaluate(name = "latency", run = "./latency.sh", depends_on = [diff], emits = ["score"])
race = evaluate(name = "race", run = "./race.sh", depends_on = [diff], required = False)
measurement = grade(name = "final-grade", evidence = [diff, race], score = latency, tiebreak = diff)
decision = decide(name = "choose", measurement = measurement)
workflow(type = "autoresearch", tasks = [candidate, live, diff, latency, race, measurement, decision], result = decision)
`;
    expectGolden("measurement", planOf(source));
  });

  test("SCORE-002: of a custom tournament, which has no shape", () => {
    const source = `
tries = [command(name = "try-%d" % i, run = "./try.sh %d" % i, isolated = True, emits = ["score"]) for i in range(3)]
best = top_k(name = "best", k = 1, direction = "lower", depends_on = tries)
workflow(type = "custom", tasks = tries + [best])
`;
    expectGolden("tournament", planOf(source));
  });
});
