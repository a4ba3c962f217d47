/**
 * Everything that can be refused before a run exists: what the plan asks of the place, and the place lacks. Spends
 * nothing and dispatches nothing.
 */
import {
  type AgentTask,
  canonicalProblem,
  type Diagnostic,
  formatDuration,
  type Launch,
  type Plan,
  type Task,
} from "@crucible/core";
import { agentFigures, keepsConversation, turnHarness } from "../driver/agent/agent-figures.js";
import { missingVariables } from "../driver/attempt/environment.js";
import type { RunSettings } from "../driver/execution/settings.js";
import { ReviewRefused } from "../driver/review/template.js";
import { reviewTemplateOf } from "../driver/routes/evidence.js";
import { waitingLoops, workflowCapabilities } from "../machine/index.js";
import { problem } from "./refusals.js";
import type { EngineParts } from "./setup.js";

export interface Admission {
  readonly plan: Plan;
  readonly launch: Launch;
  readonly settings: RunSettings;
}

/** What stands in the way; empty when the run may start. */
export async function admissionProblems(
  parts: EngineParts,
  admission: Admission,
): Promise<readonly Diagnostic[]> {
  const { plan, launch, settings } = admission;
  const problems = [
    ...capabilityProblems(plan, launch),
    ...plan.tasks.flatMap((task) => taskProblems(parts, admission, task)),
  ];
  const waiting = waitingLoops(plan).map((name) => JSON.stringify(name));
  if (waiting.length > 0) {
    const message = `the loops of ${waiting.join(" and ")} wait for each other, so none could start`;
    problems.push(problem("waiting-loops", message));
  }
  for (const variable of missingVariables(settings, parts.environment)) {
    const message = `the environment has no variable ${JSON.stringify(variable)}, which [workflow].env names`;
    problems.push(problem("missing-variable", message));
  }
  problems.push(...historyProblems(settings));
  problems.push(...(await schemaProblems(parts, plan)));
  return problems;
}

/** Records come from the launcher, and tasks read them as JSON. */
function historyProblems({ history }: RunSettings): readonly Diagnostic[] {
  const found = canonicalProblem(history);
  if (found === undefined) return [];
  return [problem("history", `the run's history: ${found.path} ${found.problem}`)];
}

async function schemaProblems(parts: EngineParts, plan: Plan): Promise<readonly Diagnostic[]> {
  const uses = plan.tasks.flatMap((task) => schemasOf(task).map((schema) => ({ task, schema })));
  const unusable = await parts.validator.prepare(uses.map(({ schema }) => schema));
  return uses.flatMap(({ task, schema }) => {
    const why = unusable.get(schema);
    if (why === undefined) return [];
    return [problem("unusable-schema", `${subject(task)}: a schema cannot be used: ${why}`)];
  });
}

/** What a workflow as a whole must be allowed, apart from where its tasks can run (PLAN-046 to PLAN-049). */
function capabilityProblems(plan: Plan, launch: Launch): readonly Diagnostic[] {
  const missing = workflowCapabilities(plan).filter((name) => !launch.capabilities.includes(name));
  return missing.map((name) => {
    const message = `the plan needs the capability ${JSON.stringify(name)}, which this run does not have`;
    return problem("missing-capability", message);
  });
}

const NONE: readonly never[] = [];

/** Schemas that the task's output and files are checked against. */
function schemasOf(task: Task): readonly string[] {
  if (task.emits.length === 0 && task.emitsFiles.length === 0) return NONE;
  const ofFields = task.emits.flatMap(({ type }) => (type?.kind === "schema" ? [type.schema] : []));
  const ofFiles = task.emitsFiles.flatMap(({ schema }) => (schema === undefined ? [] : [schema]));
  return [...ofFields, ...ofFiles];
}

function taskProblems(parts: EngineParts, admission: Admission, task: Task): Diagnostic[] {
  const problems: Diagnostic[] = [];
  const { wallMs } = admission.launch.ceilings;
  if (task.timeoutMs !== undefined && task.timeoutMs > wallMs) {
    const limits = `${formatDuration(task.timeoutMs)} is longer than the run's ${formatDuration(wallMs)}`;
    problems.push(problem("timeout-above-ceiling", `${subject(task)}: its timeout of ${limits}`));
  }
  switch (task.kind) {
    case "engine":
      problems.push(problem("unsupported", `${subject(task)}: scored loops are not supported yet`));
      break;
    case "agent":
      problems.push(...agentProblems(parts, admission, task));
      break;
    case "route":
      problems.push(...routeProblems(parts, admission, task));
      break;
    default:
      break;
  }
  return problems;
}

