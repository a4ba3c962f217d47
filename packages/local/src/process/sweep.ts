/**
 * Ends everything that an attempt started. A group signal alone is not enough: agents start each shell command in a
 * session of its own. So the group, every descendant, the session and every process that carries the attempt's marker
 * in its environment are ended, again and again until none is left.
 *
 * A process that both clears its environment and detaches before it was ever seen is not found; holding it takes a world
 * with a process namespace of its own. `docs/decisions/0006-ending-processes.md` says what is promised.
 */
import { setTimeout as delay } from "node:timers/promises";
import { errorCode } from "../files/error-code.js";
import { type ProcessTable, processTable, type RunningProcess } from "./process-table.js";
import { ProcessWatch, type SeenProcess, type Sight } from "./process-watch.js";

/** The variable that marks every process of an attempt. Its name must not look secret: some agents hide such names. */
export const MARKER_VARIABLE = "CRUCIBLE_ATTEMPT_ID";

export interface SweepTarget {
  /** Value of {@link MARKER_VARIABLE}; one that ends with `/` stands for all that begin with it. */
  readonly marker: string;
  /** Number of the group and session that the attempt was started in. */
  readonly leader?: number;
}

/** What a sweep met that still ran. */
export interface Swept {
  /** The commands that it ended, by name. */
  readonly ended: readonly string[];
  /** Those that could not be ended, by name and number. */
  readonly left: readonly string[];
}

/** Looking this often without an end is a fork bomb or a process that cannot die; what is left is reported. */
const LOOKS_MAX = 2_000;
/** How long a process that was seen before is given to go. */
const PAUSE_MS = 20;
/** How long one that cannot be judged yet is given to show itself. */
const GLANCE_MS = 1;

/**
 * A look is not of one moment: a process that is just being started, or that replaces itself, can slip through it. So
 * only some looks in a row without a finding are an end: a few at first, and more for each look that met something new,
 * since whatever keeps appearing will go on to.
 */
const QUIET_LOOKS_FIRST = 2;
const QUIET_LOOKS_EACH = 10;
const QUIET_LOOKS_MAX = 300;

/** Ends the processes of one attempt after another; all share what is known of the machine's processes. */
export class Sweeper {
  readonly #table: ProcessTable;
  readonly #watch: ProcessWatch;
  readonly #looksMax: number;

  constructor(table: ProcessTable, looksMax: number = LOOKS_MAX) {
    this.#table = table;
    this.#watch = new ProcessWatch(table, MARKER_VARIABLE);
    this.#looksMax = looksMax;
  }

  async sweep(target: SweepTarget): Promise<Swept> {
    const hunt = new Hunt(target, this.#table);
    let quietDue = QUIET_LOOKS_FIRST;
    for (let looks = 0, quiet = 0; looks < this.#looksMax && quiet < quietDue; looks++) {
      const sight = await this.#watch.look();
      const { found, isNew } = hunt.end(sight);
      quiet = found === 0 && !isNew && !sight.unsure ? quiet + 1 : 0;
      if (isNew) quietDue = Math.min(QUIET_LOOKS_MAX, quietDue + QUIET_LOOKS_EACH);
      else if (found > 0) await delay(PAUSE_MS);
      else if (sight.unsure) await delay(GLANCE_MS);
    }
    return hunt.swept();
  }
}

let ofThisMachine: Sweeper | undefined;

/** Ends the processes of an attempt on this machine. */
export async function sweep(target: SweepTarget): Promise<Swept> {
  ofThisMachine ??= new Sweeper(processTable());
  return await ofThisMachine.sweep(target);
}

class Hunt {
  readonly #target: SweepTarget;
  readonly #table: ProcessTable;
  /** Descendants are remembered: once their parent is gone they belong to nobody. */
  readonly #known = new Map<number, RunningProcess>();
  /** Those that ran when they were told to end, by number and start. */
  readonly #told = new Map<string, RunningProcess>();
  #left: readonly RunningProcess[] = [];

  constructor(target: SweepTarget, table: ProcessTable) {
    this.#target = target;
    this.#table = table;
  }

  /** Ends each process of the attempt that is in sight; tells how many those are and whether one was not met before. */
  end(sight: Sight): { readonly found: number; readonly isNew: boolean } {
    const ours: SeenProcess[] = [];
    for (const one of sight.processes.values()) if (this.#isOurs(one)) ours.push(one);
    const isIncluded = new Set(ours.map(({ pid }) => pid));
    // The list grows while it is walked: children that are added are visited in turn.
    for (const one of ours) {
      for (const child of sight.children.get(one.pid) ?? []) {
        if (isIncluded.has(child.pid) || child.pid === process.pid) continue;
        isIncluded.add(child.pid);
        ours.push(child);
      }
    }
    let isNew = false;
    this.#left = ours.filter((one) => {
      isNew ||= this.#known.get(one.pid)?.started !== one.started;
      this.#known.set(one.pid, one);
      const running = end(one, this.#table);
      if (running !== undefined) this.#told.set(identityOf(one), running);
      return running !== undefined;
    });
    return { found: this.#left.length, isNew };
  }

  swept(): Swept {
    const left = new Set(this.#left.map(identityOf));
    const ended = [...this.#told].filter(([identity]) => !left.has(identity));
    return {
      ended: ended.map(([, { command }]) => command),
      left: this.#left.map((one) => `${one.command} (process ${one.pid})`),
    };
  }

  #isOurs({ pid, started, group, session, marker }: SeenProcess): boolean {
    if (pid === process.pid) return false;
    if (this.#known.get(pid)?.started === started) return true;
    const { leader } = this.#target;
    if (leader !== undefined && (group === leader || session === leader)) return true;
    if (marker === null || marker === undefined) return false;
    const wanted = this.#target.marker;
    return wanted.endsWith("/") ? marker.startsWith(wanted) : marker === wanted;
  }
}

function identityOf({ pid, started }: RunningProcess): string {
  return `${pid} ${started}`;
}

/** Ends a process; gives it as it was then, nothing when it had ended already. */
function end(one: RunningProcess, table: ProcessTable): RunningProcess | undefined {
  // The number may have been given to somebody else since it was listed, and the process may have another name.
  const running = table.now(one);
  if (running === undefined) return undefined;
  try {
    process.kill(one.pid, "SIGKILL");
  } catch (error) {
    if (errorCode(error) !== "ESRCH" && errorCode(error) !== "EPERM") throw error;
  }
  return running;
}
