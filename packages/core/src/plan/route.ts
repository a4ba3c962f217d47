/** A route's questions and who answers them. */
import type { OutputField } from "./output-field.js";

/** The answer that belongs to every question and that nobody declares. */
export const UNCERTAIN = "uncertain";

/**
 * In a condition, any option of a question whose options are known only at run time; `uncertain` is none. No label is
 * spelled so.
 */
export const ANY_OPTION = "*";

/** Whether an answer that resolved to these labels is among those a condition lists; one of several is enough (HUMAN-038). */
export function isAnswered(listed: readonly string[], labels: readonly string[]): boolean {
  const takesAny = listed.includes(ANY_OPTION);
  return labels.some((label) => listed.includes(label) || (takesAny && label !== UNCERTAIN));
}

export interface LabelOption {
  readonly label: string;
  readonly description?: string;
}

interface QuestionCommon {
  readonly id: string;
  readonly instructions: string;
  /** Labels that deliberately lead nowhere. */
  readonly drop: readonly string[];
}

export type Question =
  | (QuestionCommon & { readonly type: "noul" })
  | (QuestionCommon & {
      readonly type: "choice";
      /** A declared list, or the list that a dependency's field holds at run time. */
      readonly options: readonly LabelOption[] | OutputField;
      readonly multiple: boolean;
    })
  | (QuestionCommon & { readonly type: "score"; readonly levels: readonly LabelOption[] })
  | (QuestionCommon & {
      readonly type: "pick";
      readonly source: OutputField;
      readonly multiple: boolean;
    });

export type Decider =
  | { readonly kind: "model"; readonly minConfidence: number; readonly files: readonly string[] }
  | { readonly kind: "output"; readonly task: string }
  | { readonly kind: "human"; readonly review?: string };

/** The labels a question can resolve to, without `uncertain`; `undefined` where they are known only at run time. */
export function labelsOf(question: Question): readonly string[] | undefined {
  switch (question.type) {
    case "noul":
      return ["yes", "no"];
    case "choice":
      return "task" in question.options
        ? undefined
        : question.options.map((option) => option.label);
    case "score":
      return question.levels.map((level) => level.label);
    case "pick":
      return undefined;
  }
}
