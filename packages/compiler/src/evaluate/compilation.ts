/**
 * What one compilation knows while its source is evaluated: the pack, the parameters, and what the constructors have made
 * so far. Nothing outlives it, so the same input always gives the same plan.
 */
import type { Diagnostic, Pack, SourceRange } from "@crucible/core";
import type { Budget, HostCall, Value } from "@crucible/starlark";
import { type TaskDraft, TaskValue } from "../constructors/task-value.js";
import { boundClause, type CompileLimits } from "../limits/limits.js";
import { EmbeddedFiles } from "../pack/embedded-files.js";
import type { WorkflowType } from "../read/lane.js";
import { Sessions } from "../sessions/sessions.js";

export interface CompilationInput {
  readonly pack: Pack;
  readonly lane: WorkflowType;
  readonly limits: CompileLimits;
  readonly budget: Budget;
  /** What `param()` gives, by name. */
  readonly params: ReadonlyMap<string, Value>;
}

export class Compilation {
  readonly pack: Pack;
  readonly lane: WorkflowType;
  readonly limits: CompileLimits;
  readonly budget: Budget;
  readonly params: ReadonlyMap<string, Value>;
  readonly files: EmbeddedFiles;
  readonly sessions: Sessions = new Sessions();
  /** Every task a constructor made, in order. */
  readonly constructed: TaskValue[] = [];
  /** What is worth saying and stops nothing. */
  readonly warnings: Diagnostic[] = [];
  /** The call of `workflow`, once there was one. */
  workflowCall: HostCall | undefined;

  constructor({ pack, lane, limits, budget, params }: CompilationInput) {
    this.pack = pack;
    this.lane = lane;
    this.limits = limits;
    this.budget = budget;
    this.params = params;
    this.files = new EmbeddedFiles(pack, limits);
  }

  warn(code: string, message: string, range: SourceRange): void {
    this.warnings.push({ code, severity: "warning", message, range, notes: [] });
  }

  /** Registers a task. */
  construct(draft: TaskDraft): TaskValue {
    if (this.constructed.length >= this.limits.tasksConstructed) {
      const message = `the workflow constructs too many tasks; ${boundClause("tasksConstructed", this.limits)}`;
      draft.call.fail(message, { code: "bound-tasks-constructed" });
    }
    const value = new TaskValue(draft);
    this.constructed.push(value);
    return value;
  }
}
