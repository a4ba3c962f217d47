/** What is measured, and the goals that the figures are held against. */
import { PROGRAMS } from "./starlark-programs.mjs";

/**
 * @typedef {object} Measurement
 * @property {string} name
 * @property {string} program below `bench`
 * @property {readonly (string | number)[]} args
 * @property {boolean} [once] too long to repeat
 */

/** @type {readonly Measurement[]} */
export const MEASUREMENTS = [
  ...shapes("floor, in memory", "floor.mjs", "memory", 1_000),
  ...shapes("floor, log", "floor.mjs", "jsonl", 1_000),
  ...shapes("floor, synced log", "floor.mjs", "fsync", 1_000),
  { name: "floor, process groups", program: "processes.mjs", args: ["bare", "wide", 400] },
  ...shapes("machine alone", "machine.mjs", "machine", 1_000),
  ...shapes("engine, in memory", "engine.mjs", "memory", 1_000),
  ...shapes("engine, in memory, warm", "engine.mjs", "warm", 1_000),
  ...shapes("engine, in memory", "engine.mjs", "memory", 10_000),
  fanOut(1_000),
  fanOut(4_000),
  {
    name: "engine, in memory, wide 100000",
    program: "engine.mjs",
    args: ["memory", "wide", 100_000],
    once: true,
  },
  ...shapes("engine, log in files", "engine.mjs", "file", 1_000),
  ...[10_000, 20_000].flatMap((tasks) => shapes("compiler", "compiler.mjs", "compile", tasks)),
  ...shapes("evaluation alone", "compiler.mjs", "evaluate", 10_000),
  ...["floor", "compile", "show", "check"].map((variant) => ({
    name: `cold, ${variant}`,
    program: "cold.mjs",
    args: [variant, "once", 7],
  })),
  { name: "process runner", program: "processes.mjs", args: ["runner", "wide", 400] },
  ...shapes("engine, git workspace of 200 files", "git-world.mjs", "git", 20).map(onlyOnce),
  ...["copy", "capture", "stage"].map((variant) => ({
    name: `256 MB, ${variant}`,
    program: "capture.mjs",
    args: [variant, "wide", 2],
  })),
  ...Object.keys(PROGRAMS).map((program) => ({
    name: `starlark, ${program}`,
    program: "starlark.mjs",
    args: [program],
  })),
];

/** @type {readonly Measurement[]} */
export const PEER_MEASUREMENTS = [
  ...shapes("p-graph", "peers/p-graph.mjs", "memory", 1_000),
  ...shapes("LangGraph", "peers/langgraph.mjs", "plain", 1_000),
  ...shapes("LangGraph, checkpoints in memory", "peers/langgraph.mjs", "saved", 1_000).map(
    onlyOnce,
  ),
];

/**
 * @param {string} name
 * @param {string} program
 * @param {string} variant
 * @param {number} tasks
 * @returns {readonly Measurement[]}
 */
function shapes(name, program, variant, tasks) {
  return ["chain", "wide"].map((shape) => ({
    name: `${name}, ${shape} ${tasks}`,
    program,
    args: [variant, shape, tasks],
  }));
}

/** @param {number} tasks @returns {Measurement} */
function fanOut(tasks) {
  const args = ["memory", "fan-out", tasks];
  return { name: `engine, in memory, fan-out ${tasks}`, program: "engine.mjs", args };
}

/** @param {Measurement} measurement @returns {Measurement} */
function onlyOnce(measurement) {
  return { ...measurement, once: true };
}

/**
 * One quotient of two figures, or a figure by itself. Goals are aims for an idle machine and no test.
 *
 * @typedef {object} Goal
 * @property {string} name
 * @property {readonly [string, FigureName]} of a measurement and its figure
 * @property {readonly [string, FigureName]} [against]
 * @property {string} [unit]
 * @property {number} [most]
 * @property {number} [least]
 * @property {boolean} [waits] for the disk or for other processes, so that processor time says little
 */

/** @typedef {"run" | "processor" | "task" | "processor task" | "memory" | "log"} FigureName */

