/**
 * The measured side of the benchmarks: each measurement is a program of its own, so that none is warmed up, or burdened
 * with garbage, by another. It prints one line of JSON.
 */
import { performance } from "node:perf_hooks";

/**
 * What one measurement gives. Times are milliseconds, memory is bytes.
 *
 * @typedef {object} Figures
 * @property {number} tasks how many tasks ran
 * @property {number} buildMs from nothing to something that can run
 * @property {number} runMs from there to the last result
 * @property {number} cpuMs processor time of the run, which a busy machine does not stretch as it does `runMs`
 * @property {number} peakBytes the most memory that the program held
 * @property {number} [logBytes] length of the log
 */

/**
 * Builds, runs and reports; the run says how many tasks it ran, and any other number counts as a failure.
 *
 * @template Built
 * @param {number} tasks
 * @param {() => Built | Promise<Built>} build
 * @param {(built: Built) => Promise<{ readonly ran: number, readonly logBytes?: number | undefined }>} run
 */
export async function measure(tasks, build, run) {
  const began = performance.now();
  const built = await build();
  const ready = performance.now();
  const before = process.cpuUsage();
  const { ran, logBytes } = await run(built);
  const ended = performance.now();
  const { user, system } = process.cpuUsage(before);
  if (ran !== tasks) throw new Error(`${tasks} tasks were due and ${ran} ran`);
  /** @type {Figures} */
  const figures = {
    tasks,
    buildMs: ready - began,
    runMs: ended - ready,
    cpuMs: (user + system) / 1_000,
    peakBytes: process.resourceUsage().maxRSS * 1024,
    ...(logBytes === undefined ? {} : { logBytes }),
  };
  console.log(JSON.stringify(figures));
}

/** The words after the program's name: a variant, a shape and a number of tasks. */
export function wanted() {
  const [variant = "", shape = "wide", tasks = "1000"] = process.argv.slice(2);
  return { variant, shape, isChain: shape === "chain", tasks: Number(tasks) };
}
