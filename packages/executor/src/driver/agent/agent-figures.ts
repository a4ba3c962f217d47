/** What an agent task runs under: its own choice first, then the run's (HARNESS-021). */
import type { AgentTask } from "@crucible/core";
import type { RunSettings } from "../execution/settings.js";

export interface AgentFigures {
  readonly harness: string;
  readonly model: string | null;
  readonly effort: string | null;
}

export function agentFigures(task: AgentTask, settings: RunSettings): AgentFigures {
  const { agent } = settings;
  return {
    harness: task.harness ?? agent.harness,
    model: task.model ?? agent.model,
    effort: task.effort ?? agent.effort,
  };
}

/** Name of the harness that takes the task's turns: a stand-in takes all of them. */
export function turnHarness(task: AgentTask, settings: RunSettings): string {
  return settings.agent.standIn ?? agentFigures(task, settings).harness;
}

/** Whether the task's turns share a conversation: over tasks and rounds, or over the repairs of one attempt. */
export function keepsConversation(task: AgentTask): boolean {
  return task.session !== undefined || task.repair > 0;
}
