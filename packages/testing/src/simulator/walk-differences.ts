/** Where the machine and the model do not come to the same, in words that name the row. */
import {
  type Entry,
  isJsonObject,
  type JsonValue,
  nanoFromUsd,
  type Plan,
  type TaskResult,
} from "@crucible/core";
import type { Machine, StagedRow } from "@crucible/executor/machine";
import type { Model } from "../model/model.js";
import type { ModelRow } from "../model/state.js";
import { nodeOf } from "./row-names.js";

/** Attempts in flight, which must be the same after every fact. */
export function differenceInFlight(machine: Machine, model: Model): string | undefined {
  const left = machine
    .inFlight()
    .map(({ task, attempt }) => `${task}#${attempt}`)
    .sort();
  const right = model.inFlight();
  if (left.join() === right.join()) return undefined;
  return `in flight: the machine has ${list(left)}, the model ${list(right)}`;
}

/** The sets that are put before an attempt; `digests` says what each row captured. */
export function differenceInSets(
  staged: readonly StagedRow[],
  model: Model,
  row: string,
  digests: ReadonlyMap<string, string>,
): string | undefined {
  const left = staged
    .map(({ row: from, node, key }) => {
      const directory = key === undefined ? node : `${node}[${key}]`;
      return `${directory}=${digests.get(from) ?? "nothing"}`;
    })
    .sort();
  const right = model.staged(row);
  if (left.join() === right.join()) return undefined;
  return `sets before ${row}: the machine stages ${list(left)}, the model ${list(right)}`;
}

/** Rows with reasons, costs, sets that are still there and answers, then verdict and outcome. */
export function differenceAtEnd(
  plan: Plan,
  log: readonly Entry[],
  model: Model,
  gone: ReadonlySet<string>,
): string | undefined {
  const rows = new Map<string, TaskResult>();
  for (const entry of log) if (entry.kind === "task_result") rows.set(entry.task, entry);
  const decided = new Set(plan.tasks.flatMap(({ name, kind }) => (kind === "route" ? name : [])));
  for (const name of [...new Set([...rows.keys(), ...model.rows.keys()])].sort()) {
    const isDecision = decided.has(nodeOf(name));
    const left = shownRow(rows.get(name), isDecision, gone);
    const right = shown(model.rows.get(name), isDecision);
    if (left !== right) return `row ${name}: the machine says ${left}, the model ${right}`;
  }
  const shutdown = log.at(-1);
  if (shutdown?.kind !== "shutdown") return "the log does not end in a shutdown";
  const left = `${shutdown.verdict} ${shutdown.outcome}`;
  const right = `${model.verdict} ${model.outcome}`;
  return left === right ? undefined : `ending: the machine says ${left}, the model ${right}`;
}

function list(names: readonly string[]): string {
  return names.length === 0 ? "nothing" : names.join(", ");
}

/** A row of the log, said as the model says its own. */
function shownRow(
  row: TaskResult | undefined,
  isDecision: boolean,
  gone: ReadonlySet<string>,
): string {
  if (row === undefined) return "nothing";
  const { status, blocked, output, files, reused, cost_usd } = row;
  const digest = files?.[0]?.digest;
  const said: ModelRow = {
    status,
    costNano: nanoFromUsd(cost_usd),
    ...(blocked ? { reason: blocked.reason } : {}),
    ...(output === undefined ? {} : { output }),
    ...(digest === undefined || gone.has(digest) ? {} : { files: digest }),
    ...(reused ? { reused: true } : {}),
  };
  return shown(said, isDecision);
}

function shown(row: ModelRow | undefined, isDecision: boolean): string {
  if (row === undefined) return "nothing";
  const words = [
    row.status,
    row.reason === undefined ? "" : `(${row.reason})`,
    row.reused ? "reused" : "",
    `at ${row.costNano} nano-dollars`,
    row.files === undefined ? "" : `with ${row.files}`,
    isDecision && row.output !== undefined ? `answering ${answers(row.output)}` : "",
  ];
  return words.filter((word) => word !== "").join(" ");
}

/** Labels and picked values, without probabilities. */
function answers(output: JsonValue): string {
  if (!isJsonObject(output)) return JSON.stringify(output);
  const given = Object.entries(output)
    .filter(([id]) => id !== "decision")
    .map(([id, record]) => {
      if (!isJsonObject(record)) return `${id} ${JSON.stringify(record)}`;
      const { label, labels } = record;
      return `${id} ${JSON.stringify(labels ?? label)}`;
    });
  return given.sort().join(", ");
}
