/** The operations of the scored loop: `propose`, `apply`, `measure`, `grade`, `decide`, and the reducer `top_k`. */
import {
  bareTask,
  type EngineOperation,
  type EngineTask,
  type Join,
  type TaskCommon,
  type TopKTask,
} from "@crucible/core";
import type { HostCall } from "@crucible/starlark";
import { quote } from "../diagnostics/quote.js";
import { Arguments } from "./arguments.js";
import { optionalField, optionalParameter, requiredParameter } from "./common.js";
import type { Constructor } from "./constructor.js";
import { readDependencies } from "./dependencies.js";
import { DIRECTIONS, readSession } from "./work-tasks.js";

/** An engine operation of the given name. */
export function engineTask(
  op: EngineOperation,
  common: Partial<TaskCommon> & { readonly name: string },
  { source, tiebreak }: { readonly source?: string; readonly tiebreak?: string | undefined } = {},
): EngineTask {
  return {
    ...bareTask(common.name),
    ...common,
    kind: "engine",
    op,
    ...optionalField("source", source),
    ...optionalField("tiebreak", tiebreak),
  };
}

export const propose: Constructor = {
  parameters: [requiredParameter("name"), ...["session", "depends_on"].map(optionalParameter)],
  call: (call, compilation) => {
    const args = new Arguments(call);
    const session = readSession(args);
    if (session !== undefined && compilation.sessions.configures(session)) {
      const message = `session ${quote(session)} fixes harness, model or effort; propose runs with the manifest's own`;
      args.fail("session", "session-configuration", message);
    }
    const name = args.text("name");
    const dependencies = readDependencies(args);
    const task = engineTask("propose", {
      name,
      ...dependencies,
      ...optionalField("session", session),
    });
    return compilation.construct({ task, call, otherwise: false });
  },
};

export const apply: Constructor = bareOperation("apply");
export const measure: Constructor = bareOperation("measure");

function bareOperation(op: EngineOperation): Constructor {
  return {
    parameters: [requiredParameter("name"), optionalParameter("depends_on")],
    call: (call, compilation) => {
      const args = new Arguments(call);
      const task = engineTask(op, { name: args.text("name"), ...readDependencies(args) });
      return compilation.construct({ task, call, otherwise: false });
    },
  };
}

const GRADE_JOINS: readonly Join[] = ["passed", "all"];

export const grade: Constructor = {
  parameters: [
    requiredParameter("name"),
    requiredParameter("score"),
    requiredParameter("evidence"),
    ...["tiebreak", "join"].map(optionalParameter),
  ],
  call: (call, compilation) => {
    const args = new Arguments(call);
    const source = args.taskOf("score", args.value("score") ?? null);
    const tiebreak = args.optionalTask("tiebreak");
    const items = args.items("evidence", "a list of tasks");
    const evidence = items.map((item) => args.taskOf("evidence", item));
    const read = [source, ...(tiebreak === undefined ? [] : [tiebreak])];
    const dependsOn = [...evidence, ...new Set(read.filter((name) => !evidence.includes(name)))];
    const join = args.choice("join", GRADE_JOINS) ?? "passed";
    const common = { name: args.text("name"), dependsOn, join };
    const task = engineTask("grade", common, { source, tiebreak });
    return compilation.construct({ task, call, otherwise: false });
  },
};

export const decide: Constructor = {
  parameters: [
    requiredParameter("name"),
    requiredParameter("measurement"),
    optionalParameter("depends_on"),
  ],
  call: (call, compilation) => {
    const args = new Arguments(call);
    const source = args.taskOf("measurement", args.value("measurement") ?? null);
    const written = readDependencies(args);
    const dependencies = isGiven(call, "depends_on") ? written : { dependsOn: [source] };
    const task = engineTask("decide", { name: args.text("name"), ...dependencies }, { source });
    return compilation.construct({ task, call, otherwise: false });
  },
};

function isGiven(call: HostCall, parameter: string): boolean {
  return call.get(parameter) !== undefined;
}

export const topK: Constructor = {
  parameters: [
    ...["name", "k", "direction", "depends_on"].map(requiredParameter),
    optionalParameter("required"),
  ],
  call: (call, compilation) => {
    const args = new Arguments(call);
    const k = args.integer("k");
    const direction = args.choice("direction", DIRECTIONS);
    if (k === undefined) return args.fail("k", "wrong-type", 'argument "k" must be an integer');
    const task: TopKTask = {
      ...bareTask(args.text("name")),
      ...readDependencies(args),
      kind: "top_k",
      k,
      direction: direction ?? "lower",
      join: "passed",
      required: args.boolean("required", true),
    };
    return compilation.construct({ task, call, otherwise: false });
  },
};
