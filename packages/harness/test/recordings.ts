/** What agents streamed when they were recorded against a scripted model; `scripts/agents/record.ts` makes them. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { HarnessEvent, JsonObject } from "@crucible/core";
import type { AgentStream } from "../src/turn/agent-stream.js";

export function recording(agent: string, name: string): readonly JsonObject[] {
  const path = fileURLToPath(new URL(`fixtures/${agent}/${name}.jsonl`, import.meta.url));
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as JsonObject);
}

/** What a failure of the model's server means, by recording and whichever agent met it. */
export const SERVER_FAILURES: readonly (readonly [string, object])[] = [
  ["status-401", { kind: "transport", cause: "provider", retryable: false }],
  ["status-404", { kind: "transport", cause: "provider", retryable: false }],
  ["status-429", { kind: "transport", cause: "provider", retryable: true }],
  ["status-500", { kind: "transport", cause: "provider", retryable: true }],
  ["cut", { kind: "transport", cause: "provider", retryable: true }],
  ["status-400", { kind: "failed" }],
];

export interface Told {
  readonly events: readonly HarnessEvent[];
  readonly signs: ReadonlySet<string>;
}

/** Tells a stream all of these events. */
export function tell(stream: AgentStream, events: readonly JsonObject[]): Told {
  const taken = events.map((event) => stream.take(event));
  return {
    events: taken.flatMap((one) => one.events),
    signs: new Set(taken.map(({ sign }) => sign)),
  };
}
