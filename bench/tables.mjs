/** The two tables of a report, in Markdown: every figure, and the ratios with their goals. */
import { GOALS } from "./measurements.mjs";

/** @typedef {import("./measure.mjs").Figures} Figures */
/** @typedef {import("./measurements.mjs").Goal} Goal */

/** @param {ReadonlyMap<string, Figures>} medians */
export function figureTable(medians) {
  const rows = [...medians].map(([name, figures]) => [
    name,
    shown(figures.buildMs),
    shown(figures.runMs),
    shown(figures.cpuMs),
    shown(figureOf(figures, "task")),
    shown(figureOf(figures, "memory")),
    figures.logBytes === undefined ? "" : shown(figureOf(figures, "log")),
  ]);
  const head = [
    "measurement",
    "build ms",
    "run ms",
    "processor ms",
    "µs a task",
    "peak MB",
    "log bytes a task",
  ];
  return table(head, rows);
}

/** Only what was measured is in it. @param {ReadonlyMap<string, Figures>} medians */
export function goalTable(medians) {
  const rows = GOALS.flatMap((goal) => {
    const figure = quotient(goal, medians);
    return figure === undefined ? [] : [rowOf(goal, figure, quotient(byProcessor(goal), medians))];
  });
  return table(["ratio", "figure", "by processor time", "goal", "met"], rows);
}

/** @param {Goal} goal @param {number} figure @param {number | undefined} byProcessorTime */
function rowOf(goal, figure, byProcessorTime) {
  const unit = goal.unit === undefined ? "×" : ` ${goal.unit}`;
  const computes = ["run", "task"].includes(goal.of[1]) && goal.waits !== true;
  const bound = goal.most === undefined ? goal.least : goal.most;
  const word = goal.most === undefined ? "at least" : "at most";
  const met = figure <= (goal.most ?? Number.POSITIVE_INFINITY) && figure >= (goal.least ?? 0);
  return [
    goal.name,
    `${shown(figure)}${unit}`,
    computes && byProcessorTime !== undefined ? `${shown(byProcessorTime)}${unit}` : "",
    bound === undefined ? "" : `${word} ${bound}${unit}`,
    bound === undefined ? "" : met ? "yes" : "no",
  ];
}

/** The same quotient of processor time. @param {Goal} goal @returns {Goal} */
function byProcessor(goal) {
  const [name, figure] = goal.of;
  if (goal.against === undefined) {
    return figure === "task" ? { ...goal, of: [name, "processor task"] } : goal;
  }
  return { ...goal, of: [name, "processor"], against: [goal.against[0], "processor"] };
}

/** @param {Goal} goal @param {ReadonlyMap<string, Figures>} medians @returns {number | undefined} */
function quotient(goal, medians) {
  const of = medians.get(goal.of[0]);
  if (of === undefined) return undefined;
  if (goal.against === undefined) return figureOf(of, goal.of[1]);
  const against = medians.get(goal.against[0]);
  return against && figureOf(of, goal.of[1]) / figureOf(against, goal.against[1]);
}

/**
 * Times a task are microseconds, memory is megabytes.
 *
 * @param {Figures} figures
 * @param {import("./measurements.mjs").FigureName} name
 */
function figureOf(figures, name) {
  switch (name) {
    case "run":
      return figures.runMs;
    case "task":
      return (figures.runMs * 1_000) / figures.tasks;
    case "processor":
      return figures.cpuMs;
    case "processor task":
      return (figures.cpuMs * 1_000) / figures.tasks;
    case "memory":
      return figures.peakBytes / 1e6;
    case "log":
      return (figures.logBytes ?? 0) / figures.tasks;
  }
}

/** Three digits are what such figures are good for. @param {number} value */
function shown(value) {
  if (value >= 100) return String(Math.round(value));
  return String(Number(value.toPrecision(3)));
}

/** @param {readonly string[]} head @param {readonly (readonly string[])[]} rows */
function table(head, rows) {
  const lines = [head, head.map(() => "---"), ...rows];
  return `\n${lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n")}\n`;
}
