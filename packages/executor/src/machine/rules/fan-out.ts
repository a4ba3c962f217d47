/**
 * Expanding a mapped task: one instance an item. Whatever is wrong with the list fails the node before anything starts,
 * naming the place (MAP-002, MAP-006, MAP-010).
 */
import { invariant, type JsonValue, type OutputField } from "@crucible/core";
import { taskAt } from "../graph/graph.js";
import { instanceRow } from "../graph/row-name.js";
import { shown } from "../judge/judgement.js";
import { admit } from "./ceilings.js";
import { foldWhenComplete, settleTask } from "./settle.js";
import type { Step } from "./step.js";

/** A folder's name is at most this long on the file systems we know. */
const DIRECTORY_BYTES_MAX = 255;

/** Expands a mapped task whose join is satisfied, or settles it. */
export function expand(step: Step, index: number): void {
  const task = taskAt(step.graph, index);
  invariant(task.over, "a task that does not map", task.name);
  const items = readItems(step, index, task.over);
  if ("problem" in items) {
    settleTask(step, index, { status: "fail", note: items.problem });
    return;
  }
  const blocked = items.keys.length > 0 && admit(step, step.graph.spends[index] === 1);
  if (blocked) {
    settleTask(step, index, blocked);
    return;
  }
  step.emit({ kind: "fan_out", task: task.name, keys: items.keys });
  foldWhenComplete(step, index);
}

type Items = { readonly keys: readonly string[] } | { readonly problem: string };

function readItems(step: Step, index: number, over: OutputField): Items {
  const source = step.state.results[step.graph.indexOf.get(over.task) ?? -1];
  const name = `${over.task}.${over.field}`;
  // A failed source may have kept an output; it is never mapped over (EXEC-134).
  if (source?.status !== "pass") return { problem: `${over.task} produced no output to map over` };
  const list = source.kept?.get(over.field);
  if (list === undefined) return { problem: `${name} is absent from what ${over.task} emitted` };
  if (!Array.isArray(list)) return { problem: `${name} is not a list` };
  const task = taskAt(step.graph, index);
  const most = task.maxFanout ?? Number.POSITIVE_INFINITY;
  if (list.length > most) {
    return {
      problem: `${name} has ${list.length} items; max_fanout is ${most}. Emit fewer items or raise max_fanout`,
    };
  }
  return checkKeys(name, task.name, list as readonly JsonValue[], task.emitsFiles.length > 0);
}

function checkKeys(
  name: string,
  node: string,
  list: readonly JsonValue[],
  needsDirectory: boolean,
): Items {
  const positions = new Map<string, number>();
  for (const [position, key] of list.entries()) {
    const problem = itemProblem(`${name}[${position}]`, key);
    if (problem !== undefined) return { problem };
    const first = positions.get(key as string);
    if (first !== undefined) {
      return { problem: `${name} repeats ${shown(key)}; items ${first} and ${position} are equal` };
    }
    if (needsDirectory && directoryBytes(node, key as string) > DIRECTORY_BYTES_MAX) {
      return {
        problem: `${name}[${position}] is too long to name a folder for its files; the limit is ${DIRECTORY_BYTES_MAX} bytes with the task's name`,
      };
    }
    positions.set(key as string, position);
  }
  return { keys: [...positions.keys()] };
}

function itemProblem(place: string, item: JsonValue): string | undefined {
  if (typeof item !== "string") return `${place} is not a string; an item names its instance`;
  if (item === "" || /[[\]]/.test(item) || !item.isWellFormed()) {
    return `${place} = ${shown(item)} cannot name an instance`;
  }
  return undefined;
}

/** UTF-8 length of the folder's name with every escaped character counted as three bytes. */
function directoryBytes(node: string, key: string): number {
  let bytes = instanceRow(node, "").length;
  for (const character of key) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x80) bytes += /[%/\\\0.]/.test(character) ? 3 : 1;
    else bytes += code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
