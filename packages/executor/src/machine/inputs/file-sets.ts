/**
 * Which captured sets are put before an instance: those of passing ancestors, of failed direct dependencies for a
 * settled join, and of every settled main task for the epilogue (FILE-018, FILE-044, FILE-045).
 */
import { aligned, type Graph, taskAt } from "../graph/graph.js";
import type { StagedRow } from "../machine.js";
import type { Settled } from "../state/instance.js";
import { memberOf } from "../state/locate.js";
import type { State } from "../state/state.js";

/** For whom sets are staged: a task, with its item's key or its round. */
export interface Consumer {
  readonly task: number;
  readonly key: string | undefined;
  readonly round: number;
}

const NOTHING_STAGED: readonly StagedRow[] = Object.freeze([]);

export class FileSets {
  readonly #graph: Graph;
  readonly #state: State;
  /** 1 where the task or any ancestor declares files, so that a search turns back early. */
  readonly #sources: Uint8Array;
  readonly #mainSources: readonly number[];
  /** Whether any task declares files. */
  readonly #anySource: boolean;

  constructor(graph: Graph, state: State) {
    this.#graph = graph;
    this.#state = state;
    this.#sources = new Uint8Array(graph.tasks.length);
    for (const index of graph.order) {
      const above = graph.dependencies[index]?.some((task) => this.#sources[task] === 1);
      const own = taskAt(graph, index).emitsFiles.length > 0;
      this.#sources[index] = own || above ? 1 : 0;
    }
    this.#anySource = this.#sources.includes(1);
    this.#mainSources = graph.tasks.flatMap((task, index) =>
      task.emitsFiles.length > 0 && graph.epilogue[index] === 0 ? [index] : [],
    );
  }

  /** In declaration order. */
  stagedFor(consumer: Consumer): readonly StagedRow[] {
    if (!this.#anySource) return NOTHING_STAGED;
    const own = taskAt(this.#graph, consumer.task);
    const failing = new Set(
      own.join === "settled" ? (this.#graph.dependencies[consumer.task] ?? []) : [],
    );
    const producers = this.#ancestors(consumer.task);
    if (own.stage === "epilogue") {
      for (const main of this.#mainSources) {
        producers.push(main);
        failing.add(main);
      }
    }
    producers.sort((a, b) => a - b);
    const staged = producers.flatMap((producer) =>
      this.#setsOf(producer, consumer, failing.has(producer)),
    );
    return [...staged, ...this.#reviewerSet(consumer)];
  }

  #ancestors(task: number): number[] {
    if (this.#graph.dependencies[task]?.every((above) => this.#sources[above] === 0)) return [];
    const seen = new Set<number>([task]);
    const found: number[] = [];
    const pending = [task];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      for (const above of this.#graph.dependencies[next] ?? []) {
        if (seen.has(above) || this.#sources[above] === 0) continue;
        seen.add(above);
        pending.push(above);
        if (taskAt(this.#graph, above).emitsFiles.length > 0) found.push(above);
      }
    }
    return found;
  }

  #setsOf(producer: number, consumer: Consumer, failing: boolean): StagedRow[] {
    const held = (settled: Settled | undefined): settled is Settled =>
      isHeld(settled) && (settled.status === "pass" || failing);
    const task = taskAt(this.#graph, producer);
    const fan = this.#state.fans[producer];
    if (!fan) {
      const settled = this.#resultOf(producer, consumer);
      return held(settled) ? [{ row: settled.row, node: task.name }] : [];
    }
    const narrowed = aligned(task, taskAt(this.#graph, consumer.task));
    return fan.instances.flatMap(({ key, row, settled }) =>
      key !== undefined && held(settled) && (!narrowed || key === consumer.key)
        ? [{ row, node: task.name, key }]
        : [],
    );
  }

  /** Within a round, a body task's set is that of this round. */
  #resultOf(producer: number, consumer: Consumer): Settled | undefined {
    const loop = this.#graph.loopOf[producer];
    if (!loop || loop !== this.#graph.loopOf[consumer.task]) return this.#state.results[producer];
    // What it depends on comes before it in the round, so the last row is this round's.
    return memberOf(this.#graph, this.#state, producer)?.last?.settled;
  }

  /** The failing review that sends a target back, once there is one (LOOP-035). */
  #reviewerSet(consumer: Consumer): StagedRow[] {
    const loop = this.#graph.loopOf[consumer.task];
    if (!loop?.targets.has(consumer.task)) return [];
    const settled = memberOf(this.#graph, this.#state, loop.reviewer)?.last?.settled;
    if (!isHeld(settled)) return [];
    return [{ row: settled.row, node: taskAt(this.#graph, loop.reviewer).name }];
  }
}

/** Only a row that passed or failed names a set; one that did not survive is no set. */
function isHeld(settled: Settled | undefined): settled is Settled {
  return settled?.files === true;
}