/** @type {readonly Goal[]} */
export const GOALS = [
  ...["chain", "wide"].flatMap((shape) => goalsOfShape(shape)),
  {
    name: "in memory, 10,000 wide against 1,000 wide",
    of: ["engine, in memory, wide 10000", "run"],
    against: ["engine, in memory, wide 1000", "run"],
    most: 12,
  },
  {
    name: "in memory, a fan-out of 4,000 against one of 1,000",
    of: ["engine, in memory, fan-out 4000", "run"],
    against: ["engine, in memory, fan-out 1000", "run"],
  },
  {
    name: "100,000 tasks in memory",
    of: ["engine, in memory, wide 100000", "memory"],
    unit: "MB",
    most: 1_000,
  },
  ...[1_000, 10_000, 100_000].map((tasks) => logGoal(tasks)),
  {
    name: "process runner against bare process groups",
    of: ["process runner", "run"],
    against: ["floor, process groups", "run"],
    waits: true,
    most: 1.5,
  },
  ...["chain", "wide"].map((shape) => wholePathGoal(shape)),
  ...largeFileGoals("capture", 4),
  ...largeFileGoals("stage", 2),
  ...["chain", "wide"].flatMap((shape) => compilerGoals(shape)),
  ...["compile", "show", "check"].map((variant) => coldGoal(variant)),
  {
    name: "dicts of chosen keys against dicts of ordinary ones",
    of: ["starlark, chosen keys", "run"],
    against: ["starlark, ordinary keys", "run"],
    most: 3,
  },
];

/** @param {string} variant @returns {Goal} */
function coldGoal(variant) {
  return {
    name: `a cold command on 5 KB against node -e 0, ${variant}`,
    of: [`cold, ${variant}`, "run"],
    against: ["cold, floor", "run"],
    waits: true,
    ...(variant === "compile" ? { most: 2.5 } : {}),
  };
}

/** @param {string} shape @returns {readonly Goal[]} */
function compilerGoals(shape) {
  const compiler = `compiler, ${shape} 10000`;
  return [
    {
      name: `compiler, 20,000 against 10,000, ${shape}`,
      of: [`compiler, ${shape} 20000`, "run"],
      against: [compiler, "run"],
      most: 2.5,
    },
    {
      name: `compiler against evaluation alone, ${shape}`,
      of: [compiler, "run"],
      against: [`evaluation alone, ${shape} 10000`, "run"],
      most: 12,
    },
  ];
}

/** @param {string} variant @param {number} most @returns {readonly Goal[]} */
function largeFileGoals(variant, most) {
  const [of, copy] = [`256 MB, ${variant}`, "256 MB, copy"];
  return [
    {
      name: `${variant} of 256 MB against cp`,
      of: [of, "run"],
      against: [copy, "run"],
      waits: true,
      most,
    },
    {
      name: `${variant} of 256 MB against cp, memory`,
      of: [of, "memory"],
      against: [copy, "memory"],
      most: 1.5,
    },
  ];
}

/** @param {string} shape @returns {readonly Goal[]} */
function goalsOfShape(shape) {
  const engine = `engine, in memory, ${shape} 1000`;
  const files = `engine, log in files, ${shape} 1000`;
  const synced = `floor, synced log, ${shape} 1000`;
  const warm = `engine, in memory, warm, ${shape} 1000`;
  const microseconds = { unit: "µs a task", most: 50 };
  return [
    { name: `in memory, ${shape}`, of: [engine, "task"], ...microseconds },
    { name: `in memory, ${shape}, after a first run`, of: [warm, "task"], ...microseconds },
    {
      name: `machine alone, ${shape}`,
      of: [`machine alone, ${shape} 1000`, "task"],
      unit: "µs a task",
    },
    {
      name: `p-graph against in memory, ${shape}`,
      of: [`p-graph, ${shape} 1000`, "run"],
      against: [engine, "run"],
    },
    ...["LangGraph", "LangGraph, checkpoints in memory"].map((peer) => peerGoal(peer, shape)),
    {
      name: `log in files against a synced log, ${shape}`,
      of: [files, "run"],
      against: [synced, "run"],
      waits: true,
      most: 2.5,
    },
    {
      name: `log in files against a synced log, ${shape}, memory`,
      of: [files, "memory"],
      against: [synced, "memory"],
      most: 1.8,
    },
  ];
}

/** @param {string} peer @param {string} shape @returns {Goal} */
function peerGoal(peer, shape) {
  return {
    name: `${peer} against in memory, ${shape}`,
    of: [`${peer}, ${shape} 1000`, "run"],
    against: [`engine, in memory, ${shape} 1000`, "run"],
    least: 15,
  };
}

/** @param {number} tasks @returns {Goal} */
function logGoal(tasks) {
  return {
    name: `log a settled task, of ${tasks.toLocaleString("en")}`,
    of: [`engine, in memory, wide ${tasks}`, "log"],
    unit: "bytes",
  };
}

/** @param {string} shape @returns {Goal} */
function wholePathGoal(shape) {
  const of = `engine, git workspace of 200 files, ${shape} 20`;
  return { name: `whole path, ${shape}`, of: [of, "task"], unit: "µs a task", waits: true };
}
