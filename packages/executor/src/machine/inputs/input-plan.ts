/**
 * What an instance reads: one entry a dependency that contributes, the sets to stage, and the reserved inputs. Values
 * are named by row; the driver holds them (EXEC-114, EXEC-123 to EXEC-126).
 */
import { invariant, type OutputField, type Task } from "@crucible/core";
import { type Graph, taskAt } from "../graph/graph.js";
import { roundRow } from "../graph/row-name.js";
import type { InputEntry, InputPlan, SettledEntry } from "../machine.js";
import { offersOf } from "../routes/offers.js";
import { itemView, nodeView, roundView, type View } from "../rules/view.js";
import type { Settled } from "../state/instance.js";
import { memberOf, placeOfRow } from "../state/locate.js";
import type { State } from "../state/state.js";
import { envelope, nodeEnvelope, type StagedNames } from "./envelope.js";
import type { Consumer, FileSets } from "./file-sets.js";

interface Reader {
  readonly graph: Graph;
  readonly state: State;
  readonly consumer: Consumer;
  readonly task: Task;
  readonly view: View;
  readonly staged: StagedNames;
}

const NO_NAMES: StagedNames = new Set();

/** An inputs plan while its fields are written. */
type Draft = { -readonly [Key in keyof InputPlan]: InputPlan[Key] };

export function inputPlan(graph: Graph, state: State, sets: FileSets, row: string): InputPlan {
  const place = placeOfRow(graph, row);
  invariant(place, "inputs of a row that is not in the plan", row);
  const consumer: Consumer = {
    task: place.task,
    key: place.kind === "item" ? place.key : undefined,
    round: place.kind === "round" ? place.round : 0,
  };
  const task = taskAt(graph, place.task);
  const staged = sets.stagedFor(consumer);
  const names = staged.length === 0 ? NO_NAMES : new Set(staged.map((set) => set.row));
  const view = viewOf(graph, state, consumer);
  const reader: Reader = { graph, state, consumer, task, view, staged: names };
  const options = optionsOf(reader);
  const revision = revisionOf(reader);
  const params = task.kind === "command" || task.kind === "evaluate";
  const plan: Draft = { entries: entriesOf(reader), staged, params };
  if (options) plan.options = options;
  if (consumer.key !== undefined) plan.item = consumer.key;
  if (revision) plan.revision = revision;
  if (task.stage === "epilogue") plan.outcome = outcomeOf(reader);
  return plan;
}

function viewOf(graph: Graph, state: State, consumer: Consumer): View {
  const source = { graph, state };
  if (consumer.key !== undefined) return itemView(source, consumer.task, consumer.key);
  if (consumer.round > 0) return roundView(source, consumer.task, consumer.round, new Map());
  return nodeView(source);
}

function entriesOf(reader: Reader): readonly InputEntry[] {
  const { graph, consumer, task } = reader;
  const kind = task.join === "settled" ? "settled" : "output";
  const entries: InputEntry[] = [];
  for (const dependency of graph.dependencies[consumer.task] ?? []) {
    const settled = reader.view.result(dependency);
    const entry = settled && entryOf(reader, dependency, settled);
    if (!entry || (kind === "output" && !contributes(reader, dependency, settled))) continue;
    const name = taskAt(graph, dependency).name;
    const keyed = keyedOf(task.keyed, name, consumer.key);
    entries.push(keyed ? { name, kind, entry, keyed } : { name, kind, entry });
  }
  return entries;
}

function entryOf(reader: Reader, dependency: number, settled: Settled): SettledEntry | undefined {
  const { graph, state, staged } = reader;
  // An item's row or a round's is another than the node's own.
  if (settled !== state.results[dependency]) return envelope(settled, staged);
  return nodeEnvelope(graph, state, dependency, staged);
}

/** Whether an all- or passed-join gets the dependency's output: it passed, it skipped with an output, or it is a fold. */
function contributes(reader: Reader, dependency: number, settled: Settled): boolean {
  const { graph, state, task, view } = reader;
  const { name } = taskAt(graph, dependency);
  const { status, hasOutput } = settled;
  if (status === "not_taken" && task.optional.includes(name)) return false;
  if (status === "pass") return true;
  if (!hasOutput) return false;
  return status === "skipped" || (view.whole(dependency) && state.fans[dependency] !== undefined);
}

function keyedOf(
  keyed: readonly OutputField[],
  producer: string,
  key: string | undefined,
): InputEntry["keyed"] {
  if (key === undefined) return undefined;
  const fields = keyed.filter((field) => field.task === producer).map((field) => field.field);
  return fields.length > 0 ? { fields, key } : undefined;
}

function optionsOf(reader: Reader): InputPlan["options"] {
  const { task, graph, view } = reader;
  if (task.kind !== "route") return undefined;
  const offers = offersOf(task, (name) => view.result(graph.indexOf.get(name) ?? -1));
  return "values" in offers && offers.values.size > 0 ? offers.values : undefined;
}

/** From round two on, a target learns what the reviewer said (LOOP-032 to LOOP-037). */
function revisionOf(reader: Reader): InputPlan["revision"] {
  const { graph, state, consumer, staged } = reader;
  const loop = graph.loopOf[consumer.task];
  if (!loop || consumer.round < 2 || !loop.targets.has(consumer.task)) return undefined;
  const review = memberOf(graph, state, loop.reviewer)?.last;
  const reviewer = taskAt(graph, loop.reviewer).name;
  const before = consumer.round - 1;
  invariant(review?.round === before, `no ${roundRow(reviewer, before)} to revise after`);
  return {
    round: consumer.round,
    maxRounds: loop.maxRounds,
    reviewer,
    review: envelope(review.settled, staged),
  };
}

/** The main graph as the epilogue sees it: one entry a settled task, none for what never settled (EPI-014 to EPI-017). */
function outcomeOf(reader: Reader): NonNullable<InputPlan["outcome"]> {
  const { graph, state, staged } = reader;
  const tasks = new Map<string, SettledEntry>();
  for (const [index, task] of graph.tasks.entries()) {
    if (graph.epilogue[index] === 1) continue;
    const entry = nodeEnvelope(graph, state, index, staged);
    if (entry) tasks.set(task.name, entry);
  }
  return { exit: state.verdict?.outcome ?? "", tasks };
}
