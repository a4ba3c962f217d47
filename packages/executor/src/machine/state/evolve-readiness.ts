/** Who may take a turn: counts of unmet dependencies, and the queue of those that have none left. */
import type { Graph } from "../graph/graph.js";
import { READY, WAITING } from "./lifecycle.js";
import { placeOf, type State } from "./state.js";

/** Queues the tasks and loops of a stage that wait for nothing. */
export function openStage(graph: Graph, state: State, stage: 0 | 1): void {
  for (let task = 0; task < graph.tasks.length; task++) {
    if (graph.epilogue[task] !== stage || graph.loopOf[task]) continue;
    if (state.unmet[task] === 0) becomeReady(graph, state, task);
  }
  for (const loop of graph.loops) {
    if (graph.epilogue[loop.first] === stage) loopBecomesReady(graph, state, loop.index);
  }
}

/** Counts down what waits for a task that settled; it is of the same stage, which is open. */
export function dependencySettled(graph: Graph, state: State, task: number): void {
  const ownLoop = graph.loopOf[task];
  for (const dependent of graph.dependents[task] ?? []) {
    const left = (state.unmet[dependent] ?? 0) - 1;
    state.unmet[dependent] = left;
    const loop = graph.loopOf[dependent];
    if (!loop) {
      if (left === 0 && state.taskState[dependent] === WAITING) {
        becomeReady(graph, state, dependent);
      }
      continue;
    }
    const run = state.loops[loop.index];
    if (loop === ownLoop || !run) continue;
    run.unmet -= 1;
    loopBecomesReady(graph, state, loop.index);
  }
}

function becomeReady(graph: Graph, state: State, task: number): void {
  state.moveTask(graph, task, READY);
  state.ready.push(placeOf(task, 0));
}

function loopBecomesReady(graph: Graph, state: State, index: number): void {
  const loop = graph.loops[index];
  const run = state.loops[index];
  if (!loop || !run || run.unmet > 0 || run.state !== WAITING) return;
  run.state = READY;
  state.ready.push(placeOf(loop.first, 0));
}
