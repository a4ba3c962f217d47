/**
 * Which functions exist in which lane (DSL-064 to DSL-068).
 *
 * A function of another lane does not exist: its name is unknown at its own place and is never suggested.
 */
import { hostFunction, type Value } from "@crucible/starlark";
import type { Compilation } from "../evaluate/compilation.js";
import { WORKFLOW_TYPES, type WorkflowType } from "../read/lane.js";
import type { Constructor } from "./constructor.js";
import { defaultAutoresearch } from "./default-autoresearch.js";
import { apply, decide, grade, measure, propose, topK } from "./engine-tasks.js";
import { promptFile, schemaFile } from "./pack-files.js";
import { choice, noul, pick, score } from "./questions.js";
import { report } from "./report.js";
import { route } from "./route.js";
import { skill } from "./skill.js";
import { optional, param, session } from "./values.js";
import { agent, command, evaluate } from "./work-tasks.js";
import { workflow } from "./workflow.js";

type Table = Readonly<Record<string, Constructor>>;

const EVERYWHERE: Table = {
  agent,
  command,
  evaluate,
  skill,
  report,
  session,
  param,
  optional,
  prompt_file: promptFile,
  schema_file: schemaFile,
  workflow,
};

const ROUTING: Table = { route, noul, choice, score, pick };

const SCORED: Table = {
  propose,
  apply,
  measure,
  grade,
  decide,
  top_k: topK,
  default_autoresearch: defaultAutoresearch,
};

/** The functions of each lane. */
export const LANES: Readonly<Record<WorkflowType, Table>> = {
  playbook: { ...EVERYWHERE, ...ROUTING },
  autoresearch: { ...EVERYWHERE, ...SCORED },
  custom: { ...EVERYWHERE, ...ROUTING, ...SCORED },
};

/** What is said about a function that exists, but not in this lane; nothing about any other name. */
export function elsewhereOf(lane: WorkflowType, name: string): readonly string[] {
  const others = WORKFLOW_TYPES.filter((type) => Object.hasOwn(LANES[type], name));
  if (others.length === 0 || others.includes(lane)) return [];
  const types = others.map((type) => `"${type}"`).join(" or ");
  return [`${name} exists where the type of workflow(…) is ${types}; here it is "${lane}"`];
}

/** The functions of a lane, bound to one compilation. */
export function constructorsOf(
  lane: WorkflowType,
  compilation: Compilation,
): ReadonlyMap<string, Value> {
  const functions = new Map<string, Value>();
  for (const [name, { parameters, call }] of Object.entries(LANES[lane])) {
    const made = hostFunction({ name, parameters, call: (each) => call(each, compilation) });
    functions.set(name, made);
  }
  return functions;
}
