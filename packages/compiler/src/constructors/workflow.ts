/** `workflow`: the graph, made of the tasks that belong to it. A source calls it once, as its last statement. */
import {
  type HostCall,
  HostValue,
  StarlarkList,
  StarlarkTuple,
  type Value,
} from "@crucible/starlark";
import type { Compilation } from "../evaluate/compilation.js";
import { boundClause } from "../limits/limits.js";
import { WORKFLOW_TYPES } from "../read/lane.js";
import { Arguments } from "./arguments.js";
import { optionalParameter } from "./common.js";
import type { Constructor } from "./constructor.js";
import { type TaskDraft, TaskValue } from "./task-value.js";

export interface WorkflowParts {
  readonly call: HostCall;
  /** The tasks that the source listed. */
  readonly members: readonly TaskValue[];
  /** The tasks of the graph, in order. */
  readonly drafts: readonly TaskDraft[];
  readonly result: string | undefined;
  readonly historyRecord: string | undefined;
}

export class WorkflowValue extends HostValue {
  override readonly typeName = "workflow";
  readonly parts: WorkflowParts;

  constructor(parts: WorkflowParts) {
    super();
    this.parts = parts;
  }
}

export const workflow: Constructor = {
  parameters: [
    { name: "splice", kind: "positional", optional: true },
    ...["type", "tasks", "result", "history_record"].map(optionalParameter),
  ],
  call: (call, compilation) => {
    const args = new Arguments(call);
    if (args.value("splice") !== undefined) {
      const message =
        "workflow([…]) by position is not supported yet; write workflow(type = …, tasks = […])";
      args.fail("splice", "not-supported", message);
    }
    registerWorkflow(call, compilation);
    readType(args, compilation);
    if (args.value("tasks") === undefined) {
      call.fail('workflow() is missing the required argument "tasks"', {
        code: "missing-argument",
      });
    }
    const members = readTasks(args, compilation);
    return new WorkflowValue({
      call,
      members,
      drafts: members.map(({ draft }) => draft),
      result: args.optionalTask("result"),
      historyRecord: args.optionalTask("history_record"),
    });
  },
};

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

/** The tasks of the argument `tasks`, each once. */
export function readTasks(args: Arguments, compilation: Compilation): readonly TaskValue[] {
  const value = args.value("tasks") ?? null;
  if (!(value instanceof StarlarkList || value instanceof StarlarkTuple)) {
    return args.wrongType("tasks", "a list of tasks", value);
  }
  const { limits } = compilation;
  if (value.items.length > limits.tasksShipped) {
    const message = `${args.call.name}() has ${value.items.length} tasks; ${boundClause("tasksShipped", limits)}`;
    args.fail("tasks", "bound-tasks-shipped", message);
  }
  const seen = new Set<TaskValue>();
  for (const item of value.items) {
    const task = taskAt(args, item);
    if (seen.has(task)) {
      const message = `${args.call.name}() lists task ${JSON.stringify(task.name)} twice`;
      args.fail("tasks", "repeated-task", message);
    }
    seen.add(task);
  }
  return [...seen];
}

function taskAt(args: Arguments, item: Value): TaskValue {
  if (item instanceof TaskValue) return item;
  return args.wrongType("tasks", "a list of task values, not of names", item);
}
