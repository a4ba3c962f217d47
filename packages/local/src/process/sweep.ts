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
const ROUNDS_MAX = 60;
const PAUSE_MS_MAX = 100;

/** Ends the processes of an attempt; resolves with descriptions of those that could not be ended. */
export async function sweep(
  target: SweepTarget,
  table: ProcessTable = processTable(),
  roundsMax: number = ROUNDS_MAX,
): Promise<readonly string[]> {
  // Descendants are remembered: once their parent is gone they belong to nobody.
  const known = new Map<number, RunningProcess>();
  let left: readonly RunningProcess[] = [];
  for (let round = 0; round < roundsMax; round++) {
    left = await membersOf(target, table, known);
    if (left.length === 0) return [];
    for (const one of left) end(one, table);
    await delay(Math.min(PAUSE_MS_MAX, 2 ** round));
  }
  return left.map((one) => `${one.command} (process ${one.pid})`);
}

async function membersOf(
  target: SweepTarget,
  table: ProcessTable,
  known: Map<number, RunningProcess>,
): Promise<readonly RunningProcess[]> {
  const all = await table.list();
  const members = new Map<number, RunningProcess>();
  for (const one of all) {
    if (one.pid !== process.pid && (isKnown(one, known) || inGroup(one, target))) {
      members.set(one.pid, one);
    }
  }
  await addMarked(all, members, target, table);
  addDescendants(all, members);
  for (const [pid, one] of members) known.set(pid, one);
  return [...members.values()];
}

function isKnown(one: RunningProcess, known: ReadonlyMap<number, RunningProcess>): boolean {
  return known.get(one.pid)?.started === one.started;
}

function inGroup(one: RunningProcess, { leader }: SweepTarget): boolean {
  return leader !== undefined && (one.group === leader || one.session === leader);
}

async function addMarked(
  all: readonly RunningProcess[],
  members: Map<number, RunningProcess>,
  target: SweepTarget,
  table: ProcessTable,
): Promise<void> {
  const others = all.filter((one) => one.pid !== process.pid && !members.has(one.pid));
  await Promise.all(
    others.map(async (one) => {
      if (await table.carries(one, MARKER_VARIABLE, target.marker)) members.set(one.pid, one);
    }),
  );
}

function addDescendants(
  all: readonly RunningProcess[],
  members: Map<number, RunningProcess>,
): void {
  const children = new Map<number, RunningProcess[]>();
  for (const one of all) {
    const siblings = children.get(one.parent);
    if (siblings === undefined) children.set(one.parent, [one]);
    else siblings.push(one);
  }
  // A map may grow while it is walked: children that are added are visited in turn.
  for (const pid of members.keys()) {
    for (const child of children.get(pid) ?? []) {
      if (child.pid !== process.pid && !members.has(child.pid)) members.set(child.pid, child);
    }
  }
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
