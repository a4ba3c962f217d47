/** What the steps of one attempt share. */
import type { Task } from "@crucible/core";
import type { SpendMeter } from "../agent/spend-meter.js";
import type { ExecutionContext } from "../execution/context.js";
import type { AttemptControl } from "./attempt-control.js";
import type { AttemptOrder } from "./order.js";

export interface AttemptSetting {
  readonly context: ExecutionContext;
  readonly order: AttemptOrder;
  readonly task: Task;
  readonly control: AttemptControl;
  readonly meter: SpendMeter;
}
