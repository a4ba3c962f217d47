/** `when`, `answers` and `otherwise`: the answers of a route's question under which a task runs. */
import type { When } from "@crucible/core";
import { type HostParameter, StarlarkList, StarlarkTuple } from "@crucible/starlark";
import type { Arguments } from "./arguments.js";
import { AnswerValue } from "./task-value.js";

export const WHEN_PARAMETERS: readonly HostParameter[] = ["when", "answers", "otherwise"].map(
  (name) => ({ name, kind: "named", optional: true }),
);

export interface Condition {
  readonly when: When;
  /** Whether `when` covers what no other task lists; its answers are filled in when the graph is complete. */
  readonly otherwise: boolean;
}

export function readCondition(args: Arguments): Condition | undefined {
  const question = args.filled("when");
  const otherwise = args.boolean("otherwise", false);
  const answers = readAnswers(args);
  if (question === undefined) {
    if (otherwise) args.fail("otherwise", "condition", "otherwise needs when, a route's question");
    if (answers) args.fail("answers", "condition", "answers needs when, a route's question");
    return undefined;
  }
  if (!(question instanceof AnswerValue)) {
    return args.wrongType("when", "a route's question, written route.question", question);
  }
  const { route, question: id, isNoul } = question;
  const when = (is: readonly string[]): When => ({ task: route, question: id, is });
  if (otherwise) {
    if (answers) args.fail("answers", "condition", "a task takes answers or otherwise, not both");
    return { when: when([]), otherwise };
  }
  if (answers) return { when: when(answers), otherwise };
  if (isNoul) return { when: when(["yes"]), otherwise };
  const message = `when = …${id} needs answers, the labels under which the task runs`;
  return args.fail("when", "condition", message);
}

function readAnswers(args: Arguments): readonly string[] | undefined {
  const value = args.filled("answers");
  if (value === undefined) return undefined;
  const isList = value instanceof StarlarkList || value instanceof StarlarkTuple;
  const items = isList ? value.items : [value];
  return items.map((item) => args.textOf("answers", item, "a label or a list of labels"));
}