function agentProblems(
  parts: EngineParts,
  { plan, launch, settings }: Admission,
  task: AgentTask,
): readonly Diagnostic[] {
  // An agent that was meant for a sandbox must not work without one.
  if (task.sandbox !== undefined) {
    const message = `${subject(task)}: its sandbox ${JSON.stringify(task.sandbox)} needs the capability "agent.sandbox", which is not supported yet`;
    return [problem("unsupported", message)];
  }
  const name = turnHarness(task, settings);
  const harness = parts.harnesses.get(name);
  // A plan by itself runs as far as it can: its agent tasks say what is missing.
  if (harness === undefined && plan.lane === "plan_file") return [];
  if (harness === undefined) {
    const known = [...parts.harnesses.keys()].join(", ") || "none";
    const message = `${subject(task)}: there is no harness ${JSON.stringify(name)} (there is: ${known})`;
    return [problem("unknown-harness", message)];
  }
  const { model, effort } = agentFigures(task, settings);
  const problems = harness
    .check({ model, effort })
    .map((what) => problem("harness", `${subject(task)}: ${what}`));
  const { metered } = harness;
  const isMetered = typeof metered === "function" ? metered({ model, effort }) : metered;
  if (!isMetered && launch.turnPriceNano === undefined) {
    const under = typeof metered === "function" && model !== null ? ` under ${model}` : "";
    const message = `${subject(task)}: harness ${JSON.stringify(name)} does not report cost${under}; state a price a turn`;
    problems.push(problem("unmetered", message));
  }
  if (!harness.sessions && keepsConversation(task)) {
    const why = task.session === undefined ? "repair" : "session";
    const message = `${subject(task)}: harness ${JSON.stringify(name)} cannot continue a conversation, which ${why} needs`;
    problems.push(problem("no-sessions", message));
  }
  return problems;
}

type Route = Extract<Task, { kind: "route" }>;

/** A capability that the run lacks makes a route unrunnable, which is for the plan's own rules to deal with. */
function routeProblems(
  parts: EngineParts,
  { launch }: Admission,
  task: Route,
): readonly Diagnostic[] {
  const can = (capability: string): boolean => launch.capabilities.includes(capability);
  if (task.decider.kind === "model" && can("decision")) {
    return modelRouteProblems(parts, launch, task);
  }
  if (task.decider.kind === "human" && can("human")) {
    return humanRouteProblems(parts, task);
  }
  return [];
}

function modelRouteProblems(
  parts: EngineParts,
  launch: Launch,
  task: Route,
): readonly Diagnostic[] {
  if (parts.decider === undefined) {
    return [problem("no-decider", `${subject(task)}: no decision model is configured`)];
  }
  const problems = parts.decider
    .check()
    .map((what) => problem("decider", `${subject(task)}: ${what}`));
  if (!parts.decider.metered && launch.turnPriceNano === undefined) {
    const message = `${subject(task)}: the decision model does not report cost; state a price a turn`;
    problems.push(problem("unmetered", message));
  }
  return problems;
}

function humanRouteProblems(parts: EngineParts, task: Route): readonly Diagnostic[] {
  const problems: Diagnostic[] = [];
  try {
    reviewTemplateOf(task);
  } catch (error) {
    if (!(error instanceof ReviewRefused)) throw error;
    problems.push(problem("review", `${subject(task)}: its review, ${error.message}`));
  }
  if (parts.desk === undefined) {
    problems.push(problem("no-desk", `${subject(task)}: no desk takes answers`));
  }
  return problems;
}

function subject(task: Task): string {
  return `task ${JSON.stringify(task.name)}`;
}

/** Capabilities that the engine's own parts provide beside the World's. */
export function partCapabilities(parts: EngineParts): readonly string[] {
  return [
    ...(parts.decider === undefined ? [] : ["decision"]),
    ...(parts.desk === undefined ? [] : ["human"]),
  ];
}
