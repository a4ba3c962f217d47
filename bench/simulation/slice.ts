/** A slice of a campaign: so many walks and simulations from consecutive seeds, and what came of them. */
import {
  MARKS,
  type Mark,
  marksOf,
  marksOfWalk,
  verifySimulation,
  verifyWalk,
} from "@crucible/testing";

export interface SliceOrder {
  /** First seed of the walks, and how many. */
  readonly walksFrom: number;
  readonly walks: number;
  readonly simulationsFrom: number;
  readonly simulations: number;
}

/** Seconds of the clock, and of the processor, which other work on it does not lengthen. */
export interface Elapsed {
  readonly seconds: number;
  readonly cpuSeconds: number;
}

/** What a slice came to; one line of a campaign's file. */
export interface Slice extends SliceOrder {
  readonly facts: number;
  /** Walks and simulations that a fault struck. */
  readonly faultyWalks: number;
  readonly faultySimulations: number;
  /** Plans of more than 25 tasks. */
  readonly largePlans: number;
  readonly reruns: number;
  readonly processes: number;
  readonly walkTime: Elapsed;
  readonly simulationTime: Elapsed;
  /** How many runs each mark was seen in. */
  readonly marks: Readonly<Record<Mark, number>>;
}

const LARGE_TASKS = 25;

/** Runs a slice. Rejects, naming the seed, at the first run that is wrong. */
export async function runSlice(order: SliceOrder): Promise<Slice> {
  const counts = new Map<Mark, number>(MARKS.map((mark) => [mark, 0]));
  const seen = (marks: ReadonlySet<Mark>): void => {
    for (const mark of marks) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  };
  const walked = await walkAll(order, seen);
  const simulated = await simulateAll(order, seen);
  return {
    ...order,
    ...walked,
    ...simulated,
    largePlans: walked.largePlans + simulated.largePlans,
    marks: Object.fromEntries(counts) as Record<Mark, number>,
  };
}

type Seen = (marks: ReadonlySet<Mark>) => void;

async function walkAll(
  { walksFrom, walks }: SliceOrder,
  seen: Seen,
): Promise<Pick<Slice, "facts" | "faultyWalks" | "largePlans" | "reruns" | "walkTime">> {
  const elapsed = stopwatch();
  const sums = { facts: 0, faultyWalks: 0, largePlans: 0, reruns: 0 };
  for (let seed = walksFrom; seed < walksFrom + walks; seed++) {
    const walk = await verifyWalk(seed);
    sums.facts += walk.facts.length + (walk.rerun?.facts.length ?? 0);
    if (walk.faults > 0) sums.faultyWalks += 1;
    if (walk.plan.tasks.length > LARGE_TASKS) sums.largePlans += 1;
    if (walk.rerun) sums.reruns += 1;
    seen(marksOfWalk(walk));
  }
  return { ...sums, walkTime: elapsed() };
}

async function simulateAll(
  { simulationsFrom, simulations }: SliceOrder,
  seen: Seen,
): Promise<Pick<Slice, "faultySimulations" | "largePlans" | "processes" | "simulationTime">> {
  const elapsed = stopwatch();
  const sums = { faultySimulations: 0, largePlans: 0, processes: 0 };
  for (let seed = simulationsFrom; seed < simulationsFrom + simulations; seed++) {
    const simulation = await verifySimulation(seed);
    sums.processes += simulation.processes;
    if (simulation.struck > 0) sums.faultySimulations += 1;
    if (simulation.plan.tasks.length > LARGE_TASKS) sums.largePlans += 1;
    seen(marksOf(simulation));
  }
  return { ...sums, simulationTime: elapsed() };
}

function stopwatch(): () => Elapsed {
  const fromMs = performance.now();
  const from = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(from);
    return {
      seconds: tenths((performance.now() - fromMs) / 1_000),
      cpuSeconds: tenths((user + system) / 1_000_000),
    };
  };
}

function tenths(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}
