/**
 * Effects: what an entry asks of the driver once it is durable. The driver forgets effects in a crash; a resumed log
 * gives them again through the decisions that follow `resumed`.
 */
export type Effect =
  /** Run one attempt of an instance. */
  | {
      readonly kind: "start_attempt";
      /** Row name. */
      readonly task: string;
      /** Name of the plan's task. */
      readonly node: string;
      readonly key?: string;
      readonly round?: number;
      readonly attempt: number;
      readonly isolated: boolean;
      /** Engine milliseconds. */
      readonly deadlineMs: number;
      /** Whether the deadline is the task's own limit or the run's ceiling. */
      readonly limit: "task" | "run";
    }
  /** End every attempt in flight; each still reports its end. */
  | { readonly kind: "end_attempts"; readonly cause: "wall_clock" | "halt" | "stop" }
  /** The execution is over: the last line is written, or the run is halted and nothing is in flight. */
  | { readonly kind: "finish" };
