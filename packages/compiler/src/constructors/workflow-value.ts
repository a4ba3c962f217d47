/** What `workflow` gives to a source: the graph as it was written, not yet checked. */
import { type HostCall, HostValue } from "@crucible/starlark";
import type { TaskDraft, TaskValue } from "./task-value.js";

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
