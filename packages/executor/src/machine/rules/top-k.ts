/** Keeps the k best inputs by their score, ties in declaration order; engine work, no attempt (EXEC-080 to EXEC-082). */
import type { JsonValue, TopKTask } from "@crucible/core";
import { taskAt } from "../graph/graph.js";
import type { Settlement } from "./settlement.js";
import type { Step } from "./step.js";
import type { View } from "./view.js";

export function topK(step: Step, index: number, task: TopKTask, view: View): Settlement {
  const ranked: { readonly task: string; readonly score: number }[] = [];
  const inOrder = [...(step.graph.dependencies[index] ?? [])].sort((a, b) => a - b);
  for (const dependency of inOrder) {
    const result = view.result(dependency);
    if (result?.status !== "pass") continue;
    const score: JsonValue | undefined = result.kept?.get("score");
    const name = taskAt(step.graph, dependency).name;
    if (typeof score !== "number" || !Number.isFinite(score)) {
      return { status: "fail", note: `input ${name} has no finite numeric \`score\` field` };
    }
    ranked.push({ task: name, score });
  }
  const lower = task.direction === "lower";
  ranked.sort((a, b) => (lower ? a.score - b.score : b.score - a.score));
  return { status: "pass", note: "", output: { kept: ranked.slice(0, task.k) } };
}
