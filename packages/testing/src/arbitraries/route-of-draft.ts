/** Routes of random plans: decided by a dependency's output, by a decision model or by a person. */
import type { Question, RouteTask, Task, TaskCommon } from "@crucible/core";
import { route } from "../plans/plans.js";
import type { TaskDraft } from "./task-draft.js";

/** The question that takes values of a dependency's list, where a person is asked. */
export const PICK = "which";
/** The list of a command that a person picks from. */
const LIST_FIELD = "items";

/** The route of a draft; none where an output would have to decide and no dependency has one. */
export function routeFor(
  name: string,
  draft: TaskDraft,
  common: Partial<TaskCommon>,
  source: Task | undefined,
): RouteTask | undefined {
  const { timeoutMs, ...unlimited } = { ...common, isolation: null };
  switch (draft.decider) {
    case "output": {
      if (!source) return undefined;
      const decider = { kind: "output", task: source.name } as const;
      return route(name, { ...unlimited, needs: "any", decider, questions: questions(false) });
    }
    case "model": {
      const minConfidence = draft.detail % 2 === 0 ? 0.5 : 0.9;
      const decider = { kind: "model", minConfidence, files: [] } as const;
      return route(name, { ...unlimited, needs: "decision", decider, questions: questions(false) });
    }
    case "human": {
      const limit = timeoutMs === undefined ? {} : { timeoutMs };
      const asked = [...questions(draft.detail % 2 === 0), ...pick(draft, source)];
      const decider = { kind: "human" } as const;
      return route(name, { ...unlimited, ...limit, needs: "human", decider, questions: asked });
    }
  }
}

/** What every route asks and every command answers. */
function questions(multiple: boolean): readonly Question[] {
  const options = [{ label: "north" }, { label: "south" }, { label: "none" }];
  return [
    { id: "area", instructions: "where", drop: [], type: "choice", options, multiple },
    { id: "go", instructions: "whether", drop: [], type: "noul" },
  ];
}

function pick(draft: TaskDraft, source: Task | undefined): readonly Question[] {
  if (!source || draft.detail % 3 > 0) return [];
  const from = { task: source.name, field: LIST_FIELD };
  const multiple = draft.detail % 4 < 2;
  return [{ id: PICK, instructions: "which", drop: [], type: "pick", source: from, multiple }];
}
