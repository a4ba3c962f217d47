/** A route's own fields: its questions and who answers them. */
import { compareText, type LabelOption, type Question, type RouteDecider } from "@crucible/core";
import { quote } from "../diagnostics/quote.js";
import type { TableReader } from "../document/table-reader.js";
import {
  outputFieldOf,
  present,
  readNumber,
  readOutputField,
  readRequiredText,
  readTexts,
  requireKey,
} from "./values.js";

/** A table from ids to questions, sorted by id. */
export function readQuestions(table: TableReader): readonly Question[] {
  if (!requireKey(table, "questions")) return [];
  const below = table.table("questions", table.place("questions"));
  if (!below) return [];
  const questions: Question[] = [];
  for (const [id, { value }] of below.node.entries) {
    const title = `${table.title}: question ${quote(id)}`;
    below.take(id);
    if (value.kind === "table") questions.push(...readQuestion(below.below(value, title), id));
    else below.wrongKind(title, "a table", value);
  }
  return questions.sort((a, b) => compareText(a.id, b.id));
}

/** One question, or none when its type is not one. */
function readQuestion(table: TableReader, id: string): readonly Question[] {
  requireKey(table, "type");
  const type = table.choice("type", ["noul", "choice", "score", "pick"]);
  const asked = {
    id,
    instructions: readRequiredText(table, "instructions"),
    drop: readTexts(table, "drop"),
  };
  const question = type === undefined ? undefined : readTyped(table, type, asked);
  if (type !== undefined) table.close();
  return question ? [question] : [];
}

function readTyped(
  table: TableReader,
  type: Question["type"],
  asked: Pick<Question, "id" | "instructions" | "drop">,
): Question | undefined {
  switch (type) {
    case "noul":
      return { ...asked, type };
    case "choice":
      return { ...asked, type, options: readOptions(table), multiple: readMultiple(table) };
    case "score":
      requireKey(table, "levels");
      return { ...asked, type, levels: readLabelList(table, "levels") };
    case "pick": {
      requireKey(table, "source");
      const source = readOutputField(table, "source");
      const multiple = readMultiple(table);
      return source && { ...asked, type, source, multiple };
    }
  }
}

function readMultiple(table: TableReader): boolean {
  return table.boolean("multiple") ?? false;
}

/** A list of labels, or the field that holds them at run time. */
function readOptions(table: TableReader): (Question & { type: "choice" })["options"] {
  requireKey(table, "options");
  const node = table.take("options");
  return node?.kind === "table"
    ? outputFieldOf(table.below(node, table.place("options")))
    : readLabelList(table, "options");
}

function readLabelList(table: TableReader, key: string): readonly LabelOption[] {
  return table.tables(key, table.place(key)).map((option) => {
    const label = readRequiredText(option, "label");
    const description = option.text("description");
    option.close();
    return { label, ...present("description", description) };
  });
}

export function readDecider(table: TableReader): RouteDecider | undefined {
  if (!requireKey(table, "decider")) return undefined;
  const below = table.table("decider", table.place("decider"));
  if (!below) return undefined;
  requireKey(below, "kind");
  const kind = below.choice("kind", ["model", "output", "human"]);
  const decider = kind === undefined ? undefined : readDeciderOf(below, kind);
  if (kind !== undefined) below.close();
  return decider;
}

function readDeciderOf(table: TableReader, kind: RouteDecider["kind"]): RouteDecider | undefined {
  switch (kind) {
    case "model": {
      requireKey(table, "min_confidence");
      const minConfidence = readNumber(table, "min_confidence");
      const files = readTexts(table, "files");
      return minConfidence === undefined ? undefined : { kind, minConfidence, files };
    }
    case "output":
      return { kind, task: readRequiredText(table, "task") };
    case "human":
      return { kind, ...present("review", table.text("review")) };
  }
}
