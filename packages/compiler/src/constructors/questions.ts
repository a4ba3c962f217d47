/** `noul`, `choice`, `score` and `pick`: the questions a route asks. */
import { compareText, type LabelOption, type Question } from "@crucible/core";
import { HostValue, StarlarkDict, StarlarkList, StarlarkTuple } from "@crucible/starlark";
import { Arguments } from "./arguments.js";
import { optionalParameter, requiredParameter } from "./common.js";
import type { Constructor } from "./constructor.js";
import { OutputValue } from "./task-value.js";

type WithoutId<T> = T extends unknown ? Omit<T, "id"> : never;

/** A question before a route gives it its id. */
export type QuestionDraft = WithoutId<Question>;

export class QuestionValue extends HostValue {
  override readonly typeName = "question";
  readonly draft: QuestionDraft;

  constructor(draft: QuestionDraft) {
    super();
    this.draft = draft;
  }
}

/** A yes-or-no question. */
export const noul: Constructor = {
  parameters: [requiredParameter("ask"), optionalParameter("drop")],
  call: (call) => {
    const args = new Arguments(call);
    return new QuestionValue({
      type: "noul",
      instructions: args.text("ask"),
      drop: readDrop(args),
    });
  },
};

export const choice: Constructor = {
  parameters: [
    requiredParameter("ask"),
    requiredParameter("options"),
    ...["multiple", "drop"].map(optionalParameter),
  ],
  call: (call) => {
    const args = new Arguments(call);
    return new QuestionValue({
      type: "choice",
      instructions: args.text("ask"),
      options: readOptions(args),
      multiple: args.boolean("multiple", false),
      drop: readDrop(args),
    });
  },
};

/** Levels from the lowest to the highest. */
export const score: Constructor = {
  parameters: [requiredParameter("ask"), requiredParameter("levels"), optionalParameter("drop")],
  call: (call) => {
    const args = new Arguments(call);
    return new QuestionValue({
      type: "score",
      instructions: args.text("ask"),
      levels: readLabels(args, "levels"),
      drop: readDrop(args),
    });
  },
};

/** A choice among the items that a task gave. */
export const pick: Constructor = {
  parameters: [
    requiredParameter("ask"),
    requiredParameter("source"),
    optionalParameter("multiple"),
  ],
  call: (call) => {
    const args = new Arguments(call);
    return new QuestionValue({
      type: "pick",
      instructions: args.text("ask"),
      source: args.outputOf("source", args.value("source") ?? null),
      multiple: args.boolean("multiple", false),
      drop: [],
    });
  },
};

/** Labels, or the field of a task that gives them at run time. */
function readOptions(args: Arguments): (Question & { readonly type: "choice" })["options"] {
  const value = args.value("options");
  if (value instanceof OutputValue) return value.field;
  const options = readLabels(args, "options");
  // A dict of options has no order of its own; a dict of levels does.
  if (!(value instanceof StarlarkDict)) return options;
  return options.sort((a, b) => compareText(a.label, b.label));
}

/** A list of labels, or a dict from label to description or None. */
function readLabels(args: Arguments, name: string): LabelOption[] {
  const value = args.value(name) ?? null;
  const wanted = "a list of labels or a dict from label to description";
  if (value instanceof StarlarkList || value instanceof StarlarkTuple) {
    return value.items.map((item) => ({ label: args.textOf(name, item, wanted) }));
  }
  if (!(value instanceof StarlarkDict)) return args.wrongType(name, wanted, value);
  return [...value.pairs()].map(({ key, value: description }) => {
    const label = args.textOf(name, key, wanted);
    if (description === null) return { label };
    return { label, description: args.textOf(name, description, wanted) };
  });
}

function readDrop(args: Arguments): readonly string[] {
  const value = args.filled("drop");
  if (value === undefined) return [];
  const isList = value instanceof StarlarkList || value instanceof StarlarkTuple;
  const items = isList ? value.items : [value];
  return items.map((item) => args.textOf("drop", item, "a label or a list of labels"));
}
