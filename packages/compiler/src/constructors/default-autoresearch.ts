/** `default_autoresearch([tasks])`: the scored loop's usual graph with an author's tasks between its steps. */
import { Arguments } from "./arguments.js";
import type { Constructor } from "./constructor.js";
import { scoredLoop } from "./scored-loop.js";
import { readTasks, registerWorkflow } from "./workflow.js";

export const defaultAutoresearch: Constructor = {
  parameters: [{ name: "tasks", kind: "positional" }],
  call: (call, compilation) => {
    const args = new Arguments(call);
    registerWorkflow(call, compilation);
    return scoredLoop(args, readTasks(args, "tasks", compilation));
  },
};
