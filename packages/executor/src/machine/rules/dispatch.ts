/**
 * Gives turns: of everything ready, the one declared first whose needs are free. A chain of decisions that need no
 * attempt is followed to its end before the batch closes.
 */
import { invariant } from "@crucible/core";
import { taskAt } from "../graph/graph.js";
import type { MinHeap } from "../graph/heap.js";
import type { Instance } from "../state/instance.js";
import { READY } from "../state/lifecycle.js";
import { ordinalOfPlace, type State, taskOfPlace } from "../state/state.js";
import { closureOf, completionInForce } from "./closure.js";
import { resolveItem, resolveTask } from "./resolve.js";
import { advanceLoop } from "./revise.js";
import { settleInstance, settleTask } from "./settle.js";
import { startAttempt } from "./start.js";
import type { Step } from "./step.js";

export function dispatch(step: Step): void {
  while (isOpen(step)) {
    const queue = nextQueue(step);
    if (queue === undefined) return;
    const place = queue.pop() as number;
    if (queue === step.state.ready) resolve(step, place);
    else start(step, place);
  }
}

function isOpen(step: Step): boolean {
  const epilogue = step.state.phase === "epilogue";
  if (closureOf(step, epilogue)) return false;
  return epilogue || !completionInForce(step);
}

/** The queue whose first entry is declared first among those that could go on now. */
function nextQueue(step: Step): MinHeap | undefined {
  const { state } = step;
  const slotFree = state.slotsUsed < step.graph.launch.width;
  const workspaceFree = slotFree && !state.workspaceBusy && state.activeLoop < 0;
  const ready = firstReady(step, state.ready);
  const forWorkspace = workspaceFree ? firstReady(step, state.forWorkspace) : NOTHING;
  const forSlot = slotFree ? firstReady(step, state.forSlot) : NOTHING;
  const least = Math.min(ready, forWorkspace, forSlot);
  if (least === NOTHING) return undefined;
  if (least === ready) return state.ready;
  return least === forWorkspace ? state.forWorkspace : state.forSlot;
}

/** Behind every place. */
const NOTHING = Number.POSITIVE_INFINITY;

/** The first entry that still counts; those before it are dropped. */
function firstReady(step: Step, queue: MinHeap): number {
  for (let place = queue.peek(); place !== undefined; place = queue.peek()) {
    if (isReady(step, place)) return place;
    queue.pop();
  }
  return NOTHING;
}

function isReady(step: Step, place: number): boolean {
  const { graph, state } = step;
  const task = taskOfPlace(place);
  if ((graph.epilogue[task] === 1) !== (state.phase === "epilogue")) return false;
  const loop = graph.loopOf[task];
  if (loop) return state.loops[loop.index]?.state === READY;
  if (ordinalOfPlace(place) === 0) return state.taskState[task] === READY;
  // Items that a completion of the parent's left out of a reused fan-out are over with their node (RERUN-011).
  return state.results[task] === undefined && itemAt(state, place)?.state === READY;
}

function itemAt(state: State, place: number): Instance | undefined {
  return state.fans[taskOfPlace(place)]?.instances[ordinalOfPlace(place) - 1];
}

function resolve(step: Step, place: number): void {
  const task = taskOfPlace(place);
  if (step.graph.loopOf[task]) {
    step.state.forWorkspace.push(place);
    return;
  }
  const item = itemAt(step.state, place);
  if (item) resolveItem(step, item);
  else resolveTask(step, task);
}

function start(step: Step, place: number): void {
  const task = taskOfPlace(place);
  const loop = step.graph.loopOf[task];
  if (loop) {
    advanceLoop(step, loop);
    return;
  }
  const item = itemAt(step.state, place);
  invariant(item || !taskAt(step.graph, task).over, "a fan-out cannot start as a whole");
  startAttempt(step, task, item, (settlement) =>
    item ? settleInstance(step, item, settlement) : settleTask(step, task, settlement),
  );
}
