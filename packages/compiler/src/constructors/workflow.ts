/** `workflow`: the graph, made of the tasks that belong to it. A source calls it once, as its last statement. */
import { type HostCall, StarlarkList, StarlarkTuple, type Value } from "@crucible/starlark";
import { quote } from "../diagnostics/quote.js";
import type { Compilation } from "../evaluate/compilation.js";
import { boundClause } from "../limits/limits.js";
import { WORKFLOW_TYPES } from "../read/lane.js";
import { Arguments } from "./arguments.js";
import { optionalParameter } from "./common.js";
import type { Constructor } from "./constructor.js";
import { scoredLoop } from "./scored-loop.js";
import { TaskValue } from "./task-value.js";
import { WorkflowValue } from "./workflow-value.js";

/** The list by position. */
const SPLICE = "tasks by position";

const NAMED = ["type", "tasks", "result", "history_record"] as const;

export const workflow: Constructor = {
  parameters: [
    { name: SPLICE, kind: "positional", optional: true },
    ...NAMED.map(optionalParameter),
  ],
  call: (call, compilation) => {
    const args = new Arguments(call);
    registerWorkflow(call, compilation);
    if (args.value(SPLICE) !== undefined) return splice(args, compilation);
    readType(args, compilation);
    if (args.value("tasks") === undefined) {
      call.fail('workflow() is missing the required argument "tasks"', {
        code: "missing-argument",
      });
    }
    const members = readTasks(args, "tasks", compilation);
    return new WorkflowValue({
      call,
      members,
      drafts: members.map(({ draft }) => draft),
      result: args.optionalTask("result"),
      historyRecord: args.optionalTask("history_record"),
    });
  },
};

/** `workflow([tasks])`, an older spelling of `default_autoresearch([tasks])`. */
function splice(args: Arguments, compilation: Compilation): WorkflowValue {
  for (const name of NAMED) {
    if (args.value(name) === undefined) continue;
    const message = `workflow([…]) by position takes no ${name}; write workflow(type = …, tasks = […])`;
    args.fail(name, "conflicting-arguments", message);
  }
  return scoredLoop(args, readTasks(args, SPLICE, compilation));
}

/** A source describes one graph (DSL-104). */
export function registerWorkflow(call: HostCall, compilation: Compilation): void {
  const earlier = compilation.workflowCall;
  if (earlier) {
    const notes = [{ message: "first called here", range: earlier.range }];
    call.fail("a source calls workflow() once", { code: "second-workflow", notes });
  }
  compilation.workflowCall = call;
}

/** The lane was read from the tree; whatever else the argument evaluates to would contradict it. */
function readType(args: Arguments, { lane }: Compilation): void {
  const type = args.choice("type", WORKFLOW_TYPES);
  if (type === undefined || type === lane) return;
  const message =
    "workflow type must be written as a literal string, because it decides which functions exist";
  args.fail("type", "lane", message);
}

/** The tasks of a list, each once. */
export function readTasks(
  args: Arguments,
  name: string,
  compilation: Compilation,
): readonly TaskValue[] {
  const value = args.value(name) ?? null;
  if (!(value instanceof StarlarkList || value instanceof StarlarkTuple)) {
    return args.wrongType(name, "a list of tasks", value);
  }
  const { limits } = compilation;
  if (value.items.length > limits.tasksShipped) {
    const message = `${args.call.name}() has ${value.items.length} tasks; ${boundClause("tasksShipped", limits)}`;
    args.fail(name, "bound-tasks-shipped", message);
  }
  const seen = new Set<TaskValue>();
  for (const item of value.items) {
    const task = taskAt(args, name, item);
    if (seen.has(task)) {
      const message = `${args.call.name}() lists task ${quote(task.name)} twice`;
      args.fail(name, "repeated-task", message);
    }
    seen.add(task);
  }
  return [...seen];
}

function taskAt(args: Arguments, name: string, item: Value): TaskValue {
  if (item instanceof TaskValue) return item;
  return args.wrongType(name, "a list of task values, not of names", item);
}
