/** The fields every kind of task may have: edges, bounds, fan-out, conditions, loops. */
import { type Revise, readDuration, type TaskCommon, type When } from "@crucible/core";
import type { TableReader } from "../document/table-reader.js";
import { readEmits, readEmitsFiles } from "./declared-outputs.js";
import {
  isNull,
  present,
  readInteger,
  readOutputField,
  readOutputFields,
  readRequiredText,
  readTexts,
  requireKey,
} from "./values.js";

export function readCommon(table: TableReader): TaskCommon {
  return {
    name: readRequiredText(table, "name"),
    dependsOn: readTexts(table, "depends_on"),
    optional: readTexts(table, "optional"),
    ...present("session", table.text("session")),
    needs: table.text("needs") ?? "any",
    required: table.boolean("required") ?? true,
    isolation: isNull(table, "isolation")
      ? null
      : (table.choice("isolation", ["worktree"] as const) ?? null),
    join: table.choice("join", ["all", "passed", "settled"]) ?? "all",
    stage: table.choice("stage", ["iteration", "epilogue"]) ?? "iteration",
    emits: readEmits(table),
    emitsFiles: readEmitsFiles(table),
    ...present("over", readOutputField(table, "over")),
    ...present("maxFanout", readInteger(table, "max_fanout")),
    keyed: readOutputFields(table, "keyed"),
    ...present("when", readWhen(table)),
    ...present("revise", readRevise(table)),
    ...present("timeoutMs", readTimeout(table)),
    ...present("history", readInteger(table, "history")),
    repair: readInteger(table, "repair") ?? 0,
  };
}

function readTimeout(table: TableReader): number | undefined {
  const text = table.locatedText("timeout");
  if (text === undefined) return undefined;
  const reading = readDuration(text.value);
  if (reading.ok) return reading.ms;
  table.report("timeout", `${table.title}: timeout ${reading.message}`, text);
  return undefined;
}

function readWhen(table: TableReader): When | undefined {
  const below = table.table("when", table.place("when"));
  if (!below) return undefined;
  const when = {
    task: readRequiredText(below, "task"),
    question: readRequiredText(below, "question"),
    is: requireKey(below, "is") ? readTexts(below, "is") : [],
  };
  below.close();
  return when;
}

/** `{ task, max_rounds }` for one target, `{ tasks, max_rounds }` for several (LOOP-001). */
function readRevise(table: TableReader): Revise | undefined {
  const below = table.table("revise", table.place("revise"));
  if (!below) return undefined;
  const one = below.text("task");
  const several = readTexts(below, "tasks");
  if (below.has("task") === below.has("tasks")) {
    const wrong = below.has("task") ? "takes task or tasks, not both" : "names no task";
    below.report("revise", `${table.title}: revise ${wrong}`, below.node);
  }
  requireKey(below, "max_rounds");
  const maxRounds = readInteger(below, "max_rounds");
  below.close();
  return maxRounds === undefined
    ? undefined
    : { targets: one === undefined ? several : [one], maxRounds };
}
