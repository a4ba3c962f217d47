/** Makes a valid plan of drafts, whatever they say. */
import type { Lane, OutputField, Plan, Task, TaskCommon, When } from "@crucible/core";
import { waitingLoops } from "@crucible/executor/machine";
import { agent, command, evaluate, planOf, topK } from "../plans/plans.js";
import { finished } from "./finish-plan.js";
import { bodyFor } from "./loop-body.js";
import { PICK, routeFor } from "./route-of-draft.js";
import type { TaskDraft } from "./task-draft.js";

/** The list that every command gives and that others map over. */
const LIST_FIELD = "items";
const GPU = "gpu";
const FANOUT_MAX = 4;

/** The plan of these drafts, its tasks named `t0`, `t1` and so on. */
export function planOfDrafts(drafts: readonly TaskDraft[], lane: Lane = "playbook"): Plan {
  const tasks: Task[] = [];
  for (const [index, draft] of drafts.entries()) {
    const task = taskOf(`t${index}`, draft, tasks);
    tasks.push(withLoop(task, draft, tasks));
  }
  return planOf(finished(tasks), { lane });
}

/** The task as the reviewer of a loop, where that leaves the plan valid. */
function withLoop(task: Task, draft: TaskDraft, earlier: readonly Task[]): Task {
  const targets = bodyFor(task, draft.reviews, earlier);
  if (targets.length === 0) return task;
  const looped = { ...task, revise: { targets, maxRounds: 2 + (draft.detail % 3) } } as Task;
  const waits = waitingLoops({ tasks: [...earlier, looped] }).length > 0;
  return waits ? task : looped;
}

function taskOf(name: string, draft: TaskDraft, earlier: readonly Task[]): Task {
  const stage = draft.epilogue ? "epilogue" : "iteration";
  const before = earlier.filter((task) => task.stage === stage);
  const names = draft.links.flatMap((link) => before[before.length - 1 - link]?.name ?? []);
  // Items meet by key only where both map the same list, which is a dependency of both.
  const mapped = draft.maps ? before.find((task) => names.includes(task.name) && task.over) : null;
  const dependsOn = [...new Set([...names, ...(mapped?.over ? [mapped.over.task] : [])])];
  const linked = before.filter((task) => dependsOn.includes(task.name));
  const join = dependsOn.length === 0 ? "all" : draft.join;
  const over = isPersons(draft) ? {} : overOf(draft, linked);
  const common: Partial<TaskCommon> = {
    dependsOn,
    stage,
    join,
    // A required task never needs an advisory one to pass (PLAN-044).
    required: draft.required && (join !== "all" || linked.every((task) => task.required)),
    isolation: draft.isolated ? "worktree" : null,
    needs: draft.needsGpu ? GPU : "any",
    optional: join === "all" ? dependsOn.slice(0, draft.optional) : [],
    ...(draft.limited ? { timeoutMs: 60_000 * (1 + draft.detail) } : {}),
    ...over,
    ...whenOf(draft, linked, over.over),
  };
  return kindOf(name, draft, common, linked);
}

/** A request to a person is one a route, so nothing maps it. */
function isPersons(draft: TaskDraft): boolean {
  return draft.kind === "route" && draft.decider === "human" && !draft.epilogue;
}

function kindOf(
  name: string,
  draft: TaskDraft,
  common: Partial<TaskCommon>,
  linked: readonly Task[],
): Task {
  const source = linked.find((task) => task.kind === "command" && !task.over);
  const engineWork = { ...common, isolation: null, needs: "any" };
  const { timeoutMs: _, ...unlimited } = engineWork;
  const main = common.stage === "iteration" && common.over === undefined;
  const asked = draft.kind === "route" && common.stage === "iteration";
  const routed = asked ? routeFor(name, draft, common, source) : undefined;
  if (routed) return routed;
  const scored = linked.length > 0 && linked.every(declaresFields);
  if (draft.kind === "top_k" && main && scored && common.join !== "settled") {
    const direction = draft.threshold ?? "higher";
    return topK(name, { ...unlimited, k: 1 + (draft.detail % 3), direction });
  }
  const owing = draft.files ? { ...common, emitsFiles: [{ path: `${name}.txt` }] } : common;
  if (draft.kind === "agent") return agent(name, { ...owing, ...sessionOf(name, owing) });
  if (draft.kind !== "evaluate") return command(name, owing);
  const threshold = draft.threshold === null ? {} : { threshold: 3, direction: draft.threshold };
  return evaluate(name, { ...owing, ...threshold });
}

/** A conversation of its own, where one may be kept. */
function sessionOf(name: string, common: Partial<TaskCommon>): Partial<TaskCommon> {
  return common.isolation === null && !common.over ? { session: `talk-${name}` } : {};
}

function declaresFields(task: Task): boolean {
  return task.kind !== "route" && task.kind !== "top_k" && !task.over;
}

/** The answers of a mapped route can be followed item by item alone. */
function whenOf(
  draft: TaskDraft,
  linked: readonly Task[],
  over: OutputField | undefined,
): { readonly when?: When } {
  const source = linked.find(
    (task) => task.kind === "route" && (!task.over || isSame(task.over, over)),
  );
  if (!draft.conditional || source === undefined) return {};
  const [question, is] =
    draft.detail % 2 === 0
      ? ["go", ["yes"]]
      : ["area", draft.detail % 3 === 0 ? ["north"] : ["north", "south"]];
  return { when: { task: source.name, question: question as string, is: is as readonly string[] } };
}

function isSame(field: OutputField, other: OutputField | undefined): boolean {
  return field.task === other?.task && field.field === other.field;
}

function overOf(draft: TaskDraft, linked: readonly Task[]): Partial<TaskCommon> {
  if (!draft.maps) return {};
  const mapped = linked.find((task) => task.over !== undefined)?.over;
  const listed = linked.find((task) => task.kind === "command" && !task.over);
  const picked = linked.find((task) => task.kind === "route" && offersPick(task));
  // Where it can, it maps what a dependency maps, so that their items are aligned.
  const aligned = mapped && linked.some((task) => task.name === mapped.task) ? mapped : undefined;
  const chosen = picked && { task: picked.name, field: PICK };
  const over = aligned ?? chosen ?? (listed && { task: listed.name, field: LIST_FIELD });
  return over ? { over, maxFanout: FANOUT_MAX } : {};
}

function offersPick(route: Task): boolean {
  return route.kind === "route" && route.questions.some(({ id }) => id === PICK);
}
