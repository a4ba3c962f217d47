/** Sessions: one conversation is serial, so its tasks are ordered, share one sandbox and never run isolated or mapped. */
import type { AgentTask, Task } from "@crucible/core";
import { quote } from "../diagnostics/quote.js";
import type { Findings } from "./findings.js";
import { type PlanView, placeOf, type TaskAt } from "./plan-view.js";
import type { Reach } from "./reach.js";

const NAME = /^[A-Za-z0-9._-]{1,64}$/;

export function checkSessions(plan: PlanView, findings: Findings): void {
  for (const [session, members] of sessionsOf(plan)) {
    for (const at of members) checkMember(findings, at, session);
    checkSandboxes(findings, session, members);
  }
}

/** Every two tasks of a session have a dependency path between them (PLAN-038). */
export function checkSessionOrder(plan: PlanView, findings: Findings, reach: Reach): void {
  for (const [session, members] of sessionsOf(plan)) {
    const names = reach.inOrder(members.map(({ task }) => task.name));
    for (const [position, name] of names.entries()) {
      const before = names[position - 1];
      // Paths join up, so neighbours in topological order stand for all pairs.
      if (before === undefined || reach.depends(name, before)) continue;
      const at = members.find(({ task }) => task.name === name);
      if (!at) continue;
      const message = `tasks ${quote(before)} and ${quote(name)} share session ${quote(session)} but are not dependency-ordered`;
      findings.error("session-order", placeOf(at, "session"), message);
    }
  }
}

/** Whether any two tasks share a session. */
export function hasSharedSession(plan: PlanView): boolean {
  return [...sessionsOf(plan).values()].some((members) => members.length > 1);
}

function sessionsOf(plan: PlanView): ReadonlyMap<string, readonly TaskAt[]> {
  const sessions = new Map<string, TaskAt[]>();
  for (const at of plan.entries()) {
    const { session } = at.task;
    if (session === undefined) continue;
    const members = sessions.get(session) ?? [];
    sessions.set(session, members);
    members.push(at);
  }
  return sessions;
}

function checkMember(findings: Findings, at: TaskAt, session: string): void {
  const place = placeOf(at, "session");
  if (!NAME.test(session)) {
    const message = `task ${quote(at.task.name)}: session name ${quote(session)} must be 1-64 ASCII letters, digits, ".", "_" or "-"`;
    findings.error("session-name", place, message);
  }
  if (at.task.isolation !== null) {
    const message = `task ${quote(at.task.name)}: a task with a session cannot be isolated; its conversation outlives the private clone`;
    findings.error("session-isolation", place, message);
  }
}

function checkSandboxes(findings: Findings, session: string, members: readonly TaskAt[]): void {
  const agents = members.filter(isAgent);
  const [first] = agents;
  if (!first) return;
  const other = agents.find(({ task }) => task.sandbox !== first.task.sandbox);
  if (!other) return;
  const message = `session ${quote(session)} spans sandboxes: task ${quote(first.task.name)} runs in ${sandboxWords(first.task)}, task ${quote(other.task.name)} in ${sandboxWords(other.task)}`;
  findings.error("session-sandbox", placeOf(other, "sandbox"), message);
}

function isAgent(at: TaskAt): at is TaskAt<AgentTask> {
  return isAgentTask(at.task);
}

function isAgentTask(task: Task): task is AgentTask {
  return task.kind === "agent";
}

function sandboxWords({ sandbox }: AgentTask): string {
  return sandbox === undefined ? "the default sandbox" : quote(sandbox);
}
