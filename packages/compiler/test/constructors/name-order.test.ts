/** Names are put in the order of code points, on every platform and in every spelling of a plan. */
import { expect, test } from "vitest";
import { planOf } from "../support/compile.js";

// The first UTF-16 unit of 😀 comes before Ｚ; the character itself comes after it.
const [EARLIER, LATER] = ["Ｚ", "😀"];

test("DSL-099: declared files of a dict", () => {
  const { tasks } = planOf(
    `a = command(name = "a", run = "x", emits_files = {"${LATER}": None, "${EARLIER}": None})
workflow(type = "playbook", tasks = [a])
`,
  );
  expect(tasks[0]?.emitsFiles.map(({ path }) => path)).toEqual([EARLIER, LATER]);
});

test("the arguments of a skill", () => {
  const { tasks } = planOf(
    `a = skill(name = "a", skill = "s", args = {"${LATER}": "2", "${EARLIER}": "1"})
workflow(type = "playbook", tasks = [a])
`,
    {},
    { "s/SKILL.md": "Do it.\n" },
  );
  const [task] = tasks;
  const prompt = task?.kind === "agent" ? task.prompt : "";
  expect(prompt.indexOf(EARLIER)).toBeGreaterThan(0);
  expect(prompt.indexOf(EARLIER)).toBeLessThan(prompt.indexOf(LATER));
});
