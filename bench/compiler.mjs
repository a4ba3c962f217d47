/**
 * Compiling a source of many tasks: `node bench/compiler.mjs <compile|evaluate> <chain|wide> <tasks>`.
 *
 * `compile` is everything from a pack's bytes to a digested plan; `evaluate` only walks the same source, with functions
 * that make nothing, which is what no compiler of this language can be below.
 */
import { DEFAULT_COMPILE_LIMITS, memoryPack, tryCompile } from "@crucible/compiler";
import { Budget, evaluate, hostFunction, parse } from "@crucible/starlark";
import { measure, wanted } from "./measure.mjs";

const { variant, isChain, tasks } = wanted();

const source = `step = None
tasks = []
for i in range(${tasks}):
    before = [step] if step else []
    t = command(name = "task-%d" % i, run = "echo %d" % i, depends_on = before, emits = {"n": "integer"})
    tasks.append(t)
    if ${isChain ? "True" : "i == 0"}:
        step = t
workflow(type = "playbook", tasks = tasks)
`;

const limits = {
  ...DEFAULT_COMPILE_LIMITS,
  tasksShipped: tasks,
  tasksConstructed: tasks,
  ticks: 100_000_000,
  heapBytes: 1_073_741_824,
};

await measure(
  tasks,
  () => memoryPack({ "workflow.star": source }),
  async (pack) => ({ ran: variant === "evaluate" ? evaluated() : compiled(pack) }),
);

/** @param {import("@crucible/core").Pack} pack */
function compiled(pack) {
  const result = tryCompile(pack, { limits });
  if (!result.ok) throw new Error(result.diagnostics[0]?.message);
  return result.plan.tasks.length;
}

function evaluated() {
  const parsed = parse(source, { file: "workflow.star", limits });
  if (!parsed.ok) throw new Error(parsed.diagnostics[0]?.message);
  let made = 0;
  /** @param {string} name @returns {import("@crucible/starlark").HostParameter} */
  const named = (name) => ({ name, kind: "named", optional: true });
  const command = hostFunction({
    name: "command",
    parameters: ["name", "run", "depends_on", "emits"].map(named),
    call: () => {
      made++;
      return true;
    },
  });
  const workflow = hostFunction({
    name: "workflow",
    parameters: ["type", "tasks"].map(named),
    call: () => null,
  });
  evaluate(parsed.tree, {
    budget: new Budget(limits),
    predeclared: new Map([
      ["command", command],
      ["workflow", workflow],
    ]),
  });
  return made;
}
