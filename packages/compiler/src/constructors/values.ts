/** `param`, `session` and `optional`: values that tasks take. */
import { didYouMean, nearest } from "@crucible/core";
import { quote } from "../diagnostics/quote.js";
import { SessionValue } from "../sessions/session-value.js";
import { Arguments } from "./arguments.js";
import { optionalParameter, requiredParameter } from "./common.js";
import type { Constructor } from "./constructor.js";
import { OptionalValue } from "./task-value.js";
import { readConfiguration } from "./work-tasks.js";

export const param: Constructor = {
  parameters: [{ name: "name", kind: "positional" }],
  call: (call, { params }) => {
    const args = new Arguments(call);
    const name = args.text("name");
    const value = params.get(name);
    if (value !== undefined) return value;
    const known = [...params.keys()];
    const message = `param(${quote(name)}) names no declared parameter${didYouMean(name, known)}`;
    return args.fail("name", "unknown-param", message, { suggestion: nearest(name, known) });
  },
};

export const session: Constructor = {
  parameters: [requiredParameter("name"), ...["harness", "model", "effort"].map(optionalParameter)],
  call: (call, { sessions }) => {
    const args = new Arguments(call);
    const name = args.text("name");
    if (!sessions.declare(name, call, readConfiguration(args))) {
      args.fail("name", "duplicate-session", `session ${quote(name)} is declared twice`);
    }
    return new SessionValue(name);
  },
};

/** DSL-100: a dependency of an `all` join that may settle not_taken without taking the task along. */
export const optional: Constructor = {
  parameters: [{ name: "task", kind: "positional" }],
  call: (call) => {
    const args = new Arguments(call);
    return new OptionalValue(args.taskOf("task", args.value("task") ?? null));
  },
};
