/** The files that a decision model is shown, in their one spelling: a source is brought into it, a plan file is written in it. */
import { expect, test } from "vitest";
import { readPlanFile } from "../../src/index.js";
import { planOf } from "../support/compile.js";

test("a source: files in their normal spelling", () => {
  const { tasks } = planOf(
    `a = command(name = "a", run = "x", emits_files = {"./out//v.json": schema_file("s.json")})
g = route(
    name = "g",
    min_confidence = 0.5,
    files = ["./out/v.json"],
    depends_on = [a],
    questions = {"q": noul(ask = "?")},
)
workflow(type = "playbook", tasks = [a, g])
`,
    {},
    { "s.json": "{}" },
  );
  expect(tasks[1]).toMatchObject({ decider: { files: ["out/v.json"] } });
});

test("FILE-003: a plan file must be written in it", () => {
  const text = `version = 1
[budget]
usd = 1
[[task]]
name = "a"
kind = "command"
command = "x"
emits_files = [{ path = "out/v.json", schema = "{}" }]
[[task]]
name = "g"
kind = "route"
needs = "decision"
depends_on = ["a"]
questions = { q = { type = "noul", instructions = "?" } }
decider = { kind = "model", min_confidence = 0.5, files = ["out/./v.json"] }
`;
  const reading = readPlanFile(text, { file: "plan.toml" });
  expect(reading.ok ? [] : reading.diagnostics).toMatchObject([
    {
      message: 'task "g": decider file "out/./v.json" must be written "out/v.json"',
      suggestion: "out/v.json",
    },
  ]);
});
