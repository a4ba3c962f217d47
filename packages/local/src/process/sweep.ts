/**
 * Ends everything that an attempt started. A group signal alone is not enough: agents start each shell command in a
 * session of its own. So the group, every descendant, the session and every process that carries the attempt's marker
 * in its environment are ended, again and again until none is left.
 *
 * A process that both clears its environment and detaches is not found; holding it takes a world with a process
 * namespace of its own.
 */
import { setTimeout as delay } from "node:timers/promises";
import { errorCode } from "../files/error-code.js";
import { type ProcessTable, processTable, type RunningProcess } from "./process-table.js";

/** The variable that marks every process of an attempt. Its name must not look secret: some agents hide such names. */
export const MARKER_VARIABLE = "CRUCIBLE_ATTEMPT_ID";

export interface SweepTarget {
  /** Value of {@link MARKER_VARIABLE}; one that ends with `/` stands for all that begin with it. */
  readonly marker: string;
  /** Number of the group and session that the attempt was started in. */
  readonly leader?: number;
}

/** Looking this often without an end is a fork bomb or a process that cannot die; what is left is reported. */
const LOOKS_MAX = 2_000;
/** How long a process that was seen before is given to go. */
const PAUSE_MS = 20;

/**
 * A look is not of one moment: a process that is just being started, or that replaces itself, can slip through it. So
 * only some looks in a row without a finding are an end: a few at first, and more for each look that met something new,
 * since whatever keeps appearing will go on to.
 */
const QUIET_LOOKS_FIRST = 2;
const QUIET_LOOKS_EACH = 10;
const QUIET_LOOKS_MAX = 300;

/** Ends the processes of an attempt; resolves with descriptions of those that could not be ended. */
export async function sweep(
  target: SweepTarget,
  table: ProcessTable = processTable(),
  looksMax: number = LOOKS_MAX,
): Promise<readonly string[]> {
  const look = new Look(target, table);
  let left: readonly RunningProcess[] = [];
  let quietDue = QUIET_LOOKS_FIRST;
  for (let looks = 0, quiet = 0; looks < looksMax && quiet < quietDue; looks++) {
    const { found, undecided } = await look.endAll();
    quiet = found.length === 0 && !undecided ? quiet + 1 : 0;
    if (found.some((one) => !isIn(left, one))) {
      quietDue = Math.min(QUIET_LOOKS_MAX, quietDue + QUIET_LOOKS_EACH);
    } else if (found.length > 0) {
      await delay(PAUSE_MS);
    } else if (undecided) {
      await delay(1);
    }
    left = found;
  }
  return left.map((one) => `${one.command} (process ${one.pid})`);
}

function isIn(processes: readonly RunningProcess[], one: RunningProcess): boolean {
  return processes.some(({ pid, started }) => pid === one.pid && started === one.started);
}

class Look {
  readonly #target: SweepTarget;
  readonly #table: ProcessTable;
  /** Descendants are remembered: once their parent is gone they belong to nobody. */
  readonly #known = new Map<number, RunningProcess>();
  /**
   * Processes of others. They are looked at once, so that a later look is short: one that is replaced every few
   * milliseconds is met only by a look that takes no longer.
   */
  readonly #others = new Set([process.pid]);

  constructor(target: SweepTarget, table: ProcessTable) {
    this.#target = target;
    this.#table = table;
  }

  /** Ends each process of the attempt as soon as it is seen; gives those, and whether one was too young to tell. */
  async endAll(): Promise<{ found: readonly RunningProcess[]; undecided: boolean }> {
    let undecided = false;
    const all = await this.#table.list(this.#others);
    const found = new Map<number, RunningProcess>();
    const add = (one: RunningProcess): void => {
      if (found.has(one.pid)) return;
      found.set(one.pid, one);
      this.#known.set(one.pid, one);
      this.#others.delete(one.pid);
      end(one, this.#table);
    };
    for (const one of all) if (this.#isOurs(one)) add(one);
    addDescendants(all, found, add);
    for (const one of all) {
      if (found.has(one.pid)) continue;
      const marked = await this.#table.carries(one, MARKER_VARIABLE, this.#target.marker);
      if (marked === "yes") add(one);
      else if (marked === "no") this.#others.add(one.pid);
      else undecided = true;
    }
    addDescendants(all, found, add);
    return { found: [...found.values()], undecided };
  }

  #isOurs(one: RunningProcess): boolean {
    const { leader } = this.#target;
    if (this.#known.get(one.pid)?.started === one.started) return true;
    return leader !== undefined && (one.group === leader || one.session === leader);
  }
}

function addDescendants(
  all: readonly RunningProcess[],
  found: ReadonlyMap<number, RunningProcess>,
  add: (one: RunningProcess) => void,
): void {
  const children = new Map<number, RunningProcess[]>();
  for (const one of all) {
    const siblings = children.get(one.parent);
    if (siblings === undefined) children.set(one.parent, [one]);
    else siblings.push(one);
  }
  // A map may grow while it is walked: children that are added are visited in turn.
  for (const pid of found.keys()) for (const child of children.get(pid) ?? []) add(child);
}

function end(one: RunningProcess, table: ProcessTable): void {
  // The number may have been given to somebody else since it was listed.
  if (!table.isRunning(one)) return;
  try {
    process.kill(one.pid, "SIGKILL");
  } catch (error) {
    if (errorCode(error) !== "ESRCH" && errorCode(error) !== "EPERM") throw error;
  }
}
