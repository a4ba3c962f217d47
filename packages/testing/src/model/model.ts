/**
 * A second opinion on the rules of execution: slow, plain, and written apart from the machine.
 *
 * After every fact it looks at the whole graph again and again until nothing changes: no queues, no counts, no columns.
 * A task is a row or it is not; an attempt is in flight or it is not. It knows commands, agents, evaluations, reducers,
 * routes whoever decides them, conditions, fan-outs, loops, captured files and for whom they are staged, the epilogue,
 * ceilings in both lanes, completion, halts, resumes and reruns. It does not know notes and reports.
 */
import type { Launch, Plan, ShutdownOutcome, Task } from "@crucible/core";
import type { Fact } from "@crucible/executor/machine";
import { attemptEnded, resumed } from "./attempts.js";
import { beginMain, closeStage, concludeStop, sweep } from "./closing.js";
import { stepInstances } from "./instances.js";
import { reuse } from "./reuse.js";
import { stepLoop } from "./rounds.js";
import { reachWall } from "./spending.js";
import { stagedSets } from "./staging.js";
import { stepPlain } from "./starting.js";
import { isInFlight, type ModelRow, type ModelState, stateOf } from "./state.js";

export class Model {
  readonly #state: ModelState;
  /** What has settled, by row name. */
  readonly rows: Map<string, ModelRow>;

  /** `reused` names the tasks whose results a rerun takes over. */
  constructor(plan: Plan, launch: Launch, reused: ReadonlySet<string> = new Set()) {
    this.#state = stateOf(plan, launch, reused);
    this.rows = this.#state.rows;
  }

  get verdict(): "valid" | "invalid" | undefined {
    return this.#state.verdict;
  }

  get outcome(): ShutdownOutcome | undefined {
    return this.#state.outcome;
  }

  /** Attempts in flight as `row#attempt`, sorted. */
  inFlight(): readonly string[] {
    return this.#state.flights.map((flight) => `${flight.row}#${flight.attempt}`).sort();
  }

  /** The sets that an attempt in flight finds: `directory=digest`, sorted. */
  staged(row: string): readonly string[] {
    const flight = this.#state.flights.find((one) => one.row === row);
    if (!flight) throw new Error(`the model has no attempt of ${row} in flight`);
    return stagedSets(this.#state, flight.task, flight);
  }

  apply(fact: Fact): void {
    const state = this.#state;
    switch (fact.kind) {
      case "started":
        reuse(state, fact.reused);
        beginMain(state);
        break;
      case "attempt_ended":
        attemptEnded(state, fact);
        break;
      case "spend_reported": {
        const flight = state.flights.find((one) => one.row === fact.task);
        // No rule says whether a figure in flight that settles lower had carried the total past the ceiling; only what
        // settled does.
        if (flight) flight.reportedNano = fact.costNano;
        break;
      }
      case "wall_clock_reached":
        reachWall(state);
        break;
      case "stop_requested":
        state.stopped = true;
        break;
      case "halt_requested":
        state.halting = true;
        break;
      case "resumed":
        resumed(state, fact);
        break;
      default:
        break;
    }
    if (state.stage !== "new") this.#advance();
  }

  #advance(): void {
    if (this.#state.stopped) {
      concludeStop(this.#state);
      return;
    }
    if (this.#state.halting) return;
    for (let guard = 0; this.#oneStep(); guard++) {
      if (guard > 100_000) throw new Error("the model does not come to rest");
    }
  }

  /** One change anywhere in the graph; `false` when nothing changes any more. */
  #oneStep(): boolean {
    const state = this.#state;
    if (state.stage === "over" || state.stage === "new") return false;
    // A loop that runs holds the shared workspace and goes on before anything else takes its slot (LOOP-017).
    for (const reviewer of state.loops.keys()) {
      const task = state.byName.get(reviewer);
      if (task && this.#stepTask(task)) return true;
    }
    if (sweep(state)) return true;
    for (const task of state.plan.tasks) if (this.#stepTask(task)) return true;
    return closeStage(state);
  }

  #stepTask(task: Task): boolean {
    const state = this.#state;
    const stage = state.stage === "main" ? "iteration" : "epilogue";
    if (state.rows.has(task.name) || task.stage !== stage) return false;
    if (isInFlight(state, task.name)) return false;
    const body = state.bodies.get(task.name);
    if (body) return stepLoop(state, body);
    const keys = state.keys.get(task.name);
    return keys ? stepInstances(state, task, keys) : stepPlain(state, task);
  }
}
