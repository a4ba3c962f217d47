/** Deciders over a scripted server, and what they are asked. */
import type { DecisionRequest, Question } from "@crucible/core";
import { onTestFinished } from "vitest";
import { systemClock } from "../../src/clock/system-clock.js";
import { type HttpDeciderSetup, httpDecider } from "../../src/decision/http-decider.js";
import type { DecisionBinding } from "../../src/decision/inference.js";
import { type Asked, DecisionServer, type Reaction } from "./decision-server.js";

export const urgent: Question = {
  id: "urgent",
  instructions: "Is it urgent?",
  type: "noul",
  drop: [],
};

export const kind: Question = {
  id: "kind",
  instructions: "What is it about?",
  type: "choice",
  options: [{ label: "lost", description: "it never came" }, { label: "late" }],
  multiple: false,
  drop: [],
};

export const size: Question = {
  id: "size",
  instructions: "How big is the damage?",
  type: "score",
  levels: [{ label: "none" }, { label: "some", description: "up to $50" }, { label: "much" }],
  drop: [],
};

export function requestOf(...questions: readonly Question[]): DecisionRequest {
  const inputs = { claim: { text: "where is it" } };
  return { attempt: "attempt-1", task: "desk", questions, inputs };
}

/** A server for one test, closed when it is over. */
export async function serverOf(
  react: (asked: Asked, count: number) => Reaction,
): Promise<DecisionServer> {
  const server = await DecisionServer.start(react);
  onTestFinished(() => server.close());
  return server;
}

export function bindingTo(url: string, more: Partial<DecisionBinding> = {}): DecisionBinding {
  return { role: "decision", protocol: "system_one", url, model: "jev", ...more };
}

export function deciderTo(
  binding: DecisionBinding,
  setup: Partial<HttpDeciderSetup> = {},
): ReturnType<typeof httpDecider> {
  return httpDecider(binding, { environment: {}, clock: systemClock(), ...setup });
}

export const untilEnded = (): AbortSignal => new AbortController().signal;
